"""Breakthrough's rules: the effects of moves, and when a game is over."""

from __future__ import annotations

from engine.rules.breakthrough.board import LAST_ROW
from engine.rules.breakthrough.facts import LAST_ROW_REACHED, NO_PIECES
from engine.rules.breakthrough.notation import BreakthroughNotation, position_of

from engine.rules.rules import Rules
from engine.rules.values import Move, Outcome, Placed, Position, Transition


class BreakthroughRules(Rules):
    """See `Rules`."""

    notation = BreakthroughNotation()

    def outcome(self, position: Position) -> Outcome | None:
        boards = [int(board) for board in position.record["pieces"]]
        for side, board in enumerate(boards):
            if board & int(LAST_ROW[side]):
                return Outcome(side, LAST_ROW_REACHED)
            if not boards[1 - side]:
                return Outcome(side, NO_PIECES)
        return None

    def transition(self, position: Position, move: Move) -> Transition:
        pieces = self.notation.pieces(position)
        start, end = move.path
        captured = (Placed(end, pieces[end]),) if end in pieces else ()
        return Transition(pieces[start], move.path, captured)

    def null_move(self, position: Position) -> Position:
        return position_of(self.notation.pieces(position), 1 - position.side)


RULES = BreakthroughRules()
