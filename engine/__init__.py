"""The games, the search and the command line: everything but the window."""

__version__ = "1.0.0"
PROGRAM = "congo"
"""The program's name, as folders and windows are called."""
