"""What Konane's evaluation adds up; see `engine.search.evaluation`."""

from __future__ import annotations

from typing import Any

from engine.compiled.jit import jit, popcount
from engine.rules.konane.board import OPENING_PLIES
from engine.rules.konane.evaluate import activity_of_way
from engine.rules.konane.moves import EAST, NORTH, SOUTH, WEST, empty_squares
from engine.rules.konane.weights import JUMP, STONE, TEMPO


@jit
def _jumps_and_stones(position: Any, side: int) -> Any:
    """Return how many jumps a side has, and how many of its stones could make one."""
    own, enemy, empty = position.stones[side], position.stones[1 - side], empty_squares(position)
    north, stones = activity_of_way(own, enemy, empty, NORTH, SOUTH)
    east, more = activity_of_way(own, enemy, empty, EAST, WEST)
    stones |= more
    south, more = activity_of_way(own, enemy, empty, SOUTH, NORTH)
    stones |= more
    west, more = activity_of_way(own, enemy, empty, WEST, EAST)
    return north + east + south + west, popcount(stones | more)


def evaluation_terms(position: Any) -> dict[str, float]:
    """Return the terms for the side to move, in hundredths of a stone; nothing counts before stones jump."""
    counts = int(position["ply"]) >= OPENING_PLIES
    jumps, stones = _jumps_and_stones(position, position["side"])
    their_jumps, their_stones = _jumps_and_stones(position, 1 - position["side"])
    return {
        "jumps": counts * JUMP * (jumps - their_jumps),
        "movable": counts * STONE * (stones - their_stones),
        "tempo": counts * TEMPO,
    }
