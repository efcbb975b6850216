"""Winning chances from scores."""

from __future__ import annotations

import numpy as np
import pytest

from engine.search.limits import Score, logistic, winning_chance


def test_win_chance_is_half_at_zero_and_certain_for_a_forced_win() -> None:
    assert winning_chance(Score(0), 300) == 0.5
    assert winning_chance(Score(0, 3), 300) == 1.0
    assert winning_chance(Score(0, -3), 300) == 0.0
    assert winning_chance(Score(100), 300) == pytest.approx(1 - winning_chance(Score(-100), 300))
    assert winning_chance(Score(300), 300) == pytest.approx(0.731, abs=1e-3)


def test_the_logistic_function_keeps_the_type_of_an_array() -> None:
    values = logistic(np.array([-1, 0, 1], dtype=np.float32))
    assert values.dtype == np.float32
    assert values.tolist() == pytest.approx([0.26894, 0.5, 0.73106], abs=1e-5)


def test_scores_of_any_size_have_a_chance() -> None:
    with np.errstate(over="raise"):
        assert winning_chance(Score(-999_999), 100) == pytest.approx(0)
        assert winning_chance(Score(999_999), 100) == pytest.approx(1)
