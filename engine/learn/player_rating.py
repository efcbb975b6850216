"""A player's rating in a game, from results against the levels, and the level that is a fair opponent.

The first games are placement: one estimate from all of them, with a wide prior, so that a strong player meets
strong opponents after a few games. From then on the rating follows Glicko-2.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate

from engine.learn.glicko import Rating, after_game
from engine.search.skill import MAX_LEVEL

LEVEL_SCORES = (0.820, 0.822, 0.795, 0.870, 0.818, 0.840, 0.815, 0.788, 0.742)
"""The score of each level, from 2 up, against the level below it: docs/research.md, Levels."""
WEAKEST_POINTS = 600.0
"""The rating of level 1. Only differences between ratings mean anything; this makes level 5 about 1700."""


def _elo(score: float) -> float:
    """Return the difference of two ratings at which the stronger player's expected score is `score`."""
    return 400 * math.log10(score / (1 - score))


LEVEL_POINTS = tuple(accumulate(map(_elo, LEVEL_SCORES), initial=WEAKEST_POINTS))
"""The rating of each whole level."""
LEVEL_DEVIATION = 40.0
"""How well the rating of a level is known, as its standard deviation."""
FIRST_OPPONENT = 1.8
"""The level of a newcomer's first opponent."""
PLACEMENT_GAMES = 5
PRIOR_POINTS, PRIOR_DEVIATION = 1000.0, 600.0
"""The assumed ratings of newcomers: the mean and the deviation of a normal distribution."""
GRID = range(-600, 4001, 20)
"""The ratings over which the estimate is computed."""


def level_points(level: float) -> float:
    """Return the rating of a level; a fractional one lies between its neighbours."""
    low = min(int(level), MAX_LEVEL - 1)
    below, above = LEVEL_POINTS[low - 1], LEVEL_POINTS[low]
    return below + (level - low) * (above - below)


def fair_level(rating: Rating, games: int) -> float:
    """Return the level whose rating is nearest, with one decimal; a newcomer's if no games were played."""
    if not games:
        return FIRST_OPPONENT
    tenths = range(10, 10 * MAX_LEVEL + 1)
    return min(tenths, key=lambda tenth: abs(level_points(tenth / 10) - rating.points)) / 10


def rating_history(results: Sequence[tuple[float, float]]) -> list[Rating]:
    """Return the ratings before the first and after each game; results are levels and scores (0, 0.5, 1)."""
    return list(_rating_history(tuple(results)))


@lru_cache(maxsize=16)  # screens ask for it whenever they are drawn
def _rating_history(results: tuple[tuple[float, float], ...]) -> tuple[Rating, ...]:
    found = [Rating(level_points(FIRST_OPPONENT), PRIOR_DEVIATION)]
    for games, (level, score) in enumerate(results, start=1):
        if games <= PLACEMENT_GAMES:
            found.append(_estimate(results[:games]))
        else:
            found.append(after_game(found[-1], Rating(level_points(level), LEVEL_DEVIATION), score))
    return tuple(found)


def _estimate(results: Sequence[tuple[float, float]]) -> Rating:
    """Return the mean and the deviation of a newcomer's rating, given the results of the first games."""
    weights = [math.exp(-0.5 * ((points - PRIOR_POINTS) / PRIOR_DEVIATION) ** 2) for points in GRID]
    for level, score in results:
        opponent = level_points(level)
        for at, points in enumerate(GRID):
            expected = 1 / (1 + 10 ** ((opponent - points) / 400))
            weights[at] *= expected**score * (1 - expected) ** (1 - score)
    total = sum(weights)
    mean = sum(weight * points for weight, points in zip(weights, GRID, strict=True)) / total
    variance = sum(w * (points - mean) ** 2 for w, points in zip(weights, GRID, strict=True)) / total
    return Rating(mean, math.sqrt(variance))
