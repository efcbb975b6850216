"""Breakthrough's board: squares, the position record, directions. No numba here.

Sets of squares are bitboards: int64 with bit ``5 * row + column``, a1 being bit 0.
"""

from __future__ import annotations

import numpy as np

WIDTH = 5
SQUARES = WIDTH * WIDTH
FULL = (1 << SQUARES) - 1
WHITE, BLACK = 0, 1
MAX_PIECES = 2 * WIDTH
START = "bbbbb/bbbbb/5/wwwww/wwwww w"

POSITION = np.dtype(
    [
        ("breakthrough", np.int64),  # marks the game; always 0
        ("side", np.int64),
        ("key", np.int64),
        ("pieces", np.int64, (2,)),  # bitboards by side
    ]
)

DIRECTIONS = (-1, 0, 1)
"""The columns by which a step forward goes to the right."""
STRAIGHT = DIRECTIONS.index(0)
SHIFTS = np.array(
    [[WIDTH + direction for direction in DIRECTIONS], [-WIDTH + direction for direction in DIRECTIONS]],
    dtype=np.int64,
)
"""By side and direction: what a step adds to the number of a square."""
ROWS = np.array([((1 << WIDTH) - 1) << (WIDTH * row) for row in range(WIDTH)], dtype=np.int64)
LAST_ROW = np.array([ROWS[-1], ROWS[0]], dtype=np.int64)
"""By side: the row that it must reach."""
LEAVING = np.array(
    [
        sum(1 << square for square in range(SQUARES) if 0 <= square % WIDTH + direction < WIDTH)
        for direction in DIRECTIONS
    ],
    dtype=np.int64,
)
"""By direction: the squares from which a step stays between the edges."""

_random = np.random.default_rng(2000)  # the year of the game; any fixed seed will do
ZOBRIST = _random.integers(-(1 << 63), (1 << 63) - 1, size=(2, SQUARES), dtype=np.int64)
ZOBRIST_SIDE = int(_random.integers(-(1 << 63), (1 << 63) - 1, dtype=np.int64))
