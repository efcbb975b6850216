"""Zebra, elephant and giraffe."""

from __future__ import annotations

import pytest

from tests.engine.rules.congo.support import assert_after, assert_targets


@pytest.mark.parametrize(
    ("layout", "start", "expected"),
    [
        ("Lc1 le7 Zd4", "d4", "b3 b5 c2 c6 e2 e6 f3 f5"),
        ("Lc1 le7 Za1", "a1", "b3 c2"),
        ("Lc1 le7 Zg7", "g7", "e6 f5"),
        ("Lc1 le7 Zb6", "b6", "a4 c4 d5 d7"),
    ],
)
def test_zebra_moves_as_a_knight(layout: str, start: str, expected: str) -> None:
    assert_targets(layout, start, expected)


def test_zebra_jumps_over_anything() -> None:
    assert_targets("Lc1 le7 Za1 Pa2 sb1 pb2 Ea3", "a1", "b3 c2")


def test_zebra_captures_enemies_and_not_its_own() -> None:
    assert_targets("Lc1 le7 Za1 pb3 Pc2", "a1", "b3")
    assert_after("Lc1 le7 Za1 pb3 Pc2", "a1b3", "Lc1 le7 Zb3 Pc2")


@pytest.mark.parametrize(
    ("layout", "start", "expected"),
    [
        ("Lc1 le7 Ed4", "d4", "b4 c4 d2 d3 d5 d6 e4 f4"),
        ("Lc1 le7 Ea1", "a1", "a2 a3 b1"),
        ("Ld1 le7 Ef6", "f6", "d6 e6 f4 f5 f7 g6"),
    ],
)
def test_elephant_moves_one_or_two_squares_straight(layout: str, start: str, expected: str) -> None:
    assert_targets(layout, start, expected)


def test_elephant_captures_one_or_two_squares_away() -> None:
    layout = "Ld1 le7 Ea1 pa2 sc1"
    assert_targets(layout, "a1", "a2 a3 b1 c1")
    assert_after(layout, "a1a2", "Ld1 le7 Ea2 sc1")
    assert_after(layout, "a1c1", "Ld1 le7 pa2 Ec1")


def test_elephant_jumps_without_capturing_on_the_way() -> None:
    assert_targets("Ld1 le7 Ea1 Pa2 sb1", "a1", "a3 b1 c1")
    assert_after("Ld1 le7 Ea1 Pa2 sb1", "a1c1", "Ld1 le7 Ec1 Pa2 sb1")
    assert_after("Ld1 le7 Ea1 Pa2 sb1", "a1a3", "Ld1 le7 Ea3 Pa2 sb1")
    assert_after("Ld1 le7 Ea1 sb1 sc1", "a1c1", "Ld1 le7 Ec1 sb1")


def test_elephant_does_not_capture_its_own() -> None:
    assert_targets("Ld1 le7 Ea1 Pa2 Pa3 Pb1 Pc1", "a1", "")


@pytest.mark.parametrize(
    ("layout", "start", "expected"),
    [
        ("Lc1 le7 Gd4", "d4", "b2 b4 b6 c3 c4 c5 d2 d3 d5 d6 e3 e4 e5 f2 f4 f6"),
        ("Le1 le7 Ga1", "a1", "a2 a3 b1 b2 c1 c3"),
        ("Le1 le7 Gf6", "f6", "d4 d6 e5 e6 f4 f5 f7 g5 g6 g7"),
    ],
)
def test_giraffe_moves_one_or_two_squares_in_all_directions(layout: str, start: str, expected: str) -> None:
    assert_targets(layout, start, expected)


def test_giraffe_does_not_capture_one_square_away() -> None:
    assert_targets("Le1 le7 Ga1 pa2 sb1 pb2", "a1", "a3 c1 c3")


def test_giraffe_captures_two_squares_away_in_all_directions() -> None:
    enemies = "b2 b4 b6 d2 d6 f2 f4 f6"
    layout = "Lc1 le7 Gd4 " + " ".join(f"p{square}" for square in enemies.split())
    assert_targets(layout, "d4", "b2 b4 b6 c3 c4 c5 d2 d3 d5 d6 e3 e4 e5 f2 f4 f6")
    assert_after("Le1 le7 Ga1 pc3", "a1c3", "Le1 le7 Gc3")


def test_giraffe_jumps_without_capturing_on_the_way() -> None:
    assert_targets("Le1 le7 Ga1 Pa2 sb1 pb2", "a1", "a3 c1 c3")
    assert_after("Le1 le7 Ga1 Pa2 pb2 pc3", "a1c3", "Le1 le7 Gc3 Pa2 pb2")


def test_giraffe_does_not_capture_its_own() -> None:
    assert_targets("Le1 le7 Ga1 Pa2 Pa3 Pb1 Pc1 Pb2 Pc3", "a1", "")


def test_giraffe_does_not_go_two_squares_round_a_corner() -> None:
    # c2 is a knight's jump away from a1.
    assert_targets("Le1 le7 Ga1 pc2 pb3", "a1", "a2 a3 b1 b2 c1 c3")
