"""Players that use the engine's search, with all its improvements or none."""

from __future__ import annotations

import time
from abc import abstractmethod
from dataclasses import replace

from engine.game.game import Game
from engine.players import texts
from engine.players.base import DEFAULT_LIMITS, Choice, Player, PlayerFailure
from engine.rules.rules import Rules
from engine.search.limits import ALPHA_BETA, Limits, SearchInfo, SearchOptions, SearchTimer
from engine.search.searcher import Searcher
from engine.system.signals import stopped_by_ctrl_c

HASH_MIB = 32
"""The same for every player, because it affects node counts; two workers hold four hash tables."""
SMALL_HASH_MIB = 1
"""For searches that do not use the hash table."""
NO_LIMITS = Limits()


class EnginePlayer(Player):
    """The full search, with its own `limits` if any are set, else with those of the event."""

    def __init__(self, name: str, rules: Rules, limits: Limits, options: SearchOptions) -> None:
        self.name = name
        self._limits, self._options = limits, options
        self._searcher = Searcher(rules, HASH_MIB)

    def new_game(self, seed: int) -> None:
        self._searcher.clear()
        self._options = replace(self._options, seed=seed)

    def choose(self, game: Game, limits: Limits) -> Choice:
        self._searcher.clear_stop()
        with stopped_by_ctrl_c(self._searcher.stop):
            info = self._searcher.search(
                game.position, game.key_history(), self._limits_for(limits), self._options
            )
        return _choice(info)

    def movetime(self, limits: Limits) -> int | None:
        return self._limits_for(limits).movetime

    def _limits_for(self, limits: Limits) -> Limits:
        chosen = next((each for each in (self._limits, limits) if each != NO_LIMITS), DEFAULT_LIMITS)
        if limits.move_limit_ms is not None and limits.movetime is not None:
            chosen = chosen.capped(limits.movetime)
        if limits.soft_limit_ms is not None and limits.movetime is not None:
            chosen = chosen.on_clock(limits.soft_limit_ms, limits.movetime)
        return chosen.within(self._searcher.rules.facts.reply_time_ms)


class FixedDepthPlayer(Player):
    """Searches every move to a fixed depth; `method` is its name on the command line.

    In a game with a time limit per move it searches to depth 1, 2 and so on, plays the move of the last
    search finished in time, and reports the nodes and time of all of them. With `ignores_time_limit`, for
    measurements, it always searches to its full depth.
    """

    method: str
    ignores_time_limit = False

    def __init__(self, rules: Rules, depth: int) -> None:
        self.name = f"{self.method}:{depth}"
        self._depth = depth
        self._searcher = Searcher(rules, SMALL_HASH_MIB)
        self._search(Game(rules), 1)  # compiles it before a game begins

    def choose(self, game: Game, limits: Limits) -> Choice:
        milliseconds = self.movetime(limits) if limits.move_limit_ms is None else limits.movetime
        with stopped_by_ctrl_c(self.stop):
            if milliseconds is None:
                return _choice(self._search(game, self._depth))
            return _choice(self._search_in_time(game, Limits(movetime=milliseconds)))

    def movetime(self, limits: Limits) -> int | None:
        return (
            None
            if self.ignores_time_limit
            else NO_LIMITS.within(self._searcher.rules.facts.reply_time_ms).movetime
        )

    def stop(self) -> None:
        self._searcher.stop()

    def clear_stop(self) -> None:
        self._searcher.clear_stop()

    @abstractmethod
    def _search(self, game: Game, depth: int) -> SearchInfo | None:
        """Search to a depth; None if stopped."""

    def _search_in_time(self, game: Game, limits: Limits) -> SearchInfo | None:
        began = time.perf_counter()
        found = self._search(game, 1)  # without a time limit, so that there is always a move
        nodes = self._searcher.nodes
        with SearchTimer(limits, self.stop):
            for depth in range(2, self._depth + 1):
                deeper = self._search(game, depth)
                nodes += self._searcher.nodes
                if deeper is None:
                    break
                found = deeper
        self.clear_stop()
        return None if found is None else found.with_effort(nodes, time.perf_counter() - began)


class MinimaxPlayer(FixedDepthPlayer):
    """Plain minimax, the reference for all improvements."""

    method = "minimax"

    def _search(self, game: Game, depth: int) -> SearchInfo | None:
        return self._searcher.minimax(game.position, game.key_history(), depth)


class AlphaBetaPlayer(FixedDepthPlayer):
    """Plain alpha-beta: no iterative deepening, move ordering, transposition table or quiescence."""

    method = "alphabeta"

    def _search(self, game: Game, depth: int) -> SearchInfo | None:
        return self._searcher.fixed_depth(game.position, game.key_history(), depth, ALPHA_BETA)


def _choice(info: SearchInfo | None) -> Choice:
    if info is None:
        raise PlayerFailure(texts.NO_MOVE)
    return Choice(info.pv[0], info)
