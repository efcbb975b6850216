"""The states of a running game, and the one table of what leads from one to another. No pygame."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum


class State(Enum):
    """What a running game is doing."""

    LOADING = "the engine is not there yet"
    IDLE = "a person is to move, or an AI is about to be asked"
    THINKING = "an AI looks for its move"
    HOLDING = "an AI has its move, which is held back for a moment"
    PAUSED = "the AI, or the clocks, wait for the player's word"
    FAILED = "an AI could not find a move"
    LENT = "an analysis has the engine"
    OVER = "the game is over"


class Trigger(Enum):
    """What takes a running game from one state to another."""

    ENGINE_ATTACHED = "the engine is there"
    MOVE_ASKED = "an AI was asked for its move"
    MOVE_FOUND = "its move has come"
    SEARCH_FAILED = "it could not find one"
    INTERRUPTED = "the position changes, so that what was asked is dropped"
    RESUMED = "the player lets the game go on"
    WAITS = "the game does not go on by itself"
    ENDED = "the position on the board is an end"
    ENGINE_BORROWED = "an analysis takes the engine"
    ENGINE_RETURNED = "the analysis gives it back"
    CLOSED = "the engine was closed"


TRANSITIONS: Mapping[State, Mapping[Trigger, State]] = {
    State.LOADING: {
        Trigger.ENGINE_ATTACHED: State.IDLE,
        Trigger.INTERRUPTED: State.LOADING,
        Trigger.RESUMED: State.LOADING,
        Trigger.CLOSED: State.LOADING,
    },
    State.IDLE: {
        Trigger.MOVE_ASKED: State.THINKING,
        Trigger.INTERRUPTED: State.IDLE,
        Trigger.RESUMED: State.IDLE,
        Trigger.WAITS: State.PAUSED,
        Trigger.ENDED: State.OVER,
        Trigger.ENGINE_BORROWED: State.LENT,
        Trigger.CLOSED: State.LOADING,
    },
    State.THINKING: {
        Trigger.MOVE_FOUND: State.HOLDING,
        Trigger.SEARCH_FAILED: State.FAILED,
        Trigger.INTERRUPTED: State.IDLE,
        Trigger.RESUMED: State.THINKING,
    },
    State.HOLDING: {Trigger.INTERRUPTED: State.IDLE, Trigger.RESUMED: State.HOLDING},
    State.PAUSED: {Trigger.INTERRUPTED: State.IDLE, Trigger.RESUMED: State.IDLE},
    State.FAILED: {Trigger.INTERRUPTED: State.IDLE, Trigger.RESUMED: State.IDLE},
    State.LENT: {
        Trigger.INTERRUPTED: State.LENT,
        Trigger.RESUMED: State.LENT,
        Trigger.ENGINE_RETURNED: State.IDLE,
        Trigger.CLOSED: State.LOADING,
    },
    State.OVER: {Trigger.INTERRUPTED: State.IDLE, Trigger.RESUMED: State.OVER},
}
"""What follows on what. From IDLE, a game goes on at once to PAUSED or OVER if it waits or has ended."""


class NoTransition(RuntimeError):
    """A trigger that the table does not have for the state: a defect."""


class StateMachine:
    """Is in one state, and goes to another only as the table says."""

    def __init__(self) -> None:
        self._state = State.LOADING

    @property
    def state(self) -> State:
        """The state that it is in."""
        return self._state

    def fire(self, trigger: Trigger) -> None:
        """Go on to the state that follows; raise `NoTransition` if none does."""
        try:
            self._state = TRANSITIONS[self._state][trigger]
        except KeyError:
            raise NoTransition(f"{trigger.name} while {self._state.name}") from None
