"""Drawing the marks of the board in advance, lest the picture stops when one is needed for the first time."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial

from congo_gui.board import effects, markers
from congo_gui.board.actors import EffectKind

START_DELAY, INTERVAL = 0.2, 0.01
"""Seconds that the board is left alone before marks are drawn in advance, and between two of them."""


class MarkPreparation:
    """Draws the marks for a size of the board one by one while nothing else is to do."""

    def __init__(self) -> None:
        self._calls: deque[Callable[[], object]] = deque()
        self._wait = 0.0

    def start(self, cell: int) -> None:
        """Prepare the marks for squares of that many pixels."""
        self._calls = deque(_common(cell))
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


def _common(cell: int) -> list[Callable[[], object]]:
    """Return calls that draw, each in some milliseconds, what a game needs sooner or later."""
    marks = (
        markers.moved_from,
        markers.moved_to,
        markers.hovered,
        markers.selection,
        markers.dot,
        markers.aimed,
        markers.shadow,
        markers.ring,
        markers.drowning,
        markers.deadly,
        markers.warning,
        markers.alarm,
    )
    later = (
        markers.could_go,
        markers.could_take,
        markers.waves,
        markers.cross,
        markers.threatened,
        markers.victim,
        markers.stop_here,
        markers.cursor,
    )
    calls: list[Callable[[], object]] = [partial(mark, cell) for mark in marks]
    size = min(cell, effects.LARGEST_EFFECT)
    calls += [
        partial(effects.effect, size, kind, step)
        for kind in EffectKind
        for step in range(effects.EFFECT_STEPS)
    ]
    calls += [partial(mark, cell) for mark in later]
    return calls + [
        partial(mark, cell, number) for number in (1, 2, 3) for mark in (markers.landing, markers.walked)
    ]
