"""The game in words for a screen reader, written to the terminal."""

from __future__ import annotations

import sys


class Terminal:
    """Writes each line it is called with; writes nothing more once the terminal or the pipe is closed."""

    def __init__(self) -> None:
        self._open = True

    def __call__(self, words: str) -> None:
        """Write a line and flush it."""
        if not self._open:
            return
        try:
            print(words, flush=True)
        except (OSError, ValueError):  # a ValueError if the stream itself was closed
            self._open = False
            # At its end Python would try again to write what is left, and complain.
            sys.stdout = None
