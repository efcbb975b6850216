"""Training a network: self-play, samples, the fit, and a small run of the command."""

from __future__ import annotations

import errno
import json
import math
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
import pytest

from engine import rules as registry
from engine.cli.main import main
from engine.compiled.jit import int64
from engine.game.game import Game
from engine.match.pairing import FinishedGame
from engine.match.tournament import Tournament
from engine.research import reports
from engine.research.training import games, texts, training
from engine.research.training.calibration import scores_and_results
from engine.research.training.fit import (
    TrainingConfig,
    forward,
    gradient,
    held_out_loss,
    new_weights,
    perspectives,
    quantised,
    train_network,
)
from engine.research.training.games import StoredGames
from engine.research.training.generation import Generation
from engine.research.training.report import write_report
from engine.research.training.samples import MAX_ACTIVE_INPUTS, PADDING, TrainingSet, training_set_of
from engine.research.training.selfplay import SelfPlayer
from engine.research.training.training import MAX_EPOCHS, Training, TrainingPlan, play_chunk
from engine.search.network_file import Network, write
from engine.search.networks import LoadedNetwork
from engine.search.state import INFINITE
from engine.system.errors import UserError
from tests.engine.rules.congo.support import CONGO, place

assert CONGO.facts.network_inputs is not None
INPUTS = CONGO.facts.network_inputs
NODES = 60
BOARD = CONGO.notation.format(CONGO.start()).split()[0]


@pytest.fixture(name="played", scope="module")
def play_some() -> StoredGames:
    """Return a few short games."""
    return play_chunk("congo", NODES, b"", (11, 6))


# --- games


def replayed(kept: StoredGames) -> list[Game]:
    """Replay the games; every move must be legal."""
    found, begin = [], 0
    for length in kept.lengths.tolist():
        game = Game(CONGO)
        for code in kept.codes[begin : begin + length].tolist():
            game.play(CONGO.move_from_code(game.position, code))
        found.append(game)
        begin += length
    return found


@pytest.mark.thorough
def test_saved_games_are_legal_and_have_results(played: StoredGames) -> None:
    begin = 0
    for game, result, length in zip(
        replayed(played), played.results.tolist(), played.lengths.tolist(), strict=True
    ):
        scores = played.scores[begin : begin + length].tolist()
        begin += length
        random_plies = scores.index(next(score for score in scores if score != INFINITE))
        assert 4 <= random_plies <= 12
        if game.outcome is not None:
            assert result == {None: 0, 0: 1, 1: -1}[game.outcome.winner]
        elif result:  # given up: the winner's last scores are high
            last = [score if at % 2 == 0 else -score for at, score in enumerate(scores)][-1]
            assert last * result > 2000


@pytest.mark.thorough
def test_same_seed_gives_the_same_game_after_any_other(played: StoredGames) -> None:
    (alone,) = [SelfPlayer(CONGO, NODES).play(13)]
    begin = int(played.lengths[:2].sum())
    assert alone.codes.tolist() == played.codes[begin : begin + int(played.lengths[2])].tolist()


@pytest.mark.thorough
def test_games_come_back_from_their_file(played: StoredGames, tmp_path: Path) -> None:
    games.save(tmp_path / "some.npz", played)
    found = games.load(tmp_path / "some.npz", CONGO)
    for name, one in played._asdict().items():
        assert np.array_equal(one, getattr(found, name)), name


