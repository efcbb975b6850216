"""The command line reads files of earlier versions, and resumes their unfinished work."""

from __future__ import annotations

import json
from dataclasses import astuple
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
import pytest

from engine import rules
from engine.book.opening_book import Book, BookMove
from engine.cli.main import main
from engine.match import match
from engine.match.game_runner import unplayed_game
from engine.match.openings import read_openings
from engine.match.pairing import EventSettings, FinishedGame, ScheduledGame
from engine.match.tournament import Tournament
from engine.match.tournament import TournamentPlan as TournamentPlan
from engine.match.tournament_file import seed_of
from engine.record.parse import load_games
from engine.record.remark import Remark
from engine.research import tune
from engine.research.ablation import measure, run
from engine.research.ablation.measure import AblationPlan, VariantGames, VariantResult
from engine.research.ablation.variants import variants_of
from engine.research.growth import report as growth_report
from engine.research.growth.growth import GrowthSettings
from engine.rules.congo import tablebase, tablebase_build, weights
from engine.rules.values import Position
from engine.search.limits import Limits, Score
from engine.system.errors import UserError
from tests.earlier import EARLIER, copied

CONGO, KONANE, MINICHESS = (rules.get(name) for name in ("congo", "konane", "minichess"))
Output = pytest.CaptureFixture[str]


def never(*asked: object, **more: object) -> NoReturn:
    raise AssertionError(f"this has been done: {asked} {more}")


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[tuple[tuple[str, ...], int]]:
    """Record which games are started, by players and number; play none."""
    games: list[tuple[tuple[str, ...], int]] = []

    def play(setup: EventSettings, pairing: ScheduledGame) -> FinishedGame:
        games.append((setup.players, pairing.number))
        return unplayed_game(setup, pairing)

    for module in (match, run):
        monkeypatch.setattr(module, "play_game", play)
    return games


def numbers(begun: list[tuple[tuple[str, ...], int]]) -> list[int]:
    return [number for _, number in begun]


# --- games and tournaments


def test_match_games_are_read() -> None:
    games = load_games(EARLIER / "tournaments" / "match.txt")
    assert [game.players for game in games] == [
        ("engine:nodes=200", "greedy"),
        ("greedy", "engine:nodes=200"),
    ] * 2
    assert [game.result.value for game in games] == ["1-0", "0-1", "1-0", "0-1"]
    assert {game.reason for game in games} == {"checkmate"}
    assert [game.tags["Round"] for game in games] == ["1.1", "1.2", "2.1", "2.2"]
    assert {(game.tags["Limits"], game.tags["Seed"]) for game in games} == {("100 nodes a move", "5")}
    ends = [MINICHESS.notation.format(game.replay().position) for game in games]
    assert ends == [
        "2QK3/FP1PP1F/ENPB3/6P/1pAp2e/f3p1f/kb5 b 0 18",
        "1B2e2/FPPKq1F/3P1P1/1pr4/2p2f1/b1p1pp1/n2k3 w 0 16",
        "N1QK1R1/1P1PPPF/1F5/3P3/1p1Apf1/f1pp3/nb1k2E b 0 10",
        "NQ2nR1/BPP1KPE/1F1PPa1/1p5/q1p2p1/f2ppef/1b1k2r w 2 13",
    ]
    remarks = [Remark.parse(move.comment) for move in games[0].moves]
    assert (remarks[8].score, remarks[8].depth) == (Score(346), 3)
    assert (remarks[6].score, remarks[6].depth) == (Score(-18), 2)
    assert not remarks[0].finding


ROUND_ROBIN = (
    *("tournament", "konane", "first", "random", "greedy", "engine:nodes=20000"),
    *("--size", "6", "--nodes", "50", "--games", "4"),
)


@pytest.mark.parametrize("seed", [(), ("--seed", "3")], ids=["seed of the file", "seed given"])
def test_a_stopped_round_robin_resumes(
    tmp_path: Path, begun: list[tuple[tuple[str, ...], int]], capsys: Output, seed: tuple[str, ...]
) -> None:
    path = copied("tournaments/round-robin.txt", tmp_path / "games.txt")
    openings = str(EARLIER / "tournaments" / "openings.txt")
    assert main([*ROUND_ROBIN, *seed, "--openings", openings, "--file", str(path)]) == 0
    assert numbers(begun) == list(range(5, 24))
    assert "5 of them are in the file" in capsys.readouterr().err
    assert path.read_bytes().startswith((EARLIER / "tournaments" / "round-robin.txt").read_bytes())


