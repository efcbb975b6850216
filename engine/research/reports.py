"""Common parts of reports: tables, number formats, the machine, files, and the style of plots."""

from __future__ import annotations

import csv
import io
import json
import os
import platform
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine import __version__
from engine.compiled.cache import package_version
from engine.research import texts
from engine.system.errors import UserError
from engine.system.files import checksum, checksum_of_file, free_path, read_file, replace_file

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MISSING = "–"
"""The content of a cell without a measurement."""

Cell = str | int | float | None


def markdown(head: Sequence[str], rows: Iterable[Sequence[str]], left: int = 1) -> str:
    """Return a table; the first `left` columns are aligned to the left, the others to the right."""
    rule = ["---" if column < left else "---:" for column in range(len(head))]
    lines = [head, rule, *rows]
    return "".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |\n" for line in lines)


def comma_separated(head: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """Return a table as CSV; missing values are empty cells."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    return text.getvalue()


def short(number: float | None) -> str:
    """Return a count with three digits: 987, 1.23k, 45.6M."""
    if number is None:
        return MISSING
    for unit, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if number >= 0.9995 * unit:
            return _three_digits(number / unit) + letter
    return f"{number:.0f}"


def _three_digits(number: float) -> str:
    digits = 2 if number < 9.995 else 1 if number < 99.95 else 0
    return f"{number:.{digits}f}"


def seconds(time: float | None) -> str:
    """Return a time with a fitting unit."""
    if time is None:
        return MISSING
    if time < 0.9995e-3:
        return texts.in_microseconds(time)
    if time < 0.9995:
        return texts.in_milliseconds(_three_digits(1e3 * time))
    return texts.in_seconds(_three_digits(time))


def signed(number: float) -> str:
    """Return a rounded number with its sign, with a real minus sign."""
    rounded = round(number)
    return f"−{-rounded}" if rounded < 0 else f"+{rounded}" if rounded else "0"


def times(factor: float | None) -> str:
    """Return a factor: ×3.21, ×0.87."""
    return MISSING if factor is None else f"×{short(factor) if factor >= 100 else _three_digits(factor)}"


CPU_FILE = Path("/proc/cpuinfo")


def processor() -> str:
    """Return the processor's name, if the system knows it."""
    with suppress(OSError):  # not on Linux, or hidden from the program
        lines = CPU_FILE.read_text(encoding="utf-8", errors="replace").splitlines()
        names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
        if names:
            return names[0]
    return platform.processor() or platform.machine()


def description() -> dict[str, str]:
    """Return machine and versions by their labels in a report."""
    return {
        "processor": texts.cores(processor(), os.cpu_count()),
        "system": f"{platform.system()} {platform.machine()}",
        "Python": platform.python_version(),
        "numba": package_version("numba"),
        "numpy": package_version("numpy"),
        "program": __version__,
    }


def machine_lines(machine: Mapping[str, str] | None = None) -> str:
    """Return a machine, usually this one, as a list in Markdown."""
    return "".join(f"- {name}: {value}\n" for name, value in (machine or description()).items())


def picture(description: str, name: str) -> str:
    """Return a picture of the report as a paragraph in Markdown."""
    return f"![{description}]({name}.png)\n"


# --- files


CHECKSUMS, MAX_CHECKSUMS_BYTES = ".checksums.json", 1 << 20
"""The checksums of a folder's files, as they were written last."""


def write_files(folder: Path, files: Mapping[str, str | bytes], by: str = "") -> None:
    """Write texts and pictures to the files of these names, each atomically.

    One that was edited since it was written, but for those of results, is first renamed: a number is added to
    its name. So is one of an earlier version, which wrote no checksums, if it has another text. `by` is noted
    for `is_written_by`.

    Raises:
        OSError: a file cannot be written.
    """
    written = _read_checksums(folder / CHECKSUMS)
    for name, contents in files.items():
        data = contents.encode() if isinstance(contents, str) else contents
        path, new = folder / name, checksum(data)
        if name.endswith(".json"):
            replace_file(path, data)
            continue
        if checksum_of_file(path) not in ("", str(written.get(name)).rpartition(" ")[2], new):
            path.rename(free_path(path))
        replace_file(path, data)
        written[name] = f"{by} {new}".lstrip()
        replace_file(folder / CHECKSUMS, json.dumps(written, indent=1).encode())


def is_written_by(folder: Path, name: str, by: str) -> bool:
    """Return whether a file is missing, empty, or as `write_files` has written it for `by`."""
    found = checksum_of_file(folder / name)
    return not found or _read_checksums(folder / CHECKSUMS).get(name) == f"{by} {found}"


def _read_checksums(path: Path) -> dict[str, Any]:
    """Return what is known of a folder's files; without it, they count as edited."""
    try:
        data = json.loads(read_file(path, MAX_CHECKSUMS_BYTES))
    except (OSError, ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}


_NAME = re.compile(r"^<!-- (\w+) -->\n", re.MULTILINE)


def read_texts(path: Path) -> dict[str, str]:
    """Return the texts of a file by their names; each follows a comment with its name."""
    _, *parts = _NAME.split(path.read_text(encoding="utf-8"))
    return dict(zip(parts[::2], parts[1::2], strict=True))


INK, SOFT, FAINT, STRIPE = "#1b1e23", "#6b7280", "#d9dde3", "#f4f6f8"
BLUE, ORANGE = "#0072b2", "#d55e00"
"""Colours that colour-blind people can tell apart (Okabe and Ito 2008); shapes differ wherever colours do."""
WIDTH = 9.5
DPI = 160
Point = tuple[float, float]
BARS: dict[str, Any] = {"capsize": 2, "linewidth": 1.3}
"""How error bars look."""
STYLE = Path(__file__).with_name("report.mplstyle")


def check_matplotlib() -> None:
    """Check that matplotlib is installed, can read its settings, and does not find any in the current folder.

    It looks there first, for instance among downloads, and versions before 3.10.9 run code in them.

    Raises:
        UserError: it is not, or cannot, or does; the message says what to do.
    """
    if find_spec("matplotlib") is None:
        raise UserError(texts.NO_MATPLOTLIB)
    if os.path.exists("matplotlibrc") and not os.path.isdir("matplotlibrc"):
        raise UserError(texts.MATPLOTLIBRC_HERE)
    try:
        import matplotlib  # noqa: F401
    except ValueError as error:
        raise UserError(texts.matplotlib_settings(error)) from None


def can_plot() -> bool:
    """Return whether matplotlib is installed and can read its settings: for reports that do without plots."""
    with suppress(UserError):
        check_matplotlib()
        return True
    return False


@contextmanager
def figure(width: float, height: float, path: Path, title: str) -> Iterator[Figure]:
    """Provide an empty figure, in inches, and write it with its title to `path` as PNG and as SVG.

    Edited pictures are kept as by `write_files`.
    """
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with mpl.rc_context(fname=STYLE):
        drawn = Figure(figsize=(width, height), layout="constrained")
        yield drawn
        drawn.suptitle(title, x=0.01, ha="left", fontsize=13, fontweight="bold")
        path.parent.mkdir(parents=True, exist_ok=True)
        png, svg = io.BytesIO(), io.BytesIO()
        drawn.savefig(png, format="png", dpi=DPI)
        drawn.savefig(svg, format="svg", metadata={"Date": None})
        pictures = {".png": png.getvalue(), ".svg": svg.getvalue()}
        write_files(path.parent, {path.with_suffix(end).name: data for end, data in pictures.items()})


def write_beside(axes: Axes, text: str, place: Point, points: Point, **style: Any) -> None:
    """Write a text to the right of a place and above it, by `points`."""
    axes.annotate(text, place, points, textcoords="offset points", **{"va": "center", "fontsize": 8, **style})


def count_logarithmically(axes: Axes) -> None:
    """Make the vertical axis one of counts: 1, 10, 100, 1k …"""
    axes.set_yscale("log")
    axes.yaxis.set_major_formatter(lambda value, _: short(value).replace(".00", "").replace(".0", ""))
    axes.yaxis.set_minor_formatter(lambda value, _: "")


def label_rows(panels: Sequence[Axes], names: Sequence[str], bold: Collection[str] = ()) -> None:
    """Label the rows of panels side by side, the first on top, on their shared vertical axis."""
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
