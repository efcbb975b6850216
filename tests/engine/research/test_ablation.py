"""The command ``ablation``: measuring, saving and extending rows, and the report."""

from __future__ import annotations

import csv
import json
import os
import re
import shutil
import subprocess
import sys
import warnings
from concurrent.futures import BrokenExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from engine import rules
from engine.book import opening_book
from engine.book.opening_book import Book, BookMove
from engine.cli.main import main
from engine.match.elo import Elo
from engine.match.game_runner import play_game, unplayed_game
from engine.match.pairing import EventSettings, FinishedGame, ScheduledGame
from engine.match.texts import ODD_GAMES
from engine.research import reports
from engine.research import texts as research_texts
from engine.research.ablation import measure, run, texts
from engine.research.ablation import plots as ablation_plots
from engine.research.ablation.measure import DeepeningRun, DepthCost, VariantGames, VariantResult
from engine.research.ablation.plots import contributions
from engine.research.ablation.summary import VariantSummary, branching, depths, factor, spread, summarise_all
from engine.research.ablation.variants import Variant, VariantGroup, variants_of
from engine.search.texts import TITLES
from engine.system.errors import UserError

Output = pytest.CaptureFixture[str]
ROWS = ("minimax", "add-alphabeta", "full", "no-pvs", "control", "control-nodes")


def ablate(folder: Path, *more: str, rows: tuple[str, ...] = ROWS) -> int:
    """Run a small ablation of Konane into a folder; return the exit status."""
    limits = ("--games", "2", "--nodes", "60", "--budget", "300", "--seed", "5", "--no-plots")
    return main(["ablation", "konane", "--out", str(folder), *limits, *more, "--rows", *rows])


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("ablation")
    assert ablate(folder) == 0
    return folder


def raw(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in (folder / "raw").iterdir()}


