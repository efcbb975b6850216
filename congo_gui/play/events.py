"""The events of the running game, and the bus to subscribe to them. No pygame."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeVar

from congo_gui.play.game_state import GameState
from congo_gui.play.played_game import PlayedGame
from congo_gui.play.rated import NotRated
from engine.game.game import Ply
from engine.rules.values import Outcome
from engine.search.limits import SearchInfo


class Cause(Enum):
    """Why the game on the board was replaced."""

    NEW = "new"
    RESTART = "restart"
    SET_UP = "set up"
    NEXT = "next of a series"
    OPENED = "opened"
    RESTORED = "restored"


@dataclass(frozen=True)
class Event:
    """An event of the running game; subscribers to this class get all of them."""


class EngineReady(Event):
    """The engine is attached, so that moves can be made."""


@dataclass(frozen=True)
class StateChanged(Event):
    """The running game has changed its state."""

    before: GameState
    after: GameState


class PositionChanged(Event):
    """Another position is on the board."""


class EndChanged(Event):
    """The game is over, or no longer over."""


@dataclass(frozen=True)
class MovePlayed(PositionChanged):
    """A move was made; `ply` is the latest one of the game."""

    ply: Ply


@dataclass(frozen=True)
class PositionShown(PositionChanged):
    """Another position of the same game is on the board, `steps` plies later (earlier if negative)."""

    steps: int


@dataclass(frozen=True)
class GameReplaced(PositionChanged):
    """Another game is on the board; `before` is the previous game."""

    before: PlayedGame
    cause: Cause


class PlayersChanged(Event):
    """The players of the same game have changed."""


@dataclass(frozen=True)
class GameOver(EndChanged):
    """The game is over; `in_place` if the position on the board did not change."""

    outcome: Outcome
    in_place: bool


class GameReopened(EndChanged):
    """An end without a move, such as resigning, was undone."""


@dataclass(frozen=True)
class MovesReplaced(Event):
    """The moves after the one on the board, which are still there, are about to be dropped.

    `by_end` if the game ends there without a move, as when a flag falls.
    """

    by_end: bool


class RemarksChanged(Event):
    """The remarks on the moves have changed."""


@dataclass(frozen=True)
class RatingStopped(Event):
    """The rated game on the board does not count any more."""

    reason: NotRated


@dataclass(frozen=True)
class SearchReported(Event):
    """The AI to move has reported a search result."""

    info: SearchInfo


class HintChanged(Event):
    """A hint was requested, found or dropped."""


@dataclass(frozen=True)
class HintFailed(Event):
    """A hint was requested, and the search has failed; `problem` is a clause that says why."""

    problem: str


class ProgramReady(Event):
    """A program that plays is ready."""


class SeriesChanged(Event):
    """The score of a series between AIs, or whether it is endless, has changed."""


@dataclass(frozen=True)
class PaceChanged(Event):
    """The pace of games between AIs has changed."""

    seconds: float


@dataclass(frozen=True)
class ClockSwitched(Event):
    """Another side's clock is running, or none."""

    running: int | None


class ClockTicked(Event):
    """A clock's text has changed."""


_E = TypeVar("_E", bound=Event)


class EventBus:
    """Delivers events to the listeners in the order of their subscriptions.

    An event emitted by a listener is delivered after all listeners have handled the current one.
    """

    def __init__(self) -> None:
        self._listeners: list[tuple[tuple[type[Event], ...], Callable[[Any], None]]] = []
        self._queue: deque[Event] = deque()

    def subscribe(self, listener: Callable[[_E], None], *kinds: type[_E]) -> Callable[[], None]:
        """Call `listener` with every event of these classes; return a function that ends the subscription."""
        entry = kinds, listener
        self._listeners.append(entry)
        return lambda: self._listeners.remove(entry)

    def emit(self, event: Event) -> None:
        """Deliver an event to the subscribers of its class."""
        self._queue.append(event)
        if len(self._queue) > 1:
            return
        try:
            while self._queue:
                self._deliver(self._queue[0])
                self._queue.popleft()
        finally:
            self._queue.clear()  # an exception must not block later events

    def _deliver(self, event: Event) -> None:
        for entry in list(self._listeners):
            kinds, listener = entry
            if isinstance(event, kinds) and entry in self._listeners:
                listener(event)
