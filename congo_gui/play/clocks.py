"""The window's time source, its delays, and the display of players' clocks. No pygame."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

from congo_gui.play import texts
from engine.game.clocks import TimeControl

TENTHS_BELOW = 10.0
"""Seconds below which tenths are shown."""
LOW_S, LOW_SHARE = 20.0, 0.2
"""A clock is low below this many seconds, or this share of its initial time if that is less."""


@dataclass(frozen=True)
class Timing:
    """Delays in seconds, and the monotonic clock by which they are measured."""

    now: Callable[[], float] = time.monotonic
    reply_delay_s: float = 0.8
    """Minimum seconds between a human's move and the AI's reply."""
    next_game_after_s: float = 2.0
    """Seconds for which the end of a game between AIs is shown before the next one starts."""


def clock_text(seconds: float) -> str:
    """Return the time left as text: ``1:02:03``, ``2:59``, ``9.7``; ``0.0`` only when it has run out."""
    if seconds <= TENTHS_BELOW:
        return f"{math.ceil(seconds * 10) / 10:.1f}"
    minutes, rest = divmod(math.ceil(seconds), 60)
    if minutes < 60:
        return f"{minutes}:{rest:02d}"
    return f"{minutes // 60}:{minutes % 60:02d}:{rest:02d}"


def next_tick(seconds: float) -> float:
    """Return the seconds until a running clock's text changes."""
    step = 0.1 if seconds <= TENTHS_BELOW else 1.0
    shown_next = (math.ceil(seconds / step) - 1) * step
    return max(0.001, seconds - shown_next)


def low_below(control: TimeControl) -> float:
    """Return the seconds below which a clock is low."""
    return min(LOW_S, control.seconds * LOW_SHARE)


def control_text(control: TimeControl | None) -> str:
    """Return a time control as players write it: ``3+2`` (minutes and increment) or ``3 s strict``."""
    if control is None:
        return texts.NO_CLOCK
    if control.per_move:
        return texts.per_move(control.seconds)
    minutes = control.seconds / 60
    return f"{minutes:g}+{control.increment:g}"
