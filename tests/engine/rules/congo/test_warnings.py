"""Warnings: which pieces will drown, and attackers of the lion."""

from __future__ import annotations

import pytest

from engine.rules.values import Danger
from tests.engine.rules.congo.support import CONGO, name, place


def warned(layout: str, danger: Danger, side: str = "w") -> dict[str, str]:
    """Return the squares with warnings, each with the sources of the danger."""
    found = (warning for warning in CONGO.warnings(place(layout, side)) if warning.danger is danger)
    return {name(warning.square): " ".join(sorted(map(name, warning.sources))) for warning in found}


def test_the_movers_pieces_in_the_river_will_drown() -> None:
    layout = "Lc1 le7 Ea4 Cb4 Pc4 Md3 ed4 ce4"
    assert warned(layout, Danger.WILL_DROWN) == {"a4": "", "c4": ""}
    assert warned(layout, Danger.WILL_DROWN, "b") == {"d4": ""}


@pytest.mark.parametrize(
    ("layout", "sources"),
    [
        ("Ld2 le7 Pa1 zc4", "c4"),
        ("Ld2 le7 Pa1 ed4", "d4"),
        ("Ld2 le7 Pa1 gf4", "f4"),
        ("Ld2 le7 Pa1 ce3", "e3"),
        ("Ld2 le7 Pa1 me3", "e3"),
        ("Ld2 le7 Pa1 pc3", "c3"),
        ("Ld2 le7 Pa1 sc2", "c2"),
        ("Ld2 ld6 Pa1", "d6"),
        ("Lc3 le5 Pa1", "e5"),
        ("Ld2 le7 Pa1 zc4 ed4 pc3", "c3 c4 d4"),
    ],
)
def test_warning_lists_every_attacker_of_the_lion(layout: str, sources: str) -> None:
    assert warned(layout, Danger.UNDER_ATTACK) == {layout[1:3]: sources}


def test_a_monkeys_walk_over_the_lion_is_an_attack() -> None:
    assert warned("Ld2 lc7 Pc5 mb6", Danger.UNDER_ATTACK) == {}
    assert warned("Le3 lc7 Pc5 mb6", Danger.UNDER_ATTACK) == {"e3": "b6"}


@pytest.mark.parametrize("layout", ["Ld2 le7 Pa1 gd3", "Ld2 le7 Pa1 pc2", "Ld2 lc7 Pa1 zd4", "Ld2 ld7 Cd4"])
def test_no_warning_for_a_safe_lion(layout: str) -> None:
    assert warned(layout, Danger.UNDER_ATTACK) == {}


def test_only_the_side_to_move_is_warned() -> None:
    layout = "Ld2 le7 Pa1 zc4"
    assert warned(layout, Danger.UNDER_ATTACK, "b") == {}


@pytest.mark.parametrize("layout", ["Ld2 ld7", "Ld2 zc4", "le7 Zd5", "Ld2 Ea4 zc4"])
def test_no_warning_in_a_finished_game(layout: str) -> None:
    assert CONGO.warnings(place(layout)) == ()
