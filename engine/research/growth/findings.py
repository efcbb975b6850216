"""The findings on node counts: what was expected, and what a run has shown."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from engine.research import reports
from engine.research.growth import texts
from engine.research.growth.growth import GrowthCell, GrowthLog, GrowthSettings, by_phase, sizes_of

UNORDERED_POWER = 0.75
"""The power for unordered moves and random values (Pearl 1982)."""


def board(size: int | None) -> str:
    """Return a board's size in words, empty if the game has only one."""
    return "" if size is None else f"{size} × {size}"


def findings(logs: Sequence[GrowthLog], found: Sequence[GrowthCell], settings: GrowthSettings) -> str:
    """Return the verdicts on the expectations, point by point."""
    points = [
        _exponents(found),
        _growing(found),
        _by_third(logs, settings),
        _even(found),
        _by_evaluation(found),
    ]
    return "\n".join(f"{number}. {point}" for number, point in enumerate(points, start=1)) + "\n"


def _verdict(is_as_expected: bool) -> str:
    return texts.AS_EXPECTED if is_as_expected else texts.NOT_AS_EXPECTED


def _deepest(found: Sequence[GrowthCell]) -> list[GrowthCell]:
    sizes = sizes_of(found)
    return [max((cell for cell in found if cell.size == size), key=lambda cell: cell.depth) for size in sizes]


def _on(size: int | None) -> str:
    return texts.on_board(board(size)) if size else ""


def _powers(found: Sequence[GrowthCell]) -> dict[int | None, float]:
    """Return by board size the power of minimax's nodes that gives alpha-beta's, at the maximum depth."""
    cells = [cell for cell in _deepest(found) if min(cell.nodes) > 1]
    return {cell.size: math.log(cell.nodes[1]) / math.log(cell.nodes[0]) for cell in cells}


def _exponents(found: Sequence[GrowthCell]) -> str:
    exponents = _powers(found)
    values = [f"{each:.2f}{_on(size)}" for size, each in exponents.items()]
    inside = all(0.5 <= each <= 1 for each in exponents.values())
    return texts.powers(values, _verdict(inside))


def _by_evaluation(found: Sequence[GrowthCell]) -> str:
    powers = _powers(found).values()
    near = sum(abs(each - UNORDERED_POWER) < (1 - UNORDERED_POWER) / 2 for each in powers)
    return texts.near(near, len(powers), UNORDERED_POWER, _verdict(near == len(powers)))


def _growing(found: Sequence[GrowthCell]) -> str:
    steps = [(cell, deeper) for cell, deeper in pairwise(found) if cell.size == deeper.size]
    grew = sum(deeper.factor > cell.factor for cell, deeper in steps)
    if not steps:
        return texts.ONE_DEPTH
    common = min(cell.depth for cell in _deepest(found))
    factors = [cell.factor for cell in found if cell.depth == common]
    verdict = _verdict(grew == len(steps) and factors == sorted(factors))
    if len(factors) == 1:
        return texts.grew(grew, len(steps), verdict)
    return texts.grew_with_size(grew, len(steps), common, [*map(reports.times, factors)], verdict)


def _by_third(logs: Sequence[GrowthLog], settings: GrowthSettings) -> str:
    lines, is_as_expected = [], True
    for size, depth in settings.turn_depths.items():
        phases = by_phase(logs, size, depth)
        factors = [phase.nodes[0] / phase.nodes[1] if phase.nodes[1] else 1.0 for phase in phases]
        largest_trees = max(phases, key=lambda phase: phase.nodes[0])
        is_as_expected &= max(factors) == factors[phases.index(largest_trees)]
        lines.append(f"{', '.join(map(reports.times, factors))}{_on(size)}")
    return texts.by_third(lines, _verdict(is_as_expected))


def _even(found: Sequence[GrowthCell]) -> str:
    wins = [sum(cell.results[number] for cell in found) for number in (0, 1)]
    if not any(wins):
        return texts.NO_WINS
    return texts.wins(wins[0], wins[1], _verdict(wins[0] == wins[1]))
