"""Time while this process is stopped does not count."""

from __future__ import annotations

import os
import signal
import sys
import time

import pytest

from engine.system import stopped
from engine.system.stopped import Deadline, elapsed, notice_continues


@pytest.mark.skipif(sys.platform == "win32", reason="Windows stops no process")
def test_seconds_begin_again_when_the_process_is_continued(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(stopped, "_continued_at", float("-inf"))
    monkeypatch.setattr("time.monotonic", lambda: now)
    notice_continues()
    begun, deadline = now, Deadline(5)
    now += 4
    assert (elapsed(begun, time.monotonic), deadline.is_over) == (4, False)
    now += 60
    assert (elapsed(begun, time.monotonic), deadline.is_over) == (64, True)
    os.kill(os.getpid(), signal.SIGCONT)
    assert (elapsed(begun, time.monotonic), deadline.is_over, deadline.moment) == (0, False, now + 5)
    now += 5
    assert (elapsed(begun, time.monotonic), deadline.is_over) == (5, True)
    assert (elapsed(now, time.monotonic), Deadline(5).is_over) == (0, False)
