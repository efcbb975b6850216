"""The plots of an ablation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from engine.match.elo import Elo
from engine.research import reports
from engine.research.ablation import texts
from engine.research.ablation.summary import DEPTH_TIME_S, Factor, VariantSummary
from engine.research.ablation.variants import VariantGroup, saved_name
from engine.research.texts import DEPTH_AXIS
from engine.search.texts import TITLES

if TYPE_CHECKING:
    from matplotlib.axes import Axes

ROW = 0.33
"""The height of a row of a plot in inches."""


@dataclass(frozen=True)
class Contribution:
    """What an improvement contributes: when added, when left out, and in Elo."""

    title: str
    source: str
    added: Factor | None
    left_out: Factor | None
    elo: Elo | None


def _negative(elo: Elo | None) -> Elo | None:
    """Return what the full search gains from the improvement that a row lacks."""
    if elo is None:
        return None
    return Elo(-elo.points, elo.margin, {"<": ">", ">": "<", "": ""}[elo.bound])


def contributions(lines: Sequence[VariantSummary]) -> list[Contribution]:
    """Return the contribution of each improvement, in the order in which they are added."""
    by_name = {line.row.name: line for line in lines}
    found = []
    for switch, title in TITLES.items():
        added = by_name.get(f"add-{saved_name(switch)}") or _full_if_last(by_name, switch)
        without = by_name.get("minimax" if switch == "alphabeta" else f"no-{saved_name(switch)}")
        if added is not None and without is not None:
            found.append(
                Contribution(title, without.row.source, added.fewer, without.fewer, _negative(without.elo))
            )
    if "book" in by_name:
        found.append(
            Contribution(texts.OPENING_BOOK, by_name["book"].row.source, None, None, by_name["book"].elo)
        )
    for without in lines:
        row = without.row
        if row.group is VariantGroup.EVALUATION:
            term = texts.term(row.title.removeprefix("- "))
            name = texts.BEYOND_MATERIAL if row.switch == "material" else term
            found.append(Contribution(name, row.source, None, without.fewer, _negative(without.elo)))
    return found


def _full_if_last(by_name: dict[str, VariantSummary], switch: str) -> VariantSummary | None:
    full = by_name.get("full")
    return full if full is not None and full.row.switch == switch else None


# --- speed-up and Elo, improvement by improvement


def summary(lines: Sequence[VariantSummary], title: str, path: Path) -> None:
    """Draw the main picture: by what each improvement divides the nodes, and its Elo."""
    rows = contributions(lines)
    with reports.figure(reports.WIDTH + 1, ROW * len(rows) + 1.5, path, title) as drawn:
        left, right = drawn.subplots(1, 2, sharey=True, width_ratios=(1, 1))
        bold = [row.title for row in rows if row.source]
        reports.label_rows((left, right), [row.title for row in rows], bold)
        _factors(left, rows)
        _elos(right, [row.elo for row in rows])
        left.set_title(texts.FEWER_NODES_TITLE)
        right.set_title(texts.STRONGER_TITLE)
        note = f"{texts.BOLD} {texts.NOTE}" if bold else texts.NOTE
        drawn.supxlabel(note, x=0.01, ha="left", fontsize=8.5, color=reports.SOFT)


def _factors(axes: Axes, rows: Sequence[Contribution]) -> None:
    from matplotlib.ticker import LogLocator

    axes.set_xscale("log")
    axes.xaxis.set_major_locator(LogLocator(subs=(1, 3)))
    axes.xaxis.set_major_formatter(lambda value, _: f"×{value:g}")
    axes.xaxis.set_minor_formatter(lambda value, _: "")
    axes.axvline(1, color=reports.SOFT, linewidth=1)
    kinds = (
        (texts.ADDED_LABEL, reports.BLUE, "o", -0.17, [row.added for row in rows]),
        (texts.LEFT_OUT_LABEL, reports.ORANGE, "D", 0.17, [row.left_out for row in rows]),
    )
    for label, colour, mark, shift, factors in kinds:
        shown = [(at + shift, each) for at, each in enumerate(factors) if each is not None]
        if not shown:
            continue
        values = [each.value for _, each in shown]
        bars = [[each.value - each.low for _, each in shown], [each.high - each.value for _, each in shown]]
        places = [at for at, _ in shown]
        axes.errorbar(
            values, places, xerr=bars, fmt=mark, color=colour, markersize=5, label=label, **reports.BARS
        )
        for at, each in shown:
            below = each.high < 1  # else the line at 1 would go through the text
            end, points, side = (each.low, -5, "right") if below else (each.high, 5, "left")
            text = reports.times(each.value)
            reports.write_beside(axes, text, (end, at), (points, 0), ha=side, fontsize=7.5, color=colour)
    axes.margins(x=0.16)
    if len(axes.get_legend_handles_labels()[1]) > 1:
        axes.legend(loc="lower right", fontsize=8.5)


def _elos(axes: Axes, elos: Sequence[Elo | None]) -> None:
    """Draw a point with its error bar for each Elo, and an arrow for each bound."""
    axes.axvline(0, color=reports.SOFT, linewidth=1)
    known = [elo for elo in elos if elo is not None and elo.is_informative]
    reach = max((abs(elo.points) + elo.margin for elo in known), default=100)
    for at, elo in enumerate(elos):
        if elo is None or not elo.is_informative:
            _note(axes, "" if elo is None else elo_text(elo), at, 6)
            continue
        sign = {">": 1, "<": -1, "": 0}[elo.bound]
        if sign:
            axes.annotate(
                "",
                (elo.points + sign * 0.12 * reach, at),
                (elo.points, at),
                arrowprops={"arrowstyle": "-|>", "color": reports.BLUE, "linewidth": 1.3},
            )
        mark, size = ("|", 9) if sign else ("o", 5)
        bar = elo.margin or None
        axes.errorbar(elo.points, at, xerr=bar, fmt=mark, color=reports.BLUE, markersize=size, **reports.BARS)
        beyond = elo.points + elo.margin + (0.12 * reach if sign > 0 else 0)
        crossing = not sign and -0.4 * reach < beyond < 0  # else the line at 0 would go through the text
        end, points, side = (elo.points - elo.margin, -6, "right") if crossing else (beyond, 6, "left")
        text, box = elo_text(elo), {"facecolor": "white", "alpha": 0.8, "edgecolor": "none", "pad": 0.6}
        reports.write_beside(axes, text, (end, at), (points, 0), ha=side, color=reports.INK, bbox=box)
    left, right = axes.get_xlim()
    axes.set_xlim(left - 0.03 * (right - left), right + 0.22 * (right - left))


def _note(axes: Axes, text: str, row: int, aside: int) -> None:
    """Write a text in place of an Elo, `aside` points from zero."""
    side = "left" if aside > 0 else "right"
    reports.write_beside(axes, text, (0, row), (aside, 0), ha=side, color=reports.SOFT)


def elo_text(elo: Elo | None) -> str:
    """Return an Elo difference with its margin or as a bound, as it is usually written."""
    if elo is None:
        return "–"
    if not elo.is_informative:
        return texts.TOO_FEW_GAMES
    points = reports.signed(elo.points)
    return f"{elo.bound} {points}" if elo.bound else f"{points} ± {round(elo.margin)}"


# --- step by step


def ladder(lines: Sequence[VariantSummary], title: str, path: Path) -> None:
    """Draw, for minimax and each row added, the depth reached in a fixed time and the Elo."""
    rows = [line for line in lines if line.row.group is VariantGroup.ADDED]
    with reports.figure(reports.WIDTH + 1, ROW * len(rows) + 1.4, path, title) as drawn:
        left, right = drawn.subplots(1, 2, sharey=True)
        reports.label_rows((left, right), [line.row.title for line in rows])
        _depths(left, rows)
        left.margins(x=0.1)
        left.set_xlim(left=0)
        left.set_title(texts.depth_title(DEPTH_TIME_S))
        _elos(right, [line.elo for line in rows])
        for at, line in enumerate(rows):
            if line.row.name == "full":
                _note(right, texts.IS_FULL_SEARCH, at, -6)
        right.set_title(texts.ELO_TITLE)


def _depths(axes: Axes, rows: Sequence[VariantSummary]) -> None:
    """Draw a bar for the depth of each row that has one."""
    known = [(at, line.depth, line.depth_margin) for at, line in enumerate(rows) if line.depth is not None]
    places, depths, margins = ([each[part] for each in known] for part in range(3))
    axes.barh(places, depths, height=0.62, color=reports.FAINT)
    axes.errorbar(depths, places, xerr=margins, fmt="o", color=reports.BLUE, markersize=5, **reports.BARS)
    for at, depth, margin in known:
        reports.write_beside(axes, f"{depth:.1f}", (depth + margin, at), (5, 0))


# --- growth with depth


def growth(lines: Sequence[VariantSummary], title: str, path: Path) -> None:
    """Draw how the nodes grow with the depth, for minimax and each row added.

    Of rows that reached the same depth the last one is named; the others are drawn faintly.
    """
    import matplotlib as mpl

    rows = [line for line in lines if line.row.group is VariantGroup.ADDED and line.nodes]
    named = list({max(line.nodes): line for line in rows}.values())
    colours = mpl.colormaps["viridis"]
    with reports.figure(reports.WIDTH, 5.4, path, title) as drawn:
        axes = drawn.subplots()
        for line in rows:
            if line not in named:
                axes.plot(list(line.nodes), list(line.nodes.values()), color="#b8bec7", linewidth=1)
        for number, line in enumerate(named):
            colour = colours(0.72 * number / max(len(named) - 1, 1))
            axes.plot(
                list(line.nodes), list(line.nodes.values()), "o-", color=colour, markersize=4, linewidth=1.8
            )
            end = max(line.nodes)
            style = {"rotation": 38, "rotation_mode": "anchor", "va": "baseline", "fontsize": 8.5}
            reports.write_beside(axes, line.row.title, (end, line.nodes[end]), (2, 5), color=colour, **style)
        reports.count_logarithmically(axes)
        _leave_room(axes)
        axes.locator_params(axis="x", integer=True)
        grey = f". {texts.NONE_DEEPER}" if len(named) < len(rows) else ""
        axes.set_xlabel(f"{DEPTH_AXIS}{grey}")
        axes.set_title(texts.GROWTH_PANEL)


def _leave_room(axes: Axes) -> None:
    """Make room for the slanting names at the ends of the curves."""
    low, high = axes.get_ylim()
    axes.set_ylim(low, high * max(high / low, 10) ** 0.32)  # a single point has no height
    axes.set_xlim(right=1.17 * axes.get_xlim()[1])
