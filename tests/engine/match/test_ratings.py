"""Ratings of several players: maximum likelihood, and bounds if there is no maximum."""

from __future__ import annotations

import math
import random

import pytest

from engine.match.elo import MatchResults, elo_from_score
from engine.match.ratings import PairResult, rate


def simulated(strengths: list[float], pairs: int, seed: int) -> list[PairResult]:
    """Return pairs of a round robin, with results according to the strengths in Elo."""
    chance = random.Random(seed)
    found = []
    for one in range(len(strengths)):
        for other in range(one + 1, len(strengths)):
            score = 1 / (1 + 10 ** ((strengths[other] - strengths[one]) / 400))
            for _ in range(pairs):
                points = sum(chance.random() < score for _ in range(2))
                found.append(PairResult(one, other, 2, points))
    return found


def test_two_players_are_rated_as_in_a_match() -> None:
    results = [2.0, 1.5, 1.0, 0.5, 2.0, 1.0, 0.0, 1.5]
    pairs = [PairResult(0, 1, 2, points) for points in results]
    one, other = rate(2, pairs).elos
    tally = MatchResults()
    for number, points in enumerate(results):
        tally.add(2 * number, min(points, 1))
        tally.add(2 * number + 1, points - min(points, 1))
    elo = tally.elo()
    assert one is not None
    assert other is not None
    assert elo is not None
    assert one.points - other.points == pytest.approx(elo.points)
    assert one.points == -other.points
    # Half the difference lies on each side of the mean, and so does half of the margin.
    assert one.margin == other.margin == pytest.approx(elo.margin / 2)


@pytest.mark.parametrize("scores", [(1.0, 0.5), (0.5, 0.0), (0.5, 0.5)])
@pytest.mark.parametrize("count", [8, 20])
def test_identical_pairs_leave_as_much_doubt_as_in_a_match(scores: tuple[float, float], count: int) -> None:
    one, other = rate(2, [PairResult(0, 1, 2, sum(scores), scores)] * count).elos
    tally = MatchResults({number: scores[number % 2] for number in range(2 * count)})
    elo = tally.elo()
    assert one is not None
    assert other is not None
    assert elo is not None
    assert one.points - other.points == pytest.approx(elo.points)
    assert one.margin == other.margin == pytest.approx(elo.margin / 2)
    assert elo.margin > 10


def test_the_likelihood_is_at_its_maximum() -> None:
    pairs = simulated([150, 40, -60, -130], 30, seed=3)
    elos = [elo.points for elo in rate(4, pairs).elos if elo is not None]
    assert sum(elos) == pytest.approx(0, abs=1e-6)
    for player in range(4):  # the slope is zero where points are as many as were expected
        made = sum(
            pair.points if pair.one == player else 2 - pair.points
            for pair in pairs
            if player in (pair.one, pair.other)
        )
        expected = sum(
            2 / (1 + 10 ** ((elos[other] - elos[player]) / 400))
            for pair in pairs
            if player in (pair.one, pair.other)
            for other in [pair.other if pair.one == player else pair.one]
        )
        assert made == pytest.approx(expected, abs=1e-6)


def test_true_ratings_lie_within_the_margins_as_often_as_promised() -> None:
    truth = [120.0, 30.0, -40.0, -110.0]
    inside = total = 0
    for seed in range(60):
        for elo, true in zip(rate(4, simulated(truth, 25, seed)).elos, truth, strict=True):
            assert elo is not None
            inside += abs(elo.points - true) <= elo.margin
            total += 1
    assert 0.90 <= inside / total <= 0.99


@pytest.mark.parametrize("points", [1.0, 1.5])
def test_a_few_consistent_games_leave_doubt(points: float) -> None:
    one, other = rate(2, [PairResult(0, 1, 2, points, (1.0, points - 1))] * 2).elos
    assert one is not None
    assert other is not None
    assert min(one.margin, other.margin) > 100


def test_draws_narrow_the_margins() -> None:
    drawn = [PairResult(0, 1, 2, 1.0)] * 18 + [PairResult(0, 1, 2, 1.5), PairResult(0, 1, 2, 0.5)]
    sharp = [PairResult(0, 1, 2, 2.0)] * 10 + [PairResult(0, 1, 2, 0.0)] * 10
    calm, wild = rate(2, drawn).elos[0], rate(2, sharp).elos[0]
    assert calm is not None
    assert wild is not None
    assert calm.margin < wild.margin / 3


