"""Conga in words: why a stack cannot go somewhere."""

from __future__ import annotations

from engine.rules import texts as common_texts
from engine.rules.conga import texts
from engine.rules.conga.board import DIRECTIONS, square_name, step
from engine.rules.conga.facts import FACTS, SIDE_NAMES
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
        return texts.board_ends(square_name(start))
    return texts.first_square_held(SIDE_NAMES[1 - position.side].title(), square_name(first))


def why_not_there(position: Position, start: int, square: int) -> str:
    """Return why a square cannot be chosen for the mover's stack on `start`, in a player's words."""
    if square == start:
        return common_texts.must_leave(FACTS.piece_words[0], square_name(start))
    direction = DIRECTIONS.get((start, square))
    if direction is None:
        return texts.not_next_to(square_name(start))
    return why_not(position, start, direction)


def why_stuck(position: Position) -> str:
    """Return why a stack of the mover cannot move at all, in a player's words."""
    return texts.stuck(SIDE_NAMES[1 - position.side].title())
