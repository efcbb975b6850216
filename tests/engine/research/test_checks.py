"""Values from files are checked before they are used."""

from __future__ import annotations

from typing import Any

import pytest

from engine.research import checks
from engine.research.growth.run import settings_from

UNREAL = {
    "huge": 10**400,
    "low": -(10**400),
    "large": 1e308,
    "nan": float("nan"),
    "inf": float("inf"),
    "bool": True,
}


@pytest.mark.parametrize("value", [*UNREAL.values(), "1", None], ids=[*UNREAL, "text", "nothing"])
def test_accepts_only_finite_numbers(value: Any) -> None:
    with pytest.raises(ValueError, match=r".*"):
        checks.real(value)


def test_accepts_ordinary_numbers() -> None:
    assert (checks.real(0), checks.real(1.5), checks.real(-2)) == (0.0, 1.5, -2.0)
    with pytest.raises(ValueError, match=r"-2"):
        checks.real(-2, low=0.0)


@pytest.mark.parametrize("value", ["\ud800", "A\udfffB", "x" * 301, b"A", 1, None], ids=range(6))
def test_accepts_only_text_that_a_report_can_hold(value: Any) -> None:
    assert checks.text("Löwe") == "Löwe"
    with pytest.raises(ValueError, match=r".*"):
        checks.text(value)


SETTINGS = {"rules": "konane", "games": 2, "seed": 1, "most_plies": 6}


@pytest.mark.parametrize(
    ("depth", "turn_depth"),
    [({"4": 1}, {}), ({}, {"4": 1}), ({}, {}), ({"4": 1}, {"6": 1}), ({"4": 1}, {"4": 2})],
)
def test_every_board_size_of_a_growth_report_needs_depths(depth: Any, turn_depth: Any) -> None:
    assert settings_from({**SETTINGS, "depth": {"4": 1}, "turn_depth": {"4": 1}}, {4}).depths == {4: 1}
    with pytest.raises((ValueError, LookupError)):
        settings_from({**SETTINGS, "depth": depth, "turn_depth": turn_depth}, {4})
