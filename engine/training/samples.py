"""Positions to learn from, drawn from kept games: quiet ones, each with its score and its game's result."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from engine.compiled.jit import int64, jit
from engine.rules.core import gain, is_in_check, play
from engine.rules.rules import Rules

MAX_SCORE = 2500
"""Positions with a score beyond this many centipawns are left out: the game is decided."""


class Samples(NamedTuple):
    """Positions for the side to move."""

    kinds: npt.NDArray[np.int64]
    """Bitboards by kind, shape (n, kinds)."""
    sides: npt.NDArray[np.int64]
    """Bitboards of the side to move and of the other one, shape (n, 2)."""
    to_move: npt.NDArray[np.int8]
    scores: npt.NDArray[np.int16]
    """Scores for the side to move, in centipawns."""
    results: npt.NDArray[np.int8]
    """1 if the side to move won, 0 for a draw, -1 if it lost."""


@jit
def extract(
    line: Any, first: int, codes: Any, scores: Any, result: int, at: int, kinds: Any, sides: Any, labels: Any
) -> int:
    """Play a game on `line[0]` and write its quiet positions from index `at` on; return the index after."""
    position = line[0]
    for ply in range(codes.size):
        score = int64(scores[ply])
        move = codes[ply]
        if -MAX_SCORE <= score <= MAX_SCORE and gain(position, move) == 0 and not is_in_check(position):
            side = position.side
            for kind in range(position.kinds.size):
                kinds[at, kind] = position.kinds[kind]
            sides[at, 0] = position.sides[side]
            sides[at, 1] = position.sides[1 - side]
            labels[at, 0] = side
            labels[at, 1] = score
            labels[at, 2] = result if side == first else -result
            at += 1
        play(position, move)
    return at


def read_games(rules: Rules, paths: list[Path]) -> Samples:
    """Return the quiet positions of all games in these files."""
    dtype = rules.core().dtype
    parts = []
    start = rules.start()
    for path in paths:
        with np.load(path) as data:
            lengths, results, codes, scores = (data[name] for name in ("lengths", "results", "codes", "scores"))
        kinds = np.zeros((len(codes), dtype["kinds"].shape[0]), np.int64)
        sides = np.zeros((len(codes), 2), np.int64)
        labels = np.zeros((len(codes), 3), np.int64)
        line = np.zeros(1, dtype)
        at = begin = 0
        for length, result in zip(lengths, results, strict=True):
            line[0] = start.record
            end = begin + int(length)
            at = int(
                extract(
                    line, int64(start.side), codes[begin:end], scores[begin:end].astype(np.int64),
                    int64(result), int64(at), kinds, sides, labels,
                )
            )
            begin = end
        parts.append((kinds[:at].copy(), sides[:at].copy(), labels[:at].astype(np.int16)))
    kinds, sides, labels = (np.concatenate([part[n] for part in parts]) for n in range(3))
    return Samples(kinds, sides, labels[:, 0].astype(np.int8), labels[:, 1], labels[:, 2].astype(np.int8))
