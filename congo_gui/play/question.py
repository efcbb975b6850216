"""A question to whoever searches, for a move or for a hint; and how long the answer may take on a clock."""

from __future__ import annotations

from typing import TYPE_CHECKING

from congo_gui.play.searcher import Searcher
from engine.game.clocks import Clocks, TimeControl
from engine.search.clock import share_of_clock
from engine.search.limits import Limits

if TYPE_CHECKING:
    # Importing it loads the compiler, which has to wait until the first frame is on the screen.
    from engine.players.background import BackgroundPlayer
    from engine.search.thinker import Event

CLOCK_MARGIN = 120
"""Milliseconds of its clock that the AI leaves unused: the window may be busy when its answer comes."""


class Question:
    """What was asked last of the engine or a program, by the number that all its events carry."""

    def __init__(self, asked: Searcher | BackgroundPlayer, search_id: int, is_for_hint: bool = False) -> None:
        self._asked, self._id = asked, search_id
        self.is_for_hint = is_for_hint
        self.is_open = True
        """Whether the answer is still to come."""

    def events(self) -> list[Event]:
        """Return what has come since the last call; events of older questions are dropped."""
        return [event for event in self._asked.events() if self.is_open and event.search_id == self._id]

    def answered(self) -> None:
        """Note that the answer is there, and that nothing more can come."""
        self.is_open = False

    def cancel(self) -> None:
        """Have the search stop; its answer is not wanted any more."""
        self._asked.cancel()


def within_clock(limits: Limits, clocks: Clocks | None, side: int, control: TimeControl | None) -> Limits:
    """Return limits that also heed the clock of a side, if it has one."""
    left = None if clocks is None else clocks.remaining(side)
    if left is None or control is None:
        return limits
    remaining, increment = round(left * 1000), round(control.increment * 1000)
    return limits.on_clock(*share_of_clock(remaining, increment, margin=CLOCK_MARGIN))
