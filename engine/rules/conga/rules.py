"""Conga's rules: legal moves, their effects, and the end of a game."""

from __future__ import annotations

from engine.rules import texts as common_texts
from engine.rules.conga import texts
from engine.rules.conga.board import step
from engine.rules.conga.notation import CongaNotation, parse_direction, pieces_of, position_of, shares
from engine.rules.conga.prose import CongaProse, why_not
from engine.rules.errors import IllegalMove
from engine.rules.move_rules import ClickInput
from engine.rules.rules import Rules
from engine.rules.values import Move, Piece, Placed, Position, Transition
from engine.system.errors import quoted


class CongaRules(Rules):
    """See `Rules`."""

    notation = CongaNotation()

    def parse_move(self, position: Position, text: str) -> Move:
        named = parse_direction(text)
        if named is None:
            raise IllegalMove(texts.not_a_move(quoted(text)))
        start, direction = named
        path = (start, step(start, direction))
        for code in self.legal_codes(position):  # naming all of them takes three times as long
            if self.notation.move_path(position, code) == path:
                return self.move_from_code(position, code)
        self._require_mover(position, text, start)
        raise IllegalMove(common_texts.not_possible(text, why_not(position, start, direction)))

    def null_move(self, position: Position) -> Position:
        return position_of(pieces_of(position), 1 - position.side)

    def transition(self, position: Position, move: Move) -> Transition:
        start, first = move.path
        stones = shares(position, start, first)
        stack = pieces_of(position)[start]
        spread = (Placed(square, Piece(stack.side, stack.kind, count)) for square, count in stones.items())
        return Transition(stack, (start, *stones), spread=tuple(spread))


class CongaClicks(ClickInput):
    """See `ClickInput`."""

    def moves_between(self, position: Position, start: int, end: int) -> tuple[Move, ...]:
        """See `ClickInput`: a stack may be dragged to any of the squares that it fills."""
        return tuple(
            move
            for move in self._rules.legal_moves(position)
            if move.path[0] == start and end in self._rules.transition(position, move).path[1:]
        )


RULES = CongaRules(CongaClicks, CongaProse)
