"""Tuning: self-play, quiet positions with results, and fitting the weights to them.

The method is logistic regression of game results on the evaluation (P. Österlund, "How Texel's evaluation
is tuned", 2014), by Adam (Kingma and Ba, 2015). With the same seed the same games are played and the same
weights found, whatever the number of workers.
"""

from __future__ import annotations

import random
import tokenize
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

import numpy as np
import numpy.typing as npt
from numpy.lib.recfunctions import rename_fields

from engine import rules as registry
from engine.game.game import Game
from engine.jobs.runner import run
from engine.match.elo import ELO_PER_E, expected_score
from engine.research import texts
from engine.rules.rules import Rules
from engine.search.limits import Limits, logistic
from engine.search.searcher import Searcher
from engine.system.errors import UserError
from engine.system.files import load_module, read_file, replace_file
from engine.system.texts import not_readable

Floats = npt.NDArray[np.float32]

OPENING_PLIES = (4, 10)
"""The minimum and maximum number of random plies at the start of a game."""
GAMES_PER_JOB = 10
"""Games of one job, whose positions are sent to the parent process together."""
MAX_TRAINING_SCORE_CP = 1200
"""Scores beyond this many centipawns are left out: the game is decided."""
HASH_MIB = 4
MAX_BYTES = 1 << 30
"""The largest file of positions that is read."""
HELD_OUT = 10
"""One in this many positions is held out, to measure the loss on it; so there must be as many."""
EPOCHS = 60
BATCH_SIZE = 8192
LEARNING_RATE = 1.0
"""Adam's learning rate, in centipawns per step."""
REGULARISATION = 4e-6
"""L2 regularisation towards the start values: a Gaussian prior with a sigma of about 15 centipawns."""
RESULT_WEIGHT = 0.7
"""The weight of the game's result in the label; the rest is that of the search's score."""
SCALE_CP = ELO_PER_E
"""Centipawns that multiply the odds by e: here one centipawn counts as one Elo point, as in `expected_score`.
The network and the winning chances use the game's own `chance_scale_cp`."""


@dataclass(frozen=True)
class TuningSamples:
    """Quiet positions, with the label of each for its side to move: 1 a win, 0 a loss."""

    positions: Any
    labels: Floats


def play_games(name: str, nodes: int, seeds: list[int]) -> TuningSamples:
    """Play a self-play game for each seed, with `nodes` per move."""
    rules = registry.get(name)
    searcher = Searcher(rules, HASH_MIB)
    played = [_play_game(rules, searcher, nodes, random.Random(seed)) for seed in seeds]
    return _join(rules, played)


def _join(rules: Rules, parts: list[TuningSamples]) -> TuningSamples:
    positions = np.concatenate([np.zeros(0, rules.core().dtype), *(part.positions for part in parts)])
    return TuningSamples(
        positions, np.concatenate([np.zeros(0, np.float32), *(part.labels for part in parts)])
    )


def _play_game(rules: Rules, searcher: Searcher, nodes: int, rng: random.Random) -> TuningSamples:
    game = random_opening(rules, rng, OPENING_PLIES)
    searcher.clear()
    kept: list[tuple[Any, int, float]] = []
    while game.outcome is None:
        searcher.clear_stop()
        info = searcher.search(game.position, game.key_history(), Limits(nodes=nodes))
        assert info is not None
        record = game.position.record
        if (
            info.score.mate is None
            and abs(info.score.cp) < MAX_TRAINING_SCORE_CP
            and _is_quiet(rules, record, info.pv[0].code)
        ):
            kept.append((record, game.position.side, float(expected_score(info.score.cp))))
        game.play(info.pv[0])
    winner = game.outcome.winner
    labels = [
        RESULT_WEIGHT * (0.5 if winner is None else float(winner == side)) + (1 - RESULT_WEIGHT) * search
        for _, side, search in kept
    ]
    positions = np.array([record for record, _, _ in kept], dtype=rules.core().dtype)
    return TuningSamples(positions, np.array(labels, dtype=np.float32))


def random_opening(rules: Rules, rng: random.Random, plies: tuple[int, int]) -> Game:
    """Return a game after random plies that is not over; their number is from `plies[0]` to `plies[1]`."""
    while True:
        game = Game(rules)
        for _ in range(rng.randint(*plies)):
            moves = game.legal_moves()
            if moves:
                game.play(rng.choice(moves))
        if game.outcome is None:
            return game


def _is_quiet(rules: Rules, record: Any, code: int) -> bool:
    return code not in rules.core().tactical_moves(record)


def collect(
    name: str,
    games: int,
    nodes: int,
    seed: int,
    workers: int,
    report: Callable[[int, int], None],
    dask: str | None = None,
) -> TuningSamples:
    """Play `games` games; call `report` with (done, games). `workers` and `dask` are as `run` takes them."""
    seeds = [seed * 1_000_003 + number for number in range(games)]
    parts = [seeds[at : at + GAMES_PER_JOB] for at in range(0, games, GAMES_PER_JOB)]
    results: dict[int, TuningSamples] = {}
    for number, samples in run(partial(play_games, name, nodes), parts, workers, dask=dask):
        results[number] = samples
        report(min(len(results) * GAMES_PER_JOB, games), games)
    return _join(registry.get(name), [results[number] for number in range(len(parts))])


