"""Calibration: the scale that turns scores into the winning chances shown by the results of games."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from engine.research.training.games import StoredGames
from engine.search.limits import logistic
from engine.search.state import WIN_BOUND

Doubles = npt.NDArray[np.float64]

STEPS = 30
"""How many bisection steps find the scale."""
SCALE_RANGE_CP = (10.0, 5000.0)
"""The scales between which the bisection begins."""


def fitted_scale(scores: Doubles, results: Doubles) -> float:
    """Return the scale in centipawns of the most likely logistic curve; a draw is half a win."""
    low, high = SCALE_RANGE_CP
    for _ in range(STEPS):
        middle = (low * high) ** 0.5
        # The derivative of the log-likelihood by the steepness 1 / scale; positive: the curve is too flat.
        if float(np.sum((results - logistic(scores / middle)) * scores)) > 0:
            high = middle
        else:
            low = middle
    return (low * high) ** 0.5


def scores_and_results(games: Iterable[StoredGames]) -> tuple[Doubles, Doubles]:
    """Return the scores of all searched moves except mate scores, and the results for the movers."""
    scores, results = [np.zeros(0)], [np.zeros(0)]
    for stored in games:
        starts = np.repeat(np.cumsum(stored.lengths) - stored.lengths, stored.lengths)
        sides = (np.arange(len(stored.scores)) - starts) % 2
        won = np.repeat(stored.results, stored.lengths).astype(np.float64)
        is_score = np.abs(stored.scores.astype(np.int64)) <= WIN_BOUND
        scores.append(stored.scores[is_score].astype(np.float64))
        results.append((np.where(sides == 0, won, -won)[is_score] + 1) / 2)
    return np.concatenate(scores), np.concatenate(results)
