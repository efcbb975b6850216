"""The player's rating: simulated players of known strength find it, and an opponent that fits."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from statistics import fmean

import pytest

from engine.learn.glicko import Rating, after_game
from engine.learn.player_rating import (
    FIRST_OPPONENT,
    LEVEL_DEVIATION,
    LEVEL_POINTS,
    LEVEL_SCORES,
    PLACEMENT_GAMES,
    fair_level,
    level_points,
    rating_history,
)
from engine.search.skill import MAX_LEVEL
from tests.imports import ROOT

GAMES, PLAYERS = 40, 30
STRENGTHS = (600, 1150, 1700, 2200)


def simulated(strength: float, seed: int) -> tuple[list[float], list[Rating]]:
    """Return the levels and the ratings of a player of known strength who always meets a fair opponent."""
    rng = Random(seed)
    results: list[tuple[float, float]] = []
    ratings = rating_history(results)
    for games in range(GAMES):
        level = fair_level(ratings[-1], games)
        expected = 1 / (1 + 10 ** ((level_points(level) - strength) / 400))
        results.append((level, float(rng.random() < expected)))
        if games < PLACEMENT_GAMES:
            ratings = rating_history(results)
        else:  # the same as the whole history, and faster
            opponent = Rating(level_points(level), LEVEL_DEVIATION)
            ratings.append(after_game(ratings[-1], opponent, results[-1][1]))
    assert ratings == rating_history(results)
    return [level for level, _ in results], ratings


@pytest.mark.parametrize("strength", STRENGTHS)
def test_the_rating_converges_and_the_opponent_follows(strength: float) -> None:
    players = [simulated(strength, seed) for seed in range(PLAYERS)]
    gaps = [[abs(level_points(level) - strength) for level in levels] for levels, _ in players]
    assert fmean(gap[5] for gap in gaps) < 260  # a step of the ladder: the stronger side scores four of five
    assert fmean(gap[-1] for gap in gaps) < 100
    within = [abs(ratings[-1].points - strength) < 2 * ratings[-1].deviation for _, ratings in players]
    assert fmean(within) > 0.85


def test_a_newcomer_starts_gently() -> None:
    assert fair_level(rating_history([])[0], 0) == FIRST_OPPONENT < 2
    lost = rating_history([(FIRST_OPPONENT, 0.0)])[-1]
    assert fair_level(lost, 1) < FIRST_OPPONENT
    assert fair_level(rating_history([(FIRST_OPPONENT, 0.0), (1.0, 0.0), (1.0, 0.0)])[-1], 3) == 1.0


def test_a_strong_newcomer_meets_a_strong_opponent_in_the_fifth_game() -> None:
    results: list[tuple[float, float]] = []
    for games in range(4):
        results.append((fair_level(rating_history(results)[-1], games), 1.0))
    levels = [level for level, _ in results]
    assert levels == sorted(levels)
    assert fair_level(rating_history(results)[-1], 4) > 5


def test_every_game_makes_a_newcomers_rating_surer() -> None:
    results = [(2.0, score) for score in (1.0, 0.0, 0.5, 1.0, 0.0, 1.0, 0.0)]
    deviations = [rating.deviation for rating in rating_history(results)]
    assert deviations[1:] == sorted(deviations[1:], reverse=True)


def test_a_draw_is_between_a_win_and_a_loss() -> None:
    for before in ([], [(2.0, 1.0), (3.0, 0.0)] * 3):
        loss, draw, win = (rating_history([*before, (2.5, score)])[-1].points for score in (0.0, 0.5, 1.0))
        assert loss < draw < win


def test_ratings_of_levels_grow_with_them() -> None:
    tenths = [level_points(number / 10) for number in range(10, 10 * MAX_LEVEL + 1)]
    assert tenths == sorted(tenths)
    assert [level_points(number) for number in range(1, MAX_LEVEL + 1)] == list(LEVEL_POINTS)
    for number in range(10, 10 * MAX_LEVEL + 1):
        assert fair_level(Rating(level_points(number / 10)), 9) == number / 10


def test_the_ladder_is_that_of_the_document() -> None:
    text = Path(ROOT, "docs", "research.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| \d+ \| level \d+ \| .* \| ([\d.]+)% \|$", text, re.MULTILINE)
    assert [round(float(score) / 100, 3) for score in rows] == list(LEVEL_SCORES)
