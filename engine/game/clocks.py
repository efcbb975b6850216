"""The clocks of a game: time left, increments, limits per move, and restoring times on undo."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.game import texts
from engine.rules.errors import GameError
from engine.system.errors import quoted

MAX_SECONDS, MAX_INCREMENT_S = 24 * 3600, 3600
MIN_MOVE_S, MAX_MOVE_S = 0.1, 3600
NO_CLOCK = "-"
"""The text for a side without a clock."""
_CONTROL = re.compile(r"([0-9]{1,6}(?:\.[0-9]{1,3})?)(?:\+([0-9]{1,4}(?:\.[0-9]{1,3})?))?", re.ASCII)
_LIMIT_PREFIX = "1/"
"""The prefix of a limit per move, as in the PGN tag TimeControl: one move in that number of seconds."""
_SECONDS = re.compile(r"[0-9]{1,4}(?:\.[0-9]{0,3})?|\.[0-9]{1,3}", re.ASCII)
_TIME = re.compile(r"([0-9]{1,3}):([0-5][0-9]):([0-5][0-9](?:\.[0-9]{1,3})?)", re.ASCII)


@dataclass(frozen=True)
class TimeControl:
    """The initial time of a clock and the increment of each move, in seconds.

    With `per_move` the seconds are a limit for every single move instead. It applies to AIs and programs,
    which lose if they exceed it, but never to humans.
    """

    seconds: float
    increment: float = 0.0
    per_move: bool = False

    def __str__(self) -> str:
        """Return the form used in files, ``180+2`` or ``1/3``; the inverse of `parse`."""
        return f"{_LIMIT_PREFIX}{self.seconds:g}" if self.per_move else f"{self.seconds:g}+{self.increment:g}"

    @classmethod
    def parse(cls, text: str) -> TimeControl | None:
        """Parse ``SECONDS``, ``SECONDS+INCREMENT``, ``1/SECONDS`` (limit per move), or ``-`` for no clock.

        Raises:
            GameError: the text is none of these, or a time is out of range.
        """
        if text.strip() == NO_CLOCK:
            return None
        if text.strip().startswith(_LIMIT_PREFIX):
            return parse_move_limit(text.strip().removeprefix(_LIMIT_PREFIX))
        found = _CONTROL.fullmatch(text.strip())
        if found is None:
            raise GameError(texts.not_a_control(quoted(text)))
        seconds, increment = float(found[1]), float(found[2] or 0)
        if not 0 < seconds <= MAX_SECONDS or increment > MAX_INCREMENT_S:
            raise GameError(texts.bad_control(MAX_SECONDS, MAX_INCREMENT_S, quoted(text)))
        return cls(seconds, increment)


def parse_minutes(text: str) -> TimeControl:
    """Parse a time control in minutes and seconds per move, as players write it: ``3+2``.

    Raises:
        GameError: the text is something else, or a time is out of range.
    """
    minutes, plus, increment = (part.strip() for part in text.partition("+"))
    found = _CONTROL.fullmatch(f"{minutes}+{increment if plus else 0}")
    if found is None:
        raise GameError(texts.not_a_clock(quoted(text)))
    seconds, added = float(found[1]) * 60, float(found[2])
    if not 0 < seconds <= MAX_SECONDS or added > MAX_INCREMENT_S:
        raise GameError(texts.bad_clock(MAX_SECONDS // 60, MAX_INCREMENT_S, quoted(text)))
    control = TimeControl.parse(f"{seconds:g}+{added:g}")
    assert control is not None
    return control


def parse_move_limit(text: str) -> TimeControl:
    """Parse a limit per move in seconds.

    Raises:
        GameError: the text is not a number, or out of range.
    """
    number = text.strip()  # of more than `float` takes away
    seconds = float(number) if _SECONDS.fullmatch(number) else 0.0
    if not MIN_MOVE_S <= seconds <= MAX_MOVE_S:
        raise GameError(texts.bad_move_limit(MIN_MOVE_S, MAX_MOVE_S, quoted(text)))
    return TimeControl(seconds, per_move=True)


Controls = tuple[TimeControl | None, TimeControl | None]
Times = tuple[float, float]
"""Seconds left, by side; meaningless for a side without a clock."""


def format_time(seconds: float) -> str:
    """Format a time for files, as hours, minutes and seconds: ``0:02:59.834``."""
    milliseconds = max(0, round(seconds * 1000))
    minutes, rest = divmod(milliseconds, 60_000)
    fraction = f".{rest % 1000:03d}".rstrip("0") if rest % 1000 else ""
    return f"{minutes // 60}:{minutes % 60:02d}:{rest // 1000:02d}{fraction}"


def parse_time(text: str) -> float | None:
    """Parse the format of `format_time`; None if it is something else."""
    found = _TIME.fullmatch(text.strip())
    return int(found[1]) * 3600 + int(found[2]) * 60 + float(found[3]) if found else None


class Clocks:
    """Both sides' clocks through the plies of a game; `now` is a monotonic clock in seconds.

    For every position they store two times: those when it arose, which undo restores, and the current ones,
    so that browsing to another position and back gives no time back. A limit per move restarts whenever its
    side is to move.
    """

    def __init__(self, controls: Controls, now: Callable[[], float] = time.monotonic) -> None:
        self.controls = controls
        self._now = now
        first, second = (control.seconds if control else 0.0 for control in controls)
        self._arose: list[Times] = [(first, second)]
        self._shown: list[Times] = [(first, second)]
        self._cursor = 0
        self._running: int | None = None
        self._since = 0.0

    def __getstate__(self) -> dict[str, object]:
        return {**self.__dict__, "_now": time.monotonic}  # another process needs its own clock

    # --- times

    def remaining(self, side: int) -> float | None:
        """Return the seconds that a side has left, at least 0; None if it has no clock."""
        return None if self.controls[side] is None else max(0.0, self.times[side])

    @property
    def times(self) -> Times:
        """The seconds left of both sides."""
        first, second = self._shown[self._cursor]
        return (first - self._elapsed, second) if self._running == 0 else (first, second - self._elapsed)

    @property
    def _elapsed(self) -> float:
        return 0.0 if self._running is None else self._now() - self._since

    @property
    def running(self) -> int | None:
        """The side whose clock is running, None if both are stopped."""
        return self._running

    @property
    def flagged_side(self) -> int | None:
        """The side whose flag has fallen: its clock is running and its time is up. None if there is none."""
        return None if self._running is None or self.remaining(self._running) else self._running

    def after(self, cursor: int) -> Times:
        """Return the times when the position after `cursor` plies arose."""
        return self._arose[cursor]

    # --- running

    def stop_at(self, moment: float) -> None:
        """Stop the running clock as of an earlier `moment`, unless its time was already up by then."""
        if self._running is None:
            return
        late = self._now() - max(self._since, min(moment, self._now()))
        if self.times[self._running] + late > 0:
            self._since += late
            self._stop()

    def leave_out(self, seconds: float) -> None:
        """Count that many seconds less since the running clock was started."""
        self._since += seconds

    def run(self, side: int | None) -> None:
        """Start the clock of `side`, if it has one, and stop the other."""
        if side is not None and self.controls[side] is None:
            side = None
        if side != self._running:
            self._stop()
            self._running, self._since = side, self._now()
            if side is not None:
                self._refill(side)

    def _refill(self, side: int) -> None:
        """Reset the clock of a side if it has a limit per move."""
        control = self.controls[side]
        if control is not None and control.per_move:
            first, second = self._shown[self._cursor]
            self._shown[self._cursor] = (control.seconds, second) if side == 0 else (first, control.seconds)

    def _stop(self) -> None:
        """Stop the running clock."""
        self._shown[self._cursor] = self.times
        self._running = None

    # --- with the game

    def press(self, side: int) -> None:
        """Press the clock of `side` after its move: add its increment, except for the first move of a game.

        Drops the times of later positions.
        """
        times = list(self.times)
        self.reset_turn()
        self.drop_later()
        control = self.controls[side]
        if control is not None and control.per_move:
            times[side] = control.seconds
        elif control is not None and self._cursor:
            times[side] += control.increment
        self._arose.append((times[0], times[1]))
        self._shown.append((times[0], times[1]))
        self._cursor += 1

    def drop_later(self) -> None:
        """Drop the times of positions after the current one."""
        del self._arose[self._cursor + 1 :]
        del self._shown[self._cursor + 1 :]

    def go_to(self, cursor: int) -> None:
        """Go to the times after `cursor` plies."""
        self._stop()
        self._cursor = min(max(cursor, 0), len(self._arose) - 1)

    def reset_turn(self) -> None:
        """Reset the times to those at the beginning of the current turn."""
        self.set(self._arose[self._cursor])

    def set(self, times: Times) -> None:
        """Stop the clocks at these times in the current position."""
        self._running = None
        self._shown[self._cursor] = times

    def restore(self, times: Sequence[Times]) -> None:
        """Set the times after each ply, as read from a record."""
        self._running = None
        self._arose[1:] = times
        self._shown = list(self._arose)

    def stopped_copy(self) -> Clocks:
        """Return a stopped copy with the current times."""
        copy = Clocks(self.controls, self._now)
        copy._arose, copy._shown, copy._cursor = list(self._arose), list(self._shown), self._cursor
        copy.set(self.times)
        return copy


def clocks_for(controls: Controls, now: Callable[[], float] = time.monotonic) -> Clocks | None:
    """Return the clocks of a game, None if no side has one."""
    return None if controls == (None, None) else Clocks(controls, now)
