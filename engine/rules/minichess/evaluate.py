"""Minichess's evaluation, compiled: piece-square tables, mobility, attack on the king, mop-up."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.compiled.jit import inline, int64, jit, lowest, popcount
from engine.rules.minichess.board import (
    BISHOP,
    EMPRESS,
    FERZ,
    KING,
    KING_STEPS,
    KNIGHT,
    PAWN,
    PRINCESS,
    PROGRESS_LIMIT,
    QUEEN,
    ROOK,
)
from engine.rules.minichess.moves import targets_of
from engine.rules.minichess.weights import (
    APPROACH,
    CENTRALITY,
    DISTANCE,
    EDGE,
    MOBILITY,
    NEAR_KING,
    OFF_TERMS,
    TEMPO,
)

MAX_ACTIVITY = 400
"""Bound on what is counted beyond the piece-square tables, so that this is skipped where it cannot matter."""
FULL_SCALE = 120
PROGRESS_SCALE = np.full(PROGRESS_LIMIT + 1, FULL_SCALE, dtype=np.int64)
if "haste" not in OFF_TERMS:
    PROGRESS_SCALE[:21] -= np.arange(21)
    PROGRESS_SCALE[21:] = 10 * np.arange(PROGRESS_LIMIT - 21, -1, -1) // 3
"""By plies since the last capture: how many parts in `FULL_SCALE` of the score count; none at the draw."""


@inline
def activity_of_kind(position: Any, side: int, kind: int, zone: int) -> int:
    """Return the mobility score of a side's pieces of one kind."""
    total = int64(0)
    movers = position.kinds[kind] & position.sides[side]
    while movers:
        targets = targets_of(position, kind, lowest(movers), side)
        movers &= movers - 1
        total += MOBILITY[kind] * popcount(targets) + NEAR_KING * popcount(targets & zone)
    return total


@jit
def activity(position: Any, side: int, enemy_king: int) -> int:
    """Return the activity of a side's pieces: squares that they can go to, above all near the enemy king."""
    zone = KING_STEPS[enemy_king] | (int64(1) << enemy_king)
    total = activity_of_kind(position, side, FERZ, zone)
    total += activity_of_kind(position, side, KNIGHT, zone)
    total += activity_of_kind(position, side, BISHOP, zone)
    total += activity_of_kind(position, side, ROOK, zone)
    total += activity_of_kind(position, side, PRINCESS, zone)
    total += activity_of_kind(position, side, EMPRESS, zone)
    return total + activity_of_kind(position, side, QUEEN, zone)


@jit
def mop_up(position: Any, side: int, king: int, enemy_king: int) -> int:
    """Return the mop-up score of a side against a king without pieces, for driving it to the edge."""
    enemy = position.sides[1 - side] & ~position.kinds[PAWN] & ~position.kinds[KING]
    own = position.sides[side] & ~position.kinds[PAWN] & ~position.kinds[KING]
    if enemy or not own:
        return int64(0)
    return EDGE * (6 - CENTRALITY[enemy_king]) + APPROACH * (6 - DISTANCE[king, enemy_king])


@jit
def evaluate(position: Any, alpha: int, beta: int) -> int:
    """See `core.evaluate`."""
    side = position.side
    kings = position.kinds[KING]
    own_king, other_king = kings & position.sides[side], kings & position.sides[1 - side]
    if not own_king or not other_king:
        return int64(0)  # the game is over; the search scores it
    king, enemy_king = lowest(own_king), lowest(other_king)
    score = position.psqt_score if side == 0 else -position.psqt_score
    score += mop_up(position, side, king, enemy_king) - mop_up(position, 1 - side, enemy_king, king)
    scale = PROGRESS_SCALE[min(position.progress_clock, int64(PROGRESS_LIMIT))]
    low, high = (score - MAX_ACTIVITY) * scale // FULL_SCALE, (score + MAX_ACTIVITY) * scale // FULL_SCALE
    if low >= beta:
        return low
    if high <= alpha:
        return high
    more = TEMPO + activity(position, side, enemy_king) - activity(position, 1 - side, king)
    more = min(max(more, int64(-MAX_ACTIVITY)), int64(MAX_ACTIVITY))
    return (score + more) * scale // FULL_SCALE
