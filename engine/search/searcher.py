"""The searcher: its memory, iterative deepening, and reports. `thinker.Thinker` runs it on a thread."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from itertools import zip_longest
from random import Random
from typing import Any, NamedTuple

import numpy as np

from engine.book import opening_book
from engine.compiled.jit import int64
from engine.game.game import KeyHistory
from engine.rules.rules import Rules
from engine.rules.values import Position
from engine.search.alphabeta import order_root, search_root
from engine.search.limits import Limits, Score, SearchInfo, SearchOptions, SearchTimer
from engine.search.margins import margins_of, write_margins
from engine.search.minimax import minimax_root
from engine.search.networks import LoadedNetwork, network_from_file, network_of_game
from engine.search.ordering import reset_ordering
from engine.search.parallel import HelperThreads
from engine.search.skill import MAX_LEVEL, Skill, skill_of
from engine.search.state import (
    ASPIRATION,
    INFINITE,
    MAX_GAME_HISTORY,
    MAX_PLY,
    MOVE_BUFFER_SIZE,
    NO_NODE_LIMIT,
    TABLEBASE,
    WIN,
    WIN_BOUND,
    search_type,
)
from engine.search.transposition import GENERATIONS, TranspositionTable
from engine.search.weak_play import first_safe, handcrafted_eval_after, is_safe, weak_move
from engine.tablebase.tablebase import Tablebase, TablebaseValue, tablebase_of

MAX_DEPTH = MAX_PLY - 28
"""Depth limit of iterative deepening: the plies below it are for extensions and quiescence."""

ASPIRATION_DEPTH = 4
"""The lowest depth with an aspiration window."""

Report = Callable[[SearchInfo], None]


class _Line(NamedTuple):
    """A principal variation as move codes; they become `Move`s only when it is reported."""

    depth: int
    seldepth: int
    score: int
    nodes: int
    seconds: float
    codes: list[int]


class Searcher:
    """The search of one game with a table that is kept from move to move; one search at a time."""

    def __init__(self, rules: Rules, hash_mib: int = 64) -> None:
        self.rules = rules
        self._dtype = search_type(rules.core().dtype)
        self._memory = np.zeros(1, dtype=self._dtype)
        self._state: Any = self._memory[0]
        self._use_table(1)
        self._helpers = HelperThreads(self._dtype, 0)
        self._began = 0.0
        self.seconds = 0.0
        """How long the running or last search has spent in compiled code, without writing its lines."""
        self._tablebase = tablebase_of(rules)
        self._state["tablebase"] = self._tablebase.address if self._tablebase else 0
        self._network: LoadedNetwork | None = None
        self._margins = margins_of(rules)
        self._timer: SearchTimer | None = None
        self._ponderhit = False
        self._plain = False
        self._minimax_ready = self._levels_ready = False
        self._drawn = False  # whether the tablebase says that best play draws
        self._level: float = MAX_LEVEL  # of the last search
        self._compile()
        self._use_table(hash_mib)

    def _compile(self) -> None:
        """Compile everything, before a clock runs."""
        self.fixed_depth(self.rules.start(), KeyHistory(), 1, SearchOptions())
        self.clear()

    def prepare(self, options: SearchOptions) -> None:
        """Compile what these options need beyond the full search; not while a search runs."""
        if options.plain and not self._minimax_ready:
            self.minimax(self.rules.start(), KeyHistory(), 1)
            self._minimax_ready = True
        if skill_of(options.level) is not None and not self._levels_ready:
            start = self.rules.start()
            first_safe(self.rules.core(), start.record, self.rules.legal_codes(start))
            handcrafted_eval_after(self.rules.core(), start.record, self.rules.legal_codes(start)[0])
            self._levels_ready = True

    def _use_table(self, mib: int) -> None:
        self._table = TranspositionTable(mib)
        self._state["table"], self._state["table_mask"] = self._table.address, self._table.mask

    def clear(self) -> None:
        """Forget everything learnt from earlier searches, as for a new game."""
        self._table.clear()
        self._state["history"] = 0
        self._state["generation"] = 0

    def start_clock(self) -> None:
        """Start the timer of a search begun with `ponder`, from any thread."""
        self._ponderhit = True
        timer = self._timer  # which the search's thread may set to None meanwhile
        if timer is not None:
            timer.start()

    def clear_stop(self) -> None:
        """Clear an earlier `stop`; a search that is started while stopped ends at once."""
        self._state["stop"] = 0
        self._timer, self._ponderhit = None, False

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
        history: KeyHistory,
        limits: Limits,
        options: SearchOptions | None = None,
        report: Report | None = None,
    ) -> SearchInfo | None:
        """Search until a limit is reached or `stop` is called; report each finished depth, return the last.

        If the search was stopped, the result has the nodes and the time of all of it.
        The result's first move is always legal, even when stopped at once; None in a terminal position.
        """
        options = SearchOptions() if options is None else options
        skill = skill_of(options.level)
        if skill is not None:
            return self._search_weakly(skill, position, history, limits, options, report)
        self._level = options.level
        self.prepare(options)  # before the clock runs
        if not self._set_up(position, history, limits, options):
            return None
        immediate = self._book_move(position, limits, options) or self._probe_root(position, history, limits)
        if immediate is not None:
            if report is not None:
                report(immediate)
            return immediate
        if self._state["exhausted_plies"]:
            self._table.clear()  # these count from the root of each search
        order_root(self._state)
        threads = min(1 if options.plain else options.threads, int(self._state["node_limit"]))
        self._helpers = HelperThreads(self._dtype, threads - 1)
        self._helpers.start(self._memory, MAX_DEPTH)
        try:
            with SearchTimer(limits, self.stop) as self._timer:
                if self._ponderhit:
                    self._timer.start()  # the expected move was played before we got here
                return self._deepen(position, limits, options, report)
        finally:
            self._helpers.stop()
            self._timer = None  # it refers to this searcher: the cycle would keep the table alive

    def _book_move(self, position: Position, limits: Limits, options: SearchOptions) -> SearchInfo | None:
        """Return a move of the opening book, None without one."""
        if not options.book or limits.moves:
            return None
        rng = Random(f"{options.seed} {position.key}")
        move = opening_book.shared(self.rules.name).choose(self.rules, position, rng)
        return SearchInfo(0, 0, Score(0), 0, 0, 0, (move,), source="book") if move else None

    def _probe_root(self, position: Position, history: KeyHistory, limits: Limits) -> SearchInfo | None:
        """Return the best line if the tablebase knows a winner; in a known draw, keep only drawing moves.

        A win that repetition may spoil is searched for, among the winning moves.
        """
        tablebase = self._tablebase
        if tablebase is None or not self._state["features"] & TABLEBASE:
            return None
        value = tablebase.probe(self.rules, position)
        if value is None:
            return None
        winners = {0, 1} if limits.moves else {_winner(position, value)}  # given moves may lose or draw
        nearest = self._nearest_exhausted(history, winners, tablebase)
        limit = self.rules.facts.progress_limit
        if limits.moves or (limit and len(history.keys) + value.plies > limit):
            return None
        if value.plies == 0:
            self._keep_moves(position, tablebase, lambda worth, after: worth.plies == 0)
            self._drawn = True
            return None
        if 0 < nearest < value.plies:
            exhausted = {one.key for one in history.exhausted}
            self._keep_moves(
                position, tablebase, lambda worth, after: worth.wins and after.key not in exhausted
            )
            return None
        mate = value.moves if value.wins else -value.moves
        score = to_score(WIN - value.plies if value.wins else value.plies - WIN)
        assert score.mate == mate
        line = tablebase.best_line(self.rules, position)
        return SearchInfo(value.plies, value.plies, score, 0, 0, 0, line, source="tablebase")

    def _nearest_exhausted(
        self, history: KeyHistory, winners: Collection[int | None], tablebase: Tablebase
    ) -> int:
        """Return, and note for the search, how near to the end an exhausted position is; 0 without any.

        The tablebase's wins are certain up to there, because each ply of best play leads nearer to the end.
        Farther away, the defender may reach that position, or the winner need it. Positions that none of the
        `winners` wins are out of reach.
        """
        values = [(one, tablebase.probe(self.rules, one)) for one in history.exhausted]
        plies = [
            known.plies for one, known in values if known and known.plies and _winner(one, known) in winners
        ]
        nearest = min(plies, default=0)
        self._state["exhausted_plies"] = nearest
        return nearest

    def _keep_moves(
        self, position: Position, tablebase: Tablebase, wanted: Callable[[TablebaseValue, Position], bool]
    ) -> None:
        """Search only the moves whose value, and position after them, are wanted, if there are any."""
        ranked = tablebase.ranked_moves(self.rules, position)
        codes = [move.code for move, worth in ranked if wanted(worth, self.rules.play(position, move))]
        if codes:
            self._state["root_moves"] = len(codes)
            self._state["moves"][: len(codes)] = codes

    def _search_weakly(
        self,
        skill: Skill,
        position: Position,
        history: KeyHistory,
        limits: Limits,
        options: SearchOptions,
        report: Report | None,
    ) -> SearchInfo | None:
        """Return the move of a weak level, with a search or without; it uses no tablebase."""
        if options.level != self._level:
            self.clear()  # what a hint, say, has found would make this level stronger
        self._level = options.level
        if not self._set_up(position, history, limits, options):
            return None
        codes = [int(code) for code in self._state["moves"][: int(self._state["root_moves"])]]
        rng = Random(f"{options.seed} {position.key} {len(history.keys)}")
        if rng.random() < skill.blunder_rate_in(Random(f"{options.seed} form").gauss(0, 1)):
            code = weak_move(self.rules, position, codes, skill, rng)
        else:
            # On one thread: more of them would make another level of it.
            full = replace(options, level=MAX_LEVEL, threads=1, without=options.without | {"tablebase"})
            shallow = replace(limits, nodes=min(limits.nodes or skill.nodes, skill.nodes))
            info = self.search(position, history, shallow, full, report)
            self._level = options.level
            core = self.rules.core()
            careless = rng.random() >= skill.care
            if info is None or careless or is_safe(core, position.record, info.pv[0].code):
                return info
            code = first_safe(core, position.record, codes) or info.pv[0].code
        return self._info_without_search(position, code, len(codes))

    def _info_without_search(self, position: Position, code: int, seen: int) -> SearchInfo:
        """Return the report of a move chosen without a search: depth 1, and a node for each legal move."""
        score = handcrafted_eval_after(self.rules.core(), position.record, code)
        self._helpers = HelperThreads(self._dtype, 0)
        self._state["nodes"], self._state["root_moves"] = seen, 1
        self._state["moves"][0], self._state["pv_end"][0] = code, 0
        return self._info(position, self._line(1, score))

    def minimax(self, position: Position, history: KeyHistory, depth: int) -> SearchInfo | None:
        """Search one depth by plain minimax; None in a terminal position or when stopped."""
        if not self._set_up(position, history, Limits(depth=depth), SearchOptions()):
            return None
        score = int(minimax_root(self._state, int64(depth)))
        return None if self._state["stop"] else self._info(position, self._line(depth, score))

    def fixed_depth(
        self, position: Position, history: KeyHistory, depth: int, options: SearchOptions
    ) -> SearchInfo | None:
        """Search one depth by alpha-beta without deepening; None in a terminal position or when stopped."""
        if not self._set_up(position, history, Limits(depth=depth), options):
            return None
        order_root(self._state)
        score = self._search_root(depth, 0, -INFINITE, INFINITE)
        return None if self._state["stop"] else self._info(position, self._line(depth, score))

    def _set_up(
        self, position: Position, history: KeyHistory, limits: Limits, options: SearchOptions
    ) -> bool:
        """Prepare the state for a search; return whether there is anything to search."""
        self._began, self.seconds = time.perf_counter(), 0.0
        self._drawn, self._plain = False, options.plain
        self._helpers = HelperThreads(self._dtype, 0)
        state, rules = self._state, self.rules
        wanted = tuple(move.code for move in limits.moves)
        codes = (wanted or rules.legal_codes(position))[: MOVE_BUFFER_SIZE // 2]
        past = past_keys(history, position, rules.facts.repetitions)
        reset_ordering(state)
        state["nodes"] = state["seldepth"] = 0
        state["node_limit"] = NO_NODE_LIMIT if limits.nodes is None else max(limits.nodes, 1)
        state["features"] = options.mask(rules.facts.unused_features)
        state["exact_depth"] = options.exact_depth
        self._margins = margins_of(rules)._replace(**dict(options.margins))
        write_margins(state, self._margins)
        self._network = self._network_for(options)
        state["network"] = self._network.address if self._network else 0
        state["variety_cp"] = options.variety_cp
        state["variety_seed"] = Random(options.seed).getrandbits(63)
        state["generation"] = (int(state["generation"]) + 1) % GENERATIONS
        state["repetitions"], state["progress_limit"] = rules.facts.repetitions, rules.facts.progress_limit
        # What was found while these positions could still occur again must not be believed now.
        exhausted = frozenset(one.key for one in history.exhausted)
        state["key_salt"] = hash(exhausted) if exhausted else 0
        state["past"], state["exhausted_plies"] = len(past), 0
        state["keys"][: len(past)] = past
        state["keys"][len(past)] = position.key
        state["progress_clock"][0] = len(history.keys)
        state["positions"][0] = position.record
        state["moves_start"][0] = state["accumulator_valid"][0] = 0
        state["root_moves"], state["root_is_partial"] = len(codes), bool(wanted)
        state["moves"][: len(codes)] = codes
        return bool(codes)

    def _network_for(self, options: SearchOptions) -> LoadedNetwork | None:
        """Return the network to evaluate with, None for the handcrafted evaluation."""
        if not options.network:
            return None
        return (
            network_from_file(self.rules, options.eval_file)
            if options.eval_file
            else network_of_game(self.rules)
        )

    def _deepen(
        self, position: Position, limits: Limits, options: SearchOptions, report: Report | None
    ) -> SearchInfo:
        best: _Line | None = None
        max_depth = min(limits.depth or MAX_DEPTH, MAX_DEPTH)
        for depth in range(1, max_depth + 1):
            lines = self._search_multipv(depth, options.multipv, best.score if best else None)
            best = lines[0] if lines else best
            if self._state["stop"]:
                if best is not None and not lines and best.score > -WIN_BOUND:  # else all moves lose sooner
                    best = self._with_first_move(best)
                best = self._with_all_effort(best or self._line(0, 0))
                break
            if report is not None:
                for rank, line in enumerate(lines, start=1):
                    report(self._info(position, line, rank))
            if self._timer is not None and self._timer.should_stop_deepening:
                break
            if all(_is_mate_proved(line.score, depth) for line in lines):
                break  # a shorter win or a longer defence could only be one that pruning has hidden
        return self._info(position, best or self._line(0, 0))

    def _with_first_move(self, line: _Line) -> _Line:
        """Return the last finished line, or another first move if the unfinished depth refuted it."""
        first = int(self._state["moves"][0])
        return line if first == line.codes[0] else line._replace(codes=[first])

    def _with_all_effort(self, line: _Line) -> _Line:
        """Return a line with the nodes and time of the whole search, its unfinished depth included."""
        return line._replace(nodes=self.nodes, seconds=max(time.perf_counter() - self._began, 1e-6))

    def _search_root(self, depth: int, pv_index: int, alpha: int, beta: int) -> int:
        numbers = (int64(number) for number in (depth, pv_index, alpha, beta))
        began = time.perf_counter()
        if self._plain:
            score = int(minimax_root(self._state, int64(depth)))
        else:
            score = int(search_root(self._state, *numbers))
        self.seconds += time.perf_counter() - began
        return score

    def _aspiration_search(self, depth: int, pv_index: int, previous_score: int | None) -> int:
        """Search with an aspiration window around the previous score, widened until the score is inside.

        When stopped, -INFINITE if nothing is known but that the score is below the window.
        """
        if (
            previous_score is None
            or pv_index
            or depth < ASPIRATION_DEPTH
            or not self._state["features"] & ASPIRATION
        ):
            return self._search_root(depth, pv_index, -INFINITE, INFINITE)
        below = above = self._margins.aspiration
        while True:
            alpha, beta = max(previous_score - below, -INFINITE), min(previous_score + above, INFINITE)
            score = self._search_root(depth, pv_index, alpha, beta)
            if self._state["stop"]:
                return score if score > alpha else -INFINITE
            if alpha < score < beta:
                return score
            if score <= alpha:
                below *= 4
            else:
                above *= 4
            if abs(score) > WIN_BOUND:
                below = above = 2 * INFINITE

    def _search_multipv(self, depth: int, count: int, previous_score: int | None) -> list[_Line]:
        """Return the `count` best lines, best first; fewer if there are fewer moves, or if stopped."""
        found = []
        count = 1 if self._plain else count  # minimax finds only the best move
        for pv_index in range(min(count, int(self._state["root_moves"]))):
            score = self._aspiration_search(depth, pv_index, previous_score)
            if score > -INFINITE:
                found.append(self._line(depth, score, pv_index))
            if self._state["stop"]:
                break
        # The table may let a later line turn out better than an earlier one.
        found.sort(key=lambda line: -line.score)
        self._state["moves"][: len(found)] = [line.codes[0] for line in found]
        return found

    def _line(self, depth: int, score: int, pv_index: int = 0) -> _Line:
        state = self._state
        seconds = max(time.perf_counter() - self._began, 1e-6)
        best = int(state["moves"][pv_index])
        line: list[int] = state["pv"][0, : int(state["pv_end"][0])].tolist()
        return _Line(
            depth=depth,
            seldepth=max(int(state["seldepth"]), depth),
            score=0 if self._drawn else score,
            nodes=self.nodes,
            seconds=seconds,
            codes=line if line[:1] == [best] else [best],
        )

    def _info(self, position: Position, line: _Line, rank: int = 1) -> SearchInfo:
        """Return the report of a line, `rank` being its MultiPV number."""
        moves = []
        for code in line.codes:
            move = self.rules.move_from_code(position, code)
            moves.append(move)
            position = self.rules.play(position, move)
        return SearchInfo(
            depth=line.depth,
            seldepth=line.seldepth,
            score=to_score(line.score),
            nodes=line.nodes,
            nps=round(line.nodes / line.seconds),
            time_ms=round(1000 * line.seconds),
            pv=tuple(moves),
            source="tablebase" if self._drawn else "search",
            multipv=rank,
        )


def _winner(position: Position, value: TablebaseValue) -> int | None:
    """Return the side that wins a position of the tablebase, None in a draw."""
    if value.plies == 0:
        return None
    return position.side if value.wins else 1 - position.side


def _is_mate_proved(score: int, depth: int) -> bool:
    return abs(score) > WIN_BOUND and WIN - abs(score) <= depth


def past_keys(history: KeyHistory, position: Position, repetitions: int) -> Sequence[int]:
    """Return the keys before a position that the search looks at, at most `MAX_GAME_HISTORY`.

    Of a longer history, positions that may not occur again take the places of the oldest keys, as often as
    they have to be there, each at an even distance from the position if the same side is to move in it.
    """
    keys = history.keys
    if len(keys) <= MAX_GAME_HISTORY:
        return keys
    recent = Counter(keys[-MAX_GAME_HISTORY // 2 :])
    forgotten = [one for one in history.exhausted if recent[one.key] < repetitions - 1]
    sides: tuple[list[int], list[int]] = ([], [])
    for one in forgotten[-MAX_GAME_HISTORY // 8 :]:
        sides[one.side != position.side].extend([one.key] * (repetitions - 1))
    kept = [key for pair in zip_longest(*sides, fillvalue=0) for key in pair]
    return [*kept, *keys[len(kept) - MAX_GAME_HISTORY :]]


def to_score(score: int) -> Score:
    """Return the search's number as a `Score`."""
    if abs(score) <= WIN_BOUND:
        return Score(score)
    moves = (WIN - abs(score) + 1) // 2
    return Score(score, moves if score > 0 else -moves)
