"""Helpers for tests of the search: positions, games without draw rules, and search records."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

from engine.compiled.jit import int64
from engine.game.game import KeyHistory
from engine.rules.congo.rules import CongoRules
from engine.rules.facts import Facts
from engine.rules.rules import Rules
from engine.rules.values import Move, Position
from engine.search.bench import positions as bench_positions
from engine.search.features import FEATURES
from engine.search.limits import Limits, SearchInfo, SearchOptions
from engine.search.margin_layout import Margins
from engine.search.margins import write_margins
from engine.search.searcher import Searcher
from engine.search.state import INFINITE, NO_NODE_LIMIT, search_type
from engine.search.transposition import TranspositionTable
from tests.engine.rules.congo.perft_data import LINES
from tests.engine.rules.congo.support import CONGO

NO_KEY_HISTORY = KeyHistory()
MOST_MOVES_4888 = "1M3M1/1GpplG1/2p1p1G/GpppppG/G1p1p2/1CpLpC1/1M1M1M1 w 1"
"""The position with the most legal moves known."""
MONKEY_MAZE = "G1p1p2/GppplpG/2pMp1G/1Gpppp1/G1G1p1G/2GLG2/1G3G1 w 1"
MANY_MOVES = (MOST_MOVES_4888, MONKEY_MAZE, "1p1l2S/ppppp1G/1pMp1PS/pppp3/1p1G3/5S1/3L1PZ w 1")
"""Positions with thousands of moves for White."""


class Timeless(CongoRules):
    """Congo without the two draws by history."""

    @property
    def facts(self) -> Facts:
        return replace(super().facts, repetitions=0, progress_limit=0)


TIMELESS = Timeless()


PRESERVING = ("ordering", "killers", "history", "pvs", "aspiration")
"""Features that keep minimax's score: they only change in which order and in what windows moves are seen.

The table keeps it too, but for draws by repetition, if it answers with entries of the same depth alone
(`SearchOptions.exact_depth`). All others change scores: quiescence, extensions and the tables see beyond the
depth, while see, lmr, nullmove, futility, lmp and iir leave out what is hardly worth a look.
"""


def only(*features: str, exact_depth: bool = False) -> SearchOptions:
    """Return the options of a search with these features and no others."""
    return SearchOptions(without=frozenset(FEATURES) - set(features), exact_depth=exact_depth)


def without(*features: str) -> SearchOptions:
    """Return the options of a search with all features but these."""
    return SearchOptions(without=frozenset(features))


def searcher(timeless: bool = False) -> Searcher:
    """Return the one searcher that the tests share, for Congo with or without its draw rules."""
    return _searcher_of(TIMELESS if timeless else CONGO)


@cache
def _searcher_of(game: Rules) -> Searcher:
    return Searcher(game, hash_mib=4)


def run(
    position: Position,
    history: KeyHistory = NO_KEY_HISTORY,
    options: SearchOptions | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    movetime: int | None = None,
) -> SearchInfo | None:
    """Search from scratch with the shared searcher."""
    shared = searcher()
    shared.clear_stop()
    shared.clear()
    return shared.search(position, history, Limits(depth, nodes, movetime), options)


def fens(count: int | None = None) -> list[Position]:
    """Return the positions of the perft file that are not over, the first `count`."""
    positions = [CONGO.notation.parse(line.fen) for line in LINES]
    return [position for position in positions if CONGO.legal_moves(position)][:count]


def benchmark() -> list[Position]:
    """Return the benchmark's positions."""
    return bench_positions(CONGO)


MAX_RANDOM_POSITIONS = 120


def random_positions(count: int) -> tuple[Position, ...]:
    """Return positions from random games that are not over, from the first plies to bare endings."""
    assert count <= MAX_RANDOM_POSITIONS
    return _all_random_positions()[:count]


@cache
def _all_random_positions() -> tuple[Position, ...]:
    chance = random.Random(7)
    found: list[Position] = []
    while len(found) < MAX_RANDOM_POSITIONS:
        position = CONGO.start()
        for _ in range(chance.randrange(160)):
            moves = CONGO.legal_moves(position)
            if not moves:
                break
            # Lions are spared, or hardly a game would see its fortieth ply.
            mild = [move for move in moves if not lion_is_taken(position, move)]
            position = CONGO.play(position, chance.choice(mild or moves))
        if CONGO.legal_moves(position):
            found.append(position)
    return tuple(found)


def lion_is_taken(position: Position, move: Move) -> bool:
    """Return whether a move captures the lion."""
    lion = int(position.record["kinds"][0] & position.record["sides"][1 - position.side])
    return bool(move.code >> 15 & lion)


def codes(rules: Rules, position: Position) -> dict[str, int]:
    """Return the move codes of the legal moves, by text."""
    return {move.text: move.code for move in rules.legal_moves(position)}


class SearchMemory:
    """A search record with its own table, set up like in `Searcher`."""

    def __init__(self, position: Position, options: SearchOptions | None = None, mib: int = 1) -> None:
        self._array = np.zeros(1, dtype=search_type(CONGO.core().dtype))
        self.state: Any = self._array[0]
        self.table = TranspositionTable(mib)
        state = self.state
        state["table"], state["table_mask"] = self.table.address, self.table.mask
        state["node_limit"] = NO_NODE_LIMIT
        state["features"] = (options or SearchOptions()).mask()
        write_margins(state, Margins())
        state["positions"][0] = position.record
        state["keys"][0] = position.key

    def put_moves(self, texts: list[str], position: Position) -> int:
        """Write the moves with these texts for ply 0 and return the index after the last."""
        known = codes(CONGO, position)
        self.state["moves"][: len(texts)] = [known[text] for text in texts]
        return len(texts)


NARROWEST, WIDEST = int64(-INFINITE), int64(INFINITE)


WINS = (
    (1, "3l1z1/7/7/2p4/M1L4/5E1/7 b 50"),
    (1, "7/3l3/7/7/3L1p1/7/7 w 59"),
    (1, "7/3l3/7/7/5p1/4L2/7 b 59"),
    (2, "7/3l3/7/4s2/7/7/4L2 b 71"),
    (2, "2l4/7/1C5/7/5P1/1M1L3/7 w 51"),
    (2, "2l4/C6/6P/7/7/7/3L3 w 61"),
    (3, "7/3l3/7/7/7/4L1s/7 b 70"),
    (3, "7/2l4/7/7/3L3/7/2C4 w 77"),
    (3, "3l3/7/1C5/7/4LP1/1M5/7 w 50"),
    (-1, "7/3l3/7/5z1/7/7/4L2 w 60"),
    (-1, "2M4/7/2l4/7/7/1C5/3L3 b 85"),
    (-2, "7/3l3/7/4s2/7/4L2/7 w 71"),
    (-2, "C1l4/7/6P/7/7/7/3L3 b 61"),
    (-3, "7/7/3l1z1/7/7/7/2L4 w 45"),
    (-3, "7/3l1M1/7/7/2L4/7/7 b 95"),
)
"""Forced wins (and losses) in so many of the winner's own moves."""
