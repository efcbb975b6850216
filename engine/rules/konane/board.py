"""Konane's board: squares, stones, the position record and the codes of moves. No numba here.

Sets of squares are bitboards: int64 with bit ``8 * rank + file`` whatever the size of the board, which lies
in the corner at a1. The 64th bit is the sign, so mask what comes in after a shift to the right.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

SIZES = (8, 6, 4)
"""The default in front."""
STRIDE = 8
ALL_BITS = (1 << 64) - 1
BLACK, WHITE = 0, 1
LETTERS = "BW"

OPENING_PLIES = 2
"""The number of plies in which a stone is removed instead of jumping."""

POSITION = np.dtype(
    [
        ("konane", np.int64),  # marks the game; always 0
        ("side", np.int64),
        ("key", np.int64),
        ("size", np.int64),
        ("ply", np.int64),
        ("stones", np.int64, (2,)),  # bitboards by side
    ]
)


def signed(board: int) -> int:
    """Return a bitboard as a signed 64-bit number."""
    return board - (1 << 64) if board >> 63 else board


def bit_of(file: int, rank: int) -> int:
    """Return the number of a square's bit; file and rank count from 0."""
    return STRIDE * rank + file


def square_of(bit: int, size: int) -> int:
    """Return the square, as `engine.rules.values` counts them, of a bit."""
    return size * (bit // STRIDE) + bit % STRIDE


def colour_at(file: int, rank: int) -> int:
    """Return whose stone can ever be on a square: black's in the upper left corner, then alternating."""
    return BLACK if (file + rank) % 2 else WHITE


def _board(squares: Iterable[tuple[int, int]]) -> int:
    return sum(1 << bit_of(file, rank) for file, rank in squares)


def _all_squares(size: int, colour: int) -> int:
    return _board(
        (file, rank) for file in range(size) for rank in range(size) if colour_at(file, rank) == colour
    )


def _opening_squares(size: int) -> int:
    half = size // 2
    rows = [(0, 0), (size - 1, size - 1), (half - 1, half - 1), (half, half)]
    return _board((x, size - 1 - y) for x, y in rows)


FULL = {size: (_all_squares(size, BLACK), _all_squares(size, WHITE)) for size in SIZES}
"""By size: the stones of both sides before the first removal."""
OPENING = {size: _opening_squares(size) for size in SIZES}
"""By size: where Black may remove its first stone, the corners and centre squares that are black."""

BOARDS = np.zeros(STRIDE + 1, dtype=np.int64)
OPENINGS = np.zeros(STRIDE + 1, dtype=np.int64)
"""By size: all squares, and those of the opening."""
for _size in SIZES:
    BOARDS[_size] = signed(sum(FULL[_size]))
    OPENINGS[_size] = OPENING[_size]

_random = np.random.default_rng(1778)  # the year of Cook's visit; any fixed seed will do
ZOBRIST = _random.integers(-(1 << 63), (1 << 63) - 1, size=(2, 64), dtype=np.int64)
ZOBRIST_SIZE = _random.integers(-(1 << 63), (1 << 63) - 1, size=STRIDE + 1, dtype=np.int64)
ZOBRIST_PLY = _random.integers(-(1 << 63), (1 << 63) - 1, size=OPENING_PLIES + 2, dtype=np.int64)
"""By ply; after the opening only the side to move counts: ``2 + ply % 2``."""

# --- codes of moves: from 6 bits, to 6 bits, then whether a stone is removed

REMOVAL = 1 << 12


def ply_key_index(ply: int) -> int:
    """Return the index of a ply in `ZOBRIST_PLY`."""
    return ply if ply < OPENING_PLIES else OPENING_PLIES + ply % 2
