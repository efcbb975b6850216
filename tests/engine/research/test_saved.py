"""Experiments resume, and reports are read again, even with damaged files."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from engine import rules
from engine.cli.main import main
from engine.research import experiment
from engine.research.ablation import run as ablation_run
from engine.research.ablation.measure import AblationPlan
from engine.research.ablation.run import AblationExperiment
from engine.research.ablation.variants import variants_of
from engine.research.experiment import Experiment
from engine.research.growth import run as growth_run
from engine.research.growth.growth import GrowthJob, GrowthLog, GrowthSettings
from engine.research.growth.growth import play as play_game
from engine.research.growth.run import PLAYED, GrowthExperiment
from engine.research.saved import open_report
from engine.system.errors import UserError
from engine.system.files import asset_path

KONANE = rules.get("konane")
NAMES = (*GrowthExperiment.names, *AblationExperiment.names, "results.json", "report.md")
SETTINGS = GrowthSettings(KONANE, {4: 2}, {4: 2}, 4, 1, 200)


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[GrowthJob]:
    """Record which games of growth are played; skip measuring the version of the search."""
    games: list[GrowthJob] = []

    def play(job: GrowthJob) -> GrowthLog:
        games.append(job)
        return play_game(job)

    monkeypatch.setattr(growth_run, "play", play)
    monkeypatch.setattr(growth_run, "signature", lambda game: 7)
    return games


def stop_after(experiment: Experiment, parts: int) -> None:
    """Run a number of parts, stop, and write the report."""
    with closing(experiment.poll()) as steps:
        while experiment.done < parts:
            next(steps)
    experiment.write(plots=False)


def finish(experiment: Experiment) -> str:
    """Run everything; return the report."""
    for _ in experiment.poll():
        pass
    return experiment.markdown(plots=False)


def make(experiment: Experiment) -> None:
    """Run everything, and write the report."""
    finish(experiment)
    experiment.write(plots=False)


def test_growth_resumes(tmp_path: Path, played: list[GrowthJob]) -> None:
    stop_after(GrowthExperiment(SETTINGS, tmp_path), 3)
    assert "not finished: 2 of 8 games so far" in (tmp_path / "report.md").read_text(
        "utf-8"
    )  # those of whole pairs
    stopped = open_report(tmp_path)
    assert (stopped.kind, stopped.done, stopped.total) == ("growth", 3, 8)
    with (tmp_path / PLAYED).open("a") as file:
        file.write('{"conditions": {"ga')  # a line that was cut off
    reported = finish(stopped)
    assert len(played) == 8
    assert "## Expectations and results" in reported
    finish(GrowthExperiment(SETTINGS, tmp_path))
    assert len(played) == 8


def test_growth_resumes_however_large_the_file_of_its_games_is(
    tmp_path: Path, played: list[GrowthJob]
) -> None:
    stop_after(GrowthExperiment(SETTINGS, tmp_path), 3)
    with (tmp_path / PLAYED).open("ab") as file:
        for _ in range(65):
            file.write(b" " * (1 << 20) + b"\n")
    for path in tmp_path.glob("*[!l]"):  # all but the games
        path.unlink()
    finish(GrowthExperiment(SETTINGS, tmp_path))
    assert len(played) == 8


def test_the_games_of_a_report_may_be_larger_than_other_results(
    tmp_path: Path, played: list[GrowthJob], monkeypatch: pytest.MonkeyPatch
) -> None:
    results = tmp_path / "results.json"
    stop_after(GrowthExperiment(SETTINGS, tmp_path), 8)
    text = results.read_text("utf-8")
    games = text.index('"games": [')
    monkeypatch.setattr(experiment, "MAX_BYTES", games + 100)
    assert len(text) > games + 500
    for same in (text, json.dumps(json.loads(text), indent=1) + "\n"):  # as earlier versions wrote it
        results.write_text(same, "utf-8")
        assert open_report(tmp_path).done == 8
        GrowthExperiment(SETTINGS, tmp_path).require_same()


def test_a_report_of_too_many_values_is_damaged(
    tmp_path: Path, played: list[GrowthJob], monkeypatch: pytest.MonkeyPatch
) -> None:
    """To parse millions of them holds all threads for seconds, the window's among them."""
    stop_after(GrowthExperiment(SETTINGS, tmp_path), 2)
    text = (tmp_path / "results.json").read_text("utf-8")
    values = sum(map(text.partition('"games": [')[0].count, ",[{")) + 1
    monkeypatch.setattr(experiment, "MAX_VALUES", values)
    assert open_report(tmp_path).done == 2
    monkeypatch.setattr(experiment, "MAX_VALUES", values - 1)
    with pytest.raises(UserError, match="damaged"):
        open_report(tmp_path)


