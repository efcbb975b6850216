"""The terms of Konane's evaluation; see `engine.search.evaluation`."""

from __future__ import annotations

from typing import Any

from engine.compiled.jit import jit
from engine.rules.konane.board import OPENING_PLIES
from engine.rules.konane.evaluate import jumps_and_stones
from engine.rules.konane.moves import empty_squares
from engine.rules.konane.weights import JUMP, STONE, TEMPO


@jit
def _jumps_and_stones(position: Any, side: int) -> Any:
    return jumps_and_stones(position.stones[side], position.stones[1 - side], empty_squares(position))


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
