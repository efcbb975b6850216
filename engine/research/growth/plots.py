"""The pictures of how node counts grow."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from engine.research.growth import growth
from engine.research.growth.growth import GrowthCell, GrowthLog, sizes_of
from engine.research.plots import BLUE, ORANGE, WIDTH, count_logarithmically, figure
from engine.research.tables import short

if TYPE_CHECKING:
    from matplotlib.axes import Axes

NAMES = ("minimax", "alpha-beta")
MARKS = ("o", "D")
COLOURS = (ORANGE, BLUE)
HEIGHT = 3.6


def board(size: int | None) -> str:
    """Return a board's size in words, "" where a game has but one."""
    return "" if size is None else f"{size} × {size}"


def _width(sizes: Sequence[int | None]) -> float:
    return WIDTH if len(sizes) > 1 else 0.65 * WIDTH


def by_depth(found: Sequence[GrowthCell], title: str, path: Path) -> None:
    """Draw the nodes a turn by depth, a panel for each size of the board."""
    sizes = sizes_of(found)
    with figure(_width(sizes), HEIGHT, path) as drawn:
        panels = drawn.subplots(1, len(sizes), sharey=True, squeeze=False)[0]
        for axes, size in zip(panels, sizes, strict=True):
            _prepare(axes, board(size), "depth (plies)")
            _depth_curves(axes, [cell for cell in found if cell.size == size])
        _leave_room(panels)
        panels[0].set_ylim(bottom=1, top=3 * panels[0].get_ylim()[1])
        panels[0].set_ylabel("nodes a turn")
        drawn.suptitle(f"{title}: nodes by depth", x=0.01, ha="left", fontsize=13, fontweight="bold")


def _leave_room(panels: Sequence[Axes]) -> None:
    """Make room for the names at the ends of the curves, which are the longer the narrower a panel is."""
    for axes in panels:
        left, right = axes.get_xlim()
        axes.set_xlim(right=right + (0.22 + 0.12 * len(panels)) * (right - left))


def _prepare(axes: Axes, title: str, across: str) -> None:
    count_logarithmically(axes)
    axes.locator_params(axis="x", integer=True)
    axes.set_title(title)
    axes.set_xlabel(across)


def _depth_curves(axes: Axes, cells: Sequence[GrowthCell]) -> None:
    deepest = [cell.depth for cell in cells]
    for algorithm in (0, 1):
        nodes = [cell.nodes[algorithm] for cell in cells]
        axes.errorbar(
            deepest,
            nodes,
            yerr=[cell.margins[algorithm] for cell in cells],
            fmt=f"{MARKS[algorithm]}-",
            color=COLOURS[algorithm],
            markersize=5,
            capsize=2,
        )
        _name(axes, algorithm, deepest[-1], nodes[-1], f"\n{short(nodes[-1])}")
    axes.set_xticks(deepest)
    axes.set_xlim(0.8, deepest[-1])


def _name(axes: Axes, algorithm: int, across: float, nodes: float, more: str = "") -> None:
    """Write an algorithm's name beside the end of its curve, minimax's above that of alpha-beta."""
    axes.annotate(
        NAMES[algorithm] + more,
        (across, nodes),
        (7, -4 if algorithm else 4),
        textcoords="offset points",
        va="top" if algorithm else "bottom",
        fontsize=8,
        color=COLOURS[algorithm],
    )


def by_turn(logs: Sequence[GrowthLog], depth: int, title: str, path: Path) -> None:
    """Draw the nodes of each turn at one depth, a panel for each size of the board."""
    sizes = sizes_of(logs)
    with figure(_width(sizes), HEIGHT, path) as drawn:
        panels = drawn.subplots(1, len(sizes), sharey=True, squeeze=False)[0]
        for axes, size in zip(panels, sizes, strict=True):
            _prepare(axes, board(size), "turn")
            _turn_curves(axes, growth.by_turn(logs, size, depth))
        _leave_room(panels)
        panels[0].set_ylim(bottom=0.4)
        panels[0].set_ylabel(f"nodes at depth {depth}")
        drawn.suptitle(f"{title}: nodes turn by turn", x=0.01, ha="left", fontsize=13, fontweight="bold")


def _turn_curves(axes: Axes, turns: Sequence[tuple[float, float]]) -> None:
    for algorithm in (0, 1):
        shown = [(at, nodes[algorithm]) for at, nodes in enumerate(turns, start=1) if nodes[algorithm]]
        axes.plot(
            [at for at, _ in shown],
            [nodes for _, nodes in shown],
            f"{MARKS[algorithm]}-",
            color=COLOURS[algorithm],
            markersize=4,
            linewidth=1.3,
        )
        if shown:
            _name(axes, algorithm, *shown[-1])
    axes.set_xticks([tick for tick in axes.get_xticks() if 1 <= tick <= len(turns)])
    axes.set_xlim(0.5, len(turns) + 0.5)
