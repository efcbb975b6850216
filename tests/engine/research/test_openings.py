"""Building the opening explorer: games, their merging, deep analysis, resuming."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from engine import rules as registry
from engine.book.opening_book import book_key
from engine.cli.main import main
from engine.learn.explorer import read_explorer
from engine.record.parse import parse_games
from engine.record.record import GameResult
from engine.research.openings import merging
from engine.research.openings.building import ANALYSES, GAMES, OpeningBuild
from engine.research.openings.merging import OpeningTree
from engine.research.openings.playing import TREE_PLIES, OpeningGame, OpeningPlan, play_game
from engine.search.limits import Score
from engine.search.state import WIN
from engine.system.errors import UserError

CONGO = registry.get("congo")
PLAN = OpeningPlan("congo", (7,), seed=3, least_nodes=30, most_nodes=90)
PLAYED, ANALYSED, NODES = 8, 3, 500


def built(folder: Path, games: int = PLAYED, workers: int = 1) -> list[str]:
    """Build the explorer in a folder; return the reports."""
    reports: list[str] = []
    OpeningBuild(PLAN, folder, reports.append).run(games, ANALYSED, NODES, workers)
    return reports


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a small build."""
    folder = tmp_path_factory.mktemp("openings")
    built(folder)
    return folder


def copied(folder: Path, to: Path, *names: str) -> None:
    for name in names:
        (to / name).write_bytes((folder / name).read_bytes())


def test_a_build_has_the_moves_of_its_games(folder: Path) -> None:
    explorer = read_explorer(folder / "congo.txt")
    found = explorer.position(CONGO, CONGO.start())
    assert found is not None
    assert explorer.games == found.games == PLAYED
    assert found.nodes == NODES
    games = [each.games for each in found.moves]
    assert games == sorted(games, reverse=True)
    for each in found.moves:
        sample = explorer.sample(each.sample)
        assert sample.moves[0] == each.move
        assert sample.record(CONGO).replay().cursor == len(sample.moves)


def test_games_differ_in_strength_and_moves() -> None:
    games = [play_game(PLAN, number) for number in range(4)]
    assert len({game.nodes for game in games}) > 1
    assert len({game.codes for game in games}) > 1
    for game in games:
        assert PLAN.least_nodes <= game.nodes <= PLAN.most_nodes
        assert len(game.scores) <= TREE_PLIES
    assert play_game(PLAN, 1) == games[1]


def test_nothing_is_done_twice(folder: Path, tmp_path: Path) -> None:
    copied(folder, tmp_path, "plan.json", GAMES, ANALYSES)
    before = (tmp_path / GAMES).read_bytes(), (tmp_path / ANALYSES).read_bytes()
    assert built(tmp_path) == ["counting the moves of all games"]
    assert ((tmp_path / GAMES).read_bytes(), (tmp_path / ANALYSES).read_bytes()) == before
    assert (tmp_path / "congo.txt").read_bytes() == (folder / "congo.txt").read_bytes()


@pytest.mark.thorough
def test_a_build_that_was_cut_off_and_shared_ends_the_same(folder: Path, tmp_path: Path) -> None:
    copied(folder, tmp_path, "plan.json", ANALYSES)
    lines = (folder / GAMES).read_text().splitlines(keepends=True)
    (tmp_path / GAMES).write_text("".join([lines[5], lines[0]]) + lines[2][:-1])
    analyses = (folder / ANALYSES).read_text().splitlines(keepends=True)
    (tmp_path / ANALYSES).write_text(analyses[-1] + analyses[0][:20])
    built(tmp_path, workers=2)
    assert (tmp_path / "congo.txt").read_bytes() == (folder / "congo.txt").read_bytes()


def test_fewer_games_are_counted_if_fewer_are_wanted(folder: Path, tmp_path: Path) -> None:
    copied(folder, tmp_path, "plan.json", GAMES, ANALYSES)
    built(tmp_path, games=5)
    assert read_explorer(tmp_path / "congo.txt").games == 5


def test_other_settings_need_another_folder(folder: Path) -> None:
    with pytest.raises(UserError, match="other settings"):
        OpeningBuild(replace(PLAN, seed=4), folder)


