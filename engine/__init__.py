"""The games, the search and the command line: everything but the window."""

import os

__version__ = "1.0.0"
PROGRAM = "congo"
"""The program's name, as folders and windows are called."""

# numba would load that library by its name, which Windows and macOS look for in the current folder, too.
os.environ.setdefault("NUMBA_DISABLE_INTEL_SVML", "1")
