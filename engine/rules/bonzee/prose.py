"""Bonzee in words: why a token cannot go somewhere, and how it attacks."""

from __future__ import annotations

from engine.rules.bonzee.board import STEPS, STRAIGHT, cell_name, distance, is_black, step
from engine.rules.bonzee.notation import pieces_of
from engine.rules.prose import Prose
from engine.rules.values import Position, Transition


class BonzeeProse(Prose):
    """See `Prose`."""

    def reason(self, position: Position, path: tuple[int, ...], square: int) -> str:
        if len(path) > 1 or self._own_piece(position, path, square) is None:
            return super().reason(position, path, square)
        return why_not(position, path[0], square) if path else why_stuck(square)

    def verb(self, transition: Transition) -> str:
        if not transition.captured:
            return "moves"
        first = transition.captured[0].square
        return "backs off" if distance(transition.path[0], first) == 1 else "runs up"


def direction(start: int, end: int) -> int | None:
    """Return the direction from a cell to one next to it, None if they are not."""
    return next((way for way in range(len(STEPS)) if step(start, way) == end), None)


def why_not(position: Position, start: int, end: int) -> str:
    """Return why the mover's token on `start` cannot go to `end`, in a player's words."""
    if start == end:
        return f"the token has to leave {cell_name(start)}"
    way = direction(start, end)
    if way is None:
        return f"{cell_name(end)} is not next to {cell_name(start)}"
    if end in pieces_of(position):
        return f"{cell_name(end)} is not empty"
    assert way >= STRAIGHT
    return f"{cell_name(start)} is a light cell, from which tokens do not move diagonally"


def why_stuck(cell: int) -> str:
    """Return why the token on a cell cannot move at all, in a player's words."""
    if is_black(cell):
        return "all cells around this token are taken"
    return f"{cell_name(cell)} is a light cell, with straight lines only, and all cells along them are taken"
