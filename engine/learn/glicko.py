"""Glicko-2 ratings (M. E. Glickman, "Example of the Glicko-2 system", 2022), one game at a time."""

from __future__ import annotations

import math
from dataclasses import dataclass

SCALE, MEAN = 173.7178, 1500.0
TAU = 0.5
"""The system constant: the smaller, the less volatilities change."""
PRECISION = 1e-6
MAX_DEVIATION = 350.0
POINTS, DEVIATIONS, VOLATILITIES = (-5000.0, 5000.0), (5.0, MAX_DEVIATION), (0.001, 0.9)
"""The lowest and highest values: beyond them Glicko-2 divides by zero. No real player gets there."""


@dataclass(frozen=True)
class Rating:
    """A rating, its deviation and its volatility; by default, the values of a newcomer."""

    points: float = MEAN
    deviation: float = MAX_DEVIATION
    volatility: float = 0.06

    @classmethod
    def within_limits(cls, *values: float) -> Rating:
        """Return a rating of these finite points, deviation and volatility, clamped to their limits."""
        limits = zip(values, (POINTS, DEVIATIONS, VOLATILITIES), strict=True)
        return cls(*(min(max(value, lowest), highest) for value, (lowest, highest) in limits))


def after_game(player: Rating, opponent: Rating, score: float) -> Rating:
    """Return a player's rating after a game with this score: 1, 0.5 or 0."""
    return after_games(player, [(opponent, score)])


def after_games(player: Rating, games: list[tuple[Rating, float]]) -> Rating:
    """Return a player's rating after a rating period with these opponents and scores."""
    mu, phi = (player.points - MEAN) / SCALE, player.deviation / SCALE
    information, surprise = 0.0, 0.0
    for opponent, score in games:
        weight = _weight(opponent.deviation / SCALE)
        expected = 1 / (1 + math.exp(-weight * (mu - (opponent.points - MEAN) / SCALE)))
        information += weight**2 * expected * (1 - expected)
        surprise += weight * (score - expected)
    variance = 1 / information
    sigma = _volatility(phi, player.volatility, variance, variance * surprise)
    before = math.hypot(phi, sigma)
    phi = 1 / math.sqrt(1 / before**2 + information)
    points = MEAN + SCALE * (mu + phi**2 * surprise)
    return Rating.within_limits(points, phi * SCALE, sigma)


def _weight(phi: float) -> float:
    """Return the weight of a game against an opponent of this deviation (Glickman's g)."""
    return 1 / math.sqrt(1 + 3 * phi**2 / math.pi**2)


def _volatility(phi: float, sigma: float, variance: float, delta: float) -> float:
    """Return the new volatility, by Glickman's iteration (step 5)."""
    start = math.log(sigma**2)

    def f(x: float) -> float:
        spread = phi**2 + variance + math.exp(x)
        return math.exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - start) / TAU**2

    low = start
    if delta**2 > phi**2 + variance:
        high = math.log(delta**2 - phi**2 - variance)
    else:
        steps = 1
        while f(start - steps * TAU) < 0:
            steps += 1
        high = start - steps * TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > PRECISION:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return math.exp(low / 2)
