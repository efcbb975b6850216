"""What a frozen program runs: the window, or the command line if it is called congo-engine.

The program starts parts of itself in processes of their own, by ``sys.executable -c CODE`` (see
`engine.system.own_python`), and players in Python by ``sys.executable FILE.py``. Where the executable is the
program, it does here what Python would.
"""

from __future__ import annotations

import multiprocessing
import runpy
import sys
from pathlib import Path


def main() -> int:
    """Do what the command line asks; return the exit status."""
    multiprocessing.freeze_support()
    words = sys.argv[1:]
    if words[:1] == ["-c"] and len(words) > 1:
        sys.argv = ["-c", *words[2:]]
        exec(words[1], {"__name__": "__main__"})
        return 0
    if words and words[0].endswith(".py"):
        sys.argv = words
        runpy.run_path(words[0], run_name="__main__")
        return 0
    if Path(sys.executable).stem == "congo-engine":
        from engine.__main__ import main as run_engine

        return run_engine()
    from congo_gui.__main__ import main as open_window

    return open_window()


if __name__ == "__main__":
    sys.exit(main())
