"""Status and error messages on standard error, which the program can do without."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from engine.system.errors import printable_lines


def print_status(text: str) -> None:
    """Print a status message to standard error, if that is possible: the work goes on without it."""
    write_status(f"{printable_lines(text)}\n")


def write_status(text: str) -> None:
    """Write to standard error, as `print_status` does, but with the text's own control characters."""
    with ignoring_status_errors():
        print(text, end="", file=sys.stderr, flush=True)


@contextmanager
def ignoring_status_errors() -> Iterator[None]:
    """Discard what is written to standard error from the first error in the block on.

    The disk may be full, the reader of a pipe gone, or the file open for reading only.
    """
    try:
        yield
    except OSError:
        with open(os.devnull, "wb") as nothing:
            os.dup2(nothing.fileno(), sys.stderr.fileno())
