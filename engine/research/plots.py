"""How reports draw: one style for all pictures, and the door to matplotlib, which playing does not need."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.research.reports import short
from engine.system.errors import UserError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

INK, SOFT, FAINT, STRIPE = "#1b1e23", "#6b7280", "#d9dde3", "#f4f6f8"
BLUE, ORANGE = "#0072b2", "#d55e00"
"""Colours that nobody confuses (Okabe and Ito 2008); shapes differ as well wherever they do."""
WIDTH = 9.5
DPI = 160
Point = tuple[float, float]
BARS: dict[str, Any] = {"capsize": 2, "linewidth": 1.3}
"""How error bars look."""
STYLE = Path(__file__).with_name("report.mplstyle")


def check_matplotlib() -> None:
    """Raise `UserError` with the way out if there is no matplotlib."""
    if find_spec("matplotlib") is None:
        raise UserError(
            "the plots need matplotlib: 'pip install matplotlib' installs it, --no-plots does without"
        )


@contextmanager
def figure(width: float, height: float, path: Path, title: str) -> Iterator[Figure]:
    """Provide an empty figure, in inches, and write it with its title to `path` as PNG and as SVG."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with mpl.rc_context(fname=STYLE):
        drawn = Figure(figsize=(width, height), layout="constrained")
        yield drawn
        drawn.suptitle(title, x=0.01, ha="left", fontsize=13, fontweight="bold")
        path.parent.mkdir(parents=True, exist_ok=True)
        drawn.savefig(path.with_suffix(".png"), dpi=DPI)
        drawn.savefig(path.with_suffix(".svg"), metadata={"Date": None})


def write_beside(axes: Axes, text: str, place: Point, points: Point, **style: Any) -> None:
    """Write a text so many points to the right of a place and above it."""
    axes.annotate(text, place, points, textcoords="offset points", **{"va": "center", "fontsize": 8, **style})


def count_logarithmically(axes: Axes) -> None:
    """Make the vertical axis one of counts: 1, 10, 100, 1k …"""
    axes.set_yscale("log")
    axes.yaxis.set_major_formatter(lambda value, _: short(value).replace(".00", "").replace(".0", ""))
    axes.yaxis.set_minor_formatter(lambda value, _: "")


def label_rows(panels: Sequence[Axes], names: Sequence[str], bold: Collection[str] = ()) -> None:
    """Make the shared vertical axis of panels side by side one of rows, the first on top; some stand out."""
    first = panels[0]
    first.set_yticks(range(len(names)), names)
    for label in first.get_yticklabels():
        label.set_fontweight("bold" if label.get_text() in bold else "normal")
    first.set_ylim(max(len(names), 1) - 0.5, -0.5)
    for axes in panels:
        for row in range(0, len(names), 2):
            axes.axhspan(row - 0.5, row + 0.5, color=STRIPE, linewidth=0, zorder=0)
        axes.tick_params(axis="y", length=0)
        axes.grid(axis="y", visible=False)
        axes.spines["left"].set_visible(False)
