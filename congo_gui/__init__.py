"""The window: everything that draws, and everything that listens to mouse and keyboard."""
