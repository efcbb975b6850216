"""The data of an experiment's charts. No pygame."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from congo_gui.screens.experiment import texts
from engine.research import texts as research_texts
from engine.research.ablation import texts as ablation_texts
from engine.research.growth import texts as growth_texts
from engine.research.reports import short, times

if TYPE_CHECKING:
    # Importing these loads the compiler, which has to wait until the first frame is on the screen.
    from engine.match.elo import Elo
    from engine.research.ablation.plots import Contribution
    from engine.research.ablation.run import AblationExperiment
    from engine.research.ablation.summary import Factor, VariantSummary
    from engine.research.experiment import Experiment
    from engine.research.growth.run import GrowthExperiment

Point = tuple[float, float]


@dataclass(frozen=True)
class Curve:
    """A line through points with error bars; one without a name is only for comparison."""

    name: str
    points: tuple[Point, ...]
    margins: tuple[float, ...] = ()


@dataclass(frozen=True)
class LinePanel:
    """Curves over the same numbers."""

    title: str
    across: str
    curves: tuple[Curve, ...]


@dataclass(frozen=True)
class LineChart:
    """Panels side by side with the same logarithmic axis of counts."""

    title: str
    up: str
    panels: tuple[LinePanel, ...]

    @property
    def is_known(self) -> bool:
        """True if there is anything to draw."""
        return any(curve.points for panel in self.panels for curve in panel.curves)


@dataclass(frozen=True)
class ChartBar:
    """A bar with its 95% interval and its number in words; a `bound`, < or >, is open to one side.

    Without a value there is only the text.
    """

    label: str
    value: float | None
    low: float
    high: float
    text: str
    bound: str = ""


@dataclass(frozen=True)
class BarChart:
    """Bars below each other that begin at `base`; factors are drawn on a logarithmic axis."""

    title: str
    bars: tuple[ChartBar, ...]
    base: float = 0.0
    is_logarithmic: bool = False
    end: float | None = None
    """Where the axis ends at the least."""

    @property
    def is_known(self) -> bool:
        """True if there is anything to draw."""
        return any(bar.value is not None for bar in self.bars)


@dataclass(frozen=True)
class BandChart:
    """A line of values, one after another, each with the lower and the upper end of its 95% interval."""

    title: str
    across: str
    points: tuple[tuple[float, float, float], ...]

    @property
    def is_known(self) -> bool:
        """True if there is anything to draw."""
        return bool(self.points)


Chart = LineChart | BarChart | BandChart
Charts = dict[str, tuple[Chart, ...]]
"""By the name of the report's picture."""


def charts_of(experiment: Experiment) -> Charts:
    """Return the charts of an experiment as far as it is."""
    from engine.research.ablation.run import AblationExperiment
    from engine.research.growth.run import GrowthExperiment

    if isinstance(experiment, GrowthExperiment):
        charts = _growth(experiment)
    else:
        assert isinstance(experiment, AblationExperiment)
        charts = _ablation(experiment)
    return {name: tuple(chart for chart in shown if chart.is_known) for name, shown in charts.items()}


def _growth(experiment: GrowthExperiment) -> Charts:
    """Return nodes by depth and turn by turn, a panel for each size of the board."""
    from engine.research.growth.findings import board
    from engine.research.growth.growth import by_turn, sizes_of
    from engine.research.growth.report import NAMES

    found, logs = experiment.cells(), experiment.logs
    by_depth, turns = [], []
    for size in sizes_of(found):
        own = [cell for cell in found if cell.size == size]
        curves = [
            Curve(
                name,
                tuple((cell.depth, cell.nodes[which]) for cell in own),
                tuple(cell.margins[which] for cell in own),
            )
            for which, name in enumerate(NAMES)
        ]
        by_depth.append(LinePanel(board(size), research_texts.DEPTH_AXIS, tuple(curves)))
        depth = experiment.settings.turn_depths[size]
        means = by_turn(logs, size, depth)
        if means:
            title = growth_texts.panel(board(size), depth)
            curves = [Curve(name, _turns(means, which)) for which, name in enumerate(NAMES)]
            turns.append(LinePanel(title, texts.TURN_ACROSS, tuple(curves)))
    return {
        "depths": (LineChart(research_texts.BY_DEPTH, growth_texts.NODES_AXIS, tuple(by_depth)),),
        "turns": (LineChart(growth_texts.TURNS_PICTURE, texts.NODES_UP, tuple(turns)),),
    }


