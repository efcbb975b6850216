"""The states of a running game and the table of its transitions. No pygame."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum


class GameState(Enum):
    """The state of the running game."""

    LOADING = "the engine is not attached yet"
    IDLE = "a human is to move, or an AI is about to be asked"
    THINKING = "an AI is searching for its move"
    HOLDING = "an AI has found its move, which is held back for a moment"
    PAUSED = "the AI or the clocks wait until the player resumes"
    FAILED = "an AI could not find a move, or a program not start"
    ANALYSING = "an analysis uses the engine"
    GAME_OVER = "the game is over"


class Trigger(Enum):
    """An event that changes the state of the running game."""

    ENGINE_ATTACHED = "the engine was attached"
    MOVE_ASKED = "an AI was asked for its move"
    MOVE_FOUND = "the AI has answered"
    SEARCH_FAILED = "the AI could not find a move"
    INTERRUPTED = "the position changes, so the pending request is dropped"
    RESUMED = "the player resumes the game"
    WAITS = "the game waits for the player"
    ENDED = "the game is over in the position on the board"
    ENGINE_BORROWED = "an analysis borrows the engine"
    ENGINE_RETURNED = "the analysis returns the engine"
    CLOSED = "the engine was closed"


TRANSITIONS: Mapping[Trigger, Mapping[GameState, GameState]] = {
    Trigger.ENGINE_ATTACHED: {GameState.LOADING: GameState.IDLE},
    Trigger.MOVE_ASKED: {GameState.IDLE: GameState.THINKING},
    Trigger.MOVE_FOUND: {GameState.THINKING: GameState.HOLDING},
    Trigger.SEARCH_FAILED: {GameState.THINKING: GameState.FAILED},
    Trigger.INTERRUPTED: {
        **dict.fromkeys(GameState, GameState.IDLE),
        GameState.LOADING: GameState.LOADING,
        GameState.ANALYSING: GameState.ANALYSING,
    },
    Trigger.RESUMED: {
        **{state: state for state in GameState},
        GameState.PAUSED: GameState.IDLE,
        GameState.FAILED: GameState.IDLE,
    },
    Trigger.WAITS: {GameState.IDLE: GameState.PAUSED},
    Trigger.ENDED: {GameState.IDLE: GameState.GAME_OVER},
    Trigger.ENGINE_BORROWED: {GameState.IDLE: GameState.ANALYSING},
    Trigger.ENGINE_RETURNED: {GameState.ANALYSING: GameState.IDLE},
    Trigger.CLOSED: dict.fromkeys(
        (GameState.LOADING, GameState.IDLE, GameState.ANALYSING), GameState.LOADING
    ),
}
"""The next state by trigger and state.

From IDLE, a game changes at once to PAUSED or GAME_OVER if it waits or has ended.
"""


class NoTransition(RuntimeError):
    """The table has no such trigger for the state: a bug."""


def following(state: GameState, trigger: Trigger) -> GameState:
    """Return the next state.

    Raises:
        NoTransition: the trigger is not possible in this state.
    """
    if state not in TRANSITIONS[trigger]:
        raise NoTransition(f"{trigger.name} while {state.name}")
    return TRANSITIONS[trigger][state]
