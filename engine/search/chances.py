"""Winning chances from scores."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.search.limits import Score

CHANCE_SCALE_CP = 300.0
"""Centipawns of advantage that multiply the odds of winning by e."""


def logistic(x: Any) -> Any:
    """Return the logistic function of a number, or of each number of an array."""
    return 1 / (1 + np.exp(-x))


def winning_chance(score: Score) -> float:
    """Return the chance, 0 to 1, of the side whose view a score is from."""
    if score.mate is not None:
        return 1.0 if score.mate > 0 else 0.0
    return float(logistic(score.cp / CHANCE_SCALE_CP))
