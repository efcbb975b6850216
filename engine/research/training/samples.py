"""Training positions, drawn from stored games: quiet ones, each with its score and its game's result."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from engine.compiled.jit import int64, jit, lowest
from engine.research.training.games import StoredGames
from engine.rules.core import KNOWN_DRAW, UNKNOWN, gain, input_boards, is_in_check, play, probe_tablebase
from engine.rules.facts import NetworkInputs
from engine.rules.rules import Rules
from engine.search.state import MAX_NETWORK_BOARDS
from engine.tablebase.tablebase import tablebase_of

MAX_TRAINING_SCORE_CP = 2500
"""Positions with a score beyond this many centipawns are left out: the game is decided."""
MAX_ACTIVE_INPUTS = 32
"""Maximum number of active inputs of a position, and the length of its row."""
PADDING = -1
"""Fills the rest of the row."""


class TrainingSet(NamedTuple):
    """Positions, from the perspective of the side to move."""

    inputs: npt.NDArray[np.int16]
    """The active inputs, then `PADDING`: (positions, `MAX_ACTIVE_INPUTS`)."""
    scores: npt.NDArray[np.int16]
    """Scores for the side to move, in centipawns."""
    results: npt.NDArray[np.int8]
    """1 if the side to move won, 0 for a draw, -1 if it lost."""
    exact: npt.NDArray[np.bool_]
    """True if the result is the tablebase's."""


@jit
def write_inputs(boards: Any, count: int, files: int, ranks: int, side: int, target: Any) -> bool:
    """Write the active inputs from the perspective of a side; return whether they fit."""
    at, half = 0, count // 2
    for board in range(count):
        rest = boards[board]
        seen = board
        if side:
            seen = board - half if board >= half else board + half
        while rest:
            if at == target.size:
                return False
            square = lowest(rest)
            rest &= rest - 1
            if side:
                square = (ranks - 1 - square // files) * files + square % files
            target[at] = seen * files * ranks + square
            at += 1
    for left in range(at, target.size):
        target[left] = PADDING
    return True


@jit
def extract(
    positions: Any,
    boards: Any,
    shape: Any,
    tablebase: int,
    codes: Any,
    scores: Any,
    result: int,
    at: int,
    inputs: Any,
    labels: Any,
) -> int:
    """Play a game on `positions[0]`; write its quiet positions from index `at` on and return the index after.

    `shape` is the number of bitboards, their files and ranks, `result` the first side's. `codes` and `scores`
    are the game's, (plies); `inputs` are (n, MAX_ACTIVE_INPUTS), int16, and `labels` (n, 3), int16: score,
    result, and whether the result is exact.
    """
    position = positions[0]
    for ply in range(codes.size):
        score, move = int64(scores[ply]), codes[ply]
        if (
            -MAX_TRAINING_SCORE_CP <= score <= MAX_TRAINING_SCORE_CP
            and gain(position, move) == 0
            and not is_in_check(position)
        ):
            side = position.side
            input_boards(position, boards)
            if write_inputs(boards, shape[0], shape[1], shape[2], side, inputs[at]):
                labels[at, 0] = score
                labels[at, 1] = -result if side else result
                labels[at, 2] = 0
                plies = probe_tablebase(position, tablebase)
                if plies != UNKNOWN:
                    labels[at, 1] = 0 if plies == KNOWN_DRAW else (1 if plies & 1 else -1)
                    labels[at, 2] = 1
                at += 1
        play(position, move)
    return at


def training_set_of(rules: Rules, chunks: Iterable[StoredGames]) -> TrainingSet:
    """Return the quiet positions of all games."""
    shape = rules.facts.network_inputs
    assert shape is not None
    parts = [_samples_of_chunk(rules, shape, games) for games in chunks]
    inputs = np.concatenate([np.zeros((0, MAX_ACTIVE_INPUTS), np.int16), *(part for part, _ in parts)])
    labels = np.concatenate([np.zeros((0, 3), np.int16), *(part for _, part in parts)])
    return TrainingSet(
        inputs, labels[:, 0].copy(), labels[:, 1].astype(np.int8), labels[:, 2].astype(np.bool_)
    )


def _samples_of_chunk(rules: Rules, shape: NetworkInputs, games: StoredGames) -> tuple[Any, Any]:
    tablebase = tablebase_of(rules)
    positions = np.zeros(1, rules.core().dtype)
    boards = np.zeros(MAX_NETWORK_BOARDS, np.int64)
    inputs = np.zeros((len(games.codes), MAX_ACTIVE_INPUTS), np.int16)
    labels = np.zeros((len(games.codes), 3), np.int16)
    start = rules.start()
    at = begin = 0
    for length, result in zip(games.lengths.tolist(), games.results.tolist(), strict=True):
        positions[0] = start.record
        codes, scores = games.codes[begin : begin + length], games.scores[begin : begin + length]
        found = extract(
            positions,
            boards,
            np.array((shape.boards, shape.files, shape.ranks)),
            int64(tablebase.address if tablebase else 0),
            codes,
            scores,
            int64(result),
            int64(at),
            inputs,
            labels,
        )
        at, begin = int(found), begin + length
    return inputs[:at].copy(), labels[:at].copy()
