"""Bonzee's evaluation, compiled: tokens, mobility, and the distance to the draw."""

from __future__ import annotations

from typing import Any

from engine.compiled.jit import inline, int64, jit, popcount
from engine.rules.bonzee.board import BLACK_CELLS, FULL, LEAVING, SHIFTS
from engine.rules.bonzee.moves import DIRECTIONS, TOKEN, shifted
from engine.rules.bonzee.weights import DAMPING_PLIES, LEAD, ON_BLACK, STEP


@inline
def steps(own: int, empty: int) -> int:
    """Return how many steps the tokens of a side can make."""
    total = int64(0)
    for direction in range(DIRECTIONS):
        total += popcount(own & LEAVING[direction] & shifted(empty, -SHIFTS[direction]))
    return total


@jit
def evaluate(position: Any, alpha: int, beta: int) -> int:
    """See `core.evaluate`."""
    own, enemy = position.tokens[position.side], position.tokens[1 - position.side]
    empty = FULL & ~(own | enemy)
    mine, theirs = popcount(own), popcount(enemy)
    score = (mine - theirs) * TOKEN + LEAD * (mine - theirs) // (mine + theirs)
    score += STEP * (steps(own, empty) - steps(enemy, empty))
    score += ON_BLACK * (popcount(own & BLACK_CELLS) - popcount(enemy & BLACK_CELLS))
    return score * (DAMPING_PLIES - position.progress_clock) // DAMPING_PLIES