def test_a_perfect_score_has_only_a_bound() -> None:
    pairs = (
        [PairResult(0, 1, 2, 2.0)] * 10 + [PairResult(0, 2, 2, 2.0)] * 10 + [PairResult(1, 2, 2, 1.0)] * 10
    )
    best, even, other = rate(3, pairs).elos
    assert best is not None
    assert even is not None
    assert other is not None
    assert (best.bound, even.bound, other.bound) == (">", "", "")
    assert even.points == other.points == pytest.approx(0)
    assert best.points == pytest.approx(elo_from_score(0.05 ** (1 / 20)), abs=0.1)


def test_ranking_without_upsets_gives_lower_bounds() -> None:
    pairs = [PairResult(0, 1, 2, 2.0), PairResult(0, 2, 2, 2.0), PairResult(1, 2, 2, 2.0)] * 5
    elos = [elo for elo in rate(3, pairs).elos if elo is not None]
    assert [elo.bound for elo in elos] == [">", ">", "="]
    assert elos[2].points == 0


@pytest.mark.parametrize("points", [0.0, 2.0])
def test_a_bound_does_not_rest_on_an_opposite_one(points: float) -> None:
    """Who beats a player of whom only an upper bound is known can be any weaker."""
    lost = 2.0 - points
    pairs = [PairResult(0, 1, 2, points), PairResult(1, 2, 2, lost), PairResult(2, 3, 2, lost)]
    assert [elo and elo.is_informative for elo in rate(4, pairs).elos] == [False] * 4


@pytest.mark.parametrize(("pairs", "tells"), [(1, False), (3, False), (4, False), (5, True), (100, True)])
def test_too_few_won_games_give_no_informative_bound(pairs: int, tells: bool) -> None:
    won, lost = rate(2, [PairResult(0, 1, 2, 2.0)] * pairs).elos
    assert won is not None
    assert lost is not None
    assert won.bound == ">"
    # That all pairs are won by chance, by equals, has to be less than 5 % likely.
    assert won.is_informative == lost.is_informative == tells == (0.5**pairs < 0.05)
    assert (won.points > 0) == tells
    assert lost.bound == ("=" if tells else "?")


def test_a_meaningless_bound_leaves_other_ratings_alone() -> None:
    others = [PairResult(1, 2, 2, 1.0, (1.0, 0.0))]
    won, one, other = rate(3, [PairResult(0, 1, 2, 2.0), PairResult(0, 2, 2, 2.0), *others]).elos
    assert won is not None
    assert one is not None
    assert other is not None
    assert not won.is_informative
    assert one.is_informative
    assert other.is_informative
    assert one.margin > 0


def test_a_score_of_zero_has_only_a_bound() -> None:
    pairs = [PairResult(0, 1, 2, 1.0), PairResult(0, 2, 2, 2.0), PairResult(1, 2, 2, 2.0)]
    last = rate(3, pairs).elos[2]
    assert last is not None
    assert last.bound == "<"
    assert last.points == pytest.approx(-elo_from_score(0.05 ** (1 / 2)), abs=0.1)


def test_virtual_draws_link_one_sided_groups() -> None:
    upper, lower = [PairResult(0, 1, 2, 1.0)] * 5, [PairResult(2, 3, 2, 1.0)] * 5
    between = [PairResult(one, other, 2, 2.0) for one in (0, 1) for other in (2, 3)]
    ratings = rate(4, [*upper, *lower, *between])
    assert ratings.draws_added
    points = [elo.points for elo in ratings.elos if elo is not None]
    assert points[0] == pytest.approx(points[1])
    assert math.inf > points[0] > points[2] + 100
    assert not rate(4, [*upper, *lower, *between, PairResult(0, 2, 2, 1.0)]).draws_added


def test_a_player_without_games_has_no_rating() -> None:
    assert rate(3, [PairResult(0, 1, 2, 1.0)]).elos[2] is None
    assert rate(2, []).elos == (None, None)


def test_unconnected_groups_are_each_rated_around_the_mean() -> None:
    ratings = rate(4, [PairResult(0, 1, 2, 1.0), PairResult(2, 3, 2, 1.0)])
    assert not ratings.draws_added
    assert [elo.points for elo in ratings.elos if elo is not None] == pytest.approx([0, 0, 0, 0])


@pytest.mark.parametrize("pairs", [300, 1000, 2000])
def test_margins_shrink_with_thousands_of_games(pairs: int) -> None:
    """Rounding errors of the sum over all pairs are not taken for information about the mean."""
    for seed in range(3):
        for elo in rate(3, simulated([500.0, -100.0, -400.0], pairs, seed)).elos:
            assert elo is not None
            assert elo.margin is not None
            assert 0 < elo.margin < 2500 / pairs**0.5
