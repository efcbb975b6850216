"""How moves are entered with the mouse: square by square, or from one square to another."""

from __future__ import annotations

from engine.rules.move_rules import MoveRules
from engine.rules.values import Clicks, Move, Position, Target, Transition, moves_with_ends


class ClickInput:
    """The clicks of one game; they follow the moves' written paths, unless a game reads others as well."""

    def __init__(self, rules: MoveRules) -> None:
        self._rules = rules

    def after(self, position: Position, prefix: tuple[int, ...]) -> Clicks:
        """Return what the clicked squares `prefix` mean. An empty prefix offers the pieces that can move."""
        n = len(prefix)
        moves = {move.path: move for move in self._rules.legal_moves(position) if move.path[:n] == prefix}
        taken = self._captured(position, moves.get(prefix))
        onward = []
        for square in sorted({path[n] for path in moves if len(path) > n}):
            move = moves.get((*prefix, square))
            captures = tuple(each for each in self._captured(position, move) if each not in taken)
            spread = self._rules.transition(position, move).spread if move else ()
            onward.append(Target(square, captures, spread=spread))
        return Clicks((moves[prefix],) if prefix in moves else (), tuple(onward))

    def _captured(self, position: Position, move: Move | None) -> tuple[int, ...]:
        captured = self._rules.transition(position, move).captured if move else ()
        return tuple(placed.square for placed in captured)

    def moves_between(self, position: Position, start: int, end: int) -> tuple[Move, ...]:
        """Return all moves that start and end on these squares, so all that a drag between them can mean."""
        return moves_with_ends(self._rules.legal_moves(position), start, end)

    def path_transition(self, position: Position, move: Move, path: tuple[int, ...]) -> Transition:
        """Return what `move` does when it is walked along `path`, an equivalent of its written path."""
        del path
        return self._rules.transition(position, move)