@pytest.mark.parametrize("content", [b"", b"PK\3\4", b"\x93NUMPY"], ids=["empty", "zip", "array"])
def test_rejects_a_file_without_games(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "bad.npz"
    path.write_bytes(content)
    with pytest.raises(UserError, match="holds no games"):
        games.load(path, CONGO)


# --- samples


@pytest.mark.thorough
def test_samples_are_quiet_and_from_the_side_to_move(played: StoredGames) -> None:
    samples = training_set_of(CONGO, [played])
    assert 20 < len(samples.scores) < len(played.codes)
    for inputs in samples.inputs[:200]:
        on = inputs[inputs != PADDING]
        own_lion, other_lion = on < INPUTS.squares, (on >= 8 * INPUTS.squares) & (on < 9 * INPUTS.squares)
        assert own_lion.sum() == other_lion.sum() == 1
        assert on[own_lion][0] // 7 <= 2, "the mover's own side is below"
        assert on[other_lion][0] % INPUTS.squares // 7 >= 4


def test_results_are_from_the_side_to_move() -> None:
    """White wins: for White's positions it is a win, for Black's a loss."""
    start = Game(CONGO)
    codes: list[int] = []
    scores: list[int] = []
    for text in ("a2a3", "a6a5", "b2b3", "b6b5"):
        codes.append(CONGO.parse_move(start.position, text).code)
        scores.append(40 + len(scores))
        start.play(CONGO.parse_move(start.position, text))
    kept = StoredGames(
        np.array([4], np.int32), np.array([1], np.int8), np.array(codes), np.array(scores, np.int16), NODES, 1
    )
    samples = training_set_of(CONGO, [kept])
    assert samples.results.tolist() == [1, -1, 1, -1]
    assert samples.scores.tolist() == scores
    assert not samples.exact.any()


# --- the fit


def some_samples(count: int = 400) -> TrainingSet:
    """Return positions whose score depends on one kind of piece."""
    chance = np.random.default_rng(5)
    inputs = np.full((count, MAX_ACTIVE_INPUTS), PADDING, np.int16)
    inputs[:, 0], inputs[:, 1] = 3, 8 * 49 + 45
    ahead = chance.integers(0, 2, count)
    inputs[:, 2] = np.where(ahead, 49 + 20, 9 * 49 + 20)
    results = np.where(ahead, 1, -1).astype(np.int8)
    scores = results.astype(np.int16) * 300
    return TrainingSet(inputs, scores, results, np.zeros(count, np.bool_))


@pytest.mark.thorough
def test_the_gradient_is_the_slope_of_the_loss() -> None:
    samples = some_samples(50)
    weights = new_weights(INPUTS.total, 32, 1)
    targets = np.linspace(0, 1, 50, dtype=np.float32)
    chosen, mirrored = np.arange(50), np.zeros(50, np.bool_)
    sets = np.full(65, 3)
    data = (samples.inputs, targets, sets, perspectives(INPUTS), chosen)
    slopes = [np.zeros_like(part) for part in weights]
    gradient(*weights, *data, mirrored, *slopes)
    for part, slope, at in zip(weights, slopes, [(3, 5), (7,), (3, 1, 4), (3,)], strict=True):
        before, step = part[at], np.float32(1e-2)
        losses = []
        for value in (before + step, before - step):
            part[at] = value
            losses.append(held_out_loss(*weights, *data) * 50)
        part[at] = before
        # The loss is a sum of squares, of which the slope is half.
        assert float(slope[at]) == pytest.approx((losses[0] - losses[1]) / (4 * step), rel=0.05, abs=2e-3)
        assert abs(float(slope[at])) > 1e-4


def test_fit_learns_from_the_samples() -> None:
    weights = new_weights(INPUTS.total, 32, 1)
    reported: list[tuple[int, float, float]] = []
    fitting = TrainingConfig(width=32, epochs=60, rate=0.01)
    train_network(weights, some_samples(), INPUTS, fitting, lambda *each: reported.append(each))
    assert [epoch for epoch, _, _ in reported] == list(range(1, 61))
    assert reported[-1][1] < 0.2 * reported[0][1]
    assert reported[-1][2] < 0.2 * reported[0][2], "what is held out, too"
    network = Network("congo", INPUTS, 235, *quantised(weights))
    loaded = LoadedNetwork(CONGO, network)
    ahead = loaded.score(place("Ld1 ld7 Zg3").record)
    assert ahead > 150
    assert abs(ahead + loaded.score(place("Ld1 ld7 zg3").record)) < 60


def test_quantised_weights_score_like_the_floats() -> None:
    chance = np.random.default_rng(2)
    weights = new_weights(INPUTS.total, 64, 3)
    network = LoadedNetwork(CONGO, Network("congo", INPUTS, 235, *quantised(weights)))
    own, other = (np.zeros(MAX_ACTIVE_INPUTS, np.int64) for _ in range(2))
    halves = np.zeros(64, np.float32), np.zeros(64, np.float32)
    position = CONGO.start()
    for _ in range(30):
        boards = CONGO.core().input_boards(position.record, INPUTS.boards)
        view: Any = np.unpackbits(boards.view(np.uint8), bitorder="little").reshape(16, 64)[:, :49]
        on = np.flatnonzero(view)
        turned = perspectives(INPUTS)[0][on]
        own[: len(on)], other[: len(on)] = (turned, on) if position.side else (on, turned)
        part = weights.second[network.network.output_bucket(len(on))]
        exact = 235 * forward(weights.first, weights.first_bias, part, own, other, int64(len(on)), *halves)
        assert network.score(position.record) == pytest.approx(exact, abs=20)
        moves = CONGO.legal_moves(position)
        position = CONGO.play(position, moves[chance.integers(len(moves))])
        if CONGO.outcome(position):
            break


def test_reports_games_without_training_positions() -> None:
    empty = some_samples(0)
    with pytest.raises(UserError, match=texts.NO_POSITIONS):
        train_network(
            new_weights(INPUTS.total, 32, 1), empty, INPUTS, TrainingConfig(width=32), lambda *each: None
        )


def test_the_views_undo_each_other() -> None:
    other, mirrored, both = perspectives(INPUTS)
    everything = np.arange(INPUTS.total)
    for view in (other, mirrored, both):
        assert np.array_equal(view[view], everything)
        assert not np.array_equal(view, everything)
    assert np.array_equal(other[mirrored], both)


# --- what scores mean


def test_scores_match_the_side_to_moves_results() -> None:
    kept = StoredGames(
        np.array([3, 2], np.int32),
        np.array([1, -1], np.int8),
        np.zeros(5, np.int64),
        np.array([INFINITE, 5, 6, 7, 8], np.int16),
        NODES,
        1,
    )
    scores, results = scores_and_results([kept])
    assert scores.tolist() == [5, 6, 7, 8]
    assert results.tolist() == [0, 1, 0, 1]


# --- all of it


PLAN = TrainingPlan(
    "congo",
    generations=2,
    games=6,
    nodes=NODES,
    chance_games=4,
    match_games=2,
    match_nodes=40,
    seed=3,
    fitting=TrainingConfig(width=32, epochs=2),
)


def test_a_network_is_not_rejected_because_its_games_could_not_be_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def die(tournament: Tournament, workers: int) -> Iterator[FinishedGame]:
        for game in play(tournament, workers):
            dead = replace(game, not_played=True)
            tournament.results.played[game.number] = dead
            yield dead

    play = Tournament.play
    with monkeypatch.context() as patch:
        patch.setattr(Tournament, "play", die)
        with pytest.raises(UserError, match=r"2 games of the match could not be played.*match-1\.txt"):
            Training(PLAN, tmp_path).run()
    assert not list(tmp_path.glob("generation-*.json"))
    (tmp_path / "match-1.txt").unlink()
    assert len(Training(PLAN, tmp_path).run()) == 2


def test_small_training_run_ends_and_is_not_repeated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reported: list[str] = []
    done = Training(PLAN, tmp_path, report=reported.append).run()
    assert [generation.number for generation in done] == [1, 2]
    assert done[1].positions > done[0].positions > 0
    assert done[0].wins + done[0].losses + done[0].draws == 2
    kept = sorted(path.name for path in tmp_path.iterdir())
    assert {"games-1", "games-2", "generation-1.nnue", "match-2.txt", "plan.json"} <= set(kept)
    assert [len(generation.curve) for generation in done] == [PLAN.fitting.epochs] * 2
    report = (tmp_path / "report.md").read_text(encoding="utf-8")
    for generation in done:
        assert f"| {generation.number} | {generation.positions} | {generation.loss:.5f} |" in report
    header = (tmp_path / "generation-1.nnue").read_bytes()[:2000]
    assert b'"positions"' in header
    assert b'"games_by_generation": [\n   6\n  ]' in header
    assert b'"seed": 3' in header

    def to_calibrate_only(game: str, nodes: int, *rest: Any) -> StoredGames:
        assert nodes == training.CALIBRATION_NODES, "a game is played again"
        return play_chunk(game, nodes, *rest)

    monkeypatch.setattr(training, "play_chunk", to_calibrate_only)
    assert Training(PLAN, tmp_path, report=reported.append).run() == done
    # What a stop left unfinished is done again, from the games that are there, and gives the same network.
    before = (tmp_path / "generation-2.nnue").read_bytes()
    for name in ("generation-2.json", "generation-2.nnue"):
        (tmp_path / name).unlink()
    assert Training(PLAN, tmp_path, report=reported.append).run() == done
    assert (tmp_path / "generation-2.nnue").read_bytes() == before
    # After a stop in the match, the network that has begun it is not trained again.
    (tmp_path / "generation-2.json").unlink()
    with monkeypatch.context() as patch:
        patch.delattr(training, "train_network")
        assert Training(PLAN, tmp_path, report=reported.append).run() == done
    with pytest.raises(UserError, match="other settings"):
        Training(replace(PLAN, seed=4), tmp_path)


@pytest.fixture
def begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a training run that has not played yet."""
    with monkeypatch.context() as patch:
        patch.setattr(Training, "run", lambda training: [])
        assert main([*COMMAND.split(), "--out", str(tmp_path)]) == 0
    return tmp_path


COMMAND = "train congo --games 6 --nodes 60 --generations 1 --epochs 1 --chance-games 4 --match-games 2"


def test_no_curve_can_be_longer_than_one_that_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Training, "run", lambda training: [])
    with pytest.raises(SystemExit):
        main([*COMMAND.split(), "--epochs", str(MAX_EPOCHS + 1), "--out", str(tmp_path)])
    assert f"from 1 to {MAX_EPOCHS}" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["", "{", "{}", "[]", "[" * 100_000, '{"number": 1e999}'], ids=range(6))
def test_a_damaged_generation_gets_one_sentence(
    begun: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    (begun / "generation-1.json").write_text(text)
    assert main([*COMMAND.split(), "--out", str(begun)]) == 2
    assert "generation-1.json is damaged" in capsys.readouterr().err


ACCEPTED = asdict(Generation(1, 1, 0.1, 0.1, 1, 0, 0, taken=True))


@pytest.mark.parametrize(
    "damage",
    [
        {"number": 7},
        {"positions": -1},
        {"wins": 10**30},
        {"loss": math.nan},
        {"rating": "\ud800"},
        {"curve": [[1e308, 0.1]]},
        {"curve": 3},
    ],
    ids=range(7),
)
def test_a_generation_with_a_damaged_value_gets_one_sentence(
    begun: Path, capsys: pytest.CaptureFixture[str], damage: dict[str, Any]
) -> None:
    (begun / "generation-1.json").write_text(json.dumps({**ACCEPTED, **damage}))
    assert main([*COMMAND.split(), "--out", str(begun)]) == 2
    assert "generation-1.json is damaged" in capsys.readouterr().err


@pytest.mark.parametrize("curve", ["", "[]", '{"curve": []}', '{"curve": [1]}'], ids=range(4))
def test_a_damaged_curve_gets_one_sentence(
    begun: Path, capsys: pytest.CaptureFixture[str], curve: str
) -> None:
    network = Network("congo", INPUTS, 235, *quantised(new_weights(INPUTS.total, 32, 1)))
    write(network, begun / "generation-1.nnue")
    (begun / "losses-1.json").write_text(curve)
    assert main([*COMMAND.split(), "--out", str(begun)]) == 2
    assert "losses-1.json is damaged" in capsys.readouterr().err


@pytest.mark.parametrize("origin", [{}, {"positions": "many"}, {"positions": -1}], ids=range(3))
def test_a_network_of_unknown_origin_gets_one_sentence(
    begun: Path, capsys: pytest.CaptureFixture[str], origin: dict[str, object]
) -> None:
    network = Network("congo", INPUTS, 235, *quantised(new_weights(INPUTS.total, 32, 1)), origin=origin)
    write(network, begun / "generation-1.nnue")
    (begun / "losses-1.json").write_text('{"curve": [[0.1, 0.1]]}')
    assert main([*COMMAND.split(), "--out", str(begun)]) == 2
    assert "generation-1.nnue is damaged" in capsys.readouterr().err


def test_a_damaged_network_gets_one_sentence(begun: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (begun / "generation-1.json").write_text(json.dumps(ACCEPTED))
    (begun / "generation-1.nnue").write_bytes(b"congo network 1\n")
    plan = begun / "plan.json"
    plan.write_text(plan.read_text().replace('"generations": 1', '"generations": 2'))
    assert main([*COMMAND.replace("--generations 1", "--generations 2").split(), "--out", str(begun)]) == 2
    assert "generation-1.nnue is damaged" in capsys.readouterr().err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_standard_output_is_not_taken_for_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with open("/dev/full", "w", buffering=1, encoding="utf-8") as full:

        def fill_disk(training: Training) -> list[Generation]:  # only now: the command checks it at its start
            monkeypatch.setattr(sys, "stdout", full)
            return []

        monkeypatch.setattr(Training, "run", fill_disk)
        assert main([*COMMAND.split(), "--out", str(tmp_path)]) == 2
        monkeypatch.undo()
    assert capsys.readouterr().err == f"standard output: {os.strerror(errno.ENOSPC)}\n"


MOVES = np.array([CONGO.parse_move(CONGO.start(), "a2a3").code])
ILLEGAL = np.array([CONGO.parse_move(CONGO.notation.parse(f"{BOARD} b 0"), "a6a5").code])


@pytest.mark.parametrize(
    "changed",
    [
        {"codes": ILLEGAL},
        {"codes": MOVES.astype(float)},
        {"codes": np.repeat(MOVES, 2)},
        {"lengths": np.array([-1], np.int32)},
        {"lengths": np.array([[1]], np.int32)},
        {"lengths": np.array([9], np.int32)},
        {"scores": np.zeros(0, np.int16)},
        {"results": np.array([100], np.int8)},
        {"results": np.array([np.nan])},
    ],
    ids=str,
)
def test_games_from_other_sources_are_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], changed: dict[str, Any]
) -> None:
    one = StoredGames(np.array([1], np.int32), np.array([1], np.int8), MOVES, np.zeros(1, np.int16), NODES, 1)
    path = tmp_path / "games-1" / "games-001010000000.npz"
    path.parent.mkdir()
    games.save(path, one._replace(**changed))
    assert main([*COMMAND.split(), "--out", str(tmp_path)]) == 2
    assert "holds no games that can be read" in capsys.readouterr().err


def test_the_next_generation_plays_with_the_last_accepted_network(tmp_path: Path) -> None:
    plan = Training(PLAN, tmp_path)
    results = [Generation(number, 1, 0.1, 0.1, 1, 1, 0, number != 2) for number in (1, 2)]
    assert plan.best([]) is None
    assert plan.best(results) == tmp_path / "generation-1.nnue"


@pytest.mark.parametrize("name", ["a,b", " a", '"a"', "~"])
def test_rejects_a_folder_that_no_player_could_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UserError, match=re.escape(f"{name} must not contain a comma or start with")):
        Training(PLAN, Path(name))
    assert not Path(name).exists()


def test_rejects_a_game_without_inputs(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="is not evaluated by a network"):
        Training(replace(PLAN, game="konane"), tmp_path / "new")
    assert not (tmp_path / "new").exists()
    assert registry.get("konane").facts.network_inputs is None


def test_the_report_has_no_picture_if_matplotlib_cannot_be_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def damaged_settings() -> NoReturn:
        raise UserError("matplotlibrc is damaged")

    monkeypatch.setattr(reports, "check_matplotlib", damaged_settings)
    write_report(tmp_path, "Congo", [Generation(1, 900, 0.05, 0.04, 0, 1, 1, False)])
    assert {path.name for path in tmp_path.iterdir()} == {reports.CHECKSUMS, "generations.csv", "report.md"}
    assert "![" not in (tmp_path / "report.md").read_text("utf-8")


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_the_commit_is_that_of_the_program_not_of_a_project_that_it_is_installed_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def git(*arguments: str) -> str:
        return subprocess.check_output(["git", "-C", str(tmp_path), *arguments], text=True).strip()

    def commit_in(folder: Path) -> str:
        (folder / "engine").mkdir(parents=True, exist_ok=True)
        monkeypatch.setattr(training, "PACKAGE", folder / "engine")
        return training.checkout_commit()

    git("init", "-q")
    for setting in ("user.name A", "user.email a@b.c", "commit.gpgsign false"):
        git("config", *setting.split())
    git("commit", "-q", "--allow-empty", "-m", "A project")
    head, other = git("rev-parse", "HEAD"), tmp_path / "other"
    assert (commit_in(tmp_path), commit_in(tmp_path / "venv")) == (head, "")
    git("init", "-q", str(other))
    monkeypatch.setenv("GIT_DIR", str(tmp_path / ".git"))  # as in a hook of the project
    assert commit_in(other) == ""
