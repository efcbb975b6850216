"""Train a network from scratch: generations of self-play, training, and a match against the best so far.

Everything is kept in one folder, complete games included, and nothing finished is repeated: training can be
stopped at any time and resumed. The first generation's games are played with the handcrafted evaluation,
those of later ones with the best network so far.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from functools import lru_cache, partial
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from engine import __version__
from engine import rules as registry
from engine.jobs.runner import run
from engine.match.match import MatchScore
from engine.match.openings import OpeningSource
from engine.match.tournament import Tournament, TournamentPlan
from engine.research import checks
from engine.research.experiment import read_json
from engine.research.plan_file import keep_plan
from engine.research.training import games, texts
from engine.research.training.calibration import fitted_scale, scores_and_results
from engine.research.training.fit import TrainingConfig, new_weights, quantised, train_network
from engine.research.training.games import StoredGames
from engine.research.training.generation import Curve, Generation
from engine.research.training.report import write_report
from engine.research.training.samples import TrainingSet, training_set_of
from engine.research.training.selfplay import SelfPlayer
from engine.rules.rules import Rules
from engine.search.limits import Limits
from engine.search.network_file import MAX_SCALE_CP, Network, from_bytes, read, to_bytes, write
from engine.search.networks import LoadedNetwork
from engine.system.errors import UserError
from engine.system.files import PACKAGE, files_in, is_there, replace_file, typed_path

GAMES_PER_FILE = 100
CALIBRATION_NODES = 500
"""Nodes per move in the calibration games, as in the games to which the game's scale was fitted."""
MAX_EPOCHS = 10**5
"""The longest curve in a file."""
SEEDS_PER_GENERATION, GENERATIONS_PER_SEED = 10_000_000, 100
RESULTS, LOSSES = "generation-{}.json", "losses-{}.json"
"""The files with the result of a generation, and with the curve of its network as soon as that is trained."""
GAMES_FOLDER = "games-{}"
"""A generation's games, which may come from other sources."""
MIN_SCORE = 0.5
"""A network is accepted if it scores more than this against the best player so far."""


@dataclass(frozen=True)
class TrainingPlan:
    """The settings of a training run."""

    game: str
    generations: int
    games: int
    """Games of each generation."""
    nodes: int
    """Nodes per move of these games."""
    chance_games: int
    """Games that calibrate a network's scores."""
    match_games: int
    match_nodes: int
    seed: int
    fitting: TrainingConfig

    def first_seed(self, generation: int) -> int:
        """Return the seed of a generation's first game; generations count from 1."""
        return (self.seed * GENERATIONS_PER_SEED + generation) * SEEDS_PER_GENERATION


