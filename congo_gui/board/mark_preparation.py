"""Drawing the marks of the board in advance, lest the picture stops when one is needed for the first time."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from congo_gui.board import markers

START_DELAY, INTERVAL = 0.2, 0.01
"""Seconds that the board is left alone before marks are drawn in advance, and between two of them."""


class MarkPreparation:
    """Draws the marks for a size of the board one by one while nothing else is to do."""

    def __init__(self) -> None:
        self._calls: deque[Callable[[], object]] = deque()
        self._wait = 0.0

    def start(self, cell: int) -> None:
        """Prepare the marks for squares of that many pixels."""
        self._calls = deque(markers.common(cell))
        self._wait = START_DELAY

    @property
    def left(self) -> int:
        """How many marks are still to be drawn."""
        return len(self._calls)

    def update(self, seconds: float) -> None:
        """Let time pass, and draw a mark if its time has come."""
        self._wait -= seconds
        if self._calls and self._wait <= 0:
            self._calls.popleft()()
            self._wait = INTERVAL

    @property
    def next_change(self) -> float | None:
        """Seconds until the next mark is drawn, None if all are."""
        return self._wait if self._calls else None
