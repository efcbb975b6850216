"""Exporting a report with its pictures: those not drawn by matplotlib are drawn here."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from congo_gui.draw.paper import png
from congo_gui.draw.surfaces import opaque_surface
from congo_gui.draw.theme import Scheme, Theme
from congo_gui.screens.experiment import texts
from congo_gui.screens.experiment.charts import Chart, Charts
from congo_gui.screens.experiment.plotting import chart_height, draw_chart
from engine.research import reports
from engine.research.plan_file import reserved
from engine.system.errors import UserError
from engine.system.files import files_in, replace_generated, require_no_links

if TYPE_CHECKING:
    from engine.research.experiment import Experiment

RESULTS, REPORT = "results.json", "report.md"
WIDTH, SCALE, MARGIN = 1500, 1.6, 24
"""Of a picture, in pixels."""
PAPER = (255, 255, 255)
SUFFIXES = (".md", ".csv", ".json", ".jsonl", ".txt", ".png", ".svg")
WINDOW = "window"
"""What has drawn the pictures of an export, in their checksums."""
MAX_BYTES = 1 << 26
"""The largest file that is copied."""


def report_writer(experiment: Experiment, charts: Charts) -> Callable[[Path], None]:
    """Return what writes the report as it is now, with its pictures, to a folder.

    It may be called on any thread: it neither reads the experiment, which can go on, nor draws. It raises
    `OSError` if a file cannot be written, and `UserError` if the results have changed since they were read.
    """
    source, shown = experiment.folder, experiment.snapshot()
    is_complete = experiment.done >= experiment.total and not experiment.has_unreported
    pictures = {f"{name}.png": png(charts_picture(each)) for name, each in charts.items()}

    def write(target: Path) -> None:
        is_copy = target.resolve() != source.resolve()
        with nullcontext() if is_copy else reserved(source):
            if not shown.is_current:
                raise UserError(texts.report_changed(source))
            require_no_links(target)
            target.mkdir(parents=True, exist_ok=True)
            if is_copy:
                _copy(source, target)
            write_files(target)

    def write_files(target: Path) -> None:
        # An installed program has only the data of its reports; an interrupted run leaves older tables.
        for name, text in shown.files().items():
            is_known = (is_complete or name == RESULTS) and (target / name).exists()
            if text and not is_known:
                reports.write_files(target, {name: text})
        for name, data in pictures.items():
            # matplotlib, if it is there, draws those of a finished report.
            if not is_complete or reports.is_written_by(target, name, WINDOW):
                reports.write_files(target, {name: data}, WINDOW)
        replace_generated(target / REPORT, shown.markdown(plots=True), sync=False)

    return write


def _copy(source: Path, target: Path) -> None:
    """Copy a report, the results of each row included, but not its text, which is written anew."""
    for folder in (source, source / "raw"):
        for path in files_in(folder, "*"):
            is_copied = path.suffix in SUFFIXES and path.name != REPORT and path.is_file()
            if is_copied and path.stat().st_size <= MAX_BYTES:
                copy = target / path.relative_to(source)
                copy.parent.mkdir(exist_ok=True)
                shutil.copyfile(path, copy)


def charts_picture(charts: tuple[Chart, ...]) -> pygame.Surface:
    """Return charts below each other on white paper."""
    theme, width = Theme(SCALE, Scheme.DAY), WIDTH - 2 * MARGIN
    heights = [chart_height(chart, theme, width) for chart in charts]
    surface = opaque_surface((WIDTH, sum(heights) + MARGIN * (len(charts) + 1)))
    surface.fill(PAPER)
    y = MARGIN
    for chart, height in zip(charts, heights, strict=True):
        draw_chart(surface, theme, chart, pygame.Rect(MARGIN, y, width, height))
        y += height + MARGIN
    return surface
