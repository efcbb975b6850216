"""Moves, as immutable values."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Move:
    """A legal move of one position.

    `code` is the compiled core's number for it and decides equality, `text` the written notation, and
    `path` the squares that one clicks to enter it as it is written.
    """

    code: int
    text: str
    path: tuple[int, ...]

    def __str__(self) -> str:
        return self.text


def code_ends(code: int) -> tuple[int, int]:
    """Return the squares that a move starts from and ends on, by its code in the compiled core."""
    return code & 63, code >> 6 & 63


def sorted_moves(moves: Iterable[Move]) -> tuple[Move, ...]:
    """Return the moves in the one order that every list of them has: by text."""
    return tuple(sorted(moves, key=lambda move: move.text))


def moves_with_ends(moves: Iterable[Move], start: int, end: int) -> tuple[Move, ...]:
    """Return those of the moves that start and end on these squares."""
    return tuple(move for move in moves if (move.path[0], move.path[-1]) == (start, end))