def test_opening_a_report_can_be_stopped(tmp_path: Path, played: list[GrowthJob]) -> None:
    stop_after(GrowthExperiment(SETTINGS, tmp_path), 8)
    answers = iter([False, False, True])
    assert open_report(tmp_path, lambda: next(answers)).done == 2


@pytest.mark.parametrize("cut", [1, 3, 6, 40])
def test_a_report_without_its_end_is_damaged(tmp_path: Path, played: list[GrowthJob], cut: int) -> None:
    stop_after(GrowthExperiment(SETTINGS, tmp_path), 2)
    results = tmp_path / "results.json"
    results.write_text(results.read_text("utf-8").strip()[:-cut], "utf-8")
    with pytest.raises(UserError, match="damaged"):
        open_report(tmp_path)


def test_games_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    (tmp_path / PLAYED).touch()
    os.truncate(tmp_path / PLAYED, 1 << 30)  # one line
    with pytest.raises(UserError, match=f"{PLAYED} cannot be read"):
        finish(GrowthExperiment(SETTINGS, tmp_path))


def test_stopping_at_once_keeps_the_moves_of_the_games(tmp_path: Path, played: list[GrowthJob]) -> None:
    stop_after(GrowthExperiment(SETTINGS, tmp_path), 6)
    moves = (tmp_path / "games.txt").read_text("utf-8")
    assert moves
    stop_after(open_report(tmp_path), 0)
    assert (tmp_path / "games.txt").read_text("utf-8") == moves


def test_games_of_another_search_version_are_replayed(
    tmp_path: Path, played: list[GrowthJob], monkeypatch: pytest.MonkeyPatch
) -> None:
    finish(GrowthExperiment(SETTINGS, tmp_path))
    monkeypatch.setattr(growth_run, "signature", lambda game: 8)
    notes = [step.note for step in GrowthExperiment(SETTINGS, tmp_path).poll() if step and step.note]
    assert len(played) == 16
    assert notes[-1] == "8 games not used, because another version of the search played them"


def test_a_resumed_ablation_keeps_its_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ablation_run, "signature", lambda game: 7)
    rows = [row for row in variants_of(KONANE, 60) if row.name in ("no-pvs", "control")]
    experiment = AblationExperiment(AblationPlan(KONANE, tmp_path, 2, 60, 300, 5, 1), rows)
    assert experiment.total == 5
    stop_after(experiment, 2)
    stopped = open_report(tmp_path)
    assert (stopped.kind, stopped.done, stopped.total) == ("ablation", 2, 5)
    finish(stopped)
    assert stopped.done == 5
    assert "| control: the full search | 0 ± " in stopped.markdown(plots=False)


