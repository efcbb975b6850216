"""The command ``growth``: minimax beside alpha-beta by depth, size and turn."""

from __future__ import annotations

import csv
import json
import math
import re
from pathlib import Path

import pytest

from engine import rules
from engine.cli.main import main
from engine.match.texts import ODD_GAMES
from engine.record.parse import parse_games
from engine.research import texts
from engine.research.ablation.summary import spread
from engine.research.growth import findings
from engine.research.growth.growth import (
    GrowthCell,
    GrowthLog,
    GrowthSettings,
    by_phase,
    by_turn,
    cells,
    jobs,
    play,
)
from engine.research.plan_file import reserved

Output = pytest.CaptureFixture[str]
KONANE = rules.get("konane")


def logs(depth: int, games: int = 2, plies: int = 200) -> list[GrowthLog]:
    wanted = jobs(GrowthSettings(KONANE, {4: depth}, {4: depth}, games, 1, plies), print)
    return [play(job) for job in wanted]


def test_a_pair_is_the_same_game_with_colours_reversed() -> None:
    for first, second in zip(*[iter(logs(3))] * 2, strict=True):
        assert first.plies == second.plies
        assert first.winner == 1 - (second.winner or 0)
        assert len(first.nodes[0]) == len(second.nodes[1])


def test_alpha_beta_never_explores_more_than_minimax() -> None:
    for log in logs(4):
        turns = by_turn([log, *(each for each in logs(4) if each != log)], 4, log.depth)
        assert all(less <= more for more, less in turns)


def test_every_turn_counts_for_its_player() -> None:
    for log in logs(2):
        assert len(log.nodes[0]) + len(log.nodes[1]) == log.plies
        # Who begins is the first algorithm in even games.
        begins = log.nodes[log.number % 2]
        assert len(begins) - len(log.nodes[1 - log.number % 2]) in (0, 1)


def made_up(
    number: int, winner: int | None, minimax: tuple[int, ...], alphabeta: tuple[int, ...]
) -> GrowthLog:
    return GrowthLog(4, 2, number, winner, "no moves", 6, (0, 0), (minimax, alphabeta))


def test_means_and_margins_are_over_pairs() -> None:
    games = [
        made_up(0, 0, (10, 20), (1, 3)),
        made_up(1, 1, (30,), (2,)),
        made_up(2, 0, (40, 40, 40), (4, 4, 4)),
        made_up(3, None, (40,), (4,)),
    ]
    (cell,) = cells(games, spread)
    assert cell.nodes == (30, 3)
    assert cell.margins == (pytest.approx(19.6), pytest.approx(1.96))
    assert cell.results == (2, 1, 1, 0)
    assert cell.factor == pytest.approx(10)
    assert by_turn(games[:2], 4, 2) == [(20, 1.5), (20, 3)]


def test_plies_of_an_opening_count_as_turns() -> None:
    later = GrowthLog(4, 2, 2, 0, "no moves", 8, (1, 0), ((50,), (5,)))
    assert by_turn([made_up(0, 0, (10, 20), (1, 3)), later], 4, 2) == [(10, 3), (35, 3)]


def test_the_first_to_move_has_the_odd_ply_of_an_opening() -> None:
    wanted = jobs(GrowthSettings(KONANE, {6: 1}, {6: 1}, 4, 1, 200, opening_plies=3), print)
    assert [play(job).skipped for job in wanted] == [(0, 0), (0, 0), (2, 1), (1, 2)]


def test_a_long_game_is_cut_off_and_counted_as_such() -> None:
    (cell,) = cells(logs(1, plies=3), spread)
    assert cell.results == (0, 0, 0, 2)


def test_further_pairs_begin_with_openings_of_their_own() -> None:
    wanted = jobs(GrowthSettings(KONANE, {6: 1}, {6: 1}, 6, 1, 200), print)
    assert len({job.scheduled.opening for job in wanted}) == 3
    assert wanted[0].scheduled.opening.moves == ()
    assert [job.scheduled.opening for job in wanted[::2]] == [job.scheduled.opening for job in wanted[1::2]]


