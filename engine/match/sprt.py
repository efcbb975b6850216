"""The sequential probability ratio test: is the first player stronger by `elo1`, or only by `elo0`?

After each pair of games, the logarithm of the likelihood ratio of the two hypotheses is compared with
Wald's bounds, ``log(beta / (1 - alpha))`` and ``log((1 - beta) / alpha)`` (A. Wald, Sequential Analysis,
1947); at 5% each that is -2.94 and 2.94. It decides with about half the games that a test of fixed length
would need, with the same error rates.

The ratio is the generalised one (X. Li, J. Liu, Z. Ying, "Generalized sequential probability ratio test for
separate families of hypotheses", 2014) on the *pentanomial* counts: a pair scores 0, 1/4, 1/2, 3/4 or 1.
Under each hypothesis the five probabilities are the maximum-likelihood ones among all whose mean is
the score that the hypothesis states, ``1 / (1 + 10^(-elo / 400))``. With Lagrange's multiplier t they are

    p_i = f_i / (1 + t (a_i - s)),    sum of f_i (a_i - s) / (1 + t (a_i - s)) = 0,

where f_i is how often a_i was scored. The left side falls as t grows, so t is found by bisection.
Games of a pair depend on each other by their opening; counting pairs takes account of it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from engine.match import texts
from engine.match.elo import expected_score

ALPHA = BETA = 0.05
"""Type I and type II error rates."""
SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
MIN_COUNT = 1e-3
"""Pseudo-count of a result that has not occurred: no result is impossible."""
MAX_BISECTIONS = 60
MAX_ELO = 1000
"""The largest difference in a hypothesis, in Elo points."""


def log_likelihood_ratio(counts: tuple[int, ...], elo0: float, elo1: float) -> float:
    """Return the generalised log-likelihood ratio of `elo1` to `elo0` for pentanomial counts."""
    weights = [max(float(count), MIN_COUNT) for count in counts]
    total = sum(weights)
    frequencies = [weight / total for weight in weights]
    under0, under1 = (_maximum_likelihood(frequencies, expected_score(elo)) for elo in (elo0, elo1))
    return sum(n * math.log(p1 / p0) for n, p0, p1 in zip(weights, under0, under1, strict=True))


def _maximum_likelihood(frequencies: list[float], mean: float) -> list[float]:
    """Return the maximum-likelihood probabilities of the five scores, given their mean."""
    low, high = -1 / (1 - mean), 1 / mean
    for _ in range(MAX_BISECTIONS):
        middle = (low + high) / 2
        slope = sum(
            frequency * (score - mean) / (1 + middle * (score - mean))
            for frequency, score in zip(frequencies, SCORES, strict=True)
        )
        low, high = (middle, high) if slope > 0 else (low, middle)
    return [
        frequency / (1 + middle * (score - mean))
        for frequency, score in zip(frequencies, SCORES, strict=True)
    ]


@dataclass
class Sprt:
    """A running test. It takes the pairs in order, whatever order they are finished in.

    So the same games lead to the same decision with any number of workers, and after a break.
    """

    elo0: float
    elo1: float
    llr: float = 0.0
    counts: list[int] = field(default_factory=lambda: [0] * len(SCORES))
    _waiting: dict[int, float | None] = field(default_factory=dict)
    _next: int = 0

    @property
    def bounds(self) -> tuple[float, float]:
        """The lower and the upper bound of the log-likelihood ratio."""
        return math.log(BETA / (1 - ALPHA)), math.log((1 - BETA) / ALPHA)

    @property
    def decision(self) -> str:
        """The hypothesis that is accepted, ``H0`` or ``H1``; empty while neither is."""
        low, high = self.bounds
        return "H0" if self.llr <= low else "H1" if self.llr >= high else ""

    @property
    def pairs(self) -> int:
        """The number of pairs counted."""
        return sum(self.counts)

    def add(self, number: int, points: float | None) -> None:
        """Add the points of the first player in a game; with None neither the game nor its pair counts."""
        self._waiting[number] = points
        while not self.decision and self._next in self._waiting and self._next + 1 in self._waiting:
            one, other = self._waiting.pop(self._next), self._waiting.pop(self._next + 1)
            self._next += 2
            if one is not None and other is not None:
                self.counts[round(2 * (one + other))] += 1
                self.llr = log_likelihood_ratio(tuple(self.counts), self.elo0, self.elo1)

    def __str__(self) -> str:
        low, high = self.bounds
        verdict = {"H0": texts.accepted(self.elo0), "H1": texts.accepted(self.elo1)}
        where = texts.llr(self.llr, low, high, self.pairs)
        decision = verdict.get(self.decision, texts.UNDECIDED)
        return texts.sprt(self.elo0, self.elo1, decision, where, ALPHA, BETA)
