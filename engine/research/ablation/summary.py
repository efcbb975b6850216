"""Summaries of an ablation's raw results: means over the positions, factors between rows, Elo."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count
from statistics import geometric_mean, stdev

from engine.match.elo import STANDARD_ERRORS, Elo
from engine.research.ablation.measure import DeepeningRun, DepthCost, VariantResult
from engine.research.ablation.variants import Variant, VariantGroup

DEPTH_TIME_S = 0.2
"""The CPU time in seconds for which the report states the depth reached."""
MIN_SECONDS = 1e-7
"""The resolution of thread clocks in seconds, at best."""


@dataclass(frozen=True)
class Factor:
    """A geometric mean of ratios over the positions, with the 95% interval from their spread, at a depth."""

    value: float
    low: float
    high: float
    depth: int


@dataclass(frozen=True)
class VariantSummary:
    """The summary of a row. `nodes` and `seconds` are geometric means by depth that all reached.

    `fewer` and `faster` are the factors by which the improvement divides nodes and time to the same depth:
    against the row before if it is added; against the full search if it is left out, or a term of the
    evaluation.
    """

    row: Variant
    nodes: dict[int, float]
    seconds: dict[int, float]
    depth: float | None
    depth_margin: float
    branching: float | None
    fewer: Factor | None
    faster: Factor | None
    elo: Elo | None
    games: tuple[int, int, int]
    """Wins, losses and draws."""
    faults: int


def spread(values: Sequence[float]) -> float:
    """Return the half-width of the 95% interval of the mean of these values, 0 for a single one."""
    return STANDARD_ERRORS * stdev(values) / math.sqrt(len(values)) if len(values) > 1 else 0.0


def at_depth(runs: Sequence[DeepeningRun], depth: int) -> list[DepthCost] | None:
    """Return the cost of a depth for every position, None unless all reached it."""
    found = [run.at(depth) for run in runs]
    reached = [each for each in found if each is not None]
    return reached if runs and len(reached) == len(runs) else None


def depths(runs: Sequence[DeepeningRun]) -> range:
    """Return the depths that all positions reached, from 1 on without a gap, and a search in at least one."""
    deepest = max((each.depth for run in runs for each in run.reached), default=0)
    return range(1, next(depth for depth in count(1) if depth > deepest or not at_depth(runs, depth)))


def _means(runs: Sequence[DeepeningRun], of: Callable[[DepthCost], float]) -> dict[int, float]:
    return {
        depth: geometric_mean([of(each) for each in at_depth(runs, depth) or []]) for depth in depths(runs)
    }


def _nodes(reached: DepthCost) -> float:
    return max(reached.nodes, 1)


def _seconds(reached: DepthCost) -> float:
    return max(reached.seconds, MIN_SECONDS)


def factor(
    more: Sequence[DeepeningRun],
    less: Sequence[DeepeningRun],
    of: Callable[[DepthCost], float],
    least: int = 1,
) -> Factor | None:
    """Return the ratio of `more` to `less`, at the deepest depth that both reached in every position.

    None if that is less deep than `least`.
    """
    deepest = min(len(depths(more)), len(depths(less)))
    above, below = at_depth(more, deepest), at_depth(less, deepest)
    if deepest < least or above is None or below is None:
        return None
    logs = [math.log(of(one) / of(other)) for one, other in zip(above, below, strict=True)]
    mean, margin = sum(logs) / len(logs), spread(logs)
    return Factor(math.exp(mean), math.exp(mean - margin), math.exp(mean + margin), deepest)


def branching(nodes: dict[int, float]) -> float | None:
    """Return the branching factor over the two last depths (odd ones cost less than even ones)."""
    last = max(nodes, default=0)
    return math.sqrt(nodes[last] / nodes[last - 2]) if last > 2 else None


def summarise(result: VariantResult, base: VariantResult | None) -> VariantSummary:
    """Return the summary of a row; `base` is the row that it is compared with, if any."""
    runs, tally = result.runs, result.match.tally()
    nodes = _means(runs, _nodes)
    deep = [float(run.depth_within(DEPTH_TIME_S)) for run in runs]
    other = base.runs if base else ()
    pair = (other, runs) if result.row.group is VariantGroup.ADDED else (runs, other)
    compared = bool(other) and bool(runs)
    return VariantSummary(
        row=result.row,
        nodes=nodes,
        seconds=_means(runs, _seconds),
        depth=sum(deep) / len(deep) if deep else None,
        depth_margin=spread(deep) if deep else 0.0,
        branching=branching(nodes),
        fewer=factor(*pair, _nodes) if compared else None,
        faster=factor(*pair, _seconds) if compared else None,
        elo=tally.elo(),
        games=(tally.count(1), tally.count(0), tally.count(0.5)),
        faults=len(result.match.faults),
    )


def summarise_all(results: Sequence[VariantResult]) -> list[VariantSummary]:
    """Return the summaries of all rows, in their order."""
    full = next((each for each in results if each.row.name == "full"), None)
    found = []
    before: VariantResult | None = None
    for result in results:
        added = result.row.group is VariantGroup.ADDED
        found.append(summarise(result, before if added else full))
        before = result if added else before
    return found
