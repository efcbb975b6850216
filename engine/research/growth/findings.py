"""The findings on node counts: what was expected, and what a run has shown."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from engine.research import reports
from engine.research.growth.growth import GrowthCell, GrowthLog, GrowthSettings, by_phase, sizes_of
from engine.rules.words import count_text

UNORDERED = 0.75
"""The power with moves in no order and values at random (Pearl 1982)."""


def board(size: int | None) -> str:
    """Return a board's size in words, "" where a game has but one."""
    return "" if size is None else f"{size} × {size}"


def findings(logs: Sequence[GrowthLog], found: Sequence[GrowthCell], settings: GrowthSettings) -> str:
    """Return what the figures say of what was expected, point by point."""
    points = [
        _exponents(found),
        _growing(found),
        _by_third(logs, settings),
        _even(found),
        _by_evaluation(found),
    ]
    return "\n".join(f"{number}. {point}" for number, point in enumerate(points, start=1)) + "\n"


def _verdict(is_as_expected: bool) -> str:
    return "As expected." if is_as_expected else "Not as expected."


def _deepest(found: Sequence[GrowthCell]) -> list[GrowthCell]:
    sizes = sizes_of(found)
    return [max((cell for cell in found if cell.size == size), key=lambda cell: cell.depth) for size in sizes]


def _on(size: int | None) -> str:
    return f" on {board(size)}" if size else ""


def _powers(found: Sequence[GrowthCell]) -> dict[int | None, float]:
    """Return by board size to which power alpha-beta's nodes are minimax's, at the greatest depth."""
    cells = [cell for cell in _deepest(found) if min(cell.nodes) > 1]
    return {cell.size: math.log(cell.nodes[1]) / math.log(cell.nodes[0]) for cell in cells}


def _exponents(found: Sequence[GrowthCell]) -> str:
    exponents = _powers(found)
    told = ", ".join(f"{each:.2f}{_on(size)}" for size, each in exponents.items())
    inside = all(0.5 <= each <= 1 for each in exponents.values())
    return f"Powers at the greatest depth: {told}. {_verdict(inside)}"


def _by_evaluation(found: Sequence[GrowthCell]) -> str:
    powers = _powers(found).values()
    near = sum(abs(each - UNORDERED) < (1 - UNORDERED) / 2 for each in powers)
    which = f"{near} of {len(powers)} powers at the greatest depth are"
    if len(powers) == 1:
        which = f"The power at the greatest depth is{'' if near else ' not'}"
    return f"{which} nearer to {UNORDERED} than to 0.5 or 1. {_verdict(near == len(powers))}"


def _growing(found: Sequence[GrowthCell]) -> str:
    steps = [(cell, deeper) for cell, deeper in pairwise(found) if cell.size == deeper.size]
    grew = sum(deeper.factor > cell.factor for cell, deeper in steps)
    told = f"The factor grew with the depth at {grew} of {len(steps)} steps"
    if not steps:
        return "The factor grew with the depth: not measured, as there is one depth alone."
    common = min(cell.depth for cell in _deepest(found))
    factors = [cell.factor for cell in found if cell.depth == common]
    if len(factors) > 1:
        told += f", and at depth {common} from the smallest board to the largest " + ", ".join(
            map(reports.times, factors)
        )
    return f"{told}. {_verdict(grew == len(steps) and factors == sorted(factors))}"


def _by_third(logs: Sequence[GrowthLog], settings: GrowthSettings) -> str:
    told, is_as_expected = [], True
    for size, depth in settings.turn_depths.items():
        phases = by_phase(logs, size, depth)
        factors = [phase.nodes[0] / phase.nodes[1] if phase.nodes[1] else 1.0 for phase in phases]
        largest_trees = max(phases, key=lambda phase: phase.nodes[0])
        is_as_expected &= max(factors) == factors[phases.index(largest_trees)]
        told.append(f"{', '.join(map(reports.times, factors))}{_on(size)}")
    return f"The factor in opening, middle and end: {'; '.join(told)}. {_verdict(is_as_expected)}"


def _even(found: Sequence[GrowthCell]) -> str:
    wins = [sum(cell.results[number] for cell in found) for number in (0, 1)]
    if not any(wins):
        return "Neither won a game, so there is nothing to compare."
    return f"Minimax won {count_text(wins[0], 'game')}, alpha-beta {wins[1]}. {_verdict(wins[0] == wins[1])}"
