"""Minichess in words: why a piece cannot go somewhere."""

from __future__ import annotations

from engine.rules import texts as common_texts
from engine.rules.minichess import texts
from engine.rules.minichess.board import FORWARD, LETTERS, NAMES, WIDTH, square_name
from engine.rules.minichess.notation import pieces_of
from engine.rules.prose import Prose
from engine.rules.values import Piece, Position


class MinichessProse(Prose):
    """See `Prose`."""

    def reason(self, position: Position, path: tuple[int, ...], square: int) -> str:
        if self._own_piece(position, path, square) is None:
            return super().reason(position, path, square)
        return why_not(position, path[0], square) if path else why_stuck(position, square)


def why_not(position: Position, start: int, end: int) -> str:
    """Return why the piece on `start`, of the side to move, cannot go to `end`, in a player's words."""
    pieces = pieces_of(position)
    piece = pieces[start]
    name = _name(piece)
    if start == end:
        return common_texts.must_leave(name, square_name(start))
    target = pieces.get(end)
    if target is not None and target.side == piece.side:
        return common_texts.own_piece_on(_name(target), square_name(end))
    if piece.kind == "P":
        return _why_not_pawn(piece.side, start, end, target is not None)
    if piece.kind in "BRAEQ" and _in_line(piece.kind, start, end):
        between = next(square for square in _line(start, end) if square in pieces)
        return common_texts.in_the_way(_name(pieces[between]), square_name(between))
    return texts.how_it_moves(name, texts.HOW_IT_MOVES[piece.kind])


def why_stuck(position: Position, square: int) -> str:
    """Return why the piece on `square`, of the side to move, cannot move at all, in a player's words."""
    pieces = pieces_of(position)
    piece = pieces[square]
    if piece.kind != "P":
        return texts.stuck(_name(piece))
    ahead = square + FORWARD[piece.side] * WIDTH
    if not 0 <= ahead < WIDTH * WIDTH:
        return texts.LAST_ROW
    return texts.pawn_stopped(_name(pieces[ahead]), square_name(ahead))


def _why_not_pawn(side: int, start: int, end: int, occupied: bool) -> str:
    forward = (end // WIDTH - start // WIDTH) * FORWARD[side]
    aside = abs(end % WIDTH - start % WIDTH)
    if forward == 1 and aside == 1:
        return texts.DIAGONAL_CAPTURE
    if forward == 1 and aside == 0 and occupied:
        return texts.NO_STRAIGHT_CAPTURE
    return texts.how_it_moves(NAMES[LETTERS.index("P")], texts.HOW_IT_MOVES["P"])


def _name(piece: Piece) -> str:
    return NAMES[LETTERS.index(piece.kind)]


def _line(start: int, end: int) -> range:
    """Return the squares between two squares on one row, column or diagonal."""
    right, up = end % WIDTH - start % WIDTH, end // WIDTH - start // WIDTH
    steps = max(abs(right), abs(up))
    step = right // steps + WIDTH * (up // steps)
    return range(start + step, end, step)


def _in_line(kind: str, start: int, end: int) -> bool:
    right, up = abs(end % WIDTH - start % WIDTH), abs(end // WIDTH - start // WIDTH)
    return (kind in "REQ" and 0 in (right, up)) or (kind in "BAQ" and right == up)
