"""Congo's evaluation, compiled: what a position is worth before anything is searched.

Material and places are kept up to date by `moves.play`; the rest is counted here, and what takes long
only if it can matter to the search's window.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.jit import inline, jit, lowest, popcount
from engine.rules import core
from engine.rules.congo.board import (
    CROCODILE,
    ELEPHANT,
    GIRAFFE,
    KINDS,
    KING_STEPS,
    LION,
    LION_LINES,
    MONKEY,
    PAWN,
    RIVER,
    SUPERPAWN,
    ZEBRA,
)
from engine.rules.congo.exchange import in_danger
from engine.rules.congo.moves import swimmers, targets_of
from engine.rules.congo.weights import (
    IN_RIVER,
    LION_ATTACKED,
    LION_PINNED,
    MOBILITY,
    MOST_ACTIVITY,
    NEAR_LION,
    STUCK_IN_RIVER,
    TEMPO,
    VALUES,
)

# --- the river


@jit
def can_leave_river(position: Any, kind: int, square: int, side: int) -> bool:
    """Return whether a piece can move out of the river; for a monkey next to an enemy, a guess."""
    if kind == MONKEY and KING_STEPS[square] & position.sides[1 - side]:
        return True
    return (targets_of(position, kind, square, side) & ~np.int64(RIVER)) != 0


@jit
def river(position: Any, side: int) -> int:
    """Return what the river costs a side.

    One piece can leave it a turn: the dearest that can, the rest will drown.
    """
    wet = swimmers(position, side)
    if not wet:
        return np.int64(0)
    lost, saved = np.int64(0), np.int64(0)
    for kind in range(KINDS):
        pieces = position.kinds[kind] & wet
        while pieces:
            square = lowest(pieces)
            pieces &= pieces - 1
            lost += VALUES[kind]
            if can_leave_river(position, kind, square, side):
                saved = max(saved, VALUES[kind])
    return IN_RIVER + (lost - saved) * STUCK_IN_RIVER // 100


# --- the lion's safety


@jit
def pin_between_lions(position: Any, side: int) -> int:
    """Return the penalty, or bonus, for a single piece of `side`, or of the other one, between the lions."""
    lions = position.kinds[LION]
    line = LION_LINES[lowest(lions & position.sides[0]), lowest(lions & position.sides[1])]
    if line < 0:
        return np.int64(0)
    between = line & (position.sides[0] | position.sides[1])
    if not between or between & (between - 1):
        return np.int64(0)
    return np.int64(LION_PINNED) if between & position.sides[side] else np.int64(-LION_PINNED)


# --- activity


@inline
def activity_of_kind(position: Any, side: int, kind: int, lion_zone: int) -> int:
    """Return what the pieces of one kind do: their mobility, and what they aim at near the enemy lion."""
    total = np.int64(0)
    movers = position.kinds[kind] & position.sides[side]
    while movers:
        targets = targets_of(position, kind, lowest(movers), side)
        movers &= movers - 1
        total += MOBILITY[kind] * popcount(targets) + NEAR_LION * popcount(targets & lion_zone)
    return total


@jit
def activity(position: Any, side: int) -> int:
    """Return what the pieces of a side do."""
    enemy_lion = position.kinds[LION] & position.sides[1 - side]
    zone = KING_STEPS[lowest(enemy_lion)] | enemy_lion
    total = activity_of_kind(position, side, LION, zone)
    total += activity_of_kind(position, side, ZEBRA, zone)
    total += activity_of_kind(position, side, ELEPHANT, zone)
    total += activity_of_kind(position, side, GIRAFFE, zone)
    total += activity_of_kind(position, side, CROCODILE, zone)
    total += activity_of_kind(position, side, MONKEY, zone)
    total += activity_of_kind(position, side, PAWN, zone)
    return total + activity_of_kind(position, side, SUPERPAWN, zone)


@jit
def evaluate(position: Any, alpha: int, beta: int) -> int:
    """See `core.evaluate`."""
    side = position.side
    score = position.score if side == 0 else -position.score
    score += TEMPO + river(position, 1 - side) - river(position, side)
    if score - MOST_ACTIVITY >= beta:
        return score - MOST_ACTIVITY
    if score + MOST_ACTIVITY <= alpha:
        return score + MOST_ACTIVITY
    more = activity(position, side) - activity(position, 1 - side) - pin_between_lions(position, side)
    if in_danger(position):
        more -= LION_ATTACKED
    return score + min(max(more, -MOST_ACTIVITY), MOST_ACTIVITY)


core.implement(core.evaluate, "congo", evaluate)
