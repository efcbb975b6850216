"""Glicko-2 ratings, against the example in Glickman's paper."""

from __future__ import annotations

import pytest

from engine.learn.glicko import MAX_DEVIATION, Rating, after_game, after_games


def test_the_example_of_the_paper() -> None:
    games = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
    found = after_games(Rating(1500, 200, 0.06), games)
    assert found.points == pytest.approx(1464.06, abs=0.01)
    assert found.deviation == pytest.approx(151.52, abs=0.01)
    assert found.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_win_raises_and_a_loss_lowers_the_rating() -> None:
    newcomer, puzzle = Rating(), Rating(1300, 60)
    won, lost = (after_game(newcomer, puzzle, score) for score in (1, 0))
    assert lost.points < newcomer.points < won.points
    assert max(won.deviation, lost.deviation) < newcomer.deviation <= MAX_DEVIATION


def test_a_surprise_raises_the_volatility() -> None:
    certain = Rating(1500, 40)
    assert after_game(certain, Rating(2400, 40), 1).volatility > certain.volatility


def test_equal_players_draw_without_a_change() -> None:
    assert after_game(Rating(), Rating(), 0.5).points == pytest.approx(1500)
