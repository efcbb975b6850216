"""The weights of minichess's evaluation: piece-square tables, in hundredths of a pawn."""

from __future__ import annotations

import numpy as np

from engine.rules.minichess.board import BLACK, KINDS, KING, PAWN, SQUARES, WHITE, WIDTH, Ints
from engine.rules.switched_off import switched_off, weights_left

OFF_TERMS = switched_off()

#                 pawn ferz knight bishop rook princess empress queen king
VALUES = np.array([100, 150, 300, 310, 450, 700, 820, 900, 10000], dtype=np.int64)
"""By kind; the king's exceeds all others together."""

CENTRE = np.array([2, 6, 8, 4, 0, 4, 3, 2, -6], dtype=np.int64)
"""By kind: what each step nearer to the centre is worth."""
PAWN_ADVANCE = (0, 0, 6, 10, 8, 0, -25)
"""By rows advanced: pawns do not promote, and one on the last row never moves again."""

MOBILITY = np.array([0, 3, 4, 4, 3, 3, 2, 2, 0], dtype=np.int64) * ("mobility" not in OFF_TERMS)
"""By kind: for each square that a piece can go to."""
NEAR_KING, TEMPO = weights_left({"near_king": 7, "tempo": 12})
"""For each square around the enemy king that a piece can go to; for having the move."""
EDGE, APPROACH = (0, 0) if "lone_king" in OFF_TERMS else (25, 10)
"""Against a king without pieces: for each step that it is from the centre, and that the kings are closer."""


def centrality(square: int) -> int:
    """Return how near a square is to the centre, from 0 in a corner to 6."""
    return 6 - abs(square % WIDTH - 3) - abs(square // WIDTH - 3)


def _place(side: int, kind: int, square: int) -> int:
    if "places" in OFF_TERMS:
        return 0
    worth = int(CENTRE[kind]) * (centrality(square) - 3)
    if kind == PAWN:
        rank = square // WIDTH
        worth += PAWN_ADVANCE[WIDTH - 1 - rank if side == WHITE else rank]
    return worth


def _piece_square_table() -> Ints:
    table = np.zeros((2, KINDS, SQUARES), dtype=np.int64)
    for kind in range(KINDS):
        base = 0 if kind == KING else int(VALUES[kind])  # both kings are there whenever it matters
        for square in range(SQUARES):
            table[WHITE, kind, square] = base + _place(WHITE, kind, square)
            table[BLACK, kind, square] = -base - _place(BLACK, kind, square)
    return table


PSQT = _piece_square_table()
"""Piece-square tables, material included, from White's view, by side, kind and square."""

CENTRALITY = np.array([centrality(square) for square in range(SQUARES)], dtype=np.int64)
DISTANCE = np.array(
    [
        [max(abs(a % WIDTH - b % WIDTH), abs(a // WIDTH - b // WIDTH)) for b in range(SQUARES)]
        for a in range(SQUARES)
    ],
    dtype=np.int64,
)
"""King's steps between two squares."""
