"""What is wrong with the input of a person or a program."""

from __future__ import annotations

from engine.rules.move import Move

QUOTED = 24
"""How much of a bad text is repeated to its author."""


def quoted(text: str) -> str:
    """Return a text in quotes, shortened if it is long, for messages about it."""
    return f"'{text}'" if len(text) <= QUOTED else f"'{text[: QUOTED - 1]}…'"


class GameError(ValueError):
    """Bad input from a person or a program; the message is one sentence meant for them."""


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