@pytest.mark.parametrize("kind", ["growth", "ablation"])
def test_results_of_another_search_version_are_not_replaced_unasked(
    kind: str, tmp_path: Path, played: list[GrowthJob], monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [row for row in variants_of(KONANE, 60) if row.name == "control"]
    monkeypatch.setattr(ablation_run, "signature", lambda game: 7)
    stop_after(
        GrowthExperiment(SETTINGS, tmp_path)
        if kind == "growth"
        else AblationExperiment(AblationPlan(KONANE, tmp_path, 2, 60, 300, 5, 1), rows),
        2,
    )
    kept = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    for run in (growth_run, ablation_run):
        monkeypatch.setattr(run, "signature", lambda game: 8)
    stopped = open_report(tmp_path)
    reported = stopped.markdown(plots=False)
    with pytest.raises(UserError, match="another version of the program"):
        list(stopped.poll(replaces=False))
    assert stopped.markdown(plots=False) == reported
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == kept


def test_a_report_without_its_file_of_games_is_not_replaced_unasked(
    tmp_path: Path, played: list[GrowthJob]
) -> None:
    """Its games could not be written again; where replacing is allowed, it is renamed."""
    make(GrowthExperiment(SETTINGS, tmp_path))
    (tmp_path / PLAYED).unlink()
    old = (tmp_path / "results.json").read_bytes()
    with pytest.raises(UserError, match=PLAYED):
        list(open_report(tmp_path).poll(replaces=False))
    assert (tmp_path / "results.json").read_bytes() == old
    for _ in range(2):
        make(GrowthExperiment(SETTINGS, tmp_path))
    assert [path.read_bytes() for path in tmp_path.glob("results-*.json")] == [old]


def test_a_report_without_the_files_of_its_rows_is_not_replaced_unasked(tmp_path: Path) -> None:
    rows = [row for row in variants_of(KONANE, 60) if row.name == "control"]
    plan = AblationPlan(KONANE, tmp_path, 2, 60, 300, 5, 1)
    make(AblationExperiment(plan, rows))
    shutil.rmtree(tmp_path / "raw")
    (tmp_path / "raw").mkdir()
    old = (tmp_path / "results.json").read_bytes()
    with pytest.raises(UserError, match="raw"):
        list(open_report(tmp_path).poll(replaces=False))
    assert (tmp_path / "results.json").read_bytes() == old
    for _ in range(2):
        make(AblationExperiment(plan, rows))
    assert [path.read_bytes() for path in tmp_path.glob("results-*.json")] == [old]


@pytest.mark.parametrize("kind", ["growth", "ablation"])
def test_a_report_of_another_search_version_is_renamed_when_its_results_are_replaced(
    kind: str, tmp_path: Path, played: list[GrowthJob], monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [row for row in variants_of(KONANE, 60) if row.name == "control"]
    for version in (7, 8, 8):
        for run in (growth_run, ablation_run):
            monkeypatch.setattr(run, "signature", lambda game, version=version: version)
        make(
            GrowthExperiment(SETTINGS, tmp_path)
            if kind == "growth"
            else AblationExperiment(AblationPlan(KONANE, tmp_path, 2, 60, 300, 5, 1), rows)
        )
        kept = {path.name.replace("-2", ""): path.read_bytes() for path in tmp_path.glob("*-2.*")}
        if version == 7:
            old = {path.name: path.read_bytes() for path in tmp_path.glob("[a-z]*") if path.name in NAMES}
        assert kept == (old if version == 8 else {})


def test_games_of_an_interrupted_run_are_in_its_report(tmp_path: Path, played: list[GrowthJob]) -> None:
    """Its results are written at the end; until then each game is in a file of its own."""
    growing = GrowthExperiment(SETTINGS, tmp_path)
    with closing(growing.poll()) as steps:
        while growing.done < 3:
            next(steps)
    path = tmp_path / PLAYED
    other = path.read_text().replace('"signature": ', '"signature": 1')
    path.write_text(other + path.read_text() + '{"conditions": {"si')
    found = open_report(tmp_path)
    assert found.done == 3
    assert found.files() == growing.files()


def test_a_snapshot_does_not_grow(tmp_path: Path, played: list[GrowthJob]) -> None:
    rows = [row for row in variants_of(KONANE, 60) if row.name == "control"]
    for growing in (
        GrowthExperiment(SETTINGS, tmp_path / "growth"),
        AblationExperiment(AblationPlan(KONANE, tmp_path / "ablation", 2, 60, 300, 5, 1), rows),
    ):
        growing.folder.mkdir()
        stop_after(growing, 2)
        shown, files = growing.snapshot(), growing.files()
        finish(growing)
        assert (shown.done, growing.done) == (2, growing.total)
        assert shown.files() == files


@pytest.mark.parametrize(
    "name", sorted(path.parent.name for path in asset_path("reports").glob("*/results.json"))
)
def test_shipped_reports_round_trip(name: str) -> None:
    folder = asset_path("reports", name)
    experiment = open_report(folder)
    assert experiment.done == experiment.total > 0
    assert tables(experiment.markdown(plots=True)) == tables((folder / "report.md").read_text("utf-8"))


def tables(report: str) -> list[str]:
    return [line for line in report.splitlines() if line.startswith(("|", "!["))]


def put(data: Any, *path: Any, value: Any) -> Any:
    """Return data with another value at a path."""
    *before, last = path
    place = data
    for key in before:
        place = place[key]
    place[last] = value
    return data


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: [],
        lambda data: {},
        lambda data: put(data, "settings", value=3),
        lambda data: put(data, "settings", "rules", value="chess"),
        lambda data: put(data, "settings", "depth", value={"4": 99}),
        lambda data: put(data, "settings", "depth", value={"x": 1}),
        lambda data: put(data, "settings", "games", value=10**30),
        lambda data: put(data, "machine", value=[1]),
        lambda data: put(data, "games", value={}),
        lambda data: put(data, "games", 0, "size", value=6),
        lambda data: put(data, "games", 0, "depth", value=3),
        lambda data: put(data, "games", 0, "number", value=-1),
        lambda data: put(data, "games", 0, "winner", value="minimax"),
        lambda data: put(data, "games", 0, "nodes", value=[[1], [1]]),
        lambda data: put(data, "games", 0, "nodes", 0, 0, value=float("inf")),
        lambda data: put(data, "games", 0, "seconds", 0, 0, value=float("nan")),
        lambda data: put(data, "games", 0, "end", value="x" * 10_000),
        lambda data: put(data, "games", 0, "text", value="\ud800"),
    ],
)
def test_explains_an_invalid_report(
    tmp_path: Path, played: list[GrowthJob], damage: Callable[[Any], Any]
) -> None:
    stop_after(GrowthExperiment(SETTINGS, tmp_path), 2)
    results = tmp_path / "results.json"
    assert open_report(tmp_path).done == 2
    results.write_text(json.dumps(damage(json.loads(results.read_text("utf-8")))), "utf-8")
    with pytest.raises(UserError, match=r"damaged"):
        open_report(tmp_path)


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, "\x00", '{"settings": {"game": "congo"}}'])
def test_explains_a_folder_without_a_report(tmp_path: Path, text: str) -> None:
    with pytest.raises(UserError, match="holds no report"):
        open_report(tmp_path)
    (tmp_path / "results.json").write_text(text, encoding="utf-8")
    with pytest.raises(UserError, match="damaged"):
        open_report(tmp_path)


