"""The crocodile: one step anywhere, any distance towards the river, any distance along it."""

from __future__ import annotations

import pytest

from tests.engine.rules.congo.support import assert_after, assert_targets


@pytest.mark.parametrize(
    ("layout", "start", "expected"),
    [
        ("Lc1 le7 Ca2", "a2", "a1 a3 a4 b1 b2 b3"),
        ("Lc1 le7 Cg3", "g3", "f2 f3 f4 g2 g4"),
        ("Ld1 le7 Cc6", "c6", "b5 b6 b7 c4 c5 c7 d5 d6 d7"),
    ],
)
def test_crocodile_steps_in_all_directions(layout: str, start: str, expected: str) -> None:
    assert_targets(layout, start, expected)


@pytest.mark.parametrize(
    ("start", "expected"),
    [
        ("a1", "a2 a3 a4 b1 b2"),
        ("a2", "a1 a3 a4 b1 b2 b3"),
        ("a3", "a2 a4 b2 b3 b4"),
        ("a5", "a4 a6 b4 b5 b6"),
        ("a6", "a4 a5 a7 b5 b6 b7"),
        ("a7", "a4 a5 a6 b6 b7"),
    ],
)
def test_crocodile_slides_towards_the_river_and_no_further(start: str, expected: str) -> None:
    assert_targets(f"Ld1 ld7 C{start} Pg2", start, expected)


def test_crocodile_captures_one_step_away_in_all_directions() -> None:
    enemies = "b1 b2 b3 c1 c3 d1 d2 d3"
    layout = "Le1 le7 Cc2 " + " ".join(f"e{square}" for square in enemies.split())
    assert_targets(layout, "c2", enemies)


def test_crocodile_captures_on_its_way_to_the_river_and_stops_there() -> None:
    assert_targets("Ld1 le7 Cf1 pf3", "f1", "e1 e2 f2 f3 g1 g2")
    assert_after("Ld1 le7 Cf1 pf3", "f1f3", "Ld1 le7 Cf3")


def test_crocodile_captures_in_the_river_from_afar() -> None:
    assert_targets("Ld1 le7 Cf1 pf4", "f1", "e1 e2 f2 f3 f4 g1 g2")
    assert_after("Ld1 le7 Cf1 pf4", "f1f4", "Ld1 le7 Cf4")


def test_crocodile_does_not_jump_on_its_way_to_the_river() -> None:
    assert_targets("Ld1 le7 Cf1 Pf3", "f1", "e1 e2 f2 g1 g2")
    assert_targets("Ld1 le7 Cf1 Pf2 pf4", "f1", "e1 e2 g1 g2")
    assert_targets("Ld1 le7 Cf1 pf2 pf4", "f1", "e1 e2 f2 g1 g2")


def test_crocodile_in_the_river_slides_along_it() -> None:
    assert_targets("Lc1 le7 Cd4", "d4", "a4 b4 c3 c4 c5 d3 d5 e3 e4 e5 f4 g4")
    assert_targets("Lc1 le7 Ca4", "a4", "a3 a5 b3 b4 b5 c4 d4 e4 f4 g4")


def test_crocodile_captures_along_the_river_and_does_not_jump() -> None:
    assert_targets("Lc1 le7 Cd4 pb4 Pf4", "d4", "b4 c3 c4 c5 d3 d5 e3 e4 e5")
    assert_after("Lc1 le7 Cg4 pb4", "g4b4", "Lc1 le7 Cb4")


def test_crocodile_in_the_river_steps_once_along_its_file() -> None:
    assert_targets("Lc1 le7 Cg4 Pf4 pg2 pg6", "g4", "f3 f5 g3 g5")


def test_crocodile_outside_the_river_steps_once_along_its_rank() -> None:
    assert_targets("Ld1 le7 Ca3 pc3", "a3", "a2 a4 b2 b3 b4")


def test_crocodile_does_not_capture_its_own() -> None:
    assert_targets("Ld1 le7 Ca1 Pa2 Pb1 Pb2", "a1", "")


def test_crocodile_never_drowns() -> None:
    assert_after("Lc1 le7 Cd4", "c1c2", "Lc2 le7 Cd4")
    assert_after("Lc1 le7 Cd4", "d4g4", "Lc1 le7 Cg4")
    assert_after("Lc1 le7 Cd4 pa4", "d4a4", "Lc1 le7 Ca4")
