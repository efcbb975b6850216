"""Whole games on disk: files of some hundred games each, written once."""

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


class KeptGames(NamedTuple):
    """Games from the start position, one after another, with how they were played."""

    lengths: npt.NDArray[np.int32]
    """Plies by game."""
    results: npt.NDArray[np.int8]
    """By game: 1 the first side won, 0 drawn, -1 the second side won."""
    codes: npt.NDArray[np.int64]
    """The moves of all games."""
    scores: npt.NDArray[np.int16]
    """By move: the score for its mover in centipawns; `INFINITE` for a random one."""
    nodes: int
    """The nodes per move."""
    first_seed: int
    """The first game's seed; each later one's is one higher."""


def save(path: Path, kept: KeptGames) -> None:
    """Write games to a file, as a whole."""
    memory = io.BytesIO()
    np.savez_compressed(
        memory,
        lengths=kept.lengths,
        results=kept.results,
        codes=kept.codes,
        scores=kept.scores,
        nodes=np.int64(kept.nodes),
        first=np.int64(kept.first_seed),
    )
    replace_file(path, memory.getvalue())


def load(path: Path) -> KeptGames:
    """Read the games of a file.

    Raises:
        UserError: it cannot be read, or holds no games.
    """
    try:
        with np.load(io.BytesIO(read_file(path, MAX_BYTES)), allow_pickle=False) as data:
            return KeptGames(
                data["lengths"],
                data["results"],
                data["codes"],
                data["scores"],
                int(data["nodes"]),
                int(data["first"]),
            )
    except (OSError, EOFError, ValueError, KeyError, BadZipFile, zlib.error) as error:
        raise UserError(texts.games_not_readable(path, error)) from None