def table(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


# --- what is kept


def test_each_row_has_its_own_files(made: Path) -> None:
    searched = {f"{name}.search.json" for name in ("minimax", "add-alphabeta", "full", "no-pvs")}
    played = {f"{name}.match.json" for name in ROWS if name != "full"}
    assert set(raw(made)) == searched | played


@pytest.mark.parametrize("program", ["import sys; sys.stdin.readline(); print('[{')", ""])
def test_a_dead_process_for_other_weights_is_reported(program: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether it dies while it measures, or before its task, longer than a pipe holds, is written."""
    monkeypatch.setattr(measure, "own_command", lambda module: [sys.executable, "-c", program])
    congo = rules.get("congo")
    with pytest.raises(BrokenExecutor, match=texts.WEIGHTS_PROCESS_DIED):
        measure.deepen_with_weights(congo, [congo.start()] * 3000, "hand", 100)


def test_finished_rows_are_not_measured_again(
    made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = raw(made)

    def never(*_: object) -> None:
        raise AssertionError("this has been done")

    monkeypatch.setattr(run, "play_game", never)
    monkeypatch.setattr(measure, "deepen_all", never)
    assert ablate(made) == 0
    assert raw(made) == before


def test_more_games_are_added_to_those_played(made: Path, tmp_path: Path) -> None:
    assert ablate(tmp_path, rows=("no-pvs",)) == 0
    two = json.loads(raw(tmp_path)["no-pvs.match.json"])["games"]
    assert ablate(tmp_path, "--games", "4", rows=("no-pvs",)) == 0
    four = json.loads(raw(tmp_path)["no-pvs.match.json"])["games"]
    assert sorted(four) == ["0", "1", "2", "3"]
    assert {number: four[number] for number in two} == two
    assert two == json.loads(raw(made)["no-pvs.match.json"])["games"]


def test_crashed_game_is_replayed_in_the_next_run(
    made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    usual = play_game

    def play(setup: EventSettings, pairing: ScheduledGame) -> FinishedGame:
        return unplayed_game(setup, pairing) if pairing.number == 1 else usual(setup, pairing)

    monkeypatch.setattr(run, "play_game", play)
    assert ablate(tmp_path, rows=("no-pvs",)) == 0
    assert "no-pvs: game 2: the process that played it died" in capsys.readouterr().err
    assert list(json.loads(raw(tmp_path)["no-pvs.match.json"])["games"]) == ["0"]
    monkeypatch.undo()
    assert ablate(tmp_path, rows=("no-pvs",)) == 0
    assert raw(tmp_path)["no-pvs.match.json"] == raw(made)["no-pvs.match.json"]


def test_the_same_seed_gives_the_same_nodes(made: Path, tmp_path: Path) -> None:
    assert ablate(tmp_path) == 0
    first, second = table(made / "depths.csv"), table(tmp_path / "depths.csv")
    for row in (*first, *second):
        del row["seconds"]
    assert first == second
    assert table(made / "games.csv") == table(tmp_path / "games.csv")


@pytest.mark.parametrize(
    ("option", "other", "own"), [("--nodes", "61", "60"), ("--budget", "301", "300"), ("--seed", "6", "5")]
)
@pytest.mark.parametrize("rows", [("no-pvs",), ("none",)])
def test_rows_with_other_settings_are_kept(
    made: Path, capsys: Output, option: str, other: str, own: str, rows: tuple[str, ...]
) -> None:
    before = raw(made)
    assert ablate(made, option, other, rows=rows) == 2
    (message,) = capsys.readouterr().err.splitlines()
    assert message == texts.other_settings(made, option.removeprefix("--"), own, int(other))
    assert raw(made) == before


def test_the_ablation_of_another_game_is_not_lost(made: Path, capsys: Output) -> None:
    before = raw(made)
    limits = ("--games", "2", "--nodes", "60", "--budget", "300", "--seed", "5", "--no-plots")
    assert main(["ablation", "conga", "--out", str(made), *limits]) == 2
    assert f"{made} holds the ablation of konane: choose another folder" in capsys.readouterr().err
    assert raw(made) == before


def test_rows_of_another_search_version_are_reported_and_remeasured(
    made: Path, tmp_path: Path, capsys: Output
) -> None:
    assert ablate(tmp_path, rows=("no-pvs",)) == 0
    path = tmp_path / "raw" / "no-pvs.match.json"
    path.write_text(path.read_text("utf-8").replace('"signature": ', '"signature": 1'), encoding="utf-8")
    assert ablate(tmp_path, rows=("no-pvs",)) == 0
    message = capsys.readouterr().err
    assert f"{texts.outdated(['no-pvs'])}\n" in message
    assert raw(tmp_path)["no-pvs.match.json"] == raw(made)["no-pvs.match.json"]


def test_games_with_another_book_are_not_mixed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    congo = rules.get("congo")
    plan = measure.AblationPlan(congo, tmp_path, 2, 60, 300, 5, 1, 1)
    (booked,) = (each for each in variants_of(congo, 60) if each.group is VariantGroup.BOOK)
    keys = []
    for known in (Book({}), Book({"a w": (BookMove("a1b1", 1),)})):
        monkeypatch.setattr(opening_book, "shared", lambda name, known=known: known)
        keys.append(measure._match_key(plan, booked))
    assert keys[0] != keys[1]


def test_explains_a_row_of_another_number_of_positions(made: Path, tmp_path: Path, capsys: Output) -> None:
    folder = shutil.copytree(made, tmp_path / "copy")
    path = folder / "raw" / "no-pvs.search.json"
    data = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps({**data, "climbs": data["climbs"][1:]}), encoding="utf-8")
    assert ablate(folder, rows=("no-pvs",)) == 2
    assert f"no-pvs.search.json {texts.DAMAGED}" in capsys.readouterr().err


def test_explains_a_damaged_file(tmp_path: Path, capsys: Output) -> None:
    (tmp_path / "raw").mkdir()
    (tmp_path / "raw" / "no-pvs.search.json").write_text("{", encoding="utf-8")
    assert ablate(tmp_path, rows=("no-pvs",)) == 2
    error = capsys.readouterr().err
    assert f"no-pvs.search.json {texts.DAMAGED}" in error
    assert "Traceback" not in error


# --- the report


def test_the_full_search_against_itself_gives_zero(made: Path) -> None:
    (control,) = (row for row in table(made / "rows.csv") if row["row"] == "control")
    assert (float(control["elo"]), control["elo_bound"], control["games"]) == (0, "", "2")
    assert control["wins"] == control["losses"]


def test_report_has_all_rows_and_its_settings(made: Path) -> None:
    text = (made / "report.md").read_text(encoding="utf-8")
    assert re.search(r"Alpha-beta by itself finds .* times as many nodes to depth\n\d+ \(95%: ", text)
    words = text.split("## Terms")[1].split("## Method")[0]
    explained = re.findall(r"^- \*\*(.*)\*\*: [a-z].*\.$", words, re.MULTILINE)
    assert [title.lower() for title in explained[-15:]] == [
        title for switch, title in TITLES.items() if switch != "tablebase"
    ]
    for words in ("plain minimax", "+ alpha-beta", "- principal variation search", "control: 1% more nodes"):
        assert words in text
    for words in ("95%", "numba", "Python", "signature", "opening", "at 60 nodes per move"):
        assert words in text
    assert not re.search(r"\bnan\b", text)
    assert "summary.png" not in text


def test_report_without_rows_states_it(tmp_path: Path, capsys: Output) -> None:
    assert ablate(tmp_path, rows=("none",)) == 0
    assert capsys.readouterr().out == f"{tmp_path / 'report.md'}\n"
    text = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert re.search(r"^This report has 0 of \d+ possible rows\.$", text, re.MULTILINE)
    assert "`python -m engine ablation konane --games 2 --nodes 60 --budget 300 --seed 5 --rows none`" in text


def test_requested_rows_are_compared_with_the_full_search(tmp_path: Path) -> None:
    assert ablate(tmp_path, rows=("no-pvs",)) == 0
    assert set(raw(tmp_path)) == {"full.search.json", "no-pvs.search.json", "no-pvs.match.json"}
    (found,) = (row for row in table(tmp_path / "rows.csv") if row["row"] == "no-pvs")
    assert float(found["fewer_nodes_factor"]) > 0
    text = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert re.search(r"^This report has 2 of \d+ possible rows\.$", text, re.MULTILINE)
    assert "--seed 5 --rows no-pvs`" in text
    # Only in reports on games that have these parts.
    assert "The improvements that the assignment names" not in text
    assert "piece placement" not in text


def test_report_omits_unmeasured_rows(tmp_path: Path) -> None:
    assert ablate(tmp_path, rows=("control",)) == 0
    text = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert "## Controls" in text
    assert not any(f"## {title}" in text for title in ("Added", "Left out", "The evaluation", "The impr"))


def test_raw_results_come_as_csv_and_json(made: Path) -> None:
    data = json.loads((made / "results.json").read_text(encoding="utf-8"))
    assert data["settings"]["seed"] == 5
    assert set(data["machine"]) >= {"processor", "Python", "numba", "numpy"}
    reported = {row["row"]["row"]: row for row in data["rows"]}
    for row in table(made / "rows.csv"):
        assert sum(reported[row["row"]]["games"]) == int(row["games"])
    for name in ("minimax", "full"):
        assert any(row["row"] == name for row in table(made / "depths.csv"))


def test_explains_an_unwritable_report(tmp_path: Path, capsys: Output) -> None:
    assert ablate(tmp_path, rows=("none",)) == 0
    capsys.readouterr()
    (tmp_path / "report.md").unlink()
    (tmp_path / "report.md").mkdir()
    assert ablate(tmp_path, rows=("none",)) == 2
    reported = capsys.readouterr()
    assert reported.out == ""
    assert reported.err.startswith(f"{tmp_path / 'report.md'} cannot be written: ")
    assert reported.err.count("\n") == 1


def test_explains_an_odd_number_of_games(tmp_path: Path, capsys: Output) -> None:
    assert ablate(tmp_path, "--games", "3") == 2
    assert ODD_GAMES in capsys.readouterr().err


def test_missing_matplotlib_gets_one_sentence(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reports, "find_spec", lambda name: None)
    assert main(["ablation", "konane", "--out", str(tmp_path)]) == 2
    error = capsys.readouterr().err
    assert error == f"{research_texts.NO_MATPLOTLIB}\n"


@pytest.mark.parametrize("place", ["here", "home"])
def test_settings_of_matplotlib_that_are_not_text_or_in_this_folder_get_one_sentence(
    tmp_path: Path, place: str
) -> None:
    """In this folder, where it looks for them first, they could run code."""
    pytest.importorskip("matplotlib")
    file = tmp_path / ("matplotlibrc" if place == "here" else "home/matplotlibrc")
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(b"# gr\xfc\xdfe\n")
    command = [sys.executable, "-m", "engine", "ablation", "congo", "--rows", "none"]
    variables = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3]), "MPLCONFIGDIR": str(file.parent)}
    done = subprocess.run(command, cwd=tmp_path, env=variables, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    expected = research_texts.MATPLOTLIBRC_HERE if place == "here" else "matplotlib cannot read its settings"
    assert expected in done.stderr
    assert "Traceback" not in done.stderr


def test_pictures_are_drawn_as_png_and_svg(made: Path) -> None:
    pytest.importorskip("matplotlib")
    assert main(["ablation", "konane", "--out", str(made), *SAME, "--rows", "none"]) == 0
    for name in ("summary", "ladder", "growth"):
        assert (made / f"{name}.png").read_bytes().startswith(b"\x89PNG")
        assert "<svg" in (made / f"{name}.svg").read_text(encoding="utf-8")
    assert "summary.png" in (made / "report.md").read_text(encoding="utf-8")


def test_a_picture_of_one_row_is_drawn_without_a_warning(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    few, minimax = Elo(512, bound="<"), row("minimax", VariantGroup.ADDED, "")
    measured = VariantSummary(minimax, {1: 3}, {1: 1e-3}, 1, 0, None, None, None, few, (0, 2, 0), 0)
    assert ablation_plots.elo_text(few) == "too few games"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for draw in (ablation_plots.summary, ablation_plots.ladder, ablation_plots.growth):
            draw([measured], "one row", tmp_path / draw.__name__)
    assert {path.suffix for path in tmp_path.glob("[!.]*")} == {".png", ".svg"}


SAME = ("--games", "2", "--nodes", "60", "--budget", "300", "--seed", "5")


# --- the figures


def runs(*nodes: int) -> DeepeningRun:
    return DeepeningRun(
        tuple(DepthCost(depth, each, each / 1000) for depth, each in enumerate(nodes, start=1)), False
    )


def row(name: str, group: VariantGroup, switch: str) -> Variant:
    return Variant(name, name, group, switch)


def test_factors_use_depths_reached_in_every_position_by_both_searches() -> None:
    more, less = [runs(10, 80, 900), runs(10, 20)], [runs(10, 20, 100), runs(5, 5)]
    found = factor(more, less, lambda reached: reached.nodes)
    assert found is not None
    assert found.depth == 2
    assert found.value == pytest.approx(4)
    assert found.low == pytest.approx(found.high) == pytest.approx(4)
    assert factor(more, [], lambda reached: reached.nodes) is None


def test_means_and_intervals() -> None:
    assert spread([5.0]) == 0
    assert spread([1.0, 3.0]) == pytest.approx(1.96)
    assert branching({1: 10, 2: 30, 3: 90}) == pytest.approx(3)
    assert branching({1: 10, 2: 30}) is None


def test_added_rows_are_compared_with_the_row_before_and_others_with_the_full_search() -> None:
    results = [
        VariantResult(row("minimax", VariantGroup.ADDED, ""), (runs(10, 1000),)),
        VariantResult(row("add-alphabeta", VariantGroup.ADDED, "alphabeta"), (runs(10, 100),)),
        VariantResult(row("full", VariantGroup.ADDED, "pvs"), (runs(10, 50),)),
        VariantResult(row("no-alphabeta", VariantGroup.LEFT_OUT, "alphabeta"), (runs(10, 600),)),
    ]
    reported = summarise_all(results)
    assert reported[0].fewer is None
    assert [line.fewer and round(line.fewer.value) for line in reported[1:]] == [10, 2, 12]


def test_improvements_are_valued_by_the_elo_lost_without_them() -> None:
    games = {0: (0.0, 10, "won"), 1: (0.5, 10, "drawn"), 2: (0.0, 9, "won"), 3: (0.0, 9, "won")}
    results = [
        VariantResult(row("full", VariantGroup.ADDED, "pvs"), (runs(10, 50),)),
        VariantResult(row("no-pvs", VariantGroup.LEFT_OUT, "pvs"), (runs(10, 200),), VariantGames(games)),
    ]
    (found,) = contributions(summarise_all(results))
    assert found.elo is not None
    assert found.elo.points > 100
    assert found.left_out is not None
    assert found.left_out.value == pytest.approx(4)


def test_row_with_a_failing_player_is_not_a_result(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A failure at a fixed number of nodes is our bug, not a lost game."""
    (row,) = (each for each in variants_of(rules.get("konane"), 60) if each.name == "no-killers")
    plan = measure.AblationPlan(rules.get("konane"), tmp_path, 2, 60, 100, 1, 1, 7)

    def failing(settings: EventSettings, pairing: ScheduledGame) -> FinishedGame:
        return FinishedGame(0, 1, "the player has gone", True, 6, (None, None), "")

    monkeypatch.setattr(run, "play_game", failing)
    monkeypatch.setattr(run, "signature", lambda game: 7)
    with pytest.raises(UserError, match="the player has gone; a player failed, so this row has no"):
        list(run.AblationExperiment(plan, [row]).poll())
    assert measure.load_result(plan, row).match.games == {}


def test_depths_end_before_the_first_not_reached_everywhere() -> None:
    whole = DeepeningRun(tuple(DepthCost(depth, 10, 0.1) for depth in (1, 2, 3)), False)
    odd = DeepeningRun((DepthCost(1, 10, 0.1), DepthCost(3, 10, 0.1), DepthCost(10**18, 10, 0.1)), False)
    assert list(depths([whole, whole])) == [1, 2, 3]
    assert list(depths([whole, odd])) == [1]
    assert list(depths([odd])) == [1]
    assert list(depths([])) == []


def test_depths_end_with_the_deepest_search_if_all_positions_are_solved() -> None:
    one, other = (replace(runs(*nodes), solved=True) for nodes in ((10,), (10, 20, 30)))
    assert list(depths([one, other])) == [1, 2, 3]
