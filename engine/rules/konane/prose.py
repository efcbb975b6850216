"""Konane in words: why a stone cannot go somewhere."""

from __future__ import annotations

from engine.rules.konane.board import OPENING_PLIES
from engine.rules.konane.notation import pieces_of, ply_of, size_of
from engine.rules.prose import Prose
from engine.rules.squares import square_name
from engine.rules.values import Position

JUMP_HINT = "Click a stone that can jump, then a marked square."


class KonaneProse(Prose):
    """See `Prose`."""

    def first_hint(self, position: Position) -> str:
        """Return how to move: a game may begin after the opening, where one has to jump."""
        return self._facts.first_hint if ply_of(position) < OPENING_PLIES else JUMP_HINT

    def reason(self, position: Position, path: tuple[int, ...], square: int) -> str:
        if self._own_piece(position, path, square) is None:
            return super().reason(position, path, square)
        return why_not(position, path, square)


def why_not(position: Position, path: tuple[int, ...], end: int) -> str:
    """Return why a stone of the side to move cannot go on to `end` after `path`, in a player's words."""
    if ply_of(position) == 0:
        return "the first stone is taken from a corner or from the middle of the board"
    if ply_of(position) == 1:
        return "White's first stone is taken from beside the empty square"
    if not path:
        return "this stone has no enemy beside it with an empty square behind"
    if end in path:
        return "the stone has to leave the squares that it was on"
    return _why_no_jump(position, path[0], end)


def _why_no_jump(position: Position, start: int, end: int) -> str:
    size, pieces = size_of(position), pieces_of(position)
    right, up = end % size - start % size, end // size - start // size
    if (right and up) or (right + up) % 2:
        return "a stone jumps two squares, or four or six, straight along its row or column"
    if end in pieces:
        return f"{square_name(end, size)}, where it would land, is not empty"
    step = (1 if right + up > 0 else -1) * (1 if right else size)
    for over in range(start + step, end, 2 * step):
        if over not in pieces:
            return f"there is no stone on {square_name(over, size)} to jump over"
        if over + step in pieces:
            return f"{square_name(over + step, size)}, where it would land on the way, is not empty"
    return "the stone jumps one landing at a time"