class Training:
    """A training run in a folder.

    Raises:
        UserError: the game has no network; the folder holds another training run, or has an unusable name.
    """

    def __init__(
        self,
        plan: TrainingPlan,
        folder: Path,
        workers: int = 1,
        dask: str | None = None,
        report: Callable[[str], None] = print,
    ) -> None:
        self.plan, self.folder, self.report = plan, folder, report
        self.rules = registry.get(plan.game)
        self._workers, self._dask = workers, dask
        if self.rules.facts.network_inputs is None:
            raise UserError(texts.no_inputs(self.rules.facts.title))
        self._inputs = self.rules.facts.network_inputs
        network = self.network_path(1)
        if "," in str(network) or typed_path(str(network)) != network:  # in the names of players, in matches
            raise UserError(texts.unusable_name(folder))
        keep_plan(folder, asdict(plan), texts.other_training(folder), given=GAMES_FOLDER.format("*"))

    def run(self) -> list[Generation]:
        """Run what is not done yet; return the results of all generations."""
        done: list[Generation] = []
        for number in range(1, self.plan.generations + 1):
            best = self.best(done)
            path = self.folder / RESULTS.format(number)
            if is_there(path):
                done.append(_read_generation(path, number))
                continue
            self._play_games(number, best)
            network, curve = self._network(number)
            positions = _positions(network, self.network_path(number))
            score = self._match(number, best)
            wins, losses, draws = (score.tally.count(points) for points in (1, 0, 0.5))
            taken = wins + draws / 2 > MIN_SCORE * (wins + losses + draws)
            elo = score.tally.elo()
            rating = elo.rating if elo else texts.NO_RATING
            done.append(Generation(number, positions, *curve[-1], wins, losses, draws, taken, rating, curve))
            replace_file(path, (json.dumps(asdict(done[-1]), indent=1) + "\n").encode())
            self.report(texts.generation_done(number, score.line(self.network_path(number).name), taken))
        write_report(self.folder, self.rules.facts.title, done)
        return done

    def best(self, done: list[Generation]) -> Path | None:
        """Return the file of the last accepted network, None for the handcrafted evaluation."""
        taken = [generation.number for generation in done if generation.taken]
        return self.network_path(taken[-1]) if taken else None

    def network_path(self, generation: int) -> Path:
        """Return the file of a generation's network."""
        return self.folder / f"generation-{generation}.nnue"

    def games_folder(self, generation: int) -> Path:
        """Return the folder with a generation's games."""
        return self.folder / GAMES_FOLDER.format(generation)

    # --- the steps

    def _play_games(self, generation: int, best: Path | None) -> None:
        """Play the games of a generation that are not there yet."""
        folder, plan = self.games_folder(generation), self.plan
        folder.mkdir(exist_ok=True)
        first = plan.first_seed(generation)
        chunks = _chunks(first, plan.games)
        missing = [chunk for chunk in chunks if not is_there(folder / _games_name(chunk[0]))]
        done = len(chunks) - len(missing)
        network = to_bytes(read(best, plan.game, self._inputs)) if best else b""
        work = partial(play_chunk, plan.game, plan.nodes, network)
        for _, stored in run(work, missing, self._workers, dask=self._dask):
            games.save(folder / _games_name(stored.first_seed), stored)
            done += 1
            self.report(texts.games_played(generation, min(done * GAMES_PER_FILE, plan.games), plan.games))

    def _games(self, generation: int, counts: list[int]) -> Iterator[StoredGames]:
        """Yield all games of this generation and those before, the oldest first; count each one's."""
        for number in range(1, generation + 1):
            counts.append(0)
            for path in files_in(self.games_folder(number), "*.npz"):
                stored = games.load(path, self.rules)
                counts[-1] += len(stored.lengths)
                yield stored

    def _network(self, generation: int) -> tuple[Network, Curve]:
        """Return a generation's network and its curve; train and calibrate it if that is not done."""
        path, losses = self.network_path(generation), self.folder / LOSSES.format(generation)
        if is_there(path) and is_there(losses):
            return read(path, self.plan.game, self._inputs), _read_curve(losses)
        network, curve = self._train(generation)
        network = self._calibrated(generation, network)
        replace_file(losses, (json.dumps({"curve": curve}, indent=1) + "\n").encode())
        write(network, path)
        return network, curve

    def _train(self, generation: int) -> tuple[Network, Curve]:
        """Train a network on all games so far; return it and its curve."""
        fitting = self.plan.fitting
        counts: list[int] = []
        samples = training_set_of(self.rules, self._games(generation, counts))
        self.report(texts.positions(generation, len(samples.scores), int(samples.exact.sum())))
        weights = new_weights(self._inputs.total, fitting.width, fitting.seed)
        curve: list[tuple[float, float]] = []

        def report(epoch: int, loss: float, held_out: float) -> None:
            curve.append((loss, held_out))
            self.report(texts.epoch(generation, epoch, fitting.epochs, loss, held_out))

        train_network(weights, samples, self._inputs, fitting, report)
        origin = self._metadata(counts, samples, curve[-1])
        scale_cp = round(fitting.scale_cp)
        network = Network(self.plan.game, self._inputs, scale_cp, *quantised(weights), origin=origin)
        return network, tuple(curve)

    def _calibrated(self, generation: int, network: Network) -> Network:
        """Return a network scaled so that a score means the same as one of the handcrafted evaluation."""
        plan, wanted = self.plan, self.rules.facts.chance_scale_cp
        first = plan.first_seed(generation) + SEEDS_PER_GENERATION // 2
        work = partial(play_chunk, plan.game, CALIBRATION_NODES, to_bytes(network))
        chunks = _chunks(first, plan.chance_games)
        played = [stored for _, stored in run(work, chunks, self._workers, dask=self._dask)]
        found = fitted_scale(*scores_and_results(played))
        scale_cp = max(min(round(network.scale_cp * wanted / found), MAX_SCALE_CP), 1)
        self.report(texts.calibrated(generation, found, wanted, scale_cp))
        origin = {**network.origin, "chance_scale_before": round(found, 1)}
        return replace(network, scale_cp=scale_cp, origin=origin)

    def _metadata(
        self, counts: list[int], samples: TrainingSet, losses: tuple[float, float]
    ) -> dict[str, Any]:
        return {
            "generation": len(counts),
            "games_by_generation": counts,
            "positions": len(samples.scores),
            "plan": asdict(self.plan),
            "loss": round(losses[0], 6),
            "held_out_loss": round(losses[1], 6),
            "version": __version__,
            "commit": checkout_commit(),
        }

    def _match(self, generation: int, best: Path | None) -> MatchScore:
        """Play the match of a generation's network against the player before it; return its score.

        Raises:
            UserError: games could not be played, as after the death of their process.
        """
        plan = self.plan
        before = f"engine:network={best}" if best else "engine:without=network"
        players = (f"engine:network={self.network_path(generation)}", before)
        rng_seed = Random(f"{plan.seed} {generation}").getrandbits(31)
        openings = OpeningSource().openings(
            self.rules, self.rules.start(), plan.match_games // 2, rng_seed, self.report
        )
        event = TournamentPlan(
            plan.game,
            players,
            Limits(nodes=plan.match_nodes),
            tuple(openings),
            games=plan.match_games,
            seed=rng_seed,
        )
        path = self.folder / f"match-{generation}.txt"
        tournament = Tournament(event, path)
        score = MatchScore()
        for game in tournament.results.games():
            score.add(game)
        for game in tournament.play(self._workers):
            score.add(game)
            if score.tally.games % 20 == 0:
                self.report(texts.match_line(score.tally.games, plan.match_games, score.line(players[0])))
        if missing := len(tournament.results.played) - len(tournament.results.games()):
            raise UserError(texts.match_incomplete(missing, path))
        return score


