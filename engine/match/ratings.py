"""Maximum-likelihood ratings of several players, with error bars.

The model is that of R. Bradley and M. Terry ("Rank analysis of incomplete block designs", 1952), which is
Elo's: a player that is d points stronger scores ``p = 1 / (1 + 10^(-d / 400))`` on average. A draw is half a
win and half a loss. The ratings maximise ``sum of s log p + (1 - s) log(1 - p)`` over all games, s being the
score; this function is concave, and Newton's method finds its maximum. The mean of the ratings is 0, since
only differences mean anything.

**Error bars** are 1.96 standard errors, relative to that mean. Draws reduce the variance, and the two games
from an opening depend on each other, so the variance is estimated not by the model but from the pairs of
games ("sandwich": P. Huber, 1967): with the information matrix H and the gradient g of each of n pairs it is
``H⁺ (n / (n - 1) · sum of g gᵀ) H⁺``. If all pairs of the same two players went alike, and not all are even,
single games take the place of the pairs. For two players this is what elo.py computes. A few pairs may agree
by chance and leave no variance, for instance if all are even; so a player with n pairs, fewer than 100, has
at least min(1, 4 / n) of the model's own variance, ``H⁺``.

**Where there is no maximum.** A player who won all games, or lost all, has no rating, but a one-sided 95%
bound as in elo.py: the rating at which such a score would happen in 5% of such tournaments. Such players are
set aside, from the extremes inwards, and the others rated; one left alone is the zero (``=0``). A bound that
leaves open which player is stronger is not informative (`Elo.is_informative`); it takes ten games against
equals, all of them won, to get beyond that. If even among the others some won everything against the rest
(L. Ford, 1957), one drawn game is added for every two who met, and the table says so.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.match.elo import CONFIDENCE, ELO_PER_E, STANDARD_ERRORS, Elo, variance_floor
from engine.search.limits import logistic

MAX_STEP = 1.0
MAX_STEPS = 200
TOLERANCE = 1e-9
MAX_BOUND = 8000.0
"""Elo points beyond which no bound is searched for."""


@dataclass(frozen=True)
class PairResult:
    """The result of two players' games from one opening, or of all their games where only the sums matter.

    `points` are those of the first player, `one`.
    """

    one: int
    other: int
    games: int
    points: float
    scores: tuple[float, ...] = ()
    """The points of `one` in each of the games, if they are known."""


@dataclass(frozen=True)
class Ratings:
    """A rating for each player, None for one without a game; `draws_added` if drawn games were added."""

    elos: tuple[Elo | None, ...]
    draws_added: bool = False


def rate(players: int, pairs: Sequence[PairResult]) -> Ratings:
    """Return the ratings of players from their results."""
    aside, core = _set_aside(players, pairs)
    inner = [pair for pair in pairs if pair.one in core and pair.other in core]
    draws_added = not _is_connected(core, inner)
    known = _fit(core, _with_draws(inner) if draws_added else inner, inner)
    for player, won in reversed(aside):
        known[player] = _bound(player, won, pairs, known)
    if aside and not inner and not any(known[player].is_informative for player, _ in aside):
        known |= {player: Elo(0.0, bound="?") for player in core}
    met = {player for pair in pairs for player in (pair.one, pair.other)}
    return Ratings(tuple(known[player] if player in met else None for player in range(players)), draws_added)


def _set_aside(players: int, pairs: Sequence[PairResult]) -> tuple[list[tuple[int, bool]], list[int]]:
    """Return the players who won or lost every game, in the order of setting them aside, and all others."""
    core, aside = list(range(players)), list[tuple[int, bool]]()
    while True:
        inner = [pair for pair in pairs if pair.one in core and pair.other in core]
        clean = next(((each, won) for each in core if (won := _perfect_score(each, inner)) is not None), None)
        if clean is None:
            return aside, core
        aside.append(clean)
        core.remove(clean[0])


def _perfect_score(player: int, pairs: Sequence[PairResult]) -> bool | None:
    """Return whether a player won all its games (True) or lost them all (False); None if neither."""
    own = [pair for pair in pairs if player in (pair.one, pair.other)]
    games = sum(pair.games for pair in own)
    points = sum(pair.points if pair.one == player else pair.games - pair.points for pair in own)
    if not games or 0 < points < games:
        return None
    return points > 0


def _is_connected(core: Sequence[int], pairs: Sequence[PairResult]) -> bool:
    """Return whether the results connect all players; otherwise no maximum exists (Ford)."""
    better: dict[int, set[int]] = {player: set() for player in core}
    worse: dict[int, set[int]] = {player: set() for player in core}
    for pair in pairs:
        if pair.points > 0:
            better[pair.one].add(pair.other)
            worse[pair.other].add(pair.one)
        if pair.points < pair.games:
            better[pair.other].add(pair.one)
            worse[pair.one].add(pair.other)
    return all(_reached(player, better) == _reached(player, worse) for player in core)


def _reached(start: int, edges: dict[int, set[int]]) -> set[int]:
    found, frontier = {start}, [start]
    while frontier:
        new = edges[frontier.pop()] - found
        found |= new
        frontier += new
    return found


def _summed(pairs: Sequence[PairResult]) -> list[PairResult]:
    """Return one result for all games of every two players: the same ratings, computed faster."""
    games: dict[tuple[int, int], list[float]] = {}
    for pair in pairs:
        both = games.setdefault((pair.one, pair.other), [0, 0.0])
        both[0] += pair.games
        both[1] += pair.points
    return [PairResult(one, other, int(count), points) for (one, other), (count, points) in games.items()]


def _with_draws(pairs: Sequence[PairResult]) -> list[PairResult]:
    met = {(min(pair.one, pair.other), max(pair.one, pair.other)) for pair in pairs}
    return [*pairs, *(PairResult(one, other, 1, 0.5) for one, other in sorted(met))]


def _fit(core: Sequence[int], pairs: Sequence[PairResult], played: Sequence[PairResult]) -> dict[int, Elo]:
    """Return the ratings of connected players from `pairs`; the margins follow from those `played`."""
    if not played:
        return {player: Elo(0.0, bound="=") for player in core}
    place = {player: at for at, player in enumerate(core)}
    strengths = _maximum_likelihood(place, pairs)
    errors = _standard_errors(place, strengths, played)
    return {
        player: Elo(float(ELO_PER_E * strengths[at]), float(ELO_PER_E * STANDARD_ERRORS * errors[at]))
        for player, at in place.items()
    }


def _maximum_likelihood(place: dict[int, int], pairs: Sequence[PairResult]) -> Any:
    """Return the maximum-likelihood strengths in natural units, with mean 0: float64, one per player."""
    strengths, pairs = np.zeros(len(place)), _summed(pairs)
    for _ in range(MAX_STEPS):
        gradients, information = _derivatives(place, strengths, pairs)
        step = _inverse(information) @ gradients.sum(axis=0)
        longest = float(np.abs(step).max(initial=0.0))
        strengths += step * min(1.0, MAX_STEP / max(longest, TOLERANCE))
        if longest < TOLERANCE:
            break
    return strengths - strengths.mean() if len(place) else strengths


def _derivatives(place: dict[int, int], strengths: Any, pairs: Sequence[PairResult]) -> tuple[Any, Any]:
    """Return the gradient of each pair's log-likelihood and the Fisher information of all of them.

    The shapes are (pairs, players) and (players, players), float64.
    """
    gradients = np.zeros((len(pairs), len(place)))
    information = np.zeros((len(place), len(place)))
    for row, pair in enumerate(pairs):
        one, other = place[pair.one], place[pair.other]
        expected = logistic(strengths[one] - strengths[other])
        gradients[row, one] = pair.points - pair.games * expected
        gradients[row, other] = -gradients[row, one]
        known = pair.games * expected * (1 - expected)
        information[[one, other], [one, other]] += known
        information[[one, other], [other, one]] -= known
    return gradients, information


def _inverse(information: Any) -> Any:
    """Return H⁺; rounding errors in its null direction, that of equal changes for all players, count as 0."""
    return np.linalg.pinv(information, rcond=1e-12, hermitian=True)


def _standard_errors(place: dict[int, int], strengths: Any, pairs: Sequence[PairResult]) -> Any:
    """Return the standard errors of the strengths: float64, one per player."""
    all_even = len(pairs) >= len(place) and all(2 * pair.points == pair.games for pair in pairs)
    seen = pairs if all_even or not _went_alike(pairs) else _single_games(pairs)
    gradients, information = _derivatives(place, strengths, seen)
    inverse = _inverse(information)
    count = len(seen)
    spread = gradients.T @ gradients * (count / max(count - 1, 1))
    variances = np.diag(inverse @ spread @ inverse).copy()
    played = Counter(player for pair in pairs for player in (pair.one, pair.other))
    for player, at in place.items():
        variances[at] = max(variances[at], variance_floor(float(inverse[at, at]), played[player]))
    return np.sqrt(variances.clip(min=0))


def _went_alike(pairs: Sequence[PairResult]) -> bool:
    """Return whether all pairs of the same two players had the same result, so that they show no variance."""
    couples = {(pair.one, pair.other) for pair in pairs}
    return len({(pair.one, pair.other, pair.games, pair.points) for pair in pairs}) == len(couples)


def _single_games(pairs: Sequence[PairResult]) -> list[PairResult]:
    """Return the games of pairs as if each were a pair; pairs whose games are not known stay as they are."""
    return [
        single
        for pair in pairs
        for single in ([PairResult(pair.one, pair.other, 1, score) for score in pair.scores] or [pair])
    ]


def _bound(player: int, won: bool, pairs: Sequence[PairResult], known: dict[int, Elo]) -> Elo:
    """Return the bound for a player who won, or lost, all games against the players with known ratings.

    Those with only the opposite bound tell nothing: they may be any weaker, or stronger.
    """
    sign, bound = (1, ">") if won else (-1, "<")
    opponents = [
        known[other].points
        for pair in pairs
        if player in (pair.one, pair.other)
        and (other := pair.other if pair.one == player else pair.one) in known
        and known[other].bound in ("", "=", bound)
    ]
    low, high = -MAX_BOUND, MAX_BOUND
    while high - low > 0.01:
        middle = (low + high) / 2
        likely = sum(_log_score(middle - sign * rating) for rating in opponents)
        low, high = (middle, high) if likely < math.log(1 - CONFIDENCE) else (low, middle)
    return Elo(sign * (low + high) / 2, bound=bound)


def _log_score(difference: float) -> float:
    """Return the logarithm of the expected score, exact even for large differences."""
    return -float(np.logaddexp(0.0, -difference / ELO_PER_E))
