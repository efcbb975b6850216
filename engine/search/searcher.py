"""One searcher: its memory, iterative deepening, and reports. `thinker.Thinker` runs it on a thread."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from threading import TIMEOUT_MAX, Timer
from typing import Any

import numpy as np

from engine.game import History
from engine.rules.base import Move, Position, Rules
from engine.search.alphabeta import order_root, search_root
from engine.search.limits import Limits, Score, SearchInfo, SearchOptions
from engine.search.minimax import minimax_root
from engine.search.ordering import forget
from engine.search.parallel import Helpers
from engine.search.state import (
    INFINITE,
    MOST_PAST,
    MOST_PLIES,
    MOVES,
    NO_LIMIT,
    WIN,
    WIN_BOUND,
    search_type,
)
from engine.search.table import GENERATIONS, Table

MOST_DEPTH = MOST_PLIES - 28
"""Depth limit of iterative deepening: quiescence needs some plies below it."""

Report = Callable[[SearchInfo], None]


def silent(info: SearchInfo) -> None:
    """Report nothing."""
    del info


class Searcher:
    """The search of one game with a table that is kept from move to move; one search at a time."""

    def __init__(self, rules: Rules, hash_mib: int = 64) -> None:
        self.rules = rules
        self._dtype = search_type(rules.core().dtype)
        self._memory = np.zeros(1, dtype=self._dtype)
        self._state: Any = self._memory[0]
        self._table = Table(hash_mib)
        self._state["table"], self._state["table_mask"] = self._table.address, self._table.mask
        self._helpers = Helpers(self._dtype, 0)
        self._began = 0.0
        self._compile()

    def _compile(self) -> None:
        """Have everything compiled before a clock runs."""
        self.fixed_depth(self.rules.start(), History(), 1, SearchOptions())
        self.clear()

    def clear(self) -> None:
        """Forget everything learnt from earlier searches, as for a new game."""
        self._table.clear()
        self._state["history"] = 0
        self._state["generation"] = 0

    def allow(self) -> None:
        """Take back an earlier `stop`; a search that is started while stopped ends at once."""
        self._state["stop"] = 0

    def stop(self) -> None:
        """Make the running search return, from any thread."""
        self._state["stop"] = 1

    @property
    def nodes(self) -> int:
        """Moves made so far by the running search, or by the last one, on all threads."""
        return int(self._state["nodes"]) + self._helpers.nodes

    def search(
        self,
        position: Position,
        history: History,
        limits: Limits,
        options: SearchOptions | None = None,
        report: Report = silent,
    ) -> SearchInfo | None:
        """Search until a limit is reached or `stop` is called; report and return what each depth found.

        The result's first move is always legal, even when stopped at once; None in a terminal position.
        """
        options = SearchOptions() if options is None else options
        if not self._set_up(position, history, limits, options):
            return None
        order_root(self._state)
        self._helpers = Helpers(self._dtype, options.threads - 1)
        self._helpers.start(self._memory, MOST_DEPTH)
        try:
            with _StopAfter(limits.movetime, self.stop):
                return self._deepen(position, limits, options, report)
        finally:
            self._helpers.stop()

    def minimax(self, position: Position, history: History, depth: int) -> SearchInfo | None:
        """Search one depth by plain minimax; None in a terminal position or when stopped."""
        if not self._set_up(position, history, Limits(depth=depth), SearchOptions()):
            return None
        score = int(minimax_root(self._state, np.int64(depth)))
        return None if self._state["stop"] else self._info(position, depth, score)

    def fixed_depth(
        self, position: Position, history: History, depth: int, options: SearchOptions
    ) -> SearchInfo | None:
        """Search one depth by alpha-beta without deepening; None in a terminal position or when stopped."""
        if not self._set_up(position, history, Limits(depth=depth), options):
            return None
        order_root(self._state)
        score = int(search_root(self._state, np.int64(depth), np.int64(0)))
        return None if self._state["stop"] else self._info(position, depth, score)

    def _set_up(self, position: Position, history: History, limits: Limits, options: SearchOptions) -> bool:
        """Prepare the state for a search; return whether there is anything to search."""
        self._began = time.perf_counter()
        state, rules = self._state, self.rules
        codes = rules.core().moves(position.record)[: MOVES // 2]
        past = history.keys[-MOST_PAST:]
        forget(state)
        state["nodes"] = state["seldepth"] = 0
        state["node_limit"] = NO_LIMIT if limits.nodes is None else max(limits.nodes, 1)
        state["features"], state["proof"] = options.mask(), options.proof
        state["generation"] = (int(state["generation"]) + 1) % GENERATIONS
        state["repetitions"], state["progress_limit"] = rules.repetitions, rules.progress_limit
        state["past"] = len(past)
        state["keys"][: len(past)] = past
        state["keys"][len(past)] = position.key
        state["quiet"][0] = len(history.keys)
        state["line"][0] = position.record
        state["first"][0] = 0
        state["root_moves"] = len(codes)
        state["moves"][: len(codes)] = codes
        return bool(codes)

    def _deepen(
        self, position: Position, limits: Limits, options: SearchOptions, report: Report
    ) -> SearchInfo:
        best: SearchInfo | None = None
        deepest = min(limits.depth or MOST_DEPTH, MOST_DEPTH)
        for depth in range(1, deepest + 1):
            lines = self._search_lines(position, depth, options.multipv)
            best = lines[0] if lines else best
            if self._state["stop"]:
                break
            for line in lines:
                report(line)
            if _decided(lines[-1].score, depth):
                break  # deeper search finds no shorter win and no longer defence
        return best or self._info(position, 0, 0)

    def _search_lines(self, position: Position, depth: int, count: int) -> list[SearchInfo]:
        """Return the lines of the best `count` moves, best first; fewer if there are fewer, or if stopped."""
        found = []
        for skip in range(min(count, int(self._state["root_moves"]))):
            score = int(search_root(self._state, np.int64(depth), np.int64(skip)))
            if score > -INFINITE:
                found.append((self._info(position, depth, score, skip), int(self._state["moves"][skip])))
            if self._state["stop"]:
                break
        # The table may let a later line turn out better than an earlier one.
        found.sort(key=lambda line: -line[0].score.cp)
        self._state["moves"][: len(found)] = [code for _, code in found]
        return [replace(info, multipv=rank) for rank, (info, _) in enumerate(found, start=1)]

    def _info(self, position: Position, depth: int, score: int, skip: int = 0) -> SearchInfo:
        state = self._state
        seconds = max(time.perf_counter() - self._began, 1e-6)
        best = int(state["moves"][skip])
        line = [int(code) for code in state["pv"][0, : int(state["pv_length"][0])]]
        return SearchInfo(
            depth=depth,
            seldepth=max(int(state["seldepth"]), depth),
            score=as_score(score),
            nodes=self.nodes,
            nps=round(self.nodes / seconds),
            time_ms=round(1000 * seconds),
            pv=self._name(position, line if line[:1] == [best] else [best]),
        )

    def _name(self, position: Position, codes: list[int]) -> tuple[Move, ...]:
        """Return the moves with these codes, played one after another."""
        named = []
        for code in codes:
            move = next(move for move in self.rules.legal_moves(position) if move.code == code)
            named.append(move)
            position = self.rules.play(position, move)
        return tuple(named)


def _decided(score: Score, depth: int) -> bool:
    return abs(score.cp) > WIN_BOUND and WIN - abs(score.cp) <= depth


def as_score(score: int) -> Score:
    """Return the search's number as a `Score`."""
    if abs(score) <= WIN_BOUND:
        return Score(score)
    moves = (WIN - abs(score) + 1) // 2
    return Score(score, moves if score > 0 else -moves)


def _seconds(milliseconds: int) -> float:
    """Return a time that a timer can wait for."""
    return min(max(milliseconds, 1) / 1000, TIMEOUT_MAX)


class _StopAfter:
    """Call `stop` when the time is over, unless the block is left before."""

    def __init__(self, milliseconds: int | None, stop: Callable[[], None]) -> None:
        self._timer = None if milliseconds is None else Timer(_seconds(milliseconds), stop)

    def __enter__(self) -> None:
        if self._timer:
            self._timer.daemon = True
            self._timer.start()

    def __exit__(self, *_: object) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer.join()  # or it might yet stop the search after this one
