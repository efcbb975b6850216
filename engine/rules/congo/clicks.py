"""The effects of Congo's moves on the board, drowning included, and their click paths."""

from __future__ import annotations

from engine.compiled.bitboards import bits
from engine.rules.congo.board import CROCODILE, LAST_RANK, RIVER, code_captured
from engine.rules.congo.jumps import captured_in_order, is_jump, jumps_from, move_along
from engine.rules.congo.notation import pieces_of
from engine.rules.move_rules import ClickInput
from engine.rules.values import Clicks, Move, Piece, Placed, Position, Target, Transition


def transition_along(position: Position, move: Move, path: tuple[int, ...]) -> Transition:
    """Return what `move` does when its piece goes along `path`."""
    pieces = pieces_of(position)
    piece = pieces[path[0]]
    captured = tuple(Placed(square, pieces[square]) for square in captured_in_order(move.code, path))
    promoted = piece.kind == "P" and bool(int(LAST_RANK[piece.side]) >> path[-1] & 1)
    return Transition(
        piece=piece,
        path=path,
        captured=captured,
        jumped=captured if is_jump(move.code) else (),
        drowned=_drowned(position, pieces, path),
        promoted=Piece(piece.side, "S") if promoted else None,
    )


def drownable(position: Position) -> int:
    """Return the pieces of the side to move that drown this turn unless they leave the river."""
    record = position.record
    return int(record["sides"][position.side] & ~record["kinds"][CROCODILE]) & RIVER


def _drowned(position: Position, pieces: dict[int, Piece], path: tuple[int, ...]) -> tuple[Placed, ...]:
    start, end = path[0], path[-1]
    wet = drownable(position)
    drowned = [Placed(square, pieces[square]) for square in bits(wet & ~(1 << start))]
    if wet >> start & 1 and RIVER >> end & 1:
        drowned.append(Placed(end, pieces[start]))
    return tuple(drowned)


class CongoClicks(ClickInput):
    """See `ClickInput`."""

    def after(self, position: Position, prefix: tuple[int, ...]) -> Clicks:
        moves = self._rules.legal_moves(position)
        if not prefix:
            return Clicks((), tuple(Target(square) for square in sorted({move.path[0] for move in moves})))
        if not moves:
            return Clicks()
        clickable = sorted(jumps_from(position, prefix).items())
        if len(prefix) == 1:
            steps = (move for move in moves if move.path[0] == prefix[0] and not is_jump(move.code))
            clickable += [(move.path[1], code_captured(move.code)) for move in steps]
        deadly = RIVER if drownable(position) >> prefix[0] & 1 else 0
        targets = [
            Target(square, tuple(bits(taken)), bool(deadly >> square & 1)) for square, taken in clickable
        ]
        if len(prefix) == 1:
            return Clicks((), tuple(targets))
        complete = move_along(position, moves, prefix)
        return Clicks((complete,), tuple(targets)) if complete else Clicks()

    def path_transition(self, position: Position, move: Move, path: tuple[int, ...]) -> Transition:
        return transition_along(position, move, path)
