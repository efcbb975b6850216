"""Congo's moves as clicks: every way of a monkey can be clicked, not only the one that is written."""

from __future__ import annotations

from engine.rules.click_input import ClickInput
from engine.rules.congo.board import RIVER, bits, code_captured
from engine.rules.congo.jumps import is_jump, jumps_from, move_along
from engine.rules.congo.transitions import swimmers, transition_along
from engine.rules.values import Clicks, Move, Position, Target, Transition


class CongoClicks(ClickInput):
    """See `ClickInput`."""

    def after(self, position: Position, prefix: tuple[int, ...]) -> Clicks:
        moves = self._rules.legal_moves(position)
        if not prefix:
            return Clicks((), tuple(Target(square) for square in sorted({move.path[0] for move in moves})))
        if not moves:
            return Clicks()
        ways = sorted(jumps_from(position, prefix).items())
        if len(prefix) == 1:
            steps = (move for move in moves if move.path[0] == prefix[0] and not is_jump(move.code))
            ways += [(move.path[1], code_captured(move.code)) for move in steps]
        deadly = RIVER if swimmers(position) >> prefix[0] & 1 else 0
        targets = [Target(square, tuple(bits(taken)), bool(deadly >> square & 1)) for square, taken in ways]
        if len(prefix) == 1:
            return Clicks((), tuple(targets))
        complete = move_along(position, moves, prefix)
        return Clicks((complete,), tuple(targets)) if complete else Clicks()

    def path_transition(self, position: Position, move: Move, path: tuple[int, ...]) -> Transition:
        return transition_along(position, move, path)