def test_the_command_writes_tables_for_every_size(tmp_path: Path, capsys: Output) -> None:
    arguments = ["--sizes", "4,6", "--depth", "2", "--out", str(tmp_path), "--no-plots"]
    assert main(["growth", "konane", *arguments]) == 0
    assert capsys.readouterr().out == f"{tmp_path / 'report.md'}\n"
    text = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert "| max. depth | 4 × 4 minimax | 4 × 4 alpha-beta | 4 × 4 factor | 6 × 6 minimax |" in text
    assert "6 × 6 board, max. depth 2:" in text
    assert "alpha-beta won" in text
    with (tmp_path / "nodes.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["size"], row["depth"]) for row in rows] == [("4", "1"), ("4", "2"), ("6", "1"), ("6", "2")]
    assert all(float(row["alphabeta"]) <= float(row["minimax"]) for row in rows)


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        (("--seed", "7"), "holds a report made with --seed 2026, not 7, which would be lost"),
        (("--plies", "9"), "holds a report made with --plies 200, not 9, which would be lost"),
        (("--depth", "1"), "holds a report of more depths or sizes, which would be lost"),
        (("--sizes", "6"), "holds a report of more depths or sizes, which would be lost"),
    ],
)
def test_a_report_on_other_games_is_not_lost(
    tmp_path: Path, capsys: Output, changed: tuple[str, ...], sentence: str
) -> None:
    usual = ("--sizes", "4", "--depth", "2", "--out", str(tmp_path), "--no-plots")
    assert main(["growth", "konane", *usual]) == 0
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert main(["growth", "konane", *usual, *changed]) == 2
    message = capsys.readouterr().err.splitlines()[-1]
    assert message == f"{tmp_path} {sentence}: choose another folder with --out"
    assert main(["growth", "conga", *usual[2:]]) == 2
    assert "holds the report on konane" in capsys.readouterr().err
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
    assert main(["growth", "konane", *usual, "--depth", "3"]) == 0


def test_an_edited_report_survives_the_same_command(tmp_path: Path) -> None:
    command = ["growth", "konane", "--sizes", "4", "--out", str(tmp_path), "--no-plots", "--depth"]
    for depth in ("1", "2"):
        assert main([*command, depth]) == 0
        assert [path.name for path in tmp_path.glob("*.md")] == ["report.md"]
    report = tmp_path / "report.md"
    edited = "My conclusions\n" + report.read_text(encoding="utf-8")
    report.write_text(edited, encoding="utf-8")
    assert main([*command, "2"]) == 0
    assert {path.name for path in tmp_path.glob("*.md")} == {"report.md", "report-2.md"}
    assert (tmp_path / "report-2.md").read_text(encoding="utf-8") == edited
    assert "My conclusions" not in report.read_text(encoding="utf-8")


def test_two_experiments_do_not_work_in_one_folder(tmp_path: Path, capsys: Output) -> None:
    arguments = ["--sizes", "4", "--depth", "1", "--out", str(tmp_path), "--no-plots"]
    with reserved(tmp_path):
        assert main(["growth", "konane", *arguments]) == 2
    assert capsys.readouterr().err == f"{texts.works_elsewhere(tmp_path)}\n"
    assert main(["growth", "konane", *arguments]) == 0


