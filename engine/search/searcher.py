"""One searcher: its memory, iterative deepening, and reports. `thinker.Thinker` runs it on a thread."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Timer
from typing import Any

import numpy as np

from engine.game import History
from engine.rules.base import Move, Position, Rules
from engine.search.alphabeta import order_root, search_root
from engine.search.limits import Limits, Score, SearchInfo, SearchOptions
from engine.search.minimax import minimax_root
from engine.search.ordering import forget
from engine.search.state import INFINITE, MOST_PAST, MOST_PLIES, MOVES, WIN, WIN_BOUND, search_type
from engine.search.table import GENERATIONS, Table

MOST_DEPTH = MOST_PLIES - 28
"""Depth limit of iterative deepening: quiescence needs some plies below it."""
NO_LIMIT = 1 << 62

Report = Callable[[SearchInfo], None]


def silent(info: SearchInfo) -> None:
    """Report nothing."""
    del info


class Searcher:
    """The search of one game with a table that is kept from move to move; for one thread at a time."""

    def __init__(self, rules: Rules, hash_mib: int = 64) -> None:
        self.rules = rules
        self._memory = np.zeros(1, dtype=search_type(rules.core().dtype))
        self._state: Any = self._memory[0]
        self._table = Table(hash_mib)
        self._state["table"], self._state["table_mask"] = self._table.address, self._table.mask

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
        """Moves made so far by the running search, or by the last one."""
        return int(self._state["nodes"])

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
        with _StopAfter(limits.movetime, self.stop):
            return self._deepen(position, limits, report)

    def minimax(self, position: Position, history: History, depth: int) -> SearchInfo | None:
        """Search one depth by plain minimax; None in a terminal position or when stopped."""
        if not self._set_up(position, history, Limits(depth=depth), SearchOptions()):
            return None
        began = time.perf_counter()
        score = int(minimax_root(self._state, np.int64(depth)))
        return None if self._state["stop"] else self._info(position, depth, score, began)

    def fixed_depth(
        self, position: Position, history: History, depth: int, options: SearchOptions
    ) -> SearchInfo | None:
        """Search one depth by alpha-beta without deepening; None in a terminal position or when stopped."""
        if not self._set_up(position, history, Limits(depth=depth), options):
            return None
        began = time.perf_counter()
        order_root(self._state)
        score = int(search_root(self._state, np.int64(depth)))
        return None if self._state["stop"] else self._info(position, depth, score, began)

    def _set_up(self, position: Position, history: History, limits: Limits, options: SearchOptions) -> bool:
        """Prepare the state for a search; return whether there is anything to search."""
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

    def _deepen(self, position: Position, limits: Limits, report: Report) -> SearchInfo:
        began = time.perf_counter()
        best: SearchInfo | None = None
        deepest = min(limits.depth or MOST_DEPTH, MOST_DEPTH)
        for depth in range(1, deepest + 1):
            score = int(search_root(self._state, np.int64(depth)))
            if score > -INFINITE:
                best = self._info(position, depth, score, began)
            if self._state["stop"]:
                break
            assert best is not None
            report(best)
            if abs(score) > WIN_BOUND and WIN - abs(score) <= depth:
                break  # deeper search finds no shorter win and no longer defence
        return best or self._info(position, 0, 0, began)

    def _info(self, position: Position, depth: int, score: int, began: float) -> SearchInfo:
        state = self._state
        seconds = max(time.perf_counter() - began, 1e-6)
        nodes = int(state["nodes"])
        length = int(state["pv_length"][0])
        codes = [int(code) for code in state["pv"][0, :length]] or [int(state["moves"][0])]
        if codes[0] != int(state["moves"][0]):
            codes = [int(state["moves"][0])]
        return SearchInfo(
            depth=depth,
            seldepth=max(int(state["seldepth"]), depth),
            score=as_score(score),
            nodes=nodes,
            nps=round(nodes / seconds),
            time_ms=round(1000 * seconds),
            pv=self._name(position, codes),
        )

    def _name(self, position: Position, codes: list[int]) -> tuple[Move, ...]:
        """Return the moves with these codes, played one after another."""
        named = []
        for code in codes:
            move = next((move for move in self.rules.legal_moves(position) if move.code == code), None)
            if move is None:
                break
            named.append(move)
            position = self.rules.play(position, move)
        return tuple(named)


def as_score(score: int) -> Score:
    """Return the search's number as a `Score`."""
    if abs(score) <= WIN_BOUND:
        return Score(score)
    moves = (WIN - abs(score) + 1) // 2
    return Score(score, moves if score > 0 else -moves)


class _StopAfter:
    """Call `stop` when the time is over, unless the block is left before."""

    def __init__(self, milliseconds: int | None, stop: Callable[[], None]) -> None:
        self._timer = None if milliseconds is None else Timer(max(milliseconds, 1) / 1000, stop)

    def __enter__(self) -> None:
        if self._timer:
            self._timer.daemon = True
            self._timer.start()

    def __exit__(self, *_: object) -> None:
        if self._timer:
            self._timer.cancel()
