"""Python processes that run this program's own modules: they do not import files of the current folder.

Python itself searches that folder first for everything that a process started with ``-m`` or ``-c`` imports:
in a folder of downloads, a file called random.py would be run.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
_RUN = (
    "import sys; root = sys.argv.pop(1); sys.path[: not sys.path[0]] = [root] * (root not in sys.path); "
    "from runpy import run_module; run_module(sys.argv.pop(1), run_name='__main__', alter_sys=True)"
)
_SAFE_PATH, _OURS = "PYTHONSAFEPATH", "workers"


def own_command(module: str, *arguments: str) -> list[str]:
    """Return the command that runs a module of this program, as ``-m`` does, from any folder."""
    return [sys.executable, "-c", _RUN, str(ROOT), module, *arguments]


@contextmanager
def starting_workers() -> Iterator[None]:
    """Let the workers that `multiprocessing` starts in this block ignore the current folder.

    That is possible since Python 3.11. A worker calls `worker_started`.
    """
    unset = _SAFE_PATH not in os.environ
    if unset:
        os.environ[_SAFE_PATH] = _OURS
    try:
        yield
    finally:
        if unset:
            os.environ.pop(_SAFE_PATH, None)


def worker_started() -> None:
    """Forget in a worker what `starting_workers` has set: it is not for programs that the worker starts."""
    if os.environ.get(_SAFE_PATH) == _OURS:
        del os.environ[_SAFE_PATH]
