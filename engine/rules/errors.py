"""The errors of a position, a move or a game that is read from a text."""

from __future__ import annotations

from engine.rules.values import Move
from engine.system.errors import UserError


class GameError(UserError, ValueError):
    """A text that a game cannot accept: a position, a move, a record."""


class FenError(GameError):
    """A position text that cannot be read; says which field, which rank or row, and why."""

    def __init__(self, field: str, reason: str, rank: str | None = None) -> None:
        self.field, self.rank, self.reason = field, rank, reason
        where = field if rank is None else f"{field}, {rank}"
        super().__init__(f"{where}: {reason}")


class IllegalMove(GameError):
    """A move text that names no legal move of the position."""


class AmbiguousMove(IllegalMove):
    """Two squares that are no move themselves, but the ends of several: the player has to choose."""

    def __init__(self, message: str, candidates: tuple[Move, ...]) -> None:
        super().__init__(message)
        self.candidates = candidates
