"""Mining and checking puzzles with few nodes, and some of the shipped puzzles."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from engine import rules as registry
from engine.cli.main import main
from engine.game.game import Game
from engine.learn.puzzles import Puzzle, puzzles_of, puzzles_path, read_puzzles
from engine.research.puzzles import mining
from engine.research.puzzles.check import TOLERANCE, problem, sample
from engine.research.puzzles.finding import Miner, MiningPlan, candidates
from engine.research.puzzles.judge import CandidateMove, Goal, Judge
from engine.research.puzzles.mining import GAMES, Mining, unique
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
    shutil.copy(folder / "plan.json", tmp_path)
    (tmp_path / GAMES).write_text("".join(lines[:-1]) + lines[-1][:-1])
    reports: list[str] = []
    Mining(PLAN, tmp_path, reports.append).run(GAMES_PLAYED)
    assert len(reports) == 1
    assert (tmp_path / GAMES).read_text() == "".join(lines)


def test_fewer_puzzles_are_written_if_fewer_games_are_wanted(tmp_path: Path) -> None:
    ranks = ("2L3Z", "2L2Z1", "2L1Z2")
    lines = [[at, [[f"3l3/7/7/7/7/7/{rank} w 1", ["c1c2"], ["win"], 50]]] for at, rank in enumerate(ranks)]
    Mining(PLAN, tmp_path)
    (tmp_path / GAMES).write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    assert Mining(PLAN, tmp_path).run(3) == 3
    assert Mining(PLAN, tmp_path).run(2) == 2
    assert [puzzle.fen.split("/")[-1] for puzzle in read_puzzles(tmp_path / "congo.txt")] == [
        f"{rank} w 1" for rank in ranks[:2]
    ]


def test_other_settings_need_another_folder(mined: tuple[Path, list[str]]) -> None:
    with pytest.raises(UserError, match="other settings"):
        Mining(replace(PLAN, seed=6), mined[0])


def dies(plan: MiningPlan, number: int) -> None:
    """End the process, as the system does when memory runs out."""
    os._exit(1)


@pytest.mark.thorough
def test_dying_workers_get_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(mining, "mine_game", dies)
    assert main(["puzzles", "mine", "congo", "--games", "2", "--workers", "2", "--out", str(tmp_path)]) == 1
    assert capsys.readouterr().err.endswith("died 4 times\n")


DAMAGED = [
    f'[0, [["{CONGO.notation.format(CONGO.start())}", [], ["win"], 5]]]',
    f'[0, [["{CONGO.notation.format(CONGO.start())}", ["d2d3"], ["of its own"], 5]]]',
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
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Mining, "run", lambda *arguments: 0)
        assert main(["puzzles", "mine", "congo", "--out", str(tmp_path)]) == 0
    (tmp_path / GAMES).write_text(f"{line}\n")
    assert main(["puzzles", "mine", "congo", "--out", str(tmp_path)]) == 2
    assert "games.jsonl is damaged" in capsys.readouterr().err


def test_puzzles_that_were_edited_are_kept(tmp_path: Path) -> None:
    mine = ["puzzles", "mine", "congo", "--games", "1", "--out", str(tmp_path)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Mining, "run", lambda *arguments: 0)
        assert main(mine) == 0
    (tmp_path / GAMES).write_text("[0, []]\n")
    (tmp_path / "congo.txt").write_text("mine")
    assert main(mine) == main(mine) == 0
    assert (tmp_path / "congo-2.txt").read_text() == "mine"
    assert not (tmp_path / "congo-3.txt").exists()


def test_a_mirrored_puzzle_is_a_repetition() -> None:
    one, other = (
        Puzzle(f"3l3/7/7/7/7/7/{rank} w {number}", ("d1d2",), ("win",), 50)
        for number, rank in ((1, "Z2L3"), (7, "3L2Z"))
    )
    assert list(unique(CONGO, [one, other, one])) == [one]


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
    assert Miner(PLAN).puzzle_at(CONGO.start()) is None


def puzzle_at(fen: str, plan: MiningPlan = PLAN) -> Puzzle | None:
    return Miner(plan).puzzle_at(CONGO.notation.parse(fen))


ONE_MOVE = "4l2/7/7/7/3m3/3M3/3L3 w 57"
"""Only the monkey's capture wins."""


def seem_good(*fens: str) -> list[str]:
    """Return the candidates among the positions of a game."""
    positions = [CONGO.notation.parse(fen) for fen in fens]
    return [CONGO.notation.format(position) for position in candidates(Judge(CONGO), positions)]


def test_only_a_position_with_one_good_move_is_a_candidate() -> None:
    assert seem_good(ONE_MOVE) == [ONE_MOVE]
    assert seem_good("3l3/7/7/7/7/7/2L3Z w 1") == []


def test_positions_around_a_mistake_are_candidates() -> None:
    level, lost, won = (
        CONGO.notation.format(CONGO.start()),
        "3l3/7/7/7/7/7/2L3Z b 1",
        "3l3/7/7/7/7/7/2L3Z w 2",
    )
    assert seem_good(level) == []
    assert seem_good(level, won) == [level, won]
    assert seem_good(lost, won) == []


