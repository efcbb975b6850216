"""Mining and checking puzzles with few nodes, and some of the shipped puzzles."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from engine import rules as registry
from engine.cli.main import main
from engine.game.game import Game
from engine.learn.puzzles import Puzzle, puzzles_of, puzzles_path, read_puzzles
from engine.research.puzzles import mining
from engine.research.puzzles.check import problem, sample
from engine.research.puzzles.finding import MiningPlan, puzzle_at
from engine.research.puzzles.judge import CandidateMove, Goal, Judge
from engine.research.puzzles.mining import GAMES, Mining, different
from engine.system.errors import UserError

CONGO = registry.get("congo")
PLAN = MiningPlan("congo", seed=8, nodes=1000, confirm_nodes=3000)
GAMES_PLAYED = 6
PROVED_NODES = 50_000


@pytest.fixture(scope="module")
def mined(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """The folder of a small mining run, and its reports."""
    folder, reports = tmp_path_factory.mktemp("mined"), list[str]()
    Mining(PLAN, folder, reports.append).run(GAMES_PLAYED)
    return folder, reports


def test_games_are_mined_into_a_file(mined: tuple[Path, list[str]]) -> None:
    folder, reports = mined
    puzzles = read_puzzles(folder / "congo.txt")
    assert puzzles
    assert len(reports) == GAMES_PLAYED
    assert reports[-1].startswith(f"{GAMES_PLAYED}/{GAMES_PLAYED} games: ")
    for puzzle in puzzles:
        assert len(list(puzzle.line(CONGO))) == len(puzzle.moves)


def test_finished_games_are_not_mined_again(mined: tuple[Path, list[str]], tmp_path: Path) -> None:
    folder, _ = mined
    for name in ("plan.json", GAMES):
        (tmp_path / name).write_bytes((folder / name).read_bytes())
    reports: list[str] = []
    Mining(PLAN, tmp_path, reports.append).run(GAMES_PLAYED)
    assert not reports
    assert (tmp_path / "congo.txt").read_bytes() == (folder / "congo.txt").read_bytes()


def test_a_game_cut_off_by_a_kill_is_mined_again(mined: tuple[Path, list[str]], tmp_path: Path) -> None:
    folder, _ = mined
    lines = (folder / GAMES).read_text().splitlines(keepends=True)
    (tmp_path / GAMES).write_text("".join(lines[:-1]) + lines[-1][:-1])
    reports: list[str] = []
    Mining(PLAN, tmp_path, reports.append).run(GAMES_PLAYED)
    assert len(reports) == 1
    assert (tmp_path / GAMES).read_text() == "".join(lines)


def test_other_settings_need_another_folder(mined: tuple[Path, list[str]]) -> None:
    with pytest.raises(UserError, match="other settings"):
        Mining(replace(PLAN, seed=6), mined[0])


def dies(plan: MiningPlan, number: int) -> None:
    """End the process, as the system does when memory runs out."""
    os._exit(1)


def test_dying_workers_get_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(mining, "mine_game", dies)
    assert main(["puzzles", "mine", "congo", "--games", "2", "--workers", "2", "--out", str(tmp_path)]) == 1
    assert capsys.readouterr().err.endswith("died 4 times\n")


DAMAGED = [
    "{",
    "[1]",
    "[1, [[1]]]",
    '["x", []]',
    "3",
    "[1e999, []]",
    '[0, [["", [], [], 1e999]]]',
    "[" * 100_000,
]


@pytest.mark.parametrize("line", DAMAGED, ids=range(len(DAMAGED)))
def test_a_damaged_folder_gets_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], line: str
) -> None:
    (tmp_path / GAMES).write_text(f"{line}\n")
    assert main(["puzzles", "mine", "congo", "--out", str(tmp_path)]) == 2
    assert "games.jsonl is damaged" in capsys.readouterr().err


def test_a_mirrored_puzzle_is_a_repetition() -> None:
    one, other = (
        Puzzle(f"3l3/7/7/7/7/7/{rank} w {number}", ("d1d2",), ("win",), 50)
        for number, rank in ((1, "Z2L3"), (7, "3L2Z"))
    )
    assert list(different(CONGO, [one, other, one])) == [one]


# --- what a puzzle is


@pytest.mark.parametrize(
    ("best", "second", "goal"),
    [(0.95, 0.5, Goal.WIN), (0.95, 0.7, None), (0.5, 0.1, Goal.HOLD), (0.5, 0.3, None), (0.7, 0.1, None)],
)
def test_one_move_must_be_clearly_better(best: float, second: float, goal: Goal | None) -> None:
    move = CONGO.legal_moves(CONGO.start())[0]
    assert CandidateMove(move, best, second, None).goal is goal


def test_the_tablebase_judges_its_positions() -> None:
    judge = Judge(CONGO)
    position = CONGO.notation.parse("7/4l2/7/7/1ML1c2/7/7 w 72")
    choice = judge.choice(Game(CONGO, position), 100)
    assert choice is not None
    assert (str(choice.move), choice.best, choice.second) == ("c3c2", 0.5, 0.0)
    assert choice.goal is Goal.HOLD


def test_a_position_without_a_clear_best_move_is_no_puzzle() -> None:
    assert puzzle_at(Judge(CONGO), CONGO.start(), 3000) is None


# --- checking


GOOD = Puzzle("2l4/7/3S2S/7/7/P1e1pC1/4L1Z w 47", ("g1e2",), ("win", "lion-hunt"), 800)


def test_a_right_puzzle_passes() -> None:
    assert problem("congo", PROVED_NODES, frozenset(), GOOD) == ""


@pytest.mark.parametrize(
    ("puzzle", "reason"),
    [
        (replace(GOOD, moves=("e1e2",)), "g1e2 is better than e1e2"),
        (replace(GOOD, fen=GOOD.fen.replace(" w ", " b "), moves=("c7c6",)), "c7c6|is"),
        (replace(GOOD, moves=("a1a2",)), "not possible"),
        (replace(GOOD, fen="nonsense"), "rank"),
        (replace(GOOD, fen="gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ w 1", moves=("d2d3",)), "better"),
    ],
)
def test_a_wrong_puzzle_is_explained(puzzle: Puzzle, reason: str) -> None:
    found = problem("congo", PROVED_NODES, frozenset(), puzzle)
    assert any(part in found for part in reason.split("|"))


def test_the_command_counts_right_and_wrong_puzzles(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from engine.learn.puzzles import save_puzzles

    path = tmp_path / "puzzles.txt"
    save_puzzles(path, [GOOD, replace(GOOD, moves=("e1e2",))])
    assert main(["puzzles", "check", "--file", str(path), "--nodes", str(PROVED_NODES)]) == 1
    assert capsys.readouterr().out.splitlines() == [
        f"{GOOD.fen}: g1e2 is better than e1e2",
        "1 of 2 puzzles right",
    ]


def test_a_sample_is_drawn_by_its_seed() -> None:
    puzzles = [replace(GOOD, nodes=number) for number in range(50)]
    assert sample(puzzles, 5, 1) == sample(puzzles, 5, 1) != sample(puzzles, 5, 2)
    assert sample(puzzles, None, 1) == sample(puzzles, 60, 1) == puzzles


SHIPPED = [name for name in registry.names() if puzzles_path(name).exists()]


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_puzzles_can_be_played(name: str) -> None:
    rules = registry.get(name)
    puzzles = puzzles_of(name)
    assert len(list(different(rules, puzzles))) == len(puzzles)
    for puzzle in puzzles:
        assert len(list(puzzle.line(rules))) % 2 == 1


@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize("name", SHIPPED)
def test_a_sample_of_the_shipped_puzzles_is_right(name: str, number: int) -> None:
    for puzzle in sample(puzzles_of(name), 20, 1)[number::4]:
        assert problem(name, 2_000_000, frozenset(), puzzle) == ""


def test_games_are_written_as_json(mined: tuple[Path, list[str]]) -> None:
    numbers = [json.loads(line)[0] for line in (mined[0] / GAMES).read_text().splitlines()]
    assert numbers == list(range(GAMES_PLAYED))
