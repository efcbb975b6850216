"""Opens the window: ``python main.py``. See ``python main.py --help``."""

from __future__ import annotations

import os
import sys

root = os.path.dirname(os.path.realpath(__file__))
if root not in sys.path:  # as with ``python -P``
    sys.path.insert(0, root)

from congo_gui.__main__ import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main(prog="main.py"))
