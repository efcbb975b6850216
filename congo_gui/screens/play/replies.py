"""What several commands of a game answer: why they cannot be given now, and for how long it is shown."""

from __future__ import annotations

from congo_gui.play.session import Session

AI_NOT_READY = "The AI is still being prepared."
NOT_YOUR_TURN = "That needs a turn of yours in a game that goes on."
GAME_OVER = "The game is over."
NO_DEMO = "That is for games in which the AI plays both sides."
TOLD_SECONDS = 5.0
"""For how long is shown what a command has done, and how to have it undone."""


def unless_over(session: Session, reason: str) -> str:
    """Return why something cannot be done: that the game is over, or another reason if it is not."""
    return reason if session.outcome is None else GAME_OVER


def needs_turn(session: Session) -> str:
    """Return why what a person does on their turn cannot be done."""
    return unless_over(session, NOT_YOUR_TURN) if session.may.engine_ready else AI_NOT_READY
