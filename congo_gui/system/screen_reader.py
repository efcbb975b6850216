"""Output for a screen reader: moves as text in the terminal."""

from __future__ import annotations

import sys


class Terminal:
    """A function that prints lines; it does nothing once the terminal or pipe is closed."""

    def __init__(self) -> None:
        self._open = True

    def __call__(self, text: str) -> None:
        """Print a line and flush it."""
        if not self._open:
            return
        try:
            print(text, flush=True)
        except (OSError, ValueError):  # a ValueError if the stream itself was closed
            self._open = False
            # Otherwise Python would try to flush it at exit and print an error.
            sys.stdout = None
