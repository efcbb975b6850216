"""Opens the window: ``python main.py``. See ``python main.py --help``."""

from __future__ import annotations

import sys

from congo_gui.__main__ import main

if __name__ == "__main__":
    sys.exit(main(prog="main.py"))
