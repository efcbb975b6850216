"""Time that does not count while this process is stopped, as by Ctrl+Z in a terminal.

Nothing tells when a process is stopped, but it gets a signal when it is continued: what is being measured
then is measured from there on.
"""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Callable
from types import FrameType

_continued_at = float("-inf")
"""When this process was last continued, by `time.monotonic`."""


def notice_continues() -> None:
    """Notice from now on when this process is continued; call this on the main thread.

    On Windows, and on another thread, nothing is noticed.
    """
    if sys.platform != "win32" and threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGCONT, _note)


def _note(number: int, frame: FrameType | None) -> None:
    global _continued_at
    _continued_at = time.monotonic()


def elapsed(began: float, now: Callable[[], float]) -> float:
    """Return the seconds since `began`, or since this process was continued if that was later."""
    return min(now() - began, time.monotonic() - _continued_at)


class Deadline:
    """A number of seconds from now; they begin again when this process is continued."""

    def __init__(self, seconds: float) -> None:
        self._began, self._seconds = time.monotonic(), seconds

    @property
    def moment(self) -> float:
        """When it is over, by `time.monotonic`."""
        return max(self._began, _continued_at) + self._seconds

    @property
    def is_over(self) -> bool:
        """True if the seconds are over."""
        return time.monotonic() >= self.moment
