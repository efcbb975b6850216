"""The evaluation's weights, in centipawns."""

from __future__ import annotations

import numpy as np

from engine.rules.congo.board import (
    KINDS,
    LION,
    MONKEY,
    PAWN,
    SQUARES,
    SUPERPAWN,
    WIDTH,
    Ints,
    square_of,
)

#                 lion zebra eleph giraf croco monkey pawn superpawn
VALUES = np.array([10000, 290, 330, 320, 500, 400, 100, 330], dtype=np.int64)
"""By kind. The lion's is only for the order of captures: a position without it is never evaluated."""

MOBILITY = np.array([2, 4, 3, 2, 4, 3, 2, 2], dtype=np.int64)
"""By kind, for every square that a piece can move to."""

MARCH = np.array([0, 0, 6, 2, 20, 45, 0], dtype=np.int64)
"""For a pawn, by rank from its own side: what a step towards promotion is worth."""

CENTRE = np.array([0, 5, 3, 2, 2, 6, 1, 2], dtype=np.int64)
"""By kind, for each step nearer to the middle of the board."""

LION_HOME = np.array([14, 6, -12], dtype=np.int64)
"""For a lion, by rank of its castle from its own side."""

STUCK_IN_RIVER = 72
"""Percentage of its value that a piece loses that stands in the river and cannot leave it."""
IN_RIVER = 16
"""What it costs that a piece will have to spend its side's next turn on leaving the river."""
LION_ATTACKED = 60
"""For the side to move: its lion could be captured next."""
NEAR_LION = 9
"""For every square next to the enemy lion that a piece attacks."""
LION_PINNED = 25
"""For a single piece of one's own that keeps the two lions from facing each other."""
TEMPO = 12
"""For being to move."""

MOST_ACTIVITY = 240
"""Bound on what mobility and the lions' safety add, so that `evaluate` may skip counting them."""


def _place(kind: int, file: int, rank: int) -> int:
    """Return the bonus of a white piece for its square."""
    nearness = 6 - abs(file - 3) - abs(rank - 3)
    bonus = int(CENTRE[kind]) * nearness
    if kind == LION:
        return int(LION_HOME[rank]) if rank < 3 else 0
    if kind == PAWN:
        bonus += int(MARCH[rank])
    if kind in (MONKEY, SUPERPAWN) and rank == 0:
        bonus -= 10
    return bonus


def _places() -> Ints:
    """Return material and places together, from White's view, by side, kind and square."""
    table = np.zeros((2, KINDS, SQUARES), dtype=np.int64)
    for kind in range(KINDS):
        for square in range(SQUARES):
            file, rank = square % WIDTH, square // WIDTH
            worth = _place(kind, file, rank) + (0 if kind == LION else int(VALUES[kind]))
            table[0, kind, square] = worth
            table[1, kind, square_of(file, WIDTH - 1 - rank)] = -worth
    return table


PLACES = _places()
