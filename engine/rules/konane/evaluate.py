"""Konane's evaluation, compiled: mobility, since a side without a move loses.

For each side: the jumps that it could make if it had the move, and the stones that could make one.
"""

from __future__ import annotations

from typing import Any

from engine.compiled.jit import inline, int64, jit, popcount
from engine.rules.konane.board import OPENING_PLIES
from engine.rules.konane.moves import EAST, NORTH, SOUTH, WEST, empty_squares, jump_targets
from engine.rules.konane.weights import JUMP, STONE, TEMPO


@inline
def activity_in_direction(own: int, enemy: int, empty: int, direction: int, opposite: int) -> Any:
    """Return how many jumps lead in a direction, and the stones that can make them."""
    landings = jump_targets(own, enemy, empty, direction)
    # Seen from the landing squares, the stones are behind those that they capture.
    return popcount(landings), jump_targets(landings, enemy, own, opposite)


@inline
def jumps_and_stones(own: int, enemy: int, empty: int) -> Any:
    """Return how many jumps a side could make, and how many of its stones could make one."""
    north, stones = activity_in_direction(own, enemy, empty, NORTH, SOUTH)
    east, more = activity_in_direction(own, enemy, empty, EAST, WEST)
    stones |= more
    south, more = activity_in_direction(own, enemy, empty, SOUTH, NORTH)
    stones |= more
    west, more = activity_in_direction(own, enemy, empty, WEST, EAST)
    return north + east + south + west, popcount(stones | more)


@jit
def activity(own: int, enemy: int, empty: int) -> int:
    """Return the score for a side's possible jumps."""
    jumps, stones = jumps_and_stones(own, enemy, empty)
    return JUMP * jumps + STONE * stones


@jit
def evaluate(position: Any, alpha: int, beta: int) -> int:
    """See `core.evaluate`."""
    if position.ply < OPENING_PLIES:
        return int64(0)
    own, enemy = position.stones[position.side], position.stones[1 - position.side]
    empty = empty_squares(position)
    return TEMPO + activity(own, enemy, empty) - activity(enemy, own, empty)
