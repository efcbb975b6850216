"""Time and nodes to given depths against another version: ``python -m tests.engine.time_to_depth FOLDER``.

FOLDER is a checkout of the other version. Both run as UCI programs with one thread and search the positions
of ``bench`` in turn, each from an empty table. Printed are factors, this version divided by the other:
geometric means over the positions that reached the depth in both, with their 95% intervals.
"""

from __future__ import annotations

import argparse
import statistics
import time
from math import exp, log, sqrt
from pathlib import Path

from engine import rules
from engine.search.bench import positions
from tests.engine.time_overruns import Engine

HASH_MIB = 64
Reached = dict[int, tuple[float, int]]
"""The seconds and nodes to each depth."""


def search(engine: Engine, fen: str, depth: int) -> Reached:
    """Search a position from an empty table."""
    engine.ask(f"ucinewgame\nposition fen {fen}\nisready", "readyok")
    reached: Reached = {}
    began = time.monotonic()
    for answer in engine.answers(f"go depth {depth}", "bestmove"):
        words = answer.split()
        if "nodes" in words and not {"lowerbound", "upperbound"} & {*words}:
            found = int(words[words.index("depth") + 1])
            reached[found] = time.monotonic() - began, int(words[words.index("nodes") + 1])
    return reached


def best_of(runs: list[Reached]) -> Reached:
    """Return the least time to each depth; the nodes are always the same."""
    return {depth: min(run[depth] for run in runs) for depth in runs[0]}


def factor(ours: list[float], theirs: list[float]) -> str:
    """Return the geometric mean of the quotients and its 95% interval."""
    logs = [log(a / b) for a, b in zip(ours, theirs, strict=True)]
    mean, margin = statistics.mean(logs), 1.96 * statistics.stdev(logs) / sqrt(len(logs))
    return f"{exp(mean):.2f} ({exp(mean - margin):.2f} to {exp(mean + margin):.2f})"


def main() -> None:
    """Print a row for each depth."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path, help="the other version")
    parser.add_argument("--game", default="congo", choices=rules.names())
    parser.add_argument("--depths", type=int, nargs="+", default=[14, 20])
    parser.add_argument("--runs", type=int, default=3, help="the fastest counts (3)")
    options = parser.parse_args()
    game, deepest = rules.get(options.game), max(options.depths)
    engines = Engine(options.game), Engine(options.game, options.folder)
    for engine in engines:
        engine.ask(f"setoption name Hash value {HASH_MIB}\nisready", "readyok")
    found: list[tuple[Reached, ...]] = []
    for position in positions(game):
        runs: tuple[list[Reached], ...] = ([], [])
        for _ in range(options.runs):
            for engine, own in zip(engines, runs, strict=True):
                own.append(search(engine, game.notation.format(position), deepest))
        found.append(tuple(map(best_of, runs)))
    print("| depth | positions | time | nodes | nodes a second |")
    print("|---|---|---|---|---|")
    for depth in options.depths:
        both = [(ours[depth], theirs[depth]) for ours, theirs in found if {depth} <= {*ours} & {*theirs}]
        times, nodes = ([[side[k] for side in pair] for pair in both] for k in (0, 1))
        speeds = [[n / max(t, 1e-9) for t, n in pair] for pair in both]
        cells = (factor(*map(list, zip(*each, strict=True))) for each in (times, nodes, speeds))
        print(f"| {depth} | {len(both)} | " + " | ".join(cells) + " |")
    for engine in engines:
        engine.quit()


if __name__ == "__main__":
    main()
