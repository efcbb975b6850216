"""Bonzee's rules: legal moves, their effects, and the end of a game."""

from __future__ import annotations

from engine.rules.bonzee.board import CELLS, DRAWING_PLIES, code_captured, distance
from engine.rules.bonzee.facts import NO_ATTACK, NO_TOKENS
from engine.rules.bonzee.notation import BonzeeNotation, pieces_of, position_of
from engine.rules.bonzee.prose import BonzeeProse
from engine.rules.rules import Rules
from engine.rules.values import Move, Outcome, Placed, Position, Transition


class BonzeeRules(Rules):
    """See `Rules`."""

    notation = BonzeeNotation()

    def outcome(self, position: Position) -> Outcome | None:
        tokens = position.record["tokens"]
        if not tokens.all():
            return Outcome(0 if tokens[0] else 1, NO_TOKENS)
        if position.record["progress_clock"] >= DRAWING_PLIES:
            return Outcome(None, NO_ATTACK)
        return super().outcome(position)

    def parse_move(self, position: Position, text: str) -> Move:
        """See `Rules`: messages show the move as it is written, without a space."""
        ends = self.notation.parse_ends(position, text)
        return super().parse_move(position, self.notation.move_text(position, ends))

    def null_move(self, position: Position) -> Position:
        return position_of(pieces_of(position), 1 - position.side, int(position.record["progress_clock"]))

    def transition(self, position: Position, move: Move) -> Transition:
        pieces = pieces_of(position)
        start, end = move.path
        taken = (cell for cell in range(CELLS) if code_captured(move.code) >> cell & 1)
        nearest_first = sorted(taken, key=lambda cell: distance(start, cell))
        captured = tuple(Placed(cell, pieces[cell]) for cell in nearest_first)
        return Transition(pieces[start], (start, end), captured)


RULES = BonzeeRules(prose=BonzeeProse)
