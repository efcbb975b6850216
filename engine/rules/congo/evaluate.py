"""Congo's evaluation, compiled: what a position is worth before anything is searched.

Material and places are kept up to date by `moves.play`; the rest is counted here, and only if it can
matter to the search's window.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.jit import jit, lowest, popcount
from engine.rules import core
from engine.rules.congo.board import KINDS, KING_STEPS, LION, LION_LINES, MONKEY, RIVER
from engine.rules.congo.moves import swimmers, targets_of
from engine.rules.congo.weights import (
    IN_RIVER,
    LION_ATTACKED,
    LION_PINNED,
    MOBILITY,
    MOST_PLACEMENT,
    NEAR_LION,
    STUCK_IN_RIVER,
    TEMPO,
    VALUES,
)


@jit
def activity(position: Any, side: int) -> int:
    """Return what the pieces of a side do: mobility, what they aim at, and those caught by the river."""
    own = position.sides[side]
    enemy_lion = position.kinds[LION] & position.sides[1 - side]
    lion_zone = KING_STEPS[lowest(enemy_lion)] | enemy_lion
    wet = swimmers(position, side)
    total = np.int64(0)
    attackers = np.int64(0)
    for kind in range(KINDS):
        movers = position.kinds[kind] & own
        while movers:
            bit = movers & -movers
            movers ^= bit
            square = lowest(bit)
            targets = targets_of(position, kind, square, side)
            total += MOBILITY[kind] * popcount(targets)
            attackers += popcount(targets & lion_zone)
            if bit & wet:
                total -= IN_RIVER
                if not targets & ~np.int64(RIVER) and not monkey_can_jump(position, kind, square, side):
                    total -= VALUES[kind] * STUCK_IN_RIVER // 100
            if targets & enemy_lion and side != position.side:
                total += LION_ATTACKED
    return total + NEAR_LION * attackers


@jit
def monkey_can_jump(position: Any, kind: int, square: int, side: int) -> bool:
    """Return whether a monkey may get out of the river over an enemy (a guess: some enemy is next to it)."""
    return kind == MONKEY and (KING_STEPS[square] & position.sides[1 - side]) != 0


@jit
def surplus_in_river(position: Any, side: int) -> int:
    """Return what a side is sure to lose to the river: one piece can leave it a turn, the rest drown."""
    wet = swimmers(position, side)
    if not wet & (wet - 1):
        return np.int64(0)
    total, best = np.int64(0), np.int64(0)
    for kind in range(KINDS):
        pieces = popcount(position.kinds[kind] & wet)
        if pieces:
            total += pieces * VALUES[kind]
            best = max(best, VALUES[kind])
    return (total - best) * STUCK_IN_RIVER // 100


@jit
def pinned_between_lions(position: Any, side: int) -> int:
    """Return the penalty for a piece of `side` that alone keeps the lions from facing each other."""
    lions = position.kinds[LION]
    line = LION_LINES[lowest(lions & position.sides[0]), lowest(lions & position.sides[1])]
    if line <= 0:
        return np.int64(0)
    between = line & (position.sides[0] | position.sides[1])
    if between and not between & (between - 1) and between & position.sides[side]:
        return np.int64(LION_PINNED)
    return np.int64(0)


@jit
def placement(position: Any, side: int) -> int:
    """Return what a side has apart from material and places."""
    return activity(position, side) - surplus_in_river(position, side) - pinned_between_lions(position, side)


@jit
def evaluate(position: Any, alpha: int, beta: int) -> int:
    """See `core.evaluate`."""
    side = position.side
    score = position.score if side == 0 else -position.score
    score += TEMPO
    if score - MOST_PLACEMENT >= beta:
        return score - MOST_PLACEMENT
    if score + MOST_PLACEMENT <= alpha:
        return score + MOST_PLACEMENT
    extra = placement(position, side) - placement(position, 1 - side)
    return score + min(max(extra, -MOST_PLACEMENT), MOST_PLACEMENT)


core.implement(core.evaluate, "congo", evaluate)
