"""The window's dealings with the computer: display, clipboard, sound, start-up, crash reports."""
