"""Konane in words: why a stone cannot go somewhere."""

from __future__ import annotations

from engine.rules.konane import texts
from engine.rules.konane.board import OPENING_PLIES
from engine.rules.konane.notation import pieces_of, ply_of, size_of
from engine.rules.prose import Prose
from engine.rules.squares import square_name
from engine.rules.values import Position


class KonaneProse(Prose):
    """See `Prose`."""

    def first_hint(self, position: Position) -> str:
        """Return how to move: a game may begin after the opening, where stones jump."""
        return self._facts.first_hint if ply_of(position) < OPENING_PLIES else texts.JUMP_HINT

    def reason(self, position: Position, path: tuple[int, ...], square: int) -> str:
        if self._own_piece(position, path, square) is None:
            return super().reason(position, path, square)
        return why_not(position, path, square)


def why_not(position: Position, path: tuple[int, ...], end: int) -> str:
    """Return why a stone of the side to move cannot go on to `end` after `path`, in a player's words."""
    if ply_of(position) == 0:
        return texts.FIRST_STONE
    if ply_of(position) == 1:
        return texts.SECOND_STONE
    if not path:
        return texts.STUCK
    if end in path:
        return texts.NEW_SQUARE
    return _why_no_jump(position, path[0], end)


def _why_no_jump(position: Position, start: int, end: int) -> str:
    size, pieces = size_of(position), pieces_of(position)
    right, up = end % size - start % size, end // size - start // size
    if (right and up) or (right + up) % 2:
        return texts.TOO_CROOKED
    if end in pieces:
        return texts.landing_taken(square_name(end, size))
    step = (1 if right + up > 0 else -1) * (1 if right else size)
    for over in range(start + step, end, 2 * step):
        if over not in pieces:
            return texts.nothing_to_jump_over(square_name(over, size))
        if over + step in pieces:
            return texts.landing_on_the_way_taken(square_name(over + step, size))
    return texts.ONE_BY_ONE
