"""The terms of Conga's evaluation; see `engine.search.evaluation`."""

from __future__ import annotations

from typing import Any

from engine.compiled.jit import int64
from engine.rules.conga.moves import liberties, mobility
from engine.rules.conga.weights import LIBERTY, MOVE, STACK


def evaluation_terms(position: Any) -> dict[str, float]:
    """Return the terms for the side to move, in hundredths of a stone."""
    own, enemy = int64(position["side"]), int64(1 - position["side"])
    stacks = [int(position["sides"][side]).bit_count() for side in (own, enemy)]
    squares = [int(liberties(position, side)).bit_count() for side in (own, enemy)]
    return {
        "moves": MOVE * (mobility(position, own) - mobility(position, enemy)),
        "squares": LIBERTY * (squares[0] - squares[1]),
        "stacks": STACK * (stacks[0] - stacks[1]),
    }
