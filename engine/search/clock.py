"""The time of one search, and how much of a player's clock it may take."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from engine.search.limits import Limits

MOVES_TO_GO = 25
"""How many more moves the remaining time of a clock has to last for, if nobody says."""
CLOCK_MARGIN_MS = 30
"""Milliseconds of a clock that are left unused, for the way there and back."""


def share_of_clock(
    remaining: int, increment: int, moves_to_go: int | None = None, margin: int = CLOCK_MARGIN_MS
) -> tuple[int, int]:
    """Return the milliseconds to aim at for this move, and those after which it has to be made."""
    left = max(remaining - margin, 1)
    share = left // max(moves_to_go or MOVES_TO_GO, 1) + increment * 3 // 4
    hard = left if moves_to_go == 1 else left // 2
    return max(min(share, hard), 1), max(min(3 * share, hard), 1)


ANSWER_MS = 10
"""Milliseconds before the end of a move's time at which the search stops, so that the answer is in time."""


class Clock:
    """Calls `stop` when a search's time is over; may be started later than the search, by another thread.

    To be used as a context manager around the search; afterwards it calls nothing any more.
    """

    def __init__(self, limits: Limits, stop: Callable[[], None]) -> None:
        self._limits = limits
        self._stop = stop
        self._lock = threading.Lock()
        self._timer: threading.Timer | None = None
        self._closed = False
        self._started: float | None = None
        if not limits.ponder:
            self.start()

    def start(self) -> None:
        """Let the time run from now on, if it does not run yet."""
        with self._lock:
            if self._closed or self._started is not None:
                return
            self._started = time.perf_counter()
            if self._limits.movetime is not None:
                self._timer = threading.Timer(_searching_time(self._limits.movetime), self._stop)
                self._timer.daemon = True
                self._timer.start()

    @property
    def spent(self) -> bool:
        """Whether it is too late to begin another depth."""
        if self._started is None or self._limits.target is None:
            return False
        # The next depth usually takes longer than all before it together.
        return (time.perf_counter() - self._started) * 1000 > self._limits.target / 2

    def __enter__(self) -> Clock:
        return self

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._closed = True
        if self._timer:
            self._timer.cancel()
            self._timer.join()  # or it might yet stop the search after this one


def _searching_time(movetime: int) -> float:
    """Return how many seconds of a move's milliseconds to search, of a tenth at most the answer's time."""
    return min((movetime - min(ANSWER_MS, movetime / 10)) / 1000, threading.TIMEOUT_MAX)
