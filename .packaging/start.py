"""What a frozen program runs: the window, or the command line if it is called congo-engine.

The program starts parts of itself in processes of their own, by ``sys.executable -c CODE`` (see
`engine.system.own_python`), and players in Python by ``sys.executable FILE.py``. Where the executable is the
program, it does here what Python would. A file that the user opens is never run.
"""

from __future__ import annotations

import multiprocessing
import os
import runpy
import sys
from pathlib import Path

PROCESS = "CONGO_PROCESS"
"""The number of the program's process, in the environment of those that it starts and of theirs."""


def main() -> int:
    """Do what the command line asks; return the exit status."""
    is_part = os.environ.get(PROCESS) == str(os.getppid())
    os.environ[PROCESS] = str(os.getpid())
    multiprocessing.freeze_support()  # in which workers play
    words = sys.argv[1:]
    if words[:1] == ["-c"] and len(words) > 1:
        sys.argv = ["-c", *words[2:]]
        exec(words[1], {"__name__": "__main__"})
        return 0
    if is_part and words and words[0].lower().endswith(".py"):
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
