"""Conga's board: squares, stacks, the position record, and tables of lines. No numba here.

Sets of squares are bitboards of 16 bits, a1 = bit 0 and d4 = bit 15.
"""

from __future__ import annotations

import numpy as np

from engine.rules import squares

WIDTH = 4
SQUARES = 16
BLACK, WHITE = 0, 1
MAX_STONES = 10
COUNT_BITS = 4
"""The number of bits for the height of each stack in `stones`."""
START = "b10,-,-,-/-,-,-,-/-,-,-,-/-,-,-,w10 b"

COMPASS = {
    "N": (0, 1),
    "NE": (1, 1),
    "E": (1, 0),
    "SE": (1, -1),
    "S": (0, -1),
    "SW": (-1, -1),
    "W": (-1, 0),
    "NW": (-1, 1),
}
"""By direction: a step to the right and up."""

POSITION = np.dtype(
    [
        ("conga", np.int64),  # marks the game; always 0
        ("side", np.int64),
        ("key", np.int64),
        ("stones", np.int64, (2,)),  # by side: the stacks' heights, four bits a square, a1 lowest
        ("sides", np.int64, (2,)),  # by side: where its stacks are, as bitboards
    ]
)


def square_name(square: int) -> str:
    """Return a square's name, ``a1`` to ``d4``."""
    return squares.square_name(square, WIDTH)


def square_named(name: str) -> int | None:
    """Return the square of that name, in either case, or None."""
    return squares.square_named(name, WIDTH, WIDTH)


def step(square: int, direction: str, steps: int = 1) -> int | None:
    """Return the square this number of steps away, None beyond the edge."""
    right, up = COMPASS[direction]
    file, rank = square % WIDTH + steps * right, square // WIDTH + steps * up
    return rank * WIDTH + file if 0 <= file < WIDTH and 0 <= rank < WIDTH else None


DIRECTIONS = {
    (square, target): direction
    for square in range(SQUARES)
    for direction in COMPASS
    if (target := step(square, direction)) is not None
}
"""The direction from a square to one next to it."""

AROUND = np.zeros(SQUARES, dtype=np.int64)
"""By square: the squares next to it."""
BEYOND = np.full((SQUARES, SQUARES, 2), -1, dtype=np.int64)
"""By a square and one next to it: the second and the third square in that direction, -1 beyond the edge."""
for _start, _target in DIRECTIONS:
    AROUND[_start] |= 1 << _target
    for _steps in (2, 3):
        _reached = step(_start, DIRECTIONS[_start, _target], _steps)
        if _reached is not None:
            BEYOND[_start, _target, _steps - 2] = _reached


_random = np.random.default_rng(1998)  # the year in which the game was published; any fixed seed will do
ZOBRIST = _random.integers(-(1 << 63), (1 << 63) - 1, size=(2, SQUARES, MAX_STONES + 1), dtype=np.int64)
"""By side, square and height; an empty square adds nothing."""
ZOBRIST[:, :, 0] = 0
ZOBRIST_SIDE = int(_random.integers(-(1 << 63), (1 << 63) - 1, dtype=np.int64))