def _turns(means: Sequence[tuple[float, float]], which: int) -> tuple[Point, ...]:
    return tuple((turn, nodes[which]) for turn, nodes in enumerate(means, start=1) if nodes[which])


def _ablation(experiment: AblationExperiment) -> Charts:
    from engine.research.ablation.plots import contributions
    from engine.research.ablation.summary import DEPTH_TIME_S
    from engine.research.ablation.variants import VariantGroup

    summaries = experiment.summaries()
    rows = sorted((row for row in contributions(summaries) if _is_known(row)), key=_points, reverse=True)
    added = [line for line in summaries if line.row.group is VariantGroup.ADDED]
    deep = [line for line in added if line.depth is not None]
    bars = [_depth_bar(line) for line in deep]
    return {
        "summary": (
            BarChart(texts.WORTH, tuple(_elo(_title(row), row.elo) for row in rows)),
            BarChart(
                texts.FEWER,
                tuple(_factor(_title(row), row.left_out or row.added) for row in rows),
                base=1.0,
                is_logarithmic=True,
            ),
        ),
        "ladder": (
            BarChart(ablation_texts.depth_title(DEPTH_TIME_S), tuple(bars)),
            BarChart(
                ablation_texts.ELO_TITLE,
                tuple(_elo(line.row.title, line.elo) for line in added if line.elo is not None),
            ),
        ),
        "growth": (LineChart(texts.TO_A_DEPTH, texts.NODES_UP, (_growing(added),)),),
    }


def _is_known(row: Contribution) -> bool:
    return not (row.elo is None and row.left_out is None and row.added is None)


def _title(row: Contribution) -> str:
    """Return the name of an improvement outside the list below its group."""
    return row.title.strip().replace(texts.PART_OF_IT, texts.TERM)


def _points(row: Contribution) -> float:
    return row.elo.points if row.elo is not None and row.elo.is_informative else float("-inf")


def _elo(label: str, elo: Elo | None) -> ChartBar:
    from engine.research.ablation.plots import elo_text

    if elo is None or not elo.is_informative:
        return ChartBar(label, None, 0, 0, elo_text(elo))
    low, high = elo.points - elo.margin, elo.points + elo.margin
    return ChartBar(label, elo.points, low, high, elo_text(elo), elo.bound)


def _factor(label: str, factor: Factor | None) -> ChartBar:
    if factor is None:
        return ChartBar(label, None, 1, 1, times(None))
    return ChartBar(label, factor.value, factor.low, factor.high, times(factor.value))


def _depth_bar(line: VariantSummary) -> ChartBar:
    depth, margin = line.depth or 0.0, line.depth_margin
    return ChartBar(line.row.title, depth, depth - margin, depth + margin, f"{depth:.1f}")


def _growing(rows: Sequence[VariantSummary]) -> LinePanel:
    """Return a curve for each row; of rows that reached the same depth the last one is named."""
    known = [line for line in rows if line.nodes]
    named = {max(line.nodes): line.row.title for line in known}
    curves = [
        Curve(
            line.row.title if line.row.title in named.values() else "",
            tuple((depth, nodes) for depth, nodes in line.nodes.items()),
        )
        for line in known
    ]
    return LinePanel("", research_texts.DEPTH_AXIS, tuple(curves))


def label_of(count: float) -> str:
    """Format a count for an axis: 1, 10, 1k."""
    return short(count).replace(".00", "").replace(".0", "")
