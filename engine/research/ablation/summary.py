"""Summaries of an ablation's raw results: means over the positions, factors between rows, Elo."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import geometric_mean, stdev

from engine.match.elo import STANDARD_ERRORS, Elo
from engine.research.ablation.measure import Climb, Reached, VariantResult
from engine.research.ablation.variants import Variant, VariantGroup

SECONDS = 0.2
"""The CPU time for which the report has the depth reached."""
SMALLEST = 1e-7
"""What thread clocks can tell apart at best."""


@dataclass(frozen=True)
class Factor:
    """A geometric mean of ratios over the positions, with the 95% interval from their spread, at a depth."""

    value: float
    low: float
    high: float
    depth: int


@dataclass(frozen=True)
class VariantSummary:
    """What the report says of a row. `nodes` and `seconds` are geometric means by depth that all reached.

    `fewer` and `faster` are by what the improvement divides nodes and time to the same depth: if it is added,
    against the row before; if it is left out, or a term of the evaluation, against the full search.
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


def at_depth(climbs: Sequence[Climb], depth: int) -> list[Reached] | None:
    """Return what every position took to a depth, None unless all got there."""
    found = [climb.at(depth) for climb in climbs]
    reached = [each for each in found if each is not None]
    return reached if climbs and len(reached) == len(climbs) else None


def depths(climbs: Sequence[Climb]) -> range:
    """Return the depths that all positions reached."""
    deepest = max((each.depth for climb in climbs for each in climb.reached), default=0)
    shared = [depth for depth in range(1, deepest + 1) if at_depth(climbs, depth)]
    return range(1, (shared[-1] if shared else 0) + 1)


def _means(climbs: Sequence[Climb], of: Callable[[Reached], float]) -> dict[int, float]:
    return {
        depth: geometric_mean([of(each) for each in at_depth(climbs, depth) or []])
        for depth in depths(climbs)
    }


def _nodes(reached: Reached) -> float:
    return max(reached.nodes, 1)


def _seconds(reached: Reached) -> float:
    return max(reached.seconds, SMALLEST)


def factor(
    more: Sequence[Climb], less: Sequence[Climb], of: Callable[[Reached], float], least: int = 1
) -> Factor | None:
    """Return how many times `less` goes into `more`, at the deepest depth that both reached everywhere.

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
    """Return by what a ply multiplies the nodes, over the two last depths (odd ones cost less than even)."""
    last = max(nodes, default=0)
    return math.sqrt(nodes[last] / nodes[last - 2]) if last > 2 else None


def summarise(result: VariantResult, base: VariantResult | None) -> VariantSummary:
    """Return what there is to tell of a row; `base` is the row that it is compared with, if there is one."""
    climbs, tally = result.climbs, result.match.tally()
    nodes = _means(climbs, _nodes)
    deep = [float(climb.depth_within(SECONDS)) for climb in climbs]
    other = base.climbs if base else ()
    pair = (other, climbs) if result.row.group is VariantGroup.ADDED else (climbs, other)
    compared = bool(other) and bool(climbs)
    return VariantSummary(
        row=result.row,
        nodes=nodes,
        seconds=_means(climbs, _seconds),
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
    """Return what there is to tell of all rows, in their order."""
    full = next((each for each in results if each.row.name == "full"), None)
    found = []
    before: VariantResult | None = None
    for result in results:
        added = result.row.group is VariantGroup.ADDED
        found.append(summarise(result, before if added else full))
        before = result if added else before
    return found
