"""Output for a screen reader: moves as text in the terminal."""

from __future__ import annotations

import os
import select
import sys
from io import TextIOWrapper

from engine.system.errors import printable_lines

PART = 1000
"""Characters written at once: a pipe that accepts anything has room for 4096 bytes."""


class Terminal:
    """A function that prints lines; it does nothing without a standard output, or once that is closed."""

    def __init__(self) -> None:
        if isinstance(sys.stdout, TextIOWrapper):
            sys.stdout.reconfigure(errors="backslashreplace")

    def __call__(self, text: str) -> None:
        """Print a line; leave out what the terminal or pipe does not accept now: the window must not wait."""
        if sys.stdout is None:
            return
        line = f"{printable_lines(text)}\n"
        try:
            if _write_to_terminal(line):
                return
            for start in range(0, len(line), PART):
                if not _accepts_text():
                    break
                print(line[start : start + PART], end="", flush=True)
        except (OSError, ValueError):  # a ValueError if the stream itself was closed
            # Otherwise Python would try to flush it at exit and print an error.
            sys.stdout = None


def _write_to_terminal(line: str) -> bool:
    """Write a line to a terminal, or as much of it as has room; return False if the output is no terminal.

    `_accepts_text` would not do: a terminal that accepts a byte need not have room for a line.
    """
    if sys.platform == "win32" or not sys.stdout.isatty():
        return False
    try:  # once more, since others, such as the shell, have to wait
        terminal = os.open(os.ttyname(sys.stdout.fileno()), os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK)
    except OSError:  # another user's, as after su
        return False
    with open(terminal, "wb", buffering=0) as file:
        file.write(line.encode(sys.stdout.encoding, "backslashreplace"))
    return True


def _accepts_text() -> bool:
    """Return whether writing to a pipe would not wait for a program that does not read."""
    try:
        return bool(select.select([], [sys.stdout], [], 0)[1])
    except (OSError, ValueError):  # no file, or on Windows
        return True
