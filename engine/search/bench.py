"""The benchmark: fixed positions searched to a fixed depth, and a loop that calibrates the machine."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from engine.compiled.jit import int64, jit
from engine.game.game import KeyHistory
from engine.rules.rules import Rules
from engine.rules.values import Position
from engine.search import texts
from engine.search.limits import Limits, SearchOptions
from engine.search.perft import perft
from engine.search.searcher import Searcher
from engine.system.files import folder_of

BENCH_DEPTH = 8
HASH_MIB = 16
CALIBRATION_STEPS = 200_000_000
PERFT_DEPTH = 5
SIMPLE_WITHOUT = frozenset({"nullmove", "futility", "lmp", "iir", "extensions", "see"})
"""What the simple search leaves out. It prunes little, so its speed is that of making moves, evaluating and
probing, and compares with engines that prune little."""
SIMPLE_DEPTH_REDUCTION = 1
RUNS_PER_POSITION = 3
"""The fastest run of each search counts, as of the calibrating loop: other programs can only slow it."""


@dataclass(frozen=True)
class Bench:
    """The result of the benchmark."""

    nodes: int
    """The signature of the search: with one thread the same on every machine."""
    nps: int
    """Nodes per second of the full search."""
    simple_nps: int
    """Nodes per second without `SIMPLE_WITHOUT`."""
    perft_nps: int
    """Leaves per second of perft, with bulk counting."""
    calibration: float
    """Million steps per second of a small loop of integer arithmetic, for comparing machines."""


def positions(rules: Rules) -> list[Position]:
    """Return the fixed positions of a game: the lines of its ``bench.txt``."""
    path = folder_of(rules.name) / "bench.txt"
    return [rules.notation.parse(line) for line in path.read_text(encoding="utf-8").splitlines() if line]


@jit
def calibrating_loop(steps: int) -> int:
    """Run a xorshift generator, whose steps cannot overlap, over a table that fits into any cache."""
    table = np.zeros(64, dtype=np.int64)
    word = int64(88172645463325252)
    for _ in range(steps):
        word ^= word << 13
        word ^= (word >> 7) & 0x01FFFFFFFFFFFFFF
        word ^= word << 17
        table[word & 63] += word
    return word ^ table[0]


def calibrate() -> float:
    """Return how many million steps per second the calibrating loop makes here, the best of three runs."""
    calibrating_loop(int64(1))
    steps = CALIBRATION_STEPS // 3
    return max(steps / 1e6 / _seconds(lambda: calibrating_loop(int64(steps))) for _ in range(3))


def _seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def bench(
    rules: Rules,
    depth: int,
    threads: int,
    report: Callable[[str], None],
    without: frozenset[str] = frozenset(),
) -> Bench:
    """Search every position to `depth` from an empty table; call `report` with a line for each.

    The features `without` are switched off, and the tablebase always is.
    """
    searcher = Searcher(rules, HASH_MIB)
    without |= {"tablebase"}
    full = SearchOptions(without=without, threads=threads)
    simple = SearchOptions(without=without | SIMPLE_WITHOUT, threads=threads)
    nodes, nps = _search_all(searcher, depth, full, report)
    _, simple_nps = _search_all(searcher, max(depth - SIMPLE_DEPTH_REDUCTION, 1), simple, lambda line: None)
    return Bench(nodes, nps, simple_nps, _perft_speed(rules), calibrate())


def _search_all(
    searcher: Searcher, depth: int, options: SearchOptions, report: Callable[[str], None]
) -> tuple[int, int]:
    """Search every position three times from an empty table; return the nodes and the best speed (nps)."""
    rules = searcher.rules
    nodes, seconds = 0, 0.0
    for number, position in enumerate(positions(rules), start=1):
        runs = []
        for _ in range(RUNS_PER_POSITION):
            searcher.clear()
            info = searcher.search(position, KeyHistory(), Limits(depth=depth), options)
            runs.append((searcher.seconds / max(searcher.nodes, 1), searcher.nodes, info))
        seconds_per_node, made, found = min(runs, key=lambda run: run[0])
        nodes += made
        seconds += seconds_per_node * made
        if found is not None:
            text = rules.notation.format(position)
            report(texts.bench_line(number, text, found.score, found.pv[0], made))
    return nodes, round(nodes / max(seconds, 1e-9))


def _perft_speed(rules: Rules) -> int:
    position = rules.start()
    perft(rules, position, 2)
    leaves = perft(rules, position, PERFT_DEPTH)
    return round(leaves / min(_seconds(lambda: perft(rules, position, PERFT_DEPTH)) for _ in range(5)))
