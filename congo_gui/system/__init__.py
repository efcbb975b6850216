"""The window and the computer: display, clipboard, sound, start-up, crash reports."""