def test_stopped_round_robin_has_its_results(tmp_path: Path) -> None:
    folder, start = copied("tournaments", tmp_path / "tournaments"), KONANE.start(6)
    openings = tuple(read_openings(folder / "openings.txt", KONANE, start, never))
    players = ("first", "random", "greedy", "engine:nodes=20000")
    plan = TournamentPlan("konane", players, Limits(nodes=50), openings, games=4, seed=3)
    results = Tournament(plan, folder / "round-robin.txt").results
    assert sorted(results.played) == list(range(5))
    scores = [astuple(results.score(player)) for player in range(4)]
    assert scores == [(0, 0, 3), (1, 0, 1), (2, 0, 1), (2, 0, 0)]
    assert astuple(results.score(2, 1)) == (1, 0, 1)
    assert results.played[3].plies == 28
    assert results.played[3].reason == "there is no legal move"


def test_a_swiss_tournament_resumes_within_a_round(
    tmp_path: Path, begun: list[tuple[tuple[str, ...], int]], capsys: Output
) -> None:
    path = copied("tournaments/swiss.txt", tmp_path / "games.txt")
    assert seed_of(path) == 4
    players = ("first", "random", "greedy", "engine:nodes=5000", "engine:nodes=3000")
    options = ("--format", "swiss", "--rounds", "3", "--nodes", "50", "--games", "2", "--file", str(path))
    # Its openings are not in the file: the same search has to choose the same ones from the seed.
    assert main(["tournament", "bonzee", *players, *options]) == 0
    assert numbers(begun) == list(range(7, 12))
    assert "7 of them are in the file" in capsys.readouterr().err


# --- the opening book


def test_a_book_is_read() -> None:
    book = Book.load(EARLIER / "books" / "built.txt")
    assert len(book.entries) == len(Book.load(EARLIER / "books" / "analysed.txt").entries) == 12
    assert book.entries["1BQKAER/FPPPPPF/1N5/7/2p4/fp1pppf/nbqkaer w"] == (
        BookMove("e0d2", 89),
        BookMove("f0e2", 80),
        BookMove("g1f2", 67),
        BookMove("c1c2", 48),
        BookMove("d1d2", 40),
    )
    for fen in book.entries:
        position = MINICHESS.notation.parse(fen)
        known = book.moves(MINICHESS, position)
        assert {move for move, _ in known} <= set(MINICHESS.legal_moves(position))
        assert known


# --- the tablebase


BUILT = ("LZ-L", "LE-L", "LG-L", "LC-L", "LM-L", "LS-L", "LP-L", "LZZ-L")


def test_a_stopped_table_build_resumes_with_the_missing_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = copied("tables", tmp_path / "tables")
    first = tablebase.endings()[:10]
    solved: list[str] = []

    def solve(ending: tablebase.Ending, known: tablebase.CongoTablebase) -> tablebase.Bytes:
        """Record what would be built, and use the shipped values."""
        solved.append(ending.name)
        return tablebase.read_ending(tablebase.FOLDER, ending)

    monkeypatch.setattr(tablebase_build, "solve", solve)
    message: list[str] = []
    tablebase_build.build(folder, first, tablebase.CongoTablebase(), message.append)
    new = [ending.name for ending in first[8:]]
    assert solved == new
    assert message == [*(f"{name} (kept)" for name in BUILT), *new]


@pytest.mark.parametrize("name", BUILT)
def test_tablebase_matches_the_shipped_values(name: str) -> None:
    ending = next(ending for ending in tablebase.endings() if ending.name == name)
    read, shipped = (
        tablebase.read_ending(folder, ending) for folder in (EARLIER / "tables", tablebase.FOLDER)
    )
    assert np.array_equal(read, shipped)


# --- tuning


def test_positions_of_a_tuning_are_read() -> None:
    samples = tune.load(EARLIER / "tuning" / "samples.npz", "congo")
    assert samples.positions.dtype == CONGO.core().dtype
    assert len(samples.positions) == len(samples.labels) == 231
    assert float(samples.labels.sum()) == pytest.approx(114.60418)
    for record_ in samples.positions:
        position = Position(record_)
        assert CONGO.notation.parse(CONGO.notation.format(position)) == position
    assert (
        CONGO.notation.format(Position(samples.positions[0]))
        == "g1elecz/p1mpppp/pp5/7/GPP1P2/P1P1P1P/1MELECZ b 1"
    )


