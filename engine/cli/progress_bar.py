"""A progress bar on standard error, for commands that take their time."""

from __future__ import annotations

import sys

WIDTH = 30


class ProgressBar:
    """Shows how many of `total` steps are done: one line drawn over again, or a line a step in a file."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._done = 0

    def step(self, label: str) -> None:
        """Note that one more step, the one called `label`, is done."""
        self._done += 1
        count = f"{self._done:{len(str(self._total))}}/{self._total}"
        if not sys.stderr.isatty():
            print(f"{count} {label}", file=sys.stderr, flush=True)
            return
        filled = WIDTH * self._done // self._total
        bar = "#" * filled + "." * (WIDTH - filled)
        end = "\n" if self._done == self._total else ""
        print(f"\r[{bar}] {count} {label:<30}", end=end, file=sys.stderr, flush=True)