def test_a_build_with_captures_on_the_last_rank_is_continued(
    begun: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    games = [game("a1c3 d6c5 c3e5 g6g5 e5g7"), game("g1f3 a6b5 f3e5 f6g5 e5f7")]
    assert games[0].codes[-1] < -(2**62)
    assert games[1].codes[-1] > 2**61
    (begun / GAMES).write_text("".join(f"{json.dumps([at, *asdict(games[at]).values()])}\n" for at in (0, 1)))
    arguments = ["openings", "build", "congo", "--games", "2", "--positions", "0", "--out", str(begun)]
    assert main(arguments) == 0, capsys.readouterr().err


def test_openings_that_were_edited_are_kept(begun: Path) -> None:
    (begun / GAMES).write_text(f"{json.dumps([0, *asdict(game('a1c3 d6c5')).values()])}\n")
    (begun / "congo.txt").write_text("mine")
    build = ["openings", "build", "congo", "--games", "1", "--positions", "0", "--out", str(begun)]
    assert main(build) == main(build) == 0
    assert (begun / "congo-2.txt").read_text() == "mine"
    assert not (begun / "congo-3.txt").exists()


DAMAGED = ["{", "[1]", "3", '["x", 7, 1, [], [], 0]', "[0, 7, 1, [1e999], [], 0]", "[0, 7, 1, [5], [5], 0]"]
DAMAGED += ["[0, 7, 1, [], [], 7]", "[0, 7, 1000000000, [], [], 0]", "[0, 7, 1, [], [100000], 0]"]
DAMAGED += [f"[0, 7, 1, [{2**63}], [0], 0]", f"[0, 7, 1, [{-(2**63) - 1}], [0], 0]"]


@pytest.fixture
def begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a build that has not played yet."""
    with monkeypatch.context() as patch:
        patch.setattr(OpeningBuild, "run", lambda *arguments: 0)
        assert main(["openings", "build", "congo", "--out", str(tmp_path)]) == 0
    return tmp_path


@pytest.mark.parametrize("line", DAMAGED, ids=range(len(DAMAGED)))
def test_a_damaged_folder_gets_one_sentence(
    begun: Path, capsys: pytest.CaptureFixture[str], line: str
) -> None:
    (begun / GAMES).write_text(f"{line}\n")
    arguments = ["openings", "build", "congo", "--games", "1", "--positions", "0", "--out", str(begun)]
    assert main(arguments) == 2
    assert "games.jsonl is damaged" in capsys.readouterr().err


@pytest.mark.parametrize(
    "line", ["[1]", '["x", 1, 2]', '["x", 1, {"a": 3}]', '["x", 1, {"a": [100000, null]}]']
)
def test_damaged_analyses_get_one_sentence(
    begun: Path, capsys: pytest.CaptureFixture[str], line: str
) -> None:
    (begun / ANALYSES).write_text(f"{line}\n")
    assert main(["openings", "build", "congo", "--games", "1", "--out", str(begun)]) == 2
    assert "analyses.jsonl is damaged" in capsys.readouterr().err


# --- merging


def game(moves: str, winner: int | None = None, nodes: int = 100) -> OpeningGame:
    position, codes = CONGO.start(), []
    for text in moves.split():
        move = CONGO.parse_move(position, text)
        codes.append(move.code)
        position = CONGO.play(position, move)
    return OpeningGame(7, nodes, tuple(codes), (10,) * len(codes), winner)


def after(moves: str) -> str:
    """Return the key of the position after some moves."""
    position = CONGO.start()
    for text in moves.split():
        position = CONGO.play(position, CONGO.parse_move(position, text))
    return book_key(CONGO, position)[0]


def test_positions_reached_by_other_orders_are_counted_together() -> None:
    games = {0: game("d2d3 d6d5 c2c3 c6c5 b2b3", 0), 1: game("c2c3 c6c5 d2d3 d6d5 a2a3", 1)}
    _, positions = OpeningTree(CONGO, games, "damaged").explored(2, {})
    both = positions[after("c2c3 d6d5 d2d3 c6c5")]
    assert {each.move: (each.wins, each.draws, each.losses) for each in both.moves} == {
        "a2a3": (0, 0, 1),
        "b2b3": (1, 0, 0),
    }
    assert after("d2d3 d6d5") not in positions


def test_a_position_that_returns_is_counted_once() -> None:
    tree = OpeningTree(CONGO, {0: game("g1f3 g7f5 f3g1 f5g7 d2d3")}, "damaged")
    _, positions = tree.explored(1, {})
    assert [(each.move, each.games) for each in positions[after("")].moves] == [("g1f3", 1)]


def test_results_are_those_of_the_side_that_moves() -> None:
    _, positions = OpeningTree(CONGO, {0: game("d2d3 d6d5", 1)}, "damaged").explored(1, {})
    (first,), (second,) = positions[after("")].moves, positions[after("d2d3")].moves
    assert (first.wins, first.losses) == (0, 1)
    assert (second.wins, second.losses) == (1, 0)


@pytest.mark.parametrize(
    ("scores", "shown"),
    [
        ((300, -40, 11), Score(90)),
        ((WIN - 3, 200, WIN - 5), Score(WIN - 3, 2)),
        ((-200, 4 - WIN), Score(4 - WIN, -2)),
    ],
)
def test_a_move_has_the_mean_of_its_scores_or_the_nearest_forced_result(
    scores: tuple[int, ...], shown: Score
) -> None:
    games = {number: replace(game("d2d3"), scores=(score,)) for number, score in enumerate(scores)}
    _, positions = OpeningTree(CONGO, games, "damaged").explored(1, {})
    (move,) = positions[after("")].moves
    assert move.score == shown


def test_few_sample_games_serve_many_moves() -> None:
    games = {0: game("d2d3 d6d5", nodes=10), 1: game("d2d3 d6d5 c2c3", nodes=50), 2: game("d2d3 c6c5")}
    samples, positions = OpeningTree(CONGO, games, "damaged").explored(1, {})
    (first,) = positions[after("")].moves
    assert [sample.nodes for sample in samples] == [50, 100]
    assert samples[first.sample].nodes == 100
    assert samples[0].result is GameResult.DRAW


def test_a_file_that_would_be_too_large_has_fewer_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    games = {number: game("d2d3 d6d5 c2c3" if number % 2 else "d2d3 c6c5 c2c3") for number in range(8)}
    tree = OpeningTree(CONGO, games, "damaged")
    large = tree.to_bytes({})
    monkeypatch.setattr(merging, "MAX_BYTES", len(large) - 1)
    small = tree.to_bytes({})
    assert len(small) < len(large)
    monkeypatch.setattr(merging, "MAX_BYTES", 10)
    with pytest.raises(UserError, match="larger than 10 bytes"):
        tree.to_bytes({})


# --- the command line


def test_the_command_builds_and_shows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sizes = ["--sizes", "4", "6", "--min-nodes", "20", "--max-nodes", "20"]
    amounts = ["--games", "6", "--positions", "1", "--nodes", "100", "--out", str(tmp_path)]
    assert main(["openings", "build", "konane", *sizes, *amounts]) == 0
    path = capsys.readouterr().out.strip()
    for start in ("startpos:4", "startpos:6"):
        assert main(["openings", "show", "konane", start, "--file", path]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert sum(int(line.split()[2]) for line in lines) == 3
        move = lines[0].split()[0]
        assert main(["openings", "show", "konane", start, "--file", path, "--sample", move]) == 0
        (record,) = parse_games(capsys.readouterr().out)
        assert record.moves[0].move.text == move


def test_the_command_rejects_impossible_plans(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, reason in (
        (["build", "congo", "--min-nodes", "9", "--max-nodes", "8"], "is more than"),
        (["build", "congo", "--sizes", "9"], "9"),
        (["show", "congo", "startpos", "--file", str(tmp_path / "none")], "cannot be read"),
    ):
        assert main(["openings", *arguments]) == 2
        assert reason in capsys.readouterr().err


def test_games_are_lines_of_numbers(folder: Path) -> None:
    for line in (folder / GAMES).read_text().splitlines():
        number, size, nodes, codes, scores, winner = json.loads(line)
        assert 0 <= number < PLAYED
        assert size == 7
        assert nodes >= PLAN.least_nodes
        assert len(scores) == min(len(codes), TREE_PLIES)
        assert winner in (0, 1, None)
