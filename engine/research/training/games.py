"""Complete games on disk: files of about a hundred games each, written once."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from engine.compiled.jit import int64, jit
from engine.research.training import texts
from engine.research.tune import DAMAGED, open_arrays
from engine.rules.core import generate, play, terminal_result
from engine.rules.rules import Rules
from engine.search.state import MOVE_BUFFER_SIZE
from engine.system.errors import UserError
from engine.system.files import replace_file

MAX_BYTES = 1 << 28
"""The largest file of games that is read."""


class StoredGames(NamedTuple):
    """Games from the start position, one after another, and the conditions of play."""

    lengths: npt.NDArray[np.int32]
    """Plies by game."""
    results: npt.NDArray[np.int8]
    """By game: 1 if the first side won, 0 for a draw, -1 if the second side won."""
    codes: npt.NDArray[np.int64]
    """The moves of all games."""
    scores: npt.NDArray[np.int16]
    """By move: the score for its mover in centipawns; `INFINITE` for a random one."""
    nodes: int
    """The nodes per move."""
    first_seed: int
    """The first game's seed; each following game's is one higher."""


def save(path: Path, stored: StoredGames) -> None:
    """Write games to a file atomically."""
    memory = io.BytesIO()
    np.savez_compressed(
        memory,
        lengths=stored.lengths,
        results=stored.results,
        codes=stored.codes,
        scores=stored.scores,
        nodes=np.int64(stored.nodes),
        first=np.int64(stored.first_seed),
    )
    replace_file(path, memory.getvalue())


def load(path: Path, rules: Rules) -> StoredGames:
    """Read the games in a file. It is untrusted, so the moves are checked.

    Raises:
        UserError: it cannot be read, or holds no games of these rules.
    """
    try:
        with open_arrays(path, MAX_BYTES) as data:
            stored = StoredGames(
                data["lengths"],
                data["results"],
                data["codes"],
                data["scores"],
                int(data["nodes"]),
                int(data["first"]),
            )
        _check(stored, rules)
    except (OSError, *DAMAGED) as error:
        raise UserError(texts.games_not_readable(path, error)) from None
    return stored


def _check(stored: StoredGames, rules: Rules) -> None:
    """Check games: compiled code trusts them.

    Raises:
        ValueError: they do not fit together, or a move is illegal.
    """
    lengths, results, codes, scores = stored[:4]
    kinds = (lengths, np.int32), (results, np.int8), (codes, np.int64), (scores, np.int16)
    are_lists = all(array.dtype == kind and array.ndim == 1 for array, kind in kinds)
    if not are_lists or len(lengths) != len(results) or not np.isin(results, (-1, 0, 1)).all():
        raise ValueError(texts.NOT_GAMES)
    if lengths.min(initial=0) < 0 or not lengths.sum() == len(codes) == len(scores):
        raise ValueError(texts.NOT_GAMES)
    position, start = np.zeros(1, rules.core().dtype), rules.start().record
    buffer = np.zeros(MOVE_BUFFER_SIZE, np.int64)
    for game in np.split(codes, np.cumsum(lengths)[:-1]):
        position[0] = start
        if not are_legal(position, buffer, game):
            raise ValueError(texts.ILLEGAL_MOVE)


@jit
def are_legal(positions: Any, buffer: Any, codes: Any) -> bool:
    """Play moves on `positions[0]`; return whether all are legal."""
    for ply in range(codes.size):
        if terminal_result(positions[0]):
            return False
        end = generate(positions[0], buffer, int64(0), int64(buffer.size))
        legal = False
        for at in range(end):
            legal |= buffer[at] == codes[ply]
        if not legal:
            return False
        play(positions[0], codes[ply])
    return True
