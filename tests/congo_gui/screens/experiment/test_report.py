"""Reports in the window: pages, tables and charts match the files."""

from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path
from typing import Any

import pygame
import pytest

from congo_gui.draw.paper import png
from congo_gui.draw.theme import Scheme, Theme
from congo_gui.screens.experiment.background import view_of
from congo_gui.screens.experiment.charts import (
    BarChart,
    Chart,
    ChartBar,
    Charts,
    Curve,
    LineChart,
    LinePanel,
    charts_of,
)
from congo_gui.screens.experiment.document import (
    PictureBlock,
    TableBlock,
    TextBlock,
    TextKind,
    pages_of,
    plain,
)
from congo_gui.screens.experiment.export import charts_picture, report_writer
from congo_gui.screens.experiment.page import _shared, draw_page
from congo_gui.screens.experiment.plotting import _round_step, chart_height, draw_chart
from engine.research import reports
from engine.research.experiment import Experiment
from engine.research.plan_file import reserved
from engine.research.saved import open_report
from engine.system.errors import UserError
from engine.system.files import asset_path
from engine.system.texts import NOT_A_FILE

TEXT = """# Konane: a title

- On 4 × 4: **minimax** explores
  more `nodes`.

See [below](#words).

## What was expected

1. One
2. Two

![Nodes](depths.png)

## A table

| row | Elo | a\\|b |
| --- | ---: | ---: |
| - *pvs* | +3 | 1 |
"""


def shipped(name: str) -> Experiment:
    return open_report(asset_path("reports", name))


# --- pages


def test_a_report_is_divided_into_pages() -> None:
    first, table = pages_of(TEXT)
    assert first.title == "Findings"
    assert first.blocks == (
        TextBlock(TextKind.ITEM, "On 4 × 4: minimax explores more nodes.", "•"),
        PictureBlock("depths"),
        TextBlock(TextKind.HEADING, "What was expected"),
        TextBlock(TextKind.ITEM, "One", "1."),
        TextBlock(TextKind.ITEM, "Two", "2."),
    )
    (block,) = table.tables
    assert (block.head, block.rows, block.left) == (("row", "Elo", "a|b"), (("- pvs", "+3", "1"),), 1)
    assert block.markdown in TEXT


@pytest.mark.parametrize("text", ["", "# A title", "# T\n\n## \n\n|\n", "# T\n\n| a |\n\n## x\n\n```\n"])
def test_malformed_reports_still_have_pages(text: str) -> None:
    assert pages_of(text)[0].title == "Findings"


def test_signs_of_markdown_are_left_out() -> None:
    assert plain("**A** *b* `c_d*e` [f](g.md), 2 * 3 * 4") == "A b c_d*e f, 2 * 3 * 4"


@pytest.mark.parametrize("name", ["growth-konane", "ablation-congo"])
def test_every_picture_of_a_report_has_charts(name: str) -> None:
    experiment = shipped(name)
    pages = pages_of(experiment.markdown(plots=True))
    pictures = {each.name for page in pages for each in page.blocks if isinstance(each, PictureBlock)}
    charts = charts_of(experiment)
    assert set(charts) == pictures
    assert all(charts.values())
    assert sum(len(page.tables) for page in pages) >= 6


# --- charts


def test_the_charts_of_growth_have_the_numbers_of_the_report() -> None:
    charts = charts_of(shipped("growth-konane"))
    (depths,) = charts["depths"]
    assert isinstance(depths, LineChart)
    assert [panel.title for panel in depths.panels] == ["4 × 4", "6 × 6", "8 × 8"]
    reported = json.loads(asset_path("reports", "growth-konane", "results.json").read_text("utf-8"))["cells"]
    for which, curve in enumerate(depths.panels[1].curves):
        own = [cell for cell in reported if cell["size"] == 6]
        assert [depth for depth, _ in curve.points] == [cell["depth"] for cell in own]
        # Python sums more exactly from 3.12 on, so the last digit may differ from that of the report.
        assert [nodes for _, nodes in curve.points] == pytest.approx([cell["nodes"][which] for cell in own])
        assert curve.margins == pytest.approx(tuple(cell["margins"][which] for cell in own))


