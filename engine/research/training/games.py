"""Complete games on disk: files of about a hundred games each, written once."""

from __future__ import annotations

import io
import zlib
from pathlib import Path
from typing import NamedTuple
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from engine.research.training import texts
from engine.system.errors import UserError
from engine.system.files import read_file, replace_file

MAX_BYTES = 1 << 28
"""No file of games is larger."""


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


def load(path: Path) -> StoredGames:
    """Read the games of a file.

    Raises:
        UserError: it cannot be read, or holds no games.
    """
    try:
        with np.load(io.BytesIO(read_file(path, MAX_BYTES)), allow_pickle=False) as data:
            return StoredGames(
                data["lengths"],
                data["results"],
                data["codes"],
                data["scores"],
                int(data["nodes"]),
                int(data["first"]),
            )
    except (OSError, EOFError, ValueError, KeyError, BadZipFile, zlib.error) as error:
        raise UserError(texts.games_not_readable(path, error)) from None
