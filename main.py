"""Opens the window: ``python main.py``. See ``python main.py --help``."""

from __future__ import annotations

import os
import sys

if sys.flags.isolated or getattr(sys.flags, "safe_path", False):  # it does not look beside this file
    sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))

from congo_gui.__main__ import main

if __name__ == "__main__":
    sys.exit(main(prog="main.py"))
