"""The events of the running game, to subscribe to. No pygame."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeVar

from congo_gui.play.game_state import State
from congo_gui.play.played_game import PlayedGame
from engine.game.game import Ply
from engine.rules.values import Outcome
from engine.search.limits import SearchInfo


class Cause(Enum):
    """Why another game is on the board."""

    NEW = "new"
    RESTART = "restart"
    SET_UP = "set up"
    NEXT = "next of a series"
    OPENED = "opened"
    RESTORED = "restored"


@dataclass(frozen=True)
class Event:
    """Something that happened in the running game; who subscribes to this kind hears of everything."""


class EngineReady(Event):
    """The engine is there: from now on moves can be made."""


@dataclass(frozen=True)
class StateChanged(Event):
    """The running game does something else than before."""

    before: State
    after: State


class PositionChanged(Event):
    """Another position is on the board."""


class EndChanged(Event):
    """The game is over, or goes on after all."""


@dataclass(frozen=True)
class MovePlayed(PositionChanged):
    """A move was made; `ply` is the latest one of the game."""

    ply: Ply


@dataclass(frozen=True)
class PositionShown(PositionChanged):
    """Another position of the same game is on the board, so many plies later; earlier if negative."""

    steps: int


@dataclass(frozen=True)
class GameReplaced(PositionChanged):
    """Another game is on the board; `before` is the one that made way."""

    before: PlayedGame
    cause: Cause


class PlayersChanged(Event):
    """Others play the same game on."""


@dataclass(frozen=True)
class GameOver(EndChanged):
    """The game is over; `in_place` if that did not come with another position on the board."""

    outcome: Outcome
    in_place: bool


class GameReopened(EndChanged):
    """An end that no move made was taken back."""


class RemarksChanged(Event):
    """What is written about the moves has changed, and no move was made."""


@dataclass(frozen=True)
class SearchReported(Event):
    """The AI that is to move has found out something about the position."""

    info: SearchInfo


class HintChanged(Event):
    """A hint is being looked for, or was found, or is none any more."""


class ProgramReady(Event):
    """A program that plays has got ready."""


class SeriesChanged(Event):
    """The score of the games between AIs has changed, or what comes after the game."""


@dataclass(frozen=True)
class PaceChanged(Event):
    """Games between AIs are shown faster or slower."""

    seconds: float


@dataclass(frozen=True)
class ClockSwitched(Event):
    """The clock of another side runs now, or none does."""

    running: int | None


class ClockTicked(Event):
    """A clock shows another time."""


_E = TypeVar("_E", bound=Event)


class EventBus:
    """Passes events on to the listeners, in the order in which these subscribed.

    What is emitted while an event is passed on waits until every listener has had that one.
    """

    def __init__(self) -> None:
        self._listeners: list[tuple[tuple[type[Event], ...], Callable[[Any], None]]] = []
        self._waiting: deque[Event] = deque()

    def subscribe(self, listener: Callable[[_E], None], *kinds: type[_E]) -> Callable[[], None]:
        """Have `listener` called with every event of these kinds, until the function returned is called."""
        entry = kinds, listener
        self._listeners.append(entry)
        return lambda: self._listeners.remove(entry)

    def emit(self, event: Event) -> None:
        """Pass an event on to whoever subscribed to its kind."""
        self._waiting.append(event)
        if len(self._waiting) > 1:
            return
        try:
            while self._waiting:
                self._pass_on(self._waiting[0])
                self._waiting.popleft()
        finally:
            self._waiting.clear()  # an exception ends this round, not all later ones

    def _pass_on(self, event: Event) -> None:
        for entry in list(self._listeners):
            kinds, listener = entry
            if isinstance(event, kinds) and entry in self._listeners:
                listener(event)
