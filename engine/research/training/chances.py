"""What scores mean: the scale of the winning chances that the results of games show."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from engine.research.training.games import KeptGames
from engine.search.limits import logistic
from engine.search.state import WIN_BOUND

Floats = npt.NDArray[np.float64]

STEPS = 30
"""Halvings of the interval in which the scale is searched."""
SCALES_CP = (10.0, 5000.0)


def fitted_scale(scores: Floats, results: Floats) -> float:
    """Return the scale in centipawns of the most likely logistic curve; a draw is half a win."""
    low, high = SCALES_CP
    for _ in range(STEPS):
        middle = (low * high) ** 0.5
        # The derivative of the log-likelihood by the steepness 1 / scale; positive: the curve is too flat.
        if float(np.sum((results - logistic(scores / middle)) * scores)) > 0:
            high = middle
        else:
            low = middle
    return (low * high) ** 0.5


def scores_and_results(games: Iterable[KeptGames]) -> tuple[Floats, Floats]:
    """Return the scores of all searched moves but found wins, and what the games brought the movers."""
    scores, results = [np.zeros(0)], [np.zeros(0)]
    for kept in games:
        starts = np.repeat(np.cumsum(kept.lengths) - kept.lengths, kept.lengths)
        sides = (np.arange(len(kept.scores)) - starts) % 2
        won = np.repeat(kept.results, kept.lengths).astype(np.float64)
        is_score = np.abs(kept.scores.astype(np.int64)) <= WIN_BOUND
        scores.append(kept.scores[is_score].astype(np.float64))
        results.append((np.where(sides == 0, won, -won)[is_score] + 1) / 2)
    return np.concatenate(scores), np.concatenate(results)
