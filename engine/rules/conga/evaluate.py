"""Conga's evaluation, compiled: mobility."""

from __future__ import annotations

from typing import Any

from engine.compiled.jit import jit, popcount
from engine.rules.conga.moves import liberties, mobility
from engine.rules.conga.weights import LIBERTY, MOVE, STACK


@jit
def freedom(position: Any, side: int) -> int:
    """Return how far a side is from having no move."""
    moves, squares = mobility(position, side), popcount(liberties(position, side))
    return MOVE * moves + LIBERTY * squares + STACK * popcount(position.sides[side])


@jit
def evaluate(position: Any, alpha: int, beta: int) -> int:
    """See `core.evaluate`."""
    return freedom(position, position.side) - freedom(position, 1 - position.side)
