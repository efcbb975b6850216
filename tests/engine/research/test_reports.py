"""The shipped reports are complete, including pictures and data."""

from __future__ import annotations

import csv
import errno
import json
import os
import platform
import re
from pathlib import Path
from typing import NoReturn

import pytest

from engine.match.elo import MatchResults
from engine.research import reports
from engine.research.reports import CHECKSUMS, write_files
from engine.search.texts import ASSIGNMENT_PARTS

ROOT = Path(__file__).parents[3]
REPORTS = ROOT / "assets" / "reports"
ABLATION = REPORTS / "ablation-congo"


def rows() -> list[dict[str, str]]:
    with (ABLATION / "rows.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("text", sorted(REPORTS.glob("*/report.md")), ids=lambda path: path.parent.name)
def test_report_pictures_exist(text: Path) -> None:
    pictures = re.findall(r"!\[[^]]*\]\(([^)]+)\)", text.read_text(encoding="utf-8"))
    assert pictures
    for picture in pictures:
        assert (text.parent / picture).is_file()
        assert (text.parent / picture).with_suffix(".svg").is_file()


def test_a_report_stays_whole_if_it_cannot_be_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_files(tmp_path, {"results.json": "old"})

    def full(*_: object) -> NoReturn:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OSError, match="No space left"):
        write_files(tmp_path, {"results.json": "new"})
    assert (tmp_path / "results.json").read_text() == "old"


def test_a_table_that_was_edited_is_kept(tmp_path: Path) -> None:
    for text in ("one", "two"):
        write_files(tmp_path, {"nodes.csv": text, "results.json": text})
    assert {path.name for path in tmp_path.iterdir()} == {"nodes.csv", "results.json", CHECKSUMS}
    for number in (2, 3):
        (tmp_path / "nodes.csv").write_text(f"edited {number}")
        write_files(tmp_path, {"nodes.csv": "three"})
        assert (tmp_path / "nodes.csv").read_text() == "three"
        assert (tmp_path / f"nodes-{number}.csv").read_text() == f"edited {number}"


def test_a_table_that_nobody_edited_is_replaced_after_a_failure(tmp_path: Path) -> None:
    (tmp_path / "two.csv").mkdir()  # so that it cannot be written
    with pytest.raises(OSError, match="two"):
        write_files(tmp_path, {"one.csv": "1", "two.csv": "1"})
    (tmp_path / "two.csv").rmdir()
    write_files(tmp_path, {"one.csv": "2", "two.csv": "2"})
    assert {path.name for path in tmp_path.iterdir()} == {"one.csv", "two.csv", CHECKSUMS}


def test_results_are_data_that_nobody_edits(tmp_path: Path) -> None:
    (tmp_path / "results.json").write_text("{}")
    write_files(tmp_path, {"results.json": "[]"})
    assert [path.name for path in tmp_path.iterdir()] == ["results.json"]


@pytest.mark.parametrize("damaged", [b"[]", b'{"nodes.csv": ["x"]}', b"{", b"[" * 100_000, b"\xff", None])
def test_without_checksums_a_table_that_differs_counts_as_edited(
    tmp_path: Path, damaged: bytes | None
) -> None:
    (tmp_path / "nodes.csv").write_text("of an earlier version")
    if damaged is not None:
        (tmp_path / CHECKSUMS).write_bytes(damaged)
    write_files(tmp_path, {"nodes.csv": "new"})
    assert (tmp_path / "nodes-2.csv").read_text() == "of an earlier version"
    assert (tmp_path / "nodes.csv").read_text() == "new"


def test_the_readme_shows_the_main_picture() -> None:
    assert "](assets/reports/ablation-congo/summary.png)" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_ten_improvements_of_the_assignment_are_measured_in_games() -> None:
    measured = {row["source"]: row for row in rows() if row["source"]}
    assert set(measured) == set(ASSIGNMENT_PARTS.values())
    assert all(int(row["games"]) >= 60 and row["faults"] == "0" for row in measured.values())


def test_the_control_of_the_full_search_against_itself_is_zero() -> None:
    (control,) = (row for row in rows() if row["row"] == "control")
    assert float(control["elo"]) == 0
    assert control["wins"] == control["losses"]


def test_the_tables_follow_from_the_raw_games() -> None:
    for row in rows():
        path = ABLATION / "raw" / f"{row['row']}.match.json"
        if not path.exists():
            assert row["games"] == "0"
            continue
        games = json.loads(path.read_text(encoding="utf-8"))["games"]
        tally = MatchResults({int(number): game[0] for number, game in games.items()})
        elo = tally.elo()
        assert elo is not None
        assert int(row["games"]) == len(games)
        assert float(row["elo"]) == pytest.approx(elo.points, abs=0.001)
        assert float(row["elo_margin"]) == pytest.approx(elo.margin, abs=0.001)
        assert row["elo_bound"] == elo.bound


def test_a_processor_that_is_hidden_from_the_program_has_another_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reports, "CPU_FILE", tmp_path)  # a folder cannot be read
    assert reports.processor() == (platform.processor() or platform.machine())
