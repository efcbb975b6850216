"""The fit of winning chances to games."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engine.research.training.calibration import fitted_scale
from engine.search.limits import logistic
from tests.winning_chances import read


def test_recovers_the_scale_of_simulated_games() -> None:
    chance = np.random.default_rng(7)
    scores = chance.normal(0, 300, 20_000)
    results = (chance.random(len(scores)) < logistic(scores / 245)).astype(np.float64)
    assert fitted_scale(scores, results) == pytest.approx(245, rel=0.05)
    assert fitted_scale(scores, logistic(scores / 100)) == pytest.approx(100, rel=1e-3)


def test_truncated_game_is_dropped(tmp_path: Path) -> None:
    kept = tmp_path / "games.jsonl"
    kept.write_text('{"seed": 0}\n{"see', encoding="utf-8")
    assert list(read(kept)) == [{"seed": 0}]
    assert kept.read_text("utf-8") == '{"seed": 0}\n'
