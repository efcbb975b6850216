"""Judging whether exactly one move wins or holds: by the tablebase, or by a search with two lines.

Values are expected scores of the side to move, from 0 to 1, as `winning_chance` makes them of scores.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine.game.game import Game
from engine.rules.rules import Rules
from engine.rules.values import Move, Position
from engine.search.limits import Limits, SearchInfo, SearchOptions, winning_chance
from engine.search.searcher import Searcher
from engine.tablebase.tablebase import TablebaseValue, tablebase_of


class Goal(Enum):
    """What the solver's moves are for: the lowest value of the best move, and the highest of all others."""

    WIN = (0.85, 0.6)
    HOLD = (0.4, 0.15)


HOLDS_AT_MOST = 0.6
"""What holds but does not win: the highest value of the best move."""


@dataclass(frozen=True)
class CandidateMove:
    """The best move of a position with its value, the best value of the others, and a forced win's plies."""

    move: Move
    best: float
    second: float
    mate: int | None
    """The moves until the win that was found; None for none."""
    reply: Move | None = None
    """The best defence against the move, where the search has one."""

    def meets(self, goal: Goal, tolerance: float = 0.0) -> bool:
        """Return whether the best move is the only one that does."""
        lowest, highest = goal.value
        if goal is Goal.HOLD and self.best > HOLDS_AT_MOST + tolerance:
            return False
        return self.best >= lowest - tolerance and self.second <= highest + tolerance

    @property
    def is_proved(self) -> bool:
        """True if the best move was found to win, and all others to lose, by searching to the end."""
        return self.mate is not None and self.second == 0.0

    @property
    def goal(self) -> Goal | None:
        """What only the best move does; None if there is no such thing."""
        return next((goal for goal in Goal if self.meets(goal)), None)


class Judge:
    """Judges positions of a game with a searcher of its own; a game's answers depend on nothing before it."""

    def __init__(self, rules: Rules, options: SearchOptions | None = None, hash_mib: int = 64) -> None:
        self.rules = rules
        self._searcher = Searcher(rules, hash_mib)
        self._options = options or SearchOptions()
        self._tablebase = tablebase_of(rules)

    @property
    def uses_network(self) -> bool:
        """True if the game's network evaluates, if it has one."""
        return self._options.network

    def clear(self) -> None:
        """Forget what was searched before."""
        self._searcher.clear()

    def value(self, game: Game, nodes: int) -> float:
        """Return the value of a position that is not over."""
        return self._chance(self.best_lines(game, Limits(nodes=nodes), 1)[0])

    def best_move(self, game: Game, nodes: int) -> Move:
        """Return the best move."""
        return self.best_lines(game, Limits(nodes=nodes), 1)[0].pv[0]

    def defence(self, game: Game, choice: CandidateMove, nodes: int) -> Move:
        """Return the best defence after the move of `choice`: by tablebase, or by the search of `choice`."""
        ranked = self._tablebase.ranked_moves(self.rules, game.position) if self._tablebase else ()
        if ranked:
            return ranked[0][0]
        return choice.reply if choice.reply in game.legal_moves() else self.best_move(game, nodes)

    def choice(self, game: Game, nodes: int) -> CandidateMove | None:
        """Return what the two best moves are worth; None if there is only one legal move."""
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
        """Return so many of the best moves with their values, best first; `nodes` are searched for each."""
        exact = self._tablebase.ranked_moves(self.rules, game.position) if self._tablebase else ()
        if exact:
            return [(move, _result(value)) for move, value in exact[:count]]
        return [
            (info.pv[0], self._chance(info))
            for info in self.best_lines(game, Limits(nodes=nodes * count), count)
        ]

    def _exact(self, position: Position) -> CandidateMove | None:
        """Return what the tablebase says, if the position is in it and there is a choice."""
        ranked = self._tablebase.ranked_moves(self.rules, position) if self._tablebase else ()
        if len(ranked) < 2:
            return None
        (move, first), (_, second) = ranked[:2]
        return CandidateMove(move, _result(first), _result(second), first.moves if first.wins else None)

    def best_lines(self, game: Game, limits: Limits, count: int) -> list[SearchInfo]:
        """Return the `count` best lines of the deepest search that was finished for all of them."""
        found: dict[int, SearchInfo] = {}
        complete: list[SearchInfo] = []

        def note(info: SearchInfo) -> None:
            nonlocal complete
            found[info.multipv] = info
            deepest = [each for _, each in sorted(found.items()) if each.depth == info.depth]
            if len(deepest) >= len(complete):
                complete = deepest

        self._searcher.clear_stop()
        options = SearchOptions(without=self._options.without, multipv=count)
        last = self._searcher.search(game.position, game.key_history(), limits, options, note)
        assert last is not None
        return complete or [last]

    def _chance(self, info: SearchInfo) -> float:
        return winning_chance(info.score, self.rules.facts.chance_scale_cp)


def _result(value: TablebaseValue) -> float:
    return 1.0 if value.wins else 0.0 if value.loses else 0.5
