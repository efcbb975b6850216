"""Players that are the engine's own search, with all its improvements or with none."""

from __future__ import annotations

from dataclasses import replace

from engine.game import Game
from engine.players.base import DEFAULT, Choice, Player, PlayerFailure
from engine.rules.base import Rules
from engine.search.limits import ALPHA_BETA, Limits, SearchInfo, SearchOptions
from engine.search.searcher import Searcher

HASH_MIB = 32
"""Part of what decides node counts, so the same for every player; two workers hold four tables."""
SMALL_HASH_MIB = 1
"""For searches that do not use the table."""


class EnginePlayer(Player):
    """The full search, with `limits` of its own if these say anything, else with those of the event."""

    def __init__(self, name: str, rules: Rules, limits: Limits, options: SearchOptions) -> None:
        self.name = name
        self._limits, self._options = limits, options
        self._searcher = Searcher(rules, HASH_MIB)

    def new_game(self, seed: int) -> None:
        self._searcher.clear()
        self._options = replace(self._options, seed=seed)

    def choose(self, game: Game, limits: Limits) -> Choice:
        self._searcher.allow()
        info = self._searcher.search(game.position, game.history(), self._bounds(limits), self._options)
        return _choice(info)

    def movetime(self, limits: Limits) -> int | None:
        return self._bounds(limits).movetime

    def _bounds(self, limits: Limits) -> Limits:
        chosen = next((each for each in (self._limits, limits) if each != Limits()), DEFAULT)
        return chosen.within(self._searcher.rules.reply_time)


class MinimaxPlayer(Player):
    """Plain minimax to a fixed depth, the reference of all improvements."""

    def __init__(self, rules: Rules, depth: int) -> None:
        self.name = f"minimax:{depth}"
        self._depth = depth
        self._searcher = Searcher(rules, SMALL_HASH_MIB)

    def choose(self, game: Game, limits: Limits) -> Choice:
        self._searcher.allow()
        return _choice(self._searcher.minimax(game.position, game.history(), self._depth))


class AlphaBetaPlayer(Player):
    """Alpha-beta to a fixed depth and nothing else: no deepening, no order, no table, no quiescence."""

    def __init__(self, rules: Rules, depth: int) -> None:
        self.name = f"alphabeta:{depth}"
        self._depth = depth
        self._searcher = Searcher(rules, SMALL_HASH_MIB)

    def choose(self, game: Game, limits: Limits) -> Choice:
        self._searcher.allow()
        return _choice(self._searcher.fixed_depth(game.position, game.history(), self._depth, ALPHA_BETA))


def _choice(info: SearchInfo | None) -> Choice:
    if info is None:
        raise PlayerFailure("found no move")
    return Choice(info.pv[0], info)
