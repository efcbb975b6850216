"""The window's use of the operating system: display, clipboard, sound, start-up, crash reports."""
