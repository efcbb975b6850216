"""Functions that are run as jobs."""

from __future__ import annotations

import os
import signal
from pathlib import Path


def square(number: int) -> int:
    """Return the square of a number; raise for negative ones."""
    if number < 0:
        raise ValueError("negative")
    return number * number


def dies_once(folder: Path, number: int) -> int:
    """Return the number, but end the process at the first request for 3."""
    if number == 3 and not (folder / "died").exists():
        (folder / "died").touch()
        os._exit(1)
    return number


def dies(number: int) -> int:
    """End the process."""
    os._exit(number)


def dies_on(fatal: int, number: int) -> int:
    """Return the number, but end the process over one of them."""
    if number == fatal:
        os._exit(1)
    return number


def survives_ctrl_c(number: int) -> bool:
    """Return whether Ctrl-C does not reach this process."""
    try:
        os.kill(os.getpid(), signal.SIGINT)
    except KeyboardInterrupt:
        return False
    return True