def test_improvements_are_sorted_by_value() -> None:
    elo, fewer = charts_of(shipped("ablation-congo"))["summary"]
    assert isinstance(elo, BarChart)
    assert isinstance(fewer, BarChart)
    values = [bar.value for bar in elo.bars if bar.value is not None]
    assert values == sorted(values, reverse=True)
    assert "alpha-beta" in [bar.label for bar in elo.bars[:4]]
    assert elo.bars[0].text == "+576 ± 125"
    assert [bar.label for bar in fewer.bars] == [bar.label for bar in elo.bars]
    assert fewer.is_logarithmic


CHARTS: dict[str, Chart] = {
    "line": LineChart("Nodes", "nodes", (LinePanel("4 × 4", "depth", (Curve("a", ((1, 1), (3, 900))),)),)),
    "a point": LineChart("Nodes", "nodes", (LinePanel("", "depth", (Curve("a", ((1, 0),), (5,)),)),)),
    "panels": LineChart("N", "n", (LinePanel("", "turn", (Curve("", ((1, 5), (99, 1e9))),)),) * 3),
    "many curves": LineChart(
        "Nodes",
        "nodes",
        (LinePanel("", "depth", tuple(Curve(f"row {at}", ((1, 9), (2 + at, 1e6 - at))) for at in range(9))),),
    ),
    "bars": BarChart(
        "Elo",
        (
            ChartBar("one", 900, 800, 1000, "+900"),
            ChartBar("two", -5, -5, -5, "< −5", "<"),
            ChartBar("three", None, 0, 0, "too few"),
        ),
    ),
    "a bar": BarChart("Elo", (ChartBar("even", 0, 0, 0, "0 ± 0"),)),
    "factors": BarChart("Times", (ChartBar("x", 68, 30, 131, "×68"),), 1.0, True),
    "small factors": BarChart("Times", (ChartBar("x", 0.9, 0.8, 1.1, "×0.9"),), 1.0, True),
}


@pytest.mark.parametrize("name", CHARTS)
@pytest.mark.parametrize("width", [160, 400, 1500])
def test_charts_are_drawn_in_their_place(display: pygame.Surface, name: str, width: int) -> None:
    del display
    chart, theme = CHARTS[name], Theme(1.0, Scheme.NIGHT)
    place = pygame.Rect(20, 20, width, chart_height(chart, theme, width))
    surface = pygame.Surface((width + 40, place.height + 40))
    surface.fill((1, 2, 3))
    draw_chart(surface, theme, chart, place)
    drawn: Any = pygame.mask.from_threshold(surface, (1, 2, 3), (1, 1, 1, 255))
    drawn.invert()
    rects = drawn.get_bounding_rects()
    assert rects
    assert all(place.inflate(16, 16).contains(rect) for rect in rects)


@pytest.mark.parametrize(("step", "rounded"), [(1, 1), (1.1, 2), (3, 5), (7, 10), (230, 500), (0.03, 0.05)])
def test_axes_have_round_numbers(step: float, rounded: float) -> None:
    assert _round_step(step) == pytest.approx(rounded)


# --- pages on the screen


def test_widest_columns_shrink_first() -> None:
    assert _shared([10, 100, 30], [10, 40, 30], 200) == [10, 100, 30]
    assert _shared([10, 100, 30], [10, 40, 30], 100) == [10, 60, 30]
    assert sum(_shared([10, 100, 30], [10, 90, 30], 60)) <= 60


@pytest.mark.parametrize("width", [200, 900])
def test_page_height_matches_its_measure(display: pygame.Surface, width: int) -> None:
    del display
    theme, experiment = Theme(1.0), shipped("growth-konane")
    charts = charts_of(experiment)
    for page in pages_of(experiment.markdown(plots=True)):
        height = draw_page(None, theme, pygame.Rect(0, 0, width, 0), page, charts)
        surface = pygame.Surface((width, height))
        assert draw_page(surface, theme, pygame.Rect(0, 0, width, 0), page, charts) == height
        tables = [block for block in page.blocks if isinstance(block, TableBlock)]
        assert height >= sum(len(table.rows) for table in tables) * 10


# --- export


def test_a_report_is_copied_with_all_its_pictures(display: pygame.Surface, tmp_path: Path) -> None:
    del display
    experiment = shipped("growth-congo")
    target = tmp_path / "new" / "growth-congo"
    report_writer(experiment, charts_of(experiment))(target)
    copied = open_report(target)
    assert (copied.done, copied.total) == (experiment.done, experiment.total)
    original = asset_path("reports", "growth-congo")
    assert {path.name for path in target.iterdir()} == {path.name for path in original.iterdir()}
    assert (target / "depths.png").read_bytes() == (original / "depths.png").read_bytes()