def test_a_tuning_takes_kept_positions_in_place_of_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    monkeypatch.setattr(tune, "collect", never)
    data, out = copied("tuning/samples.npz", tmp_path / "samples.npz"), tmp_path / "weights.json"
    same = ("--games", "10", "--nodes", "10", "--seed", "1", "--data", str(data), "--out", str(out))
    assert main(["tune", "congo", *same]) == 0
    before = json.loads((EARLIER / "tuning" / "weights.json").read_text(encoding="utf-8"))
    after = json.loads(out.read_text(encoding="utf-8"))
    assert after["origin"]["positions"] == before["origin"]["positions"] == 231
    assert after["origin"]["loss"] == pytest.approx(before["origin"]["loss"], abs=1e-4)
    # The same fit, but for what another processor's arithmetic may round the other way.
    for letter, ranks in before["places"].items():
        assert np.abs(np.array(after["places"][letter]) - np.array(ranks)).max() <= 1


def test_fitted_weights_are_read() -> None:
    fitted = json.loads((EARLIER / "tuning" / "weights.json").read_text(encoding="utf-8"))
    places, others = weights.piece_square_table(fitted), weights.vector(fitted)
    assert (places.shape, others.shape) == (weights.PSQT.shape, weights.WEIGHTS.shape)
    a1_zebra = weights.pack(fitted["places"]["Z"][0][0])
    assert places[0, 1, 0] == a1_zebra == weights.pack([278, 287])


# --- measurements that were broken off


SIGNATURE = 25647
"""By which the files say which search has made them."""


@pytest.fixture
def same_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pretend that the current search made the files."""
    monkeypatch.setattr(run, "signature", lambda game: SIGNATURE)


def known(folder: Path) -> dict[str, VariantResult]:
    """Return the state of an ablation's rows in a folder."""
    plan = AblationPlan(KONANE, folder, 14, 300, 300, 5, 1, SIGNATURE)
    measure.require_same(plan)
    rows = variants_of(KONANE, plan.nodes)
    assert not any(measure.is_outdated(plan, row) for row in rows)
    return {row.name: measure.load_result(plan, row) for row in rows}


def test_an_interrupted_ablation_reports_its_measurements() -> None:
    found = known(EARLIER / "ablation")
    assert {name for name, one in found.items() if one.runs} == {"minimax", "no-iid", "no-pvs"}
    assert {name: len(one.match.games) for name, one in found.items() if one.match.games} == {
        "minimax": 14,
        "no-pvs": 10,
    }
    one = found["no-pvs"].match
    assert one.games[1] == (1.0, 42, "there is no legal move")
    assert sum(points for points, _, _ in one.games.values()) == 5
    assert one == VariantGames(one.games, [])
    run = found["no-iid"].runs[1]
    assert [(each.depth, each.nodes) for each in run.reached] == [(1, 4), (2, 23), (3, 46), (4, 120)]
    assert not run.solved


@pytest.mark.usefixtures("same_search")
def test_an_interrupted_ablation_resumes(
    tmp_path: Path, begun: list[tuple[tuple[str, ...], int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the full search is measured again: earlier versions omitted it unless requested."""
    searched: list[Any] = []
    search = measure.deepen_all

    def deepen_all(*asked: Any) -> Any:
        searched.append(asked[2].without)
        return search(*asked)

    monkeypatch.setattr(measure, "deepen_all", deepen_all)
    folder = copied("ablation", tmp_path / "ablation")
    limits = ("--games", "14", "--nodes", "300", "--budget", "300", "--seed", "5", "--no-plots")
    rows = ("--rows", "minimax", "no-iid", "no-pvs")
    assert main(["ablation", "konane", "--out", str(folder), *limits, *rows]) == 0
    by_player = {name: [number for players, number in begun if players[0] == name] for (name, _), _ in begun}
    assert by_player == {"engine:without=iid": list(range(14)), "engine:without=pvs": list(range(10, 14))}
    assert searched == [frozenset()]


def test_smaller_growth_run_does_not_overwrite_the_report(tmp_path: Path, capsys: Output) -> None:
    folder = copied("growth", tmp_path / "growth")
    deeper: dict[int | None, int] = {4: 3, 6: 3, 8: 3}
    smaller: dict[int | None, int] = {6: 2}
    growth_report.require_same(folder, GrowthSettings(KONANE, deeper, deeper, 2, 2026, 30))
    with pytest.raises(UserError, match="more depths or sizes"):
        growth_report.require_same(folder, GrowthSettings(KONANE, smaller, smaller, 2, 2026, 30))
    options = ("--sizes", "4,6", "--depth", "2", "--plies", "40", "--no-plots", "--out", str(folder))
    assert main(["growth", "konane", *options]) == 2
    assert "holds a report made with --plies 30, not 40" in capsys.readouterr().err
