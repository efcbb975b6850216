"""The states of a running game and the table of its transitions. No pygame."""

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
    ANALYSING = "an analysis has the engine"
    GAME_OVER = "the game is over"


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


TRANSITIONS: Mapping[Trigger, Mapping[State, State]] = {
    Trigger.ENGINE_ATTACHED: {State.LOADING: State.IDLE},
    Trigger.MOVE_ASKED: {State.IDLE: State.THINKING},
    Trigger.MOVE_FOUND: {State.THINKING: State.HOLDING},
    Trigger.SEARCH_FAILED: {State.THINKING: State.FAILED},
    Trigger.INTERRUPTED: {
        **dict.fromkeys(State, State.IDLE),
        State.LOADING: State.LOADING,
        State.ANALYSING: State.ANALYSING,
    },
    Trigger.RESUMED: {
        **{state: state for state in State},
        State.PAUSED: State.IDLE,
        State.FAILED: State.IDLE,
    },
    Trigger.WAITS: {State.IDLE: State.PAUSED},
    Trigger.ENDED: {State.IDLE: State.GAME_OVER},
    Trigger.ENGINE_BORROWED: {State.IDLE: State.ANALYSING},
    Trigger.ENGINE_RETURNED: {State.ANALYSING: State.IDLE},
    Trigger.CLOSED: dict.fromkeys((State.LOADING, State.IDLE, State.ANALYSING), State.LOADING),
}
"""What follows on each state, by trigger.

From IDLE, a game goes on at once to PAUSED or GAME_OVER if it waits or has ended.
"""


class NoTransition(RuntimeError):
    """A trigger that the table does not have for the state: a defect."""


def following(state: State, trigger: Trigger) -> State:
    """Return the state that follows.

    Raises:
        NoTransition: there is none.
    """
    if state not in TRANSITIONS[trigger]:
        raise NoTransition(f"{trigger.name} while {state.name}")
    return TRANSITIONS[trigger][state]