@pytest.mark.parametrize(
    "damage",
    [
        '"games": {"0": [7, 1, "x"]}',
        '"games": {"x": [1, 1, "x"]}',
        '"games": {"0": [1, 1, "\\ud800"]}',
        '"games": [1]',
        '"faults": 1',
    ],
)
def test_explains_a_damaged_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: str) -> None:
    monkeypatch.setattr(ablation_run, "signature", lambda game: 7)
    rows = [row for row in variants_of(KONANE, 60) if row.name == "control"]
    finish(AblationExperiment(AblationPlan(KONANE, tmp_path, 2, 60, 300, 5, 1), rows))
    AblationExperiment(AblationPlan(KONANE, tmp_path, 2, 60, 300, 5, 1), rows).write(plots=False)
    path = tmp_path / "raw" / "control.match.json"
    key = json.loads(path.read_text("utf-8"))["key"]
    path.write_text(f'{{"key": {json.dumps(key)}, {damage}}}', encoding="utf-8")
    plan = AblationPlan(KONANE, tmp_path, 2, 60, 300, 5, 1, 7)
    with pytest.raises(UserError, match=r"control\.match\.json is damaged"):
        AblationExperiment(plan, rows).load()


def test_the_openings_of_growth_can_be_longer(tmp_path: Path) -> None:
    arguments = ["--sizes", "4", "--depth", "1", "--games", "4", "--opening-plies", "2", "--no-plots"]
    assert main(["growth", "konane", *arguments, "--out", str(tmp_path)]) == 0
    assert "the others after 2 random plies" in (tmp_path / "report.md").read_text("utf-8")
    games = json.loads((tmp_path / "results.json").read_text("utf-8"))["games"]
    assert {tuple(game["skipped"]) for game in games} == {(0, 0), (1, 1)}


def test_rejects_too_many_turns(
    tmp_path: Path, played: list[GrowthJob], monkeypatch: pytest.MonkeyPatch
) -> None:
    stop_after(GrowthExperiment(SETTINGS, tmp_path), 2)
    monkeypatch.setattr(growth_run, "MAX_TURNS", 3)
    with pytest.raises(UserError, match="3 turns, too many to open"):
        open_report(tmp_path)


def test_a_resumed_report_has_all_its_results_in_its_tables(tmp_path: Path, played: list[GrowthJob]) -> None:
    with closing(GrowthExperiment(SETTINGS, tmp_path).poll()) as steps:
        while len(played) < 3:
            next(steps)
    resumed = open_report(tmp_path)
    assert resumed.has_unreported
    make(resumed)
    assert not resumed.has_unreported
    assert not open_report(tmp_path).has_unreported
