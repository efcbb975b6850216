"""Output for a screen reader: moves as text in the terminal."""

from __future__ import annotations

import select
import sys

PART = 1000
"""Characters written at once: a pipe that accepts anything has room for 4096 bytes."""


class Terminal:
    """A function that prints lines; it does nothing once the terminal or pipe is closed."""

    def __init__(self) -> None:
        self._open = True

    def __call__(self, text: str) -> None:
        """Print a line; leave out what the terminal or pipe does not accept now: the window must not wait."""
        line = f"{text}\n"
        try:
            for start in range(0, len(line), PART):
                if self._open and _accepts_text():
                    print(line[start : start + PART], end="", flush=True)
        except (OSError, ValueError):  # a ValueError if the stream itself was closed
            self._open = False
            # Otherwise Python would try to flush it at exit and print an error.
            sys.stdout = None


def _accepts_text() -> bool:
    """Return whether writing would not wait: for a stopped terminal, or for a program that does not read."""
    try:
        return bool(select.select([], [sys.stdout], [], 0)[1])
    except (OSError, ValueError):  # no file, or on Windows
        return True