def test_data_alone_is_made_a_whole_report(display: pygame.Surface, tmp_path: Path) -> None:
    del display
    original = asset_path("reports", "growth-congo")
    (tmp_path / "results.json").write_bytes((original / "results.json").read_bytes())
    experiment = open_report(tmp_path)
    report_writer(experiment, charts_of(experiment))(tmp_path / "whole")
    made = {path.name for path in (tmp_path / "whole").glob("[!.]*")}
    pictures = {"depths.png", "turns.png"}
    assert made == {"report.md", "results.json", "nodes.csv", "turns.csv", "games.csv", *pictures}
    for name in ("nodes.csv", "turns.csv", "games.csv"):
        assert (tmp_path / "whole" / name).read_text("utf-8") == (original / name).read_text("utf-8")


def test_an_edited_report_survives_its_export(display: pygame.Surface, tmp_path: Path) -> None:
    del display
    shutil.copy(asset_path("reports", "growth-konane", "results.json"), tmp_path)
    experiment = open_report(tmp_path)
    export, report = report_writer(experiment, {}), tmp_path / "report.md"
    export(tmp_path)
    export(tmp_path)
    assert list(tmp_path.glob("*.md")) == [report]
    edited = report.read_text("utf-8") + "## My conclusions\n"
    report.write_text(edited, "utf-8")
    export(tmp_path)
    assert {path.name for path in tmp_path.glob("*.md")} == {"report.md", "report-2.md"}
    assert (tmp_path / "report-2.md").read_text("utf-8") == edited
    assert "My conclusions" not in report.read_text("utf-8")


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights")
@pytest.mark.parametrize("name", [".checksums.json", "games.csv", "report.md", "depths.png"])
def test_no_export_is_written_through_a_link(display: pygame.Surface, tmp_path: Path, name: str) -> None:
    """A report that was unpacked may have links to files of the user."""
    del display
    thesis, folder = tmp_path / "thesis.md", tmp_path / "report"
    thesis.write_text("mine", encoding="utf-8")
    folder.mkdir()
    shutil.copy(asset_path("reports", "growth-konane", "results.json"), folder)
    (folder / name).symlink_to(thesis)
    experiment = open_report(folder)
    with pytest.raises(UserError, match="is a link"):
        report_writer(experiment, charts_of(experiment))(folder)
    assert thesis.read_text(encoding="utf-8") == "mine"


def test_the_description_of_a_machine_makes_no_table(display: pygame.Surface, tmp_path: Path) -> None:
    """It comes from a file that another person may have made."""
    data = json.loads(asset_path("reports", "growth-konane", "results.json").read_text("utf-8"))
    data["machine"] = {"\n\n|\n": "\n\n|\n| a\n", "b": "\n## c\n"}
    (tmp_path / "results.json").write_text(json.dumps(data))
    view = view_of(open_report(tmp_path))
    pages = view_of(open_report(asset_path("reports", "growth-konane"))).pages
    assert [len(page.tables) for page in view.pages] == [len(page.tables) for page in pages]
    theme = Theme(1.0, Scheme.DAY)
    for page in (*view.pages, *pages_of("# a\n\n|\n| b\n")):
        draw_page(display, theme, display.get_rect(), page, view.charts)


def test_older_tables_of_an_unfinished_report_are_exported_anew(
    display: pygame.Surface, tmp_path: Path
) -> None:
    """A run that was interrupted has more games than they."""
    del display
    path = tmp_path / "results.json"
    data = json.loads(asset_path("reports", "growth-konane", "results.json").read_text("utf-8"))
    path.write_text(json.dumps(data | {"games": data["games"][:20]}))
    (tmp_path / "games.csv").write_text("older\n")
    before = path.read_bytes()
    experiment = open_report(tmp_path)
    for _ in range(2):
        report_writer(experiment, {})(tmp_path)
        assert (tmp_path / "games.csv").read_text("utf-8") == experiment.files()["games.csv"]
        assert path.read_bytes() == before
    assert (tmp_path / "games-2.csv").read_text() == "older\n"


