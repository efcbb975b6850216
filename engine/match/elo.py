"""The Elo difference estimated from the results of a match.

A player that scores the fraction s of the points is ``-400 log10(1/s - 1)`` points stronger (Elo, The
Rating of Chessplayers, 1978). The margin is 1.96 standard errors of s, converted to Elo points by the slope
of that curve (delta method), so it covers the true value in 95% of matches that are not too short.

The games of a pair share an opening, and a side that is better in it makes their results depend on each
other. So the standard error is that of the pairs' scores ("pentanomial": a pair scores 0, 1/2, 1, 3/2 or
2), which for balanced openings is about that of single games ("trinomial") and never counts the luck of
the opening twice. Single games are used where pairs show no variance although they are not all even: with
fewer than two pairs, or when all pairs went alike. A few pairs may be alike by chance, so with n pairs,
fewer than 100, the variance is at least min(1, 4 / n) of the model's, s (1 - s) per game.

If one side won everything, there is no estimate, but a bound: if the probability of winning both games of
a pair is p, that of winning all n pairs is p^n. p^n = 5% gives the lowest p that the result allows, and the
expected score is at least p.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.match import texts
from engine.search.limits import logistic

ELO_PER_E = 400 / math.log(10)
"""Elo points that multiply the odds by e: 173.7."""
CONFIDENCE = 0.95
ALIKE_PAIRS, ENOUGH_PAIRS = 4, 100
"""Pairs up to which the variance is at least the model's, and pairs from which on it has no floor."""
STANDARD_ERRORS = 1.96
"""Standard errors on each side of the mean within which 95% of normally distributed values lie."""


@dataclass(frozen=True)
class Elo:
    """A difference in Elo points: an estimate with a margin, or a bound with ``>`` or ``<`` as its `bound`.

    As a rating it has ``=`` for the player that bounds are relative to, ``?`` where no bound is informative.
    """

    points: float
    margin: float = 0.0
    bound: str = ""

    @property
    def is_informative(self) -> bool:
        """False for a bound from so few games that it leaves open who is stronger."""
        nothing = {">": self.points <= 0, "<": self.points >= 0, "?": True}
        return not nothing.get(self.bound, False)

    @property
    def rating(self) -> str:
        """The rating as written in a table: ``+35 +- 20``, ``>= +190``, ``=0`` or ``too few``."""
        points = f"{round(self.points):+d}"
        forms = {"": f"{points} +- {round(self.margin)}", ">": f">= {points}", "<": f"<= {points}", "=": "=0"}
        return forms[self.bound] if self.is_informative else texts.TOO_FEW

    def __str__(self) -> str:
        points = f"{self.bound}{round(self.points)}"
        return texts.elo_bound(points) if self.bound else texts.elo_estimate(points, round(self.margin))


def expected_score(points: Any) -> Any:
    """Return the expected score of a player who is this many Elo points stronger; also of arrays."""
    return logistic(points / ELO_PER_E)


def elo_from_score(score: float) -> float:
    """Return the Elo difference for a score between 0 and 1, both excluded."""
    return -400 * math.log10(1 / score - 1)


class MatchResults:
    """The results of a match, from the first player's view: `points` by the game's number.

    Points are 0, 1/2 or 1. Games 2k and 2k + 1 are a pair.
    """

    def __init__(self, points: Mapping[int, float] | None = None) -> None:
        self._points: dict[int, float] = dict(points or {})

    def add(self, number: int, points: float) -> None:
        """Add the result of a game."""
        self._points[number] = points

    @property
    def games(self) -> int:
        """The number of games."""
        return len(self._points)

    def count(self, points: float) -> int:
        """Return how many games scored this many points: 1 counts wins, 0 losses, 1/2 draws."""
        return sum(each == points for each in self._points.values())

    def pairs(self) -> list[float]:
        """Return the points of all pairs whose games are both finished."""
        firsts = (number for number in sorted(self._points) if number % 2 == 0 and number + 1 in self._points)
        return [self._points[number] + self._points[number + 1] for number in firsts]

    def pentanomial(self) -> tuple[int, ...]:
        """Return how many pairs scored 0, 1/2, 1, 3/2 and 2 points."""
        pairs = self.pairs()
        return tuple(pairs.count(points) for points in (0, 0.5, 1, 1.5, 2))

    def elo(self) -> Elo | None:
        """Return the Elo difference in favour of the first player, None without any game."""
        if not self.games:
            return None
        score = sum(self._points.values()) / self.games
        if score in (0, 1):
            return self._bound(score)
        slope = ELO_PER_E / (score * (1 - score))
        return Elo(elo_from_score(score), STANDARD_ERRORS * math.sqrt(self._variance()) * slope)

    def _bound(self, score: float) -> Elo:
        lowest = elo_from_score((1 - CONFIDENCE) ** (1 / math.ceil(self.games / 2)))
        return Elo(lowest, bound=">") if score == 1 else Elo(-lowest, bound="<")

    def _variance(self) -> float:
        """Return the variance of the mean score per game, at least `variance_floor`."""
        score = sum(self._points.values()) / self.games
        model = score * (1 - score) / self.games
        return max(self._sample_variance(), variance_floor(model, len(self.pairs())))

    def _sample_variance(self) -> float:
        """Return the variance of the mean score that the results show."""
        pairs = [points / 2 for points in self.pairs()]
        all_even = set(pairs) == {0.5} and 2 * len(pairs) == self.games
        if len(pairs) > 1 and (len(set(pairs)) > 1 or all_even):
            return _variance_of_mean(pairs)
        return _variance_of_mean(list(self._points.values()))


def variance_floor(model: float, pairs: int) -> float:
    """Return the floor of the variance of the mean score, given that of Elo's model.

    It is `model` for up to `ALIKE_PAIRS` pairs, falls to `ALIKE_PAIRS / ENOUGH_PAIRS` of it, and is 0 from
    `ENOUGH_PAIRS` pairs on. Without it, pairs that happen to be all alike would leave no margin.
    """
    return model * min(1.0, ALIKE_PAIRS / max(pairs, 1)) if pairs < ENOUGH_PAIRS else 0.0


def _variance_of_mean(values: list[float]) -> float:
    """Return the variance of the mean of these values, estimated from them; 0 for a single one."""
    count = len(values)
    mean = sum(values) / count
    return sum((value - mean) ** 2 for value in values) / count / max(count - 1, 1)
