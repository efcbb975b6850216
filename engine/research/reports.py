"""What reports share: tables, numbers as they are written, and the machine that a measurement was made on."""

from __future__ import annotations

import csv
import io
import os
import platform
import re
from collections.abc import Iterable, Mapping, Sequence
from importlib import metadata
from pathlib import Path

from engine import __version__

MISSING = "–"
"""What stands in a cell for which there is no measurement."""

Cell = str | int | float | None


def markdown(head: Sequence[str], rows: Iterable[Sequence[str]], left: int = 1) -> str:
    """Return a table; the first `left` columns are aligned to the left, the others to the right."""
    rule = ["---" if column < left else "---:" for column in range(len(head))]
    lines = [head, rule, *rows]
    return "".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |\n" for line in lines)


def comma_separated(head: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """Return the same as CSV; what is missing is an empty cell."""
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
        return f"{1e6 * time:.0f} µs"
    return f"{_three_digits(1e3 * time)} ms" if time < 0.9995 else f"{_three_digits(time)} s"


def signed(number: float) -> str:
    """Return a rounded number with its sign, which is a real minus."""
    rounded = round(number)
    return f"−{-rounded}" if rounded < 0 else f"+{rounded}" if rounded else "0"


def times(factor: float | None) -> str:
    """Return a factor: ×3.21, ×0.87."""
    return MISSING if factor is None else f"×{short(factor) if factor >= 100 else _three_digits(factor)}"


CPU_FILE = Path("/proc/cpuinfo")


def processor() -> str:
    """Return the processor's name, as far as the system tells it."""
    if CPU_FILE.exists():
        lines = CPU_FILE.read_text(encoding="utf-8", errors="replace").splitlines()
        names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
        if names:
            return names[0]
    return platform.processor() or platform.machine()


def description() -> dict[str, str]:
    """Return machine and versions, by what they are called in a report."""
    return {
        "processor": f"{processor()}, {os.cpu_count()} cores",
        "system": f"{platform.system()} {platform.machine()}",
        "Python": platform.python_version(),
        "numba": metadata.version("numba"),
        "numpy": metadata.version("numpy"),
        "program": __version__,
    }


def machine_lines() -> str:
    """Return the same as a list in Markdown."""
    return "".join(f"- {name}: {value}\n" for name, value in description().items())


# --- files


def write_files(folder: Path, files: Mapping[str, str]) -> None:
    """Write texts to the files of these names."""
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")


def read_texts(path: Path) -> dict[str, str]:
    """Return the texts of a file by their names; each stands below a comment with its name."""
    _, *parts = re.split(r"^<!-- (\w+) -->\n", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return dict(zip(parts[::2], parts[1::2], strict=True))
