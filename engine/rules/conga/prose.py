"""Conga in words: why a stack cannot go somewhere."""

from __future__ import annotations

from engine.rules.conga.board import DIRECTIONS, square_name, step
from engine.rules.conga.facts import SIDE_NAMES
from engine.rules.prose import Prose
from engine.rules.values import Position


class CongaProse(Prose):
    """See `Prose`."""

    def reason(self, position: Position, path: tuple[int, ...], square: int) -> str:
        if len(path) > 1 or self._own_piece(position, path, square) is None:
            return super().reason(position, path, square)
        return why_not_there(position, path[0], square) if path else why_stuck(position)


def why_not(position: Position, start: int, direction: str) -> str:
    """Return why the mover's stack on `start` cannot go in a direction, in a player's words."""
    first = step(start, direction)
    if first is None:
        return f"the board ends at {square_name(start)} in that direction"
    return f"{SIDE_NAMES[1 - position.side].title()} holds {square_name(first)}, the first square on the way"


def why_not_there(position: Position, start: int, square: int) -> str:
    """Return why a square cannot be chosen for the mover's stack on `start`, in a player's words."""
    if square == start:
        return f"the stack on {square_name(start)} has to leave its square"
    direction = DIRECTIONS.get((start, square))
    if direction is None:
        return f"choose the direction by one of the squares next to {square_name(start)}"
    return why_not(position, start, direction)


def why_stuck(position: Position) -> str:
    """Return why a stack of the mover cannot move at all, in a player's words."""
    return f"{SIDE_NAMES[1 - position.side].title()} holds all squares around this stack"
