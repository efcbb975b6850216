"""Minichess's rules: legal moves, their effects, and the end of a game."""

from __future__ import annotations

from engine.compiled.bitboards import bits
from engine.rules.minichess.board import BLACK, KING, ZOBRIST_SIDE
from engine.rules.minichess.facts import CHECKMATE, KING_CAPTURED, NO_CAPTURES, NO_SAFE_MOVES
from engine.rules.minichess.notation import MinichessNotation, pieces_of
from engine.rules.minichess.prose import MinichessProse
from engine.rules.rules import Rules
from engine.rules.values import Danger, Move, Outcome, PieceWarning, Placed, Position, Reason, Transition

REASONS = (None, KING_CAPTURED, Reason.NO_MOVES, CHECKMATE, NO_SAFE_MOVES, NO_CAPTURES)
"""By result of `moves.ending`."""
DRAWS = (Reason.NO_MOVES, NO_CAPTURES)


class MinichessRules(Rules):
    """See `Rules`."""

    notation = MinichessNotation()

    def next_move_number(self, position: Position) -> int:
        return position.move_number + position.side

    def outcome(self, position: Position) -> Outcome | None:
        from engine.rules.minichess.moves import ending  # here, because it needs numba

        reason = REASONS[ending(position.record)]
        if reason is None:
            return None
        return Outcome(None if reason in DRAWS else 1 - position.side, reason)

    def transition(self, position: Position, move: Move) -> Transition:
        pieces = pieces_of(position)
        start, end = move.path
        captured = (Placed(end, pieces[end]),) if end in pieces else ()
        return Transition(pieces[start], move.path, captured=captured)

    def warnings(self, position: Position) -> tuple[PieceWarning, ...]:
        from engine.rules.minichess.moves import attackers  # here, because it needs numba

        # A king that is mated is attacked, too: so one that a move exposes is found.
        record, side = position.record, position.side
        king = int(record["kinds"][KING] & record["sides"][side]).bit_length() - 1
        if king < 0:
            return ()
        occupied = record["sides"][0] | record["sides"][1]
        sources = tuple(bits(int(attackers(record, king, 1 - side, occupied))))
        return (PieceWarning(Danger.UNDER_ATTACK, king, sources),) if sources else ()

    def null_move(self, position: Position) -> Position | None:
        record = position.copy_record()
        if not all(record["kinds"][KING] & record["sides"]):
            return None
        record["side"] = BLACK - position.side
        record["key"] ^= ZOBRIST_SIDE
        return Position(record, position.move_number)


RULES = MinichessRules(prose=MinichessProse)
