"""Bonzee's board: cells, the position record, directions. No numba here.

Sets of cells are bitboards: int64 with bit ``9 * row + column``, row 0 being E, so E1 = 0 and A9 = 44.
"""

from __future__ import annotations

import numpy as np

WIDTH, HEIGHT = 9, 5
CELLS = 45
FULL = (1 << CELLS) - 1
GREEN, RED = 0, 1
MAX_TOKENS = 22
DRAWING_PLIES = 10
"""Plies in a row without an attack that make a draw."""
ROWS = "EDCBA"
"""The rows' letters from the bottom to the top."""
START = "rrrrrrrrr/rrrrrrrrr/gggg1rrrr/ggggggggg/ggggggggg g 0"

STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1))
"""The directions, as steps to the right and up; straight ones first, and opposites side by side."""
STRAIGHT = 4

POSITION = np.dtype(
    [
        ("bonzee", np.int64),  # marks the game; always 0
        ("side", np.int64),
        ("key", np.int64),
        ("progress_clock", np.int64),  # plies since the last attack
        ("tokens", np.int64, (2,)),  # bitboards by side
    ]
)


def cell_name(cell: int) -> str:
    """Return a cell's name, ``A1`` to ``E9``."""
    return ROWS[cell // WIDTH] + str(cell % WIDTH + 1)


def cell_named(name: str) -> int | None:
    """Return the cell of that name, in either case, or None."""
    row, column = ROWS.find(name[:1].upper()), "123456789".find(name[1:])
    return row * WIDTH + column if len(name) == 2 and row >= 0 and column >= 0 else None


def is_black(cell: int) -> bool:
    """Return whether a cell is black: tokens on it also move diagonally."""
    return (cell // WIDTH + cell % WIDTH) % 2 == 0


def step(cell: int, direction: int) -> int | None:
    """Return the next cell in a direction, None beyond the edge."""
    right, up = STEPS[direction]
    column, row = cell % WIDTH + right, cell // WIDTH + up
    return row * WIDTH + column if 0 <= column < WIDTH and 0 <= row < HEIGHT else None


def distance(cell: int, other: int) -> int:
    """Return the distance of two cells in steps of any direction."""
    return max(abs(cell % WIDTH - other % WIDTH), abs(cell // WIDTH - other // WIDTH))


SHIFTS = np.array([up * WIDTH + right for right, up in STEPS], dtype=np.int64)
"""By direction: the difference to the next cell's number."""
INSIDE = np.array(
    [
        sum(1 << cell for cell in range(CELLS) if step(cell, direction) is not None)
        for direction in range(len(STEPS))
    ],
    dtype=np.int64,
)
"""By direction: the cells that have a next one, inside the board."""
BLACK_CELLS = sum(1 << cell for cell in range(CELLS) if is_black(cell))
LEAVING = np.array(
    [
        int(inside) & (FULL if direction < STRAIGHT else BLACK_CELLS)
        for direction, inside in enumerate(INSIDE)
    ],
    dtype=np.int64,
)
"""By direction: the cells from which a token may step in it, by the board's edge and the cells' colours."""

_random = np.random.default_rng(2017)  # the year of the source; any fixed seed will do
ZOBRIST = _random.integers(-(1 << 63), (1 << 63) - 1, size=(2, CELLS), dtype=np.int64)
ZOBRIST_SIDE = int(_random.integers(-(1 << 63), (1 << 63) - 1, dtype=np.int64))
ZOBRIST_PROGRESS = _random.integers(-(1 << 63), (1 << 63) - 1, size=DRAWING_PLIES + 1, dtype=np.int64)
"""By plies since the last attack, which are part of a position; the last entry is for all higher numbers."""

CAPTURED_SHIFT = 15
"""Codes of moves: from 6 bits, to 6 bits, 3 unused, then the bitboard of the captured tokens."""


def code_captured(code: int) -> int:
    """Return the bitboard of the tokens that a move captures."""
    return code >> CAPTURED_SHIFT & FULL
