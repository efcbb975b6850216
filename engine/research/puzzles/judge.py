"""Judging whether exactly one move wins or holds: by the tablebase, or by a search with two lines.

Values are expected scores of the side to move, from 0 to 1, as `winning_chance` computes them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine.game.game import Game
from engine.research.lines import best_lines
from engine.rules.rules import Rules
from engine.rules.values import Move, Position
from engine.search.limits import Limits, SearchInfo, SearchOptions, winning_chance
from engine.search.searcher import Searcher
from engine.tablebase.tablebase import TablebaseValue, tablebase_of


class Goal(Enum):
    """The aim of the solver: the lowest value of the best move, and the highest value of all others."""

    WIN = (0.85, 0.6)
    HOLD = (0.4, 0.15)


MAX_HOLD_VALUE = 0.6
"""The highest value of a move that holds: above, it does more than that."""


@dataclass(frozen=True)
class CandidateMove:
    """The best move of a position with its value (`best`), and the best value of the others (`second`)."""

    move: Move
    best: float
    second: float
    mate: int | None
    """The number of moves to a forced win; None if none was found."""
    reply: Move | None = None
    """The best defence against the move, where the search has one."""

    def meets(self, goal: Goal, tolerance: float = 0.0) -> bool:
        """Return whether the best move is the only one that reaches the goal."""
        lowest, highest = goal.value
        if goal is Goal.HOLD and self.best > MAX_HOLD_VALUE + tolerance:
            return False
        return self.best >= lowest - tolerance and self.second <= highest + tolerance

    @property
    def is_proved(self) -> bool:
        """True if the best move is a proved win, and all others are proved losses."""
        return self.mate is not None and self.second == 0.0

    @property
    def goal(self) -> Goal | None:
        """The goal that only the best move reaches; None if there is none."""
        return next((goal for goal in Goal if self.meets(goal)), None)


class Judge:
    """Judges positions of a game with a searcher of its own; earlier searches count until `clear`."""

    def __init__(self, rules: Rules, options: SearchOptions | None = None, hash_mib: int = 64) -> None:
        self.rules = rules
        self._searcher = Searcher(rules, hash_mib)
        self._options = options or SearchOptions()
        self._tablebase = tablebase_of(rules)

    def clear(self) -> None:
        """Forget all searches."""
        self._searcher.clear()

    def value(self, game: Game, nodes: int) -> float:
        """Return the value of a position that is not over."""
        return self._chance(self.best_lines(game, Limits(nodes=nodes), 1)[0])

    def best_move(self, game: Game, nodes: int) -> Move:
        """Return the best move."""
        return self.best_lines(game, Limits(nodes=nodes), 1)[0].pv[0]

    def defence(self, game: Game, choice: CandidateMove, nodes: int) -> Move:
        """Return the best defence against `choice`, from the tablebase or the search that found `choice`."""
        ranked = self._tablebase.ranked_moves(self.rules, game.position) if self._tablebase else ()
        if ranked:
            return ranked[0][0]
        return choice.reply if choice.reply in game.legal_moves() else self.best_move(game, nodes)

    def choice(self, game: Game, nodes: int) -> CandidateMove | None:
        """Return the best move, its value and the second-best; None if only one move is legal."""
        exact = self._exact(game.position)
        if exact is not None:
            return exact
        lines = self.best_lines(game, Limits(nodes=nodes), 2)
        if len(lines) < 2:
            return None
        best, second = lines[:2]
        mate = best.score.mate if best.score.mate and best.score.mate > 0 else None
        reply = best.pv[1] if len(best.pv) > 1 else None
        return CandidateMove(best.pv[0], self._chance(best), self._chance(second), mate, reply)

    def ranked(self, game: Game, nodes: int, count: int) -> list[tuple[Move, float]]:
        """Return the `count` best moves with their values, best first, searching `nodes` for each."""
        exact = self._tablebase.ranked_moves(self.rules, game.position) if self._tablebase else ()
        if exact:
            return [(move, _result(value)) for move, value in exact[:count]]
        return [
            (info.pv[0], self._chance(info))
            for info in self.best_lines(game, Limits(nodes=nodes * count), count)
        ]

    def _exact(self, position: Position) -> CandidateMove | None:
        """Return the choice by the tablebase; None if it lacks the position or there is only one move."""
        ranked = self._tablebase.ranked_moves(self.rules, position) if self._tablebase else ()
        if len(ranked) < 2:
            return None
        (move, first), (_, second) = ranked[:2]
        return CandidateMove(move, _result(first), _result(second), first.moves if first.wins else None)

    def best_lines(self, game: Game, limits: Limits, count: int) -> list[SearchInfo]:
        """Return the `count` best lines of the deepest finished iteration."""
        options = SearchOptions(without=self._options.without, multipv=count)
        return best_lines(self._searcher, game.position, game.key_history(), limits, options)

    def _chance(self, info: SearchInfo) -> float:
        return winning_chance(info.score, self.rules.facts.chance_scale_cp)


def _result(value: TablebaseValue) -> float:
    return 1.0 if value.wins else 0.0 if value.loses else 0.5