def test_a_picture_of_the_user_survives_the_export_of_an_unfinished_report(
    display: pygame.Surface, tmp_path: Path
) -> None:
    del display
    data = json.loads(asset_path("reports", "growth-konane", "results.json").read_text("utf-8"))
    (tmp_path / "results.json").write_text(json.dumps(data | {"games": data["games"][:20]}))
    (tmp_path / "depths.png").write_bytes(b"mine")
    experiment = open_report(tmp_path)
    charts = charts_of(experiment)
    for _ in range(2):
        report_writer(experiment, charts)(tmp_path)
    assert (tmp_path / "depths.png").read_bytes() == png(charts_picture(charts["depths"]))
    assert {path.name for path in tmp_path.glob("*.png")} == {"depths.png", "depths-2.png", "turns.png"}
    assert (tmp_path / "depths-2.png").read_bytes() == b"mine"


def test_the_pictures_of_an_earlier_export_are_drawn_anew(display: pygame.Surface, tmp_path: Path) -> None:
    """As if matplotlib, which has drawn those of a smaller report, were gone."""
    del display
    reports.write_files(tmp_path, {"depths.png": b"drawn", "depths.svg": b"drawn"})
    text = asset_path("reports", "growth-konane", "results.json").read_text("utf-8")
    data = json.loads(text)
    for results in (json.dumps(data | {"games": data["games"][:20]}), text):
        (tmp_path / "results.json").write_text(results)
        experiment = open_report(tmp_path)
        charts = charts_of(experiment)
        report_writer(experiment, charts)(tmp_path)
        for name, shown in charts.items():
            assert (tmp_path / f"{name}.png").read_bytes() == png(charts_picture(shown))
    assert {path.name for path in tmp_path.glob("*.png")} == {"depths.png", "turns.png"}


def test_pictures_that_matplotlib_has_drawn_stay(display: pygame.Surface, tmp_path: Path) -> None:
    del display
    shutil.copy(asset_path("reports", "growth-konane", "results.json"), tmp_path)
    reports.write_files(tmp_path, {"depths.png": b"drawn"})
    experiment = open_report(tmp_path)
    charts = charts_of(experiment)
    report_writer(experiment, charts)(tmp_path)
    assert (tmp_path / "depths.png").read_bytes() == b"drawn"
    assert (tmp_path / "turns.png").read_bytes() == png(charts_picture(charts["turns"]))


def test_results_that_have_changed_are_not_exported(display: pygame.Surface, tmp_path: Path) -> None:
    """A report that another window has continued is newer than the one on the screen."""
    del display
    shutil.copytree(asset_path("reports", "growth-konane"), tmp_path, dirs_exist_ok=True)
    experiment = open_report(tmp_path)
    export = report_writer(experiment, {})
    with reserved(tmp_path), pytest.raises(UserError, match="another command is working in"):
        export(tmp_path)
    with (tmp_path / "results.json").open("a") as file:
        file.write("\n")
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    for target in (tmp_path, tmp_path / "copy"):
        with pytest.raises(UserError, match="have changed: open the report again"):
            export(target)
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before
    report_writer(open_report(tmp_path), {})(tmp_path)


@pytest.mark.thorough
def test_missing_pictures_are_drawn(display: pygame.Surface, tmp_path: Path) -> None:
    del display
    experiment = shipped("ablation-congo")
    charts: Charts = charts_of(experiment)
    report_writer(experiment, charts)(tmp_path)
    for name in charts:
        (tmp_path / f"{name}.png").unlink()
    copied = open_report(tmp_path)
    assert copied.done == experiment.done
    report_writer(copied, charts)(tmp_path)
    for name, shown in charts.items():
        size = pygame.image.load(str(tmp_path / f"{name}.png")).get_size()
        assert size == charts_picture(shown).get_size()
    assert "![" in (tmp_path / "report.md").read_text("utf-8")


@pytest.mark.skipif(os.name != "posix", reason="there are no pipes among files")
@pytest.mark.parametrize("name", ["report.md", "turns.png"])
def test_nothing_is_exported_to_pipes(display: pygame.Surface, tmp_path: Path, name: str) -> None:
    """One would block the window."""
    del display
    shutil.copy(asset_path("reports", "growth-konane", "results.json"), tmp_path)
    os.mkfifo(tmp_path / name)
    experiment = open_report(tmp_path)
    with pytest.raises(OSError, match=NOT_A_FILE):
        report_writer(experiment, charts_of(experiment))(tmp_path)
