"""Breakthrough's evaluation, compiled: the pieces, and how far they have advanced."""

from __future__ import annotations

from typing import Any

import numpy as np
from engine.rules.breakthrough.board import BLACK, ROWS, WIDTH
from engine.rules.breakthrough.moves import PIECE

from engine.compiled.jit import inline, jit, popcount

ADVANCE = np.array([10, 0, 10, 40, 0], dtype=np.int64)
"""Centipawns for a piece by the rows that it has advanced; at home it guards the last row."""
TEMPO = 5
"""Centipawns for the side to move."""


@inline
def value_of(pieces: int, side: int) -> int:
    """Return the value of a side's pieces in centipawns."""
    total = PIECE * popcount(pieces)
    for advanced in range(WIDTH):
        row = WIDTH - 1 - advanced if side == BLACK else advanced
        total += ADVANCE[advanced] * popcount(pieces & ROWS[row])
    return total


@jit
def evaluate(position: Any, alpha: int, beta: int) -> int:
    """See `core.evaluate`."""
    side = position.side
    return TEMPO + value_of(position.pieces[side], side) - value_of(position.pieces[1 - side], 1 - side)
