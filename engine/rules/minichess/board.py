"""Minichess's board: squares, pieces, the position record, and tables of where pieces step and slide.

Sets of squares are bitboards: int64 with bit ``7 * rank + file``. Rows are counted from 0 at the top, as they
are written; ranks from the bottom, as the rest of the program counts: row 6 is rank 0. No numba here.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]

WIDTH = 7
SQUARES = 49
WHITE, BLACK = 0, 1
FILES = "abcdefg"

PAWN, FERZ, KNIGHT, BISHOP, ROOK, PRINCESS, EMPRESS, QUEEN, KING = range(9)
KINDS = 9
LETTERS = "PFNBRAEQK"
NAMES = ("pawn", "ferz", "knight", "bishop", "rook", "princess", "empress", "queen", "king")

START = "NBQKAER/FPPPPPF/7/7/7/fpppppf/nbqkaer w 0 1"
PROGRESS_LIMIT = 50
"""Plies without a capture that make a draw."""

POSITION = np.dtype(
    [
        ("minichess", np.int64),  # marks the game; always 0
        ("side", np.int64),
        ("key", np.int64),
        ("psqt_score", np.int64),  # piece-square sum for White, material included, updated by `play`
        ("progress_clock", np.int64),  # plies since the last capture
        ("kinds", np.int64, (KINDS,)),  # bitboards by kind, both sides together
        ("sides", np.int64, (2,)),  # bitboards by side, all kinds together
    ]
)

STRAIGHT = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL = ((1, 1), (-1, 1), (1, -1), (-1, -1))
LEAPS = tuple((x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y))
FORWARD = (-1, 1)
"""By side: White's pawns go down, to larger rows and lower ranks."""


def square_of(file: int, rank: int) -> int:
    """Return the square of a file and a rank, both from 0."""
    return WIDTH * rank + file


def square_name(square: int) -> str:
    """Return a square's name: its column and its row from the top, such as ``d0``."""
    return f"{FILES[square % WIDTH]}{WIDTH - 1 - square // WIDTH}"


def square_named(name: str) -> int | None:
    """Return the square of that name, in either case, or None."""
    if len(name) != 2 or name[0].lower() not in FILES or name[1] not in "0123456":
        return None
    return square_of(FILES.index(name[0].lower()), WIDTH - 1 - int(name[1]))


def _reach(square: int, directions: Iterable[tuple[int, int]], max_steps: int = 1) -> int:
    """Return the squares up to `max_steps` steps away in some of the directions, as a bitboard."""
    found = 0
    for right, up in directions:
        for step in range(1, max_steps + 1):
            file, rank = square % WIDTH + step * right, square // WIDTH + step * up
            if 0 <= file < WIDTH and 0 <= rank < WIDTH:
                found |= 1 << square_of(file, rank)
    return found


def _steps(directions: Iterable[tuple[int, int]], max_steps: int = 1) -> list[int]:
    listed = tuple(directions)
    return [_reach(square, listed, max_steps) for square in range(SQUARES)]


KING_STEPS = np.array(_steps(STRAIGHT + DIAGONAL), dtype=np.int64)
FERZ_STEPS = np.array(_steps(DIAGONAL), dtype=np.int64)
KNIGHT_STEPS = np.array(_steps(LEAPS), dtype=np.int64)
PAWN_STEPS = np.array([_steps([(0, direction)]) for direction in FORWARD], dtype=np.int64)
PAWN_CAPTURES = np.array([_steps([(-1, direction), (1, direction)]) for direction in FORWARD], dtype=np.int64)

UP, RIGHT, UP_RIGHT, UP_LEFT, DOWN, LEFT, DOWN_LEFT, DOWN_RIGHT = range(8)
RAYS = np.array(
    [
        _steps([direction], WIDTH - 1)
        for direction in ((0, 1), (1, 0), (1, 1), (-1, 1), (0, -1), (-1, 0), (-1, -1), (1, -1))
    ],
    dtype=np.int64,
)
"""By direction and square: all squares that way. In the first four directions the numbers grow."""

_random = np.random.default_rng(1969)  # the year of Gardner's minichess; any fixed seed will do
ZOBRIST = _random.integers(-(1 << 63), (1 << 63) - 1, size=(2, KINDS, SQUARES), dtype=np.int64)
ZOBRIST_SIDE = int(_random.integers(-(1 << 63), (1 << 63) - 1, dtype=np.int64))
ZOBRIST_PROGRESS = _random.integers(-(1 << 63), (1 << 63) - 1, size=PROGRESS_LIMIT + 1, dtype=np.int64)
SHARED_KEY_PLIES = 20
"""Positions with up to this many plies since the last capture share a key, so that the table recognises them:
the draw is then beyond the search's horizon."""
ZOBRIST_PROGRESS[: SHARED_KEY_PLIES + 1] = 0

# --- codes of moves: from 6 bits, to 6 bits, kind 4 bits, then the captured kind plus one, 0 for none

KIND_SHIFT, CAPTURED_SHIFT = 12, 16