SAVED_FIELDS = {"psqt_score": "score"}
"""Fields of positions that have another name in files: earlier versions wrote and read it."""


def save(samples: TuningSamples, path: Path) -> None:
    """Write samples to a numpy file (.npz)."""
    positions = rename_fields(samples.positions, SAVED_FIELDS)
    memory = BytesIO()
    np.savez_compressed(memory, positions=positions, labels=samples.labels)
    replace_file(path, memory.getvalue())


def open_arrays(path: Path, max_bytes: int) -> Any:
    """Open a numpy file (.npz).

    Raises:
        MemoryError: it has more than `max_bytes` bytes, compressed or uncompressed.
        ValueError: it is compressed in a way that numpy does not write.
        OSError: it cannot be read.
    """
    content = BytesIO(read_file(path, max_bytes))
    members = ZipFile(content).infolist()
    if sum(each.file_size for each in members) > max_bytes:
        raise MemoryError(path)
    if any(each.compress_type not in (ZIP_STORED, ZIP_DEFLATED) for each in members):
        raise ValueError(path)
    return np.load(content)


DAMAGED = (
    *(EOFError, ValueError, KeyError, TypeError, AttributeError, MemoryError, BadZipFile, zlib.error),
    *(tokenize.TokenError, OverflowError, RuntimeError),
)
"""The exceptions of numpy for a file without arrays, or larger than the memory."""


def load(path: Path, name: str) -> TuningSamples:
    """Read samples of a game.

    Raises:
        UserError: the file holds no samples of it.
    """
    try:
        with open_arrays(path, MAX_BYTES) as data:
            renamed = {saved: field for field, saved in SAVED_FIELDS.items()}
            positions = rename_fields(data["positions"], renamed)
            samples = TuningSamples(positions, data["labels"])
    except OSError as error:
        if not error.strerror:
            raise UserError(texts.no_samples(path)) from None
        raise UserError(not_readable(path, error.strerror)) from None
    except DAMAGED:
        raise UserError(texts.no_samples(path)) from None
    if not (tuning_of(name).are_positions(samples.positions) and _are_labels(samples)):
        raise UserError(texts.no_samples(path))
    return samples


def _are_labels(samples: TuningSamples) -> bool:
    labels = samples.labels
    is_array = isinstance(labels, np.ndarray)  # numpy returns the bytes of what is none
    fits = is_array and labels.dtype == np.float32 and labels.shape == samples.positions.shape
    return fits and bool(((labels >= 0) & (labels <= 1)).all())


def tuning_of(name: str) -> Any:
    """Return the module of a game that knows its weights.

    Raises:
        UserError: the game has none.
    """
    module = load_module(name, "tuning")
    if module is None:
        raise UserError(texts.no_weights(name))
    return module


@dataclass(frozen=True)
class TuningResult:
    """Fitted weights, pairs for opening and ending; the mean loss before and after, on unseen positions."""

    pairs: Floats
    loss_before: float
    loss_after: float


def fit_weights(name: str, samples: TuningSamples, base: str, seed: int) -> TuningResult:
    """Fit a game's weights, starting from those of the file `base`; a tenth of the samples is held out.

    Raises:
        UserError: there are too few samples, or no such weights.
    """
    if len(samples.labels) < HELD_OUT:
        raise UserError(texts.too_few_samples(len(samples.labels), HELD_OUT))
    tuning = tuning_of(name)
    counts, opening = tuning.count_weights(samples.positions)
    start = tuning.read_pairs(base)
    order = np.random.default_rng(seed).permutation(len(counts))
    held = order[: len(order) // HELD_OUT]
    used = order[len(order) // HELD_OUT :]
    before = _loss(start, counts[held], opening[held], samples.labels[held])
    pairs = _descend(start, counts, opening, samples.labels, used, seed)
    return TuningResult(pairs, before, _loss(pairs, counts[held], opening[held], samples.labels[held]))


def _predict(pairs: Floats, counts: Any, opening: Floats) -> Floats:
    both = counts.astype(np.float32) @ pairs
    score = both[:, 0] * opening + both[:, 1] * (1 - opening)
    result: Floats = logistic(score * np.float32(1 / SCALE_CP))
    return result


def _loss(pairs: Floats, counts: Any, opening: Floats, labels: Floats) -> float:
    guess = np.clip(_predict(pairs, counts, opening), 1e-6, 1 - 1e-6)
    return float(-(labels * np.log(guess) + (1 - labels) * np.log(1 - guess)).mean())


def _descend(start: Floats, counts: Any, opening: Floats, labels: Floats, used: Any, seed: int) -> Floats:
    """Return the weights that Adam finds."""
    rng = np.random.default_rng(seed + 1)
    pairs, mean, square = start.copy(), np.zeros_like(start), np.zeros_like(start)
    step = 0
    for epoch in range(EPOCHS):
        rate = LEARNING_RATE * (1 - epoch / EPOCHS)
        rng.shuffle(used)
        for at in range(0, len(used), BATCH_SIZE):
            batch = used[at : at + BATCH_SIZE]
            step += 1
            error = _predict(pairs, counts[batch], opening[batch]) - labels[batch]
            weighted = np.stack((error * opening[batch], error * (1 - opening[batch])), axis=1)
            slope = counts[batch].astype(np.float32).T @ weighted / len(batch) + REGULARISATION * (
                pairs - start
            )
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            pairs -= rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-9)
    return pairs