def _chunks(first_seed: int, count: int) -> list[tuple[int, int]]:
    """Return the first seed and the number of games of each file."""
    return [(first_seed + at, min(GAMES_PER_FILE, count - at)) for at in range(0, count, GAMES_PER_FILE)]


def _games_name(first_seed: int) -> str:
    return f"games-{first_seed:012d}.npz"


@lru_cache(maxsize=1)
def _player(game: str, nodes: int, network: bytes) -> SelfPlayer:
    """Return this process's player."""
    rules = registry.get(game)
    return SelfPlayer(rules, nodes, _loaded(rules, network) if network else None)


def _loaded(rules: Rules, network: bytes) -> LoadedNetwork:
    assert rules.facts.network_inputs is not None
    return LoadedNetwork(rules, from_bytes(network, rules.name, rules.facts.network_inputs))


def play_chunk(game: str, nodes: int, network: bytes, chunk: tuple[int, int]) -> StoredGames:
    """Play games with consecutive seeds: `chunk` is the first one and their number; `network` is a file."""
    first_seed, count = chunk
    player = _player(game, nodes, network)
    played = [player.play(seed) for seed in range(first_seed, first_seed + count)]
    return StoredGames(
        np.array([len(each.codes) for each in played], np.int32),
        np.array([each.result for each in played], np.int8),
        np.concatenate([each.codes for each in played]),
        np.concatenate([each.scores for each in played]),
        nodes,
        first_seed,
    )


def _read_generation(path: Path, number: int) -> Generation:
    """Return the result of the finished generation with this number.

    Raises:
        UserError: the file is damaged.
    """
    known = read_json(path, texts.DAMAGED)
    try:
        return Generation(
            checks.whole(known["number"], number, number),
            checks.whole(known["positions"], 0),
            checks.real(known["loss"]),
            checks.real(known["held_out_loss"]),
            checks.whole(known["wins"], 0),
            checks.whole(known["losses"], 0),
            checks.whole(known["draws"], 0),
            known["taken"] is True,
            checks.text(known["rating"]),
            _curve(known),
        )
    except (ValueError, LookupError, TypeError, OverflowError):
        raise UserError(f"{path} {texts.DAMAGED}") from None


def _positions(network: Network, path: Path) -> int:
    """Return how many positions the network in a file was trained on.

    Raises:
        UserError: the file does not say.
    """
    try:
        return checks.whole(network.origin["positions"], 0)
    except (ValueError, LookupError):
        raise UserError(f"{path} {texts.DAMAGED}") from None


def _read_curve(path: Path) -> Curve:
    """Return the curve of a trained network.

    Raises:
        UserError: the file is damaged.
    """
    known = read_json(path, texts.DAMAGED)
    try:
        first, *later = _curve(known)
        return first, *later
    except (ValueError, LookupError, TypeError, OverflowError):
        raise UserError(f"{path} {texts.DAMAGED}") from None


def _curve(known: dict[str, Any]) -> Curve:
    epochs = checks.items(known["curve"], MAX_EPOCHS)
    return tuple((checks.real(loss), checks.real(held_out)) for loss, held_out in epochs)


def checkout_commit() -> str:
    """Return the commit of this checkout, empty for an installed program."""
    if not (PACKAGE.parent / ".git").exists():
        return ""  # git would look in the folders above, such as that of the user's own project
    own = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    command = ["git", "-C", str(PACKAGE), "rev-parse", "HEAD"]
    try:
        found = subprocess.run(command, capture_output=True, text=True, check=False, env=own)
    except OSError:
        return ""
    return "" if found.returncode else found.stdout.strip()
