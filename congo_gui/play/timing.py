"""The clock of the window, and how long it holds things back. No pygame."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Timing:
    """Delays in seconds, and the clock by which they are measured, which only grows."""

    now: Callable[[], float] = time.monotonic
    reply_delay_s: float = 0.8
    """Between a person's move and the AI's answer at least, even if it did not have to think."""
    next_game_after_s: float = 2.0
    """For so long at least, the end of a game is shown before two AIs begin the next one."""
