"""The window: drawing, mouse and keyboard."""