def test_each_size_may_have_its_own_depth(tmp_path: Path) -> None:
    arguments = ["--sizes", "4,6", "--depth", "4:3,6:2", "--turn-depth", "4:2", "--out", str(tmp_path)]
    assert main(["growth", "konane", *arguments, "--no-plots"]) == 0
    text = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert "4 × 4 board, max. depth 2:" in text
    assert "6 × 6 board, max. depth 2:" in text
    with (tmp_path / "turns.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    depths = {(row["size"], int(row["depth"])) for row in rows}
    assert depths == {("4", 1), ("4", 2), ("4", 3), ("6", 1), ("6", 2)}
    assert all(float(row["seconds"]) >= 0 for row in rows)
    games = parse_games((tmp_path / "games.txt").read_text(encoding="utf-8"))
    assert len(games) == 4
    assert {game.players for game in games} == {("minimax:2", "alphabeta:2"), ("alphabeta:2", "minimax:2")}


def test_a_report_of_an_earlier_version_is_not_lost(tmp_path: Path, capsys: Output) -> None:
    """An earlier version had one depth for all sizes."""
    usual = ("--sizes", "4", "--depth", "2", "--out", str(tmp_path), "--no-plots")
    assert main(["growth", "konane", *usual]) == 0
    results = tmp_path / "results.json"
    data = json.loads(results.read_text(encoding="utf-8"))
    data["settings"] |= {"depth": 2, "turn_depth": 2}
    results.write_text(json.dumps(data), encoding="utf-8")
    assert main(["growth", "konane", *usual, "--depth", "1"]) == 2
    assert "holds a report of more depths or sizes" in capsys.readouterr().err
    assert main(["growth", "konane", *usual]) == 0


@pytest.mark.parametrize("depths", [{"6": 1}, {"4": math.inf}])
def test_a_report_without_the_depth_of_its_games_is_refused(
    tmp_path: Path, capsys: Output, depths: dict[str, float]
) -> None:
    usual = ("--sizes", "4", "--depth", "1", "--out", str(tmp_path), "--no-plots")
    assert main(["growth", "konane", *usual]) == 0
    results = tmp_path / "results.json"
    data = json.loads(results.read_text(encoding="utf-8"))
    data["settings"]["depth"] = depths
    results.write_text(json.dumps(data), encoding="utf-8")
    assert main(["growth", "konane", *usual]) == 2
    assert "belongs to a report of another kind" in capsys.readouterr().err


def test_the_thirds_of_a_game() -> None:
    nodes, seconds = ((9, 9, 5, 5, 1, 1), (3, 3, 5, 5, 1, 1)), ((0.9,) * 6, (0.1,) * 6)
    found = by_phase([GrowthLog(4, 2, 0, 0, "no moves", 12, (0, 0), nodes, seconds)], 4, 2)
    assert [phase.name for phase in found] == ["opening", "middle", "end"]
    assert [phase.nodes for phase in found] == [(9, 3), (5, 5), (1, 1)]
    assert found[0].seconds == (pytest.approx(0.9), pytest.approx(0.1))


def test_report_compares_expected_and_measured_figures(tmp_path: Path) -> None:
    arguments = ["--sizes", "4,6", "--depth", "3", "--out", str(tmp_path), "--no-plots"]
    assert main(["growth", "konane", *arguments]) == 0
    text = (tmp_path / "report.md").read_text(encoding="utf-8")
    seen = text.partition("The games show:")[2].partition("##")[0]
    powers = r"1\. Powers at the greatest depth: 0\.\d\d on 4 × 4, 0\.\d\d on 6 × 6\. As expected\."
    assert re.search(powers, seen)
    assert re.search(r"2\. The factor grew with the depth at 4 of 4 steps, .*\. As expected\.", seen)
    assert re.search(r"4\. Minimax won (\d+) games, alpha-beta \1\. As expected\.", seen)
    assert re.search(
        r"5\. \d of 2 powers at the greatest depth are nearer to 0\.75 than to 0\.5 or 1\. ", seen
    )
    first = r"explores ([\d.]+) nodes per turn, ([\d.]+) times as many as alpha-beta \(([\d.]+)\)"
    more, factor, less = map(float, re.findall(first, text)[0])
    assert more / less == pytest.approx(factor, rel=0.02)
    assert "The first pair begins at the\n  start. A game is stopped" in text


def test_report_flags_unexpected_results() -> None:
    cells = [
        GrowthCell(None, 1, (10, 10), (0, 0), (1, 2, 0, 0)),
        GrowthCell(None, 2, (10, 20), (0, 0), (0, 0, 0, 0)),
    ]
    assert findings._exponents(cells).endswith("Not as expected.")
    assert findings._growing(cells).endswith("0 of 1 steps. Not as expected.")
    assert findings._even(cells).endswith("Not as expected.")
    assert findings._by_evaluation(cells).endswith(
        "is not nearer to 0.75 than to 0.5 or 1. Not as expected."
    )  # the power is 1.3


def test_a_game_with_one_board_has_tables_without_sizes(tmp_path: Path) -> None:
    arguments = ["--depth", "1", "--plies", "6", "--out", str(tmp_path), "--no-plots"]
    assert main(["growth", "bonzee", *arguments]) == 0
    assert "| max. depth | minimax | alpha-beta | factor |" in (tmp_path / "report.md").read_text("utf-8")


def test_pictures_are_drawn_as_png_and_svg(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    assert main(["growth", "konane", "--sizes", "4", "--depth", "2", "--out", str(tmp_path)]) == 0
    for name in ("depths", "turns"):
        assert (tmp_path / f"{name}.png").read_bytes().startswith(b"\x89PNG")
        assert "<svg" in (tmp_path / f"{name}.svg").read_text(encoding="utf-8")


def test_an_edited_picture_is_kept(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    arguments = ["growth", "konane", "--sizes", "4", "--depth", "2", "--out", str(tmp_path)]
    assert main(arguments) == 0
    (tmp_path / "depths.svg").write_text("edited", encoding="utf-8")
    assert main(arguments) == 0
    pictures = {path.name for path in tmp_path.iterdir() if path.suffix in (".png", ".svg")}
    assert pictures == {"depths-2.svg", "depths.svg", "depths.png", "turns.svg", "turns.png"}
    assert (tmp_path / "depths-2.svg").read_text(encoding="utf-8") == "edited"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("konane", "--sizes", "5"), "not on 5x5"),
        (("konane", "--games", "3"), ODD_GAMES),
        (("konane", "--depth", "2", "--turn-depth", "3"), "--turn-depth 3 is deeper than --depth 2"),
        (
            ("konane", "--sizes", "4", "--depth", "6:3"),
            "--depth names the size 6, on which no games are played",
        ),
        (("konane", "--depth", "4:x"), "'x' is not a whole number from 1 to 20"),
        (("go",), "there is no game called 'go'"),
    ],
)
def test_explains_bad_input(
    tmp_path: Path, capsys: Output, arguments: tuple[str, ...], sentence: str
) -> None:
    try:
        status = main(["growth", *arguments, "--out", str(tmp_path), "--no-plots"])
    except SystemExit as end:
        status = int(end.code or 0)
    assert status == 2
    assert sentence in capsys.readouterr().err
