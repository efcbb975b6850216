"""The terms of Bonzee's evaluation; see `engine.search.evaluation`."""

from __future__ import annotations

from typing import Any

from engine.compiled.jit import jit
from engine.rules.bonzee.board import BLACK_CELLS, FULL
from engine.rules.bonzee.evaluate import steps
from engine.rules.bonzee.moves import TOKEN
from engine.rules.bonzee.weights import DAMPING_PLIES, LEAD, ON_BLACK, STEP


@jit
def _steps_ahead(own: int, enemy: int) -> int:
    empty = FULL & ~(own | enemy)
    return steps(own, empty) - steps(enemy, empty)


def evaluation_terms(position: Any) -> dict[str, float]:
    """Return the terms for the side to move, in hundredths of a token.

    All of them are damped on the way to the draw; the damped values are returned.
    """
    side = int(position["side"])
    own, enemy = position["tokens"][side], position["tokens"][1 - side]
    mine, theirs = int(own).bit_count(), int(enemy).bit_count()
    on_black = int(own & BLACK_CELLS).bit_count() - int(enemy & BLACK_CELLS).bit_count()
    terms = {
        "tokens": TOKEN * (mine - theirs),
        "lead": LEAD * (mine - theirs) / (mine + theirs),
        "steps": STEP * _steps_ahead(own, enemy),
        "black_cells": ON_BLACK * on_black,
    }
    scale = (DAMPING_PLIES - int(position["progress_clock"])) / DAMPING_PLIES
    return {name: value * scale for name, value in terms.items()}
