"""Games of the engine against itself, played entirely in compiled code.

Each game begins with random plies and is then played at a fixed number of nodes per move. What is stored is
the whole game: its moves, and the score of each searched one.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from engine.compiled.jit import int64, jit
from engine.rules.core import DRAWN, LOST, ONGOING, WON, generate, play, result_without_moves, terminal_result
from engine.rules.rules import Rules
from engine.search.alphabeta import order_root, search_root
from engine.search.limits import SearchOptions
from engine.search.margins import margins_of, write_margins
from engine.search.networks import LoadedNetwork
from engine.search.ordering import reset_ordering
from engine.search.state import (
    INFINITE,
    MAX_GAME_HISTORY,
    MAX_PLY,
    MOVE_BUFFER_SIZE,
    WIN,
    WIN_BOUND,
    search_type,
)
from engine.search.transposition import GENERATIONS, TranspositionTable
from engine.tablebase.tablebase import tablebase_of

Ints = npt.NDArray[np.int64]

MAX_GAME_PLIES = 600
"""A longer game is adjudicated as a draw."""
RANDOM_PLIES = (4, 12)
"""Minimum and maximum number of random plies at the start of a game."""
ADJUDICATE_CP, ADJUDICATE_PLIES = 2500, 5
"""A game is won once the scores have favoured one side by this many centipawns for so many plies in a row."""
MAX_SEARCH_DEPTH = MAX_PLY - 32
HASH_MIB = 4


@jit
def next_random(rng_state: Any) -> int:
    """Advance a xorshift generator (Marsaglia 2003) and return its next 63 bits."""
    x = np.uint64(rng_state[0])
    x ^= x << np.uint64(13)
    x ^= x >> np.uint64(7)
    x ^= x << np.uint64(17)
    rng_state[0] = x
    return int64(x >> np.uint64(1))


@jit
def search_position(s: Any) -> int:
    """Deepen at the root until the nodes are used up; return the score of the best move, `s.moves[0]`."""
    reset_ordering(s)
    s.stop = int64(0)
    s.nodes = int64(0)
    s.seldepth = int64(0)
    s.generation = (s.generation + 1) % GENERATIONS
    order_root(s)
    best = int64(0)
    for depth in range(1, MAX_SEARCH_DEPTH):
        score = search_root(s, int64(depth), int64(0), int64(-INFINITE), int64(INFINITE))
        if s.stop:
            if score > -INFINITE:
                best = score
            return best
        best = score
        if abs(score) > WIN_BOUND and WIN - abs(score) <= depth:
            return best
    return best


@jit
def is_drawn(s: Any, at: int) -> bool:
    """Return whether a draw rule ends the game at the root; `at` is the index of its key."""
    if s.progress_limit and s.progress_clock[0] >= s.progress_limit:
        return True
    seen = 1
    for other in range(at - s.progress_clock[0], at):
        seen += s.keys[other] == s.keys[at]
    return s.repetitions != 0 and seen >= s.repetitions


@jit
def play_game(s: Any, random_plies: int, rng_state: Any, codes: Any, scores: Any) -> Any:
    """Play a game from the root of `s`; write each move, and its score for the side to move.

    Returns the number of plies and the result for the side to move after them. A random ply's score is
    `INFINITE`.
    """
    decisive_plies, leader = int64(0), int64(0)
    for ply in range(codes.size):
        root = s.positions[0]
        result = terminal_result(root)
        if result:
            return int64(ply), result
        s.moves_start[0] = 0
        s.accumulator_valid[0] = 0
        s.root_moves = generate(root, s.moves, int64(0), int64(MOVE_BUFFER_SIZE // 2))
        if s.root_moves <= 0:
            return int64(ply), result_without_moves(root)
        if s.progress_clock[0] >= MAX_GAME_HISTORY - 2:
            return int64(ply), int64(DRAWN)
        s.past = s.progress_clock[0]
        s.keys[s.past] = root.key
        if is_drawn(s, s.past):
            return int64(ply), int64(DRAWN)
        score = int64(INFINITE)
        move = s.moves[next_random(rng_state) % s.root_moves]
        if ply >= random_plies:
            score = search_position(s)
            move = s.moves[0]
            sign = 1 if score > 0 else -1
            winner = root.side if score > 0 else 1 - root.side
            if abs(score) < ADJUDICATE_CP:
                decisive_plies = int64(0)
            elif decisive_plies and winner == leader:
                decisive_plies += 1
            else:
                decisive_plies, leader = int64(1), winner
            if decisive_plies >= ADJUDICATE_PLIES:
                return int64(ply), int64(WON if sign > 0 else LOST)
        codes[ply] = move
        scores[ply] = score
        progress = play(s.positions[0], move)
        s.progress_clock[0] = int64(0) if progress else s.progress_clock[0] + 1
    return int64(codes.size), int64(DRAWN)


class SelfPlayGame(NamedTuple):
    """A game from the start position: move codes, scores for the mover in centipawns, and the result."""

    codes: Ints
    scores: npt.NDArray[np.int16]
    result: int
    """1 if the first side won, 0 for a draw, -1 if the second side won."""


class SelfPlayer:
    """Plays a game against itself; the same seed gives the same game."""

    def __init__(self, rules: Rules, nodes: int, network: LoadedNetwork | None = None) -> None:
        self.rules = rules
        self._network = network  # keeps the memory alive while its address is in use
        self._memory = np.zeros(1, dtype=search_type(rules.core().dtype))
        self._state: Any = self._memory[0]
        self._table = TranspositionTable(HASH_MIB)
        tablebase = tablebase_of(rules)
        state = self._state
        state["table"], state["table_mask"] = self._table.address, self._table.mask
        state["tablebase"] = tablebase.address if tablebase else 0
        state["features"] = SearchOptions().mask(rules.facts.unused_features)
        write_margins(state, margins_of(rules))
        state["repetitions"], state["progress_limit"] = rules.facts.repetitions, rules.facts.progress_limit
        state["node_limit"] = nodes
        state["network"] = network.address if network else 0
        self._codes = np.zeros(MAX_GAME_PLIES, dtype=np.int64)
        self._scores = np.zeros(MAX_GAME_PLIES, dtype=np.int64)

    def play(self, seed: int) -> SelfPlayGame:
        """Play the game of this seed."""
        rng_state = np.random.default_rng(seed).integers(1, 1 << 62, size=2, dtype=np.int64)
        random_plies = RANDOM_PLIES[0] + int(rng_state[1]) % (RANDOM_PLIES[1] - RANDOM_PLIES[0] + 1)
        self._table.clear()
        state = self._state
        state["history"] = 0
        state["generation"] = 0
        start = self.rules.start()
        state["positions"][0] = start.record
        state["progress_clock"][0] = 0
        plies, result = play_game(state, int64(random_plies), rng_state[:1], self._codes, self._scores)
        side = (start.side + plies) % 2
        sign = {LOST: -1, DRAWN: 0, ONGOING: 0, WON: 1}[int(result)]
        return SelfPlayGame(
            self._codes[:plies].copy(),
            self._scores[:plies].astype(np.int16),
            sign if side == start.side else -sign,
        )
