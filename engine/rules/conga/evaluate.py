"""Conga's evaluation, compiled: mobility."""

from __future__ import annotations

from typing import Any

from engine.compiled.jit import jit, popcount
from engine.rules.conga.moves import liberties, mobility
from engine.rules.conga.weights import LIBERTY, MOVE, STACK


@jit
def side_score(position: Any, side: int) -> int:
    """Return the score for a side's mobility, since a side without a move loses."""
    moves, squares = mobility(position, side), popcount(liberties(position, side))
    return MOVE * moves + LIBERTY * squares + STACK * popcount(position.sides[side])


@jit
def evaluate(position: Any, alpha: int, beta: int) -> int:
    """See `core.evaluate`."""
    return side_score(position, position.side) - side_score(position, 1 - position.side)
