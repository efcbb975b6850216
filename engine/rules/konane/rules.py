"""Konane's rules: legal moves, their effects, and the end of a game."""

from __future__ import annotations

from itertools import pairwise

from engine.rules.errors import GameError
from engine.rules.konane import texts
from engine.rules.konane.board import ALL_BITS, FULL, OPENING_PLIES, SIZES
from engine.rules.konane.notation import KonaneNotation, pieces_of, ply_of, position_of, size_of
from engine.rules.konane.prose import KonaneProse
from engine.rules.rules import Rules
from engine.rules.values import Move, Placed, Position, Transition


class KonaneRules(Rules):
    """See `Rules`."""

    notation = KonaneNotation()

    def start(self, size: int | None = None) -> Position:
        wanted = SIZES[0] if size is None else size
        if wanted not in SIZES:
            raise GameError(texts.other_size(wanted))
        return position_of(list(FULL[wanted]), wanted, 0)

    def next_move_number(self, position: Position) -> int:
        return (ply_of(position) + 1) // 2 + 1

    def transition(self, position: Position, move: Move) -> Transition:
        pieces, path = pieces_of(position), move.path
        piece = pieces[path[0]]
        if ply_of(position) < OPENING_PLIES:
            return Transition(piece, path, removed=(Placed(path[0], piece),))
        jumped = ((here + landing) // 2 for here, landing in pairwise(path))
        captured = tuple(Placed(square, pieces[square]) for square in jumped)
        return Transition(piece, path, captured=captured, jumped=captured)

    def null_move(self, position: Position) -> Position | None:
        """See `Rules`: in the opening the missing stones show whose turn it is."""
        if ply_of(position) < OPENING_PLIES:
            return None
        stones = [int(board) & ALL_BITS for board in position.record["stones"]]
        return position_of(stones, size_of(position), ply_of(position) ^ 1)


RULES = KonaneRules(prose=KonaneProse)
