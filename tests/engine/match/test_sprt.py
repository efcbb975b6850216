"""The SPRT: its formula, its error rates, and independence of the order of games."""

from __future__ import annotations

import math
import random

import pytest

from engine.match.sprt import SCORES, Sprt, log_likelihood_ratio


def pair_points(chance: random.Random, score: float) -> tuple[float, float]:
    """Return two games of a player with this average score, including draws."""
    draw = 0.3
    weights = [score - draw / 2, draw, 1 - score - draw / 2]
    one, other = chance.choices([1.0, 0.5, 0.0], weights, k=2)
    return one, other


def decided(score: float, seed: int, elo0: float = 0, elo1: float = 100) -> Sprt:
    """Return an SPRT of such a player after its decision."""
    chance, test = random.Random(seed), Sprt(elo0, elo1)
    for number in range(0, 20_000, 2):
        for game, points in enumerate(pair_points(chance, score)):
            test.add(number + game, points)
        if test.decision:
            break
    return test


def test_near_even_scores_give_the_ratio_of_normal_distributions() -> None:
    counts = (90, 210, 380, 220, 100)
    pairs = sum(counts)
    mean = sum(count * score for count, score in zip(counts, SCORES, strict=True)) / pairs
    square = sum(count * (score - mean) ** 2 for count, score in zip(counts, SCORES, strict=True)) / pairs
    below, above = (1 / (1 + 10 ** (-elo / 400)) for elo in (0, 5))
    expected = pairs * (above - below) * (2 * mean - below - above) / (2 * square)
    assert log_likelihood_ratio(counts, 0, 5) == pytest.approx(expected, rel=0.01)


def test_reversed_results_negate_the_ratio() -> None:
    counts = (5, 10, 30, 20, 9)
    assert log_likelihood_ratio(counts, 0, 10) == pytest.approx(-log_likelihood_ratio(counts, 10, 0))
    assert log_likelihood_ratio(counts, 0, 10) == pytest.approx(
        log_likelihood_ratio(counts[::-1], 0, -10), abs=1e-6
    )


def test_few_of_the_five_results_are_enough() -> None:
    assert log_likelihood_ratio((0, 0, 0, 0, 50), 0, 10) > 0 > log_likelihood_ratio((50, 0, 0, 0, 0), 0, 10)
    assert abs(log_likelihood_ratio((0, 0, 1, 0, 0), -5, 5)) < 1e-6


def test_the_bounds_are_walds() -> None:
    assert Sprt(0, 5).bounds == (pytest.approx(math.log(0.05 / 0.95)), pytest.approx(math.log(0.95 / 0.05)))


def test_error_rates_match_the_bounds() -> None:
    even = [decided(0.5, seed).decision for seed in range(60)]
    assert even.count("H1") <= 8
    assert "" not in even
    stronger = [decided(1 / (1 + 10 ** (-100 / 400)), seed).decision for seed in range(60)]
    assert stronger.count("H0") <= 8


def test_the_order_of_finished_games_does_not_matter() -> None:
    games = list(enumerate(points for _ in range(400) for points in pair_points(random.Random(_), 0.6)))
    in_order, shuffled = Sprt(0, 20), Sprt(0, 20)
    for game in games:
        in_order.add(*game)
    random.Random(5).shuffle(games)
    for game in games:
        shuffled.add(*game)
    assert in_order.decision == shuffled.decision == "H1"
    assert (in_order.pairs, in_order.llr) == (shuffled.pairs, shuffled.llr)
    assert in_order.pairs < 400


def test_skips_a_pair_with_an_uncounted_game() -> None:
    test = Sprt(0, 20)
    for number, points in enumerate((1.0, None, 0.5, 1.0)):
        test.add(number, points)
    assert test.counts == [0, 0, 0, 1, 0]


def test_sprt_is_described_in_words() -> None:
    test = Sprt(0, 20)
    told = "sprt elo 0 against 20: not decided, llr 0.00 (-2.94 to 2.94) after 0 pairs"
    assert str(test) == f"{told}; elo0 0, elo1 20, alpha 0.05, beta 0.05"
    assert ": elo 100 is accepted, llr " in str(decided(0.7, 1))