SHUFFLE = "3ml2/5pe/Gp4c/7/7/3L3/7 w 49"
"""Only the giraffe's threats hold, between c5 and c6, for ever."""


def test_a_line_ends_before_a_position_comes_again() -> None:
    puzzle = Miner(replace(PLAN, confirm_nodes=20_000)).puzzle_at(CONGO.notation.parse(SHUFFLE))
    assert puzzle is not None
    assert len(puzzle.moves) > 1
    boards = {position for position, _ in puzzle.line(CONGO)}
    assert len(boards) == len(puzzle.moves)


def test_a_line_ends_at_a_repetition_even_if_another_move_is_found_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    miner = Miner(PLAN)
    solution, replies = iter(("g1f3", "f3g1", "g1e2", "e2d4")), iter(("d7c7", "c7d7", "d7d6", "d6d7"))

    def only_move(game: Game, goal: Goal | None = None) -> CandidateMove:
        return CandidateMove(CONGO.parse_move(game.position, next(solution)), 0.5, 0.1, mate=None)

    monkeypatch.setattr(miner, "only_move", only_move)
    monkeypatch.setattr(
        miner.judge, "defence", lambda game, *rest: CONGO.parse_move(game.position, next(replies))
    )
    puzzle = miner.puzzle_at(CONGO.notation.parse("3l3/7/7/7/7/7/2L3Z w 1"))
    assert puzzle is not None
    assert puzzle.moves == ("g1f3", "d7c7", "f3g1")


KONANE = registry.get("konane")


@pytest.mark.parametrize("second", [0.0, 0.1])
def test_a_game_without_draws_needs_a_proof(monkeypatch: pytest.MonkeyPatch, second: float) -> None:
    """Konane has no draws: the search has to reach the end of the game, not to estimate it."""
    move = KONANE.legal_moves(KONANE.start())[0]
    miner = Miner(replace(PLAN, game="konane"))
    monkeypatch.setattr(miner.judge, "choice", lambda game, nodes: CandidateMove(move, 1.0, second, mate=9))
    assert (miner.only_move(Game(KONANE, KONANE.start())) is not None) == (second == 0.0)


def test_both_evaluations_must_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    start, miner = CONGO.notation.parse(ONE_MOVE), Miner(PLAN)
    assert miner.only_move(Game(CONGO, start)) is not None
    choice = Judge.choice

    def disagree(judge: Judge, game: Game, nodes: int) -> CandidateMove | None:
        found = choice(judge, game, nodes)
        if found is None or judge is miner.judge:
            return found
        return replace(found, second=found.best)

    monkeypatch.setattr(Judge, "choice", disagree)
    assert miner.only_move(Game(CONGO, start)) is None


def test_a_puzzle_inside_another_is_left_out() -> None:
    whole = Puzzle("3l3/7/7/7/7/7/2L3Z w 1", ("c1c2", "d7d6", "g1f3"), ("defence",), 50)
    (_, _), (_, _), (position, _) = whole.line(CONGO)
    part = Puzzle(CONGO.notation.format(position), ("g1f3",), ("defence",), 50)
    assert list(unique(CONGO, [part, whole])) == [whole]


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
    assert len(list(unique(rules, puzzles))) == len(puzzles)
    for puzzle in puzzles:
        assert len(list(puzzle.line(rules))) % 2 == 1


def wrong(name: str, count: int, seed: int, nodes: Sequence[int]) -> list[str]:
    """Return the puzzles of a sample that are wrong by all of these searches; few need the last."""
    puzzles = sample(puzzles_of(name), count, seed)
    return [
        str(puzzle) for puzzle in puzzles if all(problem(name, each, frozenset(), puzzle) for each in nodes)
    ]


@pytest.mark.parametrize("name", SHIPPED)
def test_a_sample_of_the_shipped_puzzles_is_right(name: str) -> None:
    seed = Random().randrange(1000)
    assert wrong(name, 20, seed, (50_000, 2_000_000)) == [], f"seed {seed}"


@pytest.mark.slow
@pytest.mark.parametrize("name", SHIPPED)
def test_a_large_sample_of_the_shipped_puzzles_is_right(name: str) -> None:
    assert wrong(name, 200, 1, (2_000_000,)) == []


@pytest.mark.parametrize(
    ("best", "second", "goal", "right"),
    [
        (0.81, 0.64, Goal.WIN, True),
        (0.79, 0.5, Goal.WIN, False),
        (0.9, 0.66, Goal.WIN, False),
        (0.64, 0.19, Goal.HOLD, True),
        (0.66, 0.1, Goal.HOLD, False),
    ],
)
def test_a_check_tolerates_a_little(best: float, second: float, goal: Goal, right: bool) -> None:
    move = CONGO.legal_moves(CONGO.start())[0]
    assert CandidateMove(move, best, second, None).meets(goal, TOLERANCE) is right


def test_games_are_written_as_json(mined: tuple[Path, list[str]]) -> None:
    numbers = [json.loads(line)[0] for line in (mined[0] / GAMES).read_text().splitlines()]
    assert numbers == list(range(GAMES_PLAYED))
