"""What Congo's moves do to the board, drownings included."""

from __future__ import annotations

from engine.rules.congo.board import CROCODILE, LAST_RANK, RIVER, bits
from engine.rules.congo.jumps import is_jump, taken_in_order
from engine.rules.congo.notation import pieces_of
from engine.rules.values import Move, Piece, Placed, Position, Transition


def transition_along(position: Position, move: Move, path: tuple[int, ...]) -> Transition:
    """Return what `move` does when its piece goes along `path`."""
    pieces = pieces_of(position)
    piece = pieces[path[0]]
    captured = tuple(Placed(square, pieces[square]) for square in taken_in_order(move.code, path))
    promoted = piece.kind == "P" and bool(int(LAST_RANK[piece.side]) >> path[-1] & 1)
    return Transition(
        piece=piece,
        path=path,
        captured=captured,
        jumped=captured if is_jump(move.code) else (),
        drowned=_drowned(position, pieces, path),
        promoted=Piece(piece.side, "S") if promoted else None,
    )


def swimmers(position: Position) -> int:
    """Return the pieces of the side to move that drown this turn unless they leave the river."""
    record = position.record
    return int(record["sides"][position.side] & ~record["kinds"][CROCODILE]) & RIVER


def _drowned(position: Position, pieces: dict[int, Piece], path: tuple[int, ...]) -> tuple[Placed, ...]:
    start, end = path[0], path[-1]
    wet = swimmers(position)
    drowned = [Placed(square, pieces[square]) for square in bits(wet & ~(1 << start))]
    if wet >> start & 1 and RIVER >> end & 1:
        drowned.append(Placed(end, pieces[start]))
    return tuple(drowned)
