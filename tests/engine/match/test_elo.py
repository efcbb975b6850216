"""Elo differences, compared with values computed by hand or from tables."""

from __future__ import annotations

import math
from random import Random

import pytest

from engine.match.elo import Elo, MatchResults, elo_from_score, expected_score


def tally(*pairs: tuple[float, float], single: float | None = None) -> MatchResults:
    """Return the tally of some pairs, and of one more game."""
    points = [each for pair in pairs for each in pair]
    return MatchResults(dict(enumerate(points if single is None else [*points, single])))


@pytest.mark.parametrize(
    ("score", "points"), [(0.5, 0), (0.75, 190.85), (0.64, 99.95), (0.25, -190.85), (10 / 11, 400)]
)
def test_points_of_a_score(score: float, points: float) -> None:
    assert elo_from_score(score) == pytest.approx(points, abs=0.01)


def test_counts_and_pairs() -> None:
    played = tally((1, 0), (1, 0.5), (0.5, 0.5), (0, 0), (1, 1), (0, 0.5), single=1)
    assert (played.games, played.count(1), played.count(0), played.count(0.5)) == (13, 5, 4, 4)
    assert played.pentanomial() == (1, 1, 2, 1, 1)


def test_pairs_count_as_they_are_completed_in_any_order() -> None:
    played = MatchResults()
    for number, points in ((3, 1), (0, 0), (2, 0.5), (5, 1)):
        played.add(number, points)
    assert played.pairs() == [1.5]


def test_margin_from_pairs() -> None:
    # 50 pairs: 20 of 2, 20 of 1, 10 of 0 points. Mean 0.6, variance of a pair's score (0.14) / 49 per mean.
    played = tally(*[(1, 1)] * 20, *[(1, 0)] * 20, *[(0, 0)] * 10)
    error = math.sqrt((20 * 0.16 + 20 * 0.01 + 10 * 0.36) / 50 / 49)
    found = played.elo()
    assert found is not None
    assert found.points == pytest.approx(70.44, abs=0.01)
    assert found.margin == pytest.approx(1.96 * error * 400 / math.log(10) / 0.24, abs=0.01)
    assert str(found) == "elo 70 +- 76"


def test_reversed_colours_cancel_the_luck_of_the_opening() -> None:
    # White wins every game: by single games that is 0 +- 68, by pairs 4/50 of that variance, never 0.
    assert str(tally(*[(1, 0)] * 50).elo()) == "elo 0 +- 19"
    assert str(tally(*[(0.5, 0.5)] * 50).elo()) == "elo 0 +- 19"
    mixed = tally(*[(1, 0)] * 48, (1, 1), (0, 0)).elo()
    assert mixed is not None
    assert mixed.margin < 20


def test_identical_pairs_are_no_more_certain_than_their_games() -> None:
    # Variance of single games: 1/16; 40 games.
    found = tally(*[(1, 0.5)] * 20).elo()
    assert found is not None
    error = math.sqrt(1 / 16 / 39)
    assert found.margin == pytest.approx(1.96 * error * 400 / math.log(10) / (3 / 16), abs=0.01)


def test_one_sided_results_are_bounds() -> None:
    # The lowest p with p^n >= 5 % for 50 pairs is 0.9418.
    assert tally(*[(1, 1)] * 50).elo() == Elo(elo_from_score(0.05 ** (1 / 50)), bound=">")
    assert str(tally(*[(1, 1)] * 50).elo()) == "elo >484"
    assert str(tally(*[(0, 0)] * 50).elo()) == "elo <-484"
    assert str(MatchResults({0: 1}).elo()) == "elo >-512"


@pytest.mark.parametrize(
    ("elo", "rating"),
    [
        (Elo(35.2, 20.4), "+35 +- 20"),
        (Elo(-3.0, 341.0), "-3 +- 341"),
        (Elo(190.4, bound=">"), ">= +190"),
        (Elo(-190.4, bound="<"), "<= -190"),
        (Elo(-511.5, bound=">"), "too few"),
        (Elo(93.8, bound="<"), "too few"),
        (Elo(0.0, bound="="), "=0"),
        (Elo(0.0, bound="?"), "too few"),
    ],
)
def test_a_rating_has_a_margin_or_a_meaningful_bound(elo: Elo, rating: str) -> None:
    assert elo.rating == rating


def test_no_games_give_no_rating() -> None:
    assert MatchResults().elo() is None


def test_no_minus_before_zero() -> None:
    assert str(Elo(-0.2, 0.4)) == "elo 0 +- 0"


def test_the_margin_holds_for_about_95_in_100_matches() -> None:
    chance = Random(5)

    def game() -> float:
        return chance.choices((1, 0.5, 0), (0.4, 0.35, 0.25))[0]

    true = elo_from_score(0.4 + 0.35 / 2)
    covered = 0
    for _ in range(600):
        found = tally(*((game(), game()) for _ in range(100))).elo()
        assert found is not None
        covered += abs(found.points - true) <= found.margin
    assert 0.93 <= covered / 600 <= 0.97


def test_the_expected_score_is_the_inverse_of_a_difference_in_strength() -> None:
    assert expected_score(0) == 0.5
    assert expected_score(400) == pytest.approx(10 / 11)
    assert expected_score(-400) == pytest.approx(1 / 11)
    assert elo_from_score(expected_score(123)) == pytest.approx(123)
