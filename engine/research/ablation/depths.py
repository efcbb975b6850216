"""How many nodes and how much time a search takes to get to each depth.

Run as a program it reads what to measure from standard input and writes the answer, both as JSON: that is how
a search with other weights is measured, which takes a process of its own (see players/weights_player.py).
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from engine import rules as registry
from engine.game.game import History
from engine.players.weights_player import environment
from engine.rules.rules import Rules
from engine.rules.values import Position
from engine.search.limits import Limits, SearchInfo, SearchOptions
from engine.search.searcher import Searcher

HASH_MIB = 32


@dataclass(frozen=True)
class Reached:
    """A depth that a search finished: all nodes and all CPU seconds that it had taken until then."""

    depth: int
    nodes: int
    seconds: float


@dataclass(frozen=True)
class Climb:
    """A search from nothing; `solved` if it ended because deeper searching could not find out more."""

    reached: tuple[Reached, ...]
    solved: bool

    def at(self, depth: int) -> Reached | None:
        """Return what it took to reach a depth, None if it was not reached."""
        if self.solved and self.reached and depth > self.reached[-1].depth:
            return self.reached[-1]
        return next((each for each in self.reached if each.depth == depth), None)

    def depth_within(self, seconds: float) -> int:
        """Return the last depth that was finished within so many CPU seconds."""
        return max((each.depth for each in self.reached if each.seconds <= seconds), default=0)


def climb(searcher: Searcher, position: Position, options: SearchOptions, nodes: int) -> Climb:
    """Search a position from nothing with at most so many nodes."""
    reached: list[Reached] = []
    began = 0.0

    def note(info: SearchInfo) -> None:
        # This thread's own time: other programs on the machine do not lengthen it.
        reached.append(Reached(info.depth, info.nodes, round(time.thread_time() - began, 7)))

    searcher.clear()
    searcher.allow()
    began = time.thread_time()
    searcher.search(position, History(), Limits(nodes=nodes), options, note)
    return Climb(tuple(reached), searcher.nodes < nodes)


def climb_all(rules: Rules, positions: Sequence[Position], options: SearchOptions, nodes: int) -> list[Climb]:
    """Search every position from nothing with at most so many nodes each."""
    searcher = Searcher(rules, HASH_MIB)
    climb(searcher, rules.start(), options, 1)  # loads what is compiled
    return [climb(searcher, position, options, nodes) for position in positions]


def climb_with_weights(rules: Rules, positions: Sequence[Position], weights: str, nodes: int) -> list[Climb]:
    """Do the same with the full search and other weights, in a process of its own."""
    task = {
        "game": rules.name,
        "positions": [rules.notation.format(each) for each in positions],
        "nodes": nodes,
    }
    words = [sys.executable, "-m", "engine.research.ablation.depths"]
    done = subprocess.run(
        words, input=json.dumps(task), env=environment(weights), stdout=subprocess.PIPE, text=True, check=True
    )
    return [climb_of(each) for each in json.loads(done.stdout)]


def climb_of(data: dict[str, Any]) -> Climb:
    """Return what `asdict` made of a climb."""
    return Climb(tuple(Reached(**each) for each in data["reached"]), data["solved"])


def main() -> None:
    """Measure what standard input asks for."""
    task = json.load(sys.stdin)
    rules = registry.get(task["game"])
    positions = [rules.notation.parse(text) for text in task["positions"]]
    climbs = climb_all(rules, positions, SearchOptions(), task["nodes"])
    json.dump([asdict(each) for each in climbs], sys.stdout)


if __name__ == "__main__":
    main()
