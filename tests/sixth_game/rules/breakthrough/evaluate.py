"""What a position of Breakthrough is worth, compiled: pieces, and how far they have come."""

from __future__ import annotations

from typing import Any

import numpy as np
from engine.rules.breakthrough.board import BLACK, ROWS, WIDTH
from engine.rules.breakthrough.moves import PIECE

from engine.compiled.jit import inline, jit, popcount

ADVANCE = np.array([10, 0, 10, 40, 0], dtype=np.int64)
"""Centipawns for a piece by the rows that it has gone; at home it guards the last row."""
TEMPO = 5


@inline
def worth(pieces: int, side: int) -> int:
    """Return the worth of a side's pieces."""
    total = PIECE * popcount(pieces)
    for gone in range(WIDTH):
        row = WIDTH - 1 - gone if side == BLACK else gone
        total += ADVANCE[gone] * popcount(pieces & ROWS[row])
    return total


@jit
def evaluate(position: Any, alpha: int, beta: int) -> int:
    """See `core.evaluate`."""
    side = position.side
    return TEMPO + worth(position.pieces[side], side) - worth(position.pieces[1 - side], 1 - side)
