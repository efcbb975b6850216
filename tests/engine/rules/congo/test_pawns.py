"""Pawn, superpawn and promotion."""

from __future__ import annotations

import pytest

from tests.engine.rules.congo.support import (
    CONGO,
    after,
    assert_after,
    assert_targets,
    flipped,
    flipped_squares,
    move,
    place,
    targets,
)


@pytest.mark.parametrize(
    ("start", "expected"),
    [
        ("b1", "a2 b2 c2"),
        ("b2", "a3 b3 c3"),
        ("b3", "a4 b4 c4"),
        ("b4", "a5 b5 c5"),
        ("b5", "a6 b6 c6 b4 b3"),
        ("b6", "a7 b7 c7 b5 b4"),
        ("a3", "a4 b4"),
        ("g6", "f7 g7 g5 g4"),
    ],
)
def test_pawn_goes_forward_and_past_the_river_also_back(start: str, expected: str) -> None:
    assert_targets(f"Ld1 le7 P{start}", start, expected)


def test_pawn_captures_straight_and_diagonally_forward() -> None:
    assert_targets("Ld1 le7 Pb3 pa4 pb4 pc4", "b3", "a4 b4 c4")
    assert_after("Ld1 le7 Pb3 pb4", "b3b4", "Ld1 le7 Pb4")
    assert_after("Ld1 le7 Pb3 pc4", "b3c4", "Ld1 le7 Pc4")


def test_pawn_does_not_capture_its_own() -> None:
    assert_targets("Ld1 le7 Pb2 Ea3 Eb3 Ec3", "b2", "")


def test_pawn_does_not_go_sideways() -> None:
    assert_targets("Ld1 le7 Pb5 pa5 pc5 Pb6 Pa6 Pc6", "b5", "b4 b3")


def test_pawn_does_not_capture_backward() -> None:
    assert_targets("Ld1 le7 Pb5 pb4", "b5", "a6 b6 c6")
    assert_targets("Ld1 le7 Pb5 pb3", "b5", "a6 b6 c6 b4")


@pytest.mark.parametrize("blocker", ["Cb4", "cb4"])
def test_pawn_does_not_jump_backward(blocker: str) -> None:
    assert_targets(f"Ld1 le7 Pb5 {blocker}", "b5", "a6 b6 c6")


def test_pawn_does_not_go_back_onto_its_own() -> None:
    assert_targets("Ld1 le7 Pb5 Eb3", "b5", "a6 b6 c6 b4")


def test_pawn_does_not_go_diagonally_back() -> None:
    assert_targets("Ld1 le7 Pb6 Eb7 Ea7 Ec7", "b6", "b5 b4")


@pytest.mark.parametrize("rank", "1234")
def test_pawn_in_the_river_or_before_it_does_not_go_back(rank: str) -> None:
    start = f"g{rank}"
    own_half = {target for target in targets(place(f"Ld1 le7 P{start}"), start).split() if target[1] < rank}
    assert not own_half
    swapped = place(flipped(f"Ld1 le7 P{start}"), "b")
    there = flipped_squares(start)
    assert not {target for target in targets(swapped, there).split() if target[1] > there[1]}


# --- promotion


@pytest.mark.parametrize(
    ("layout", "text", "expected"),
    [
        ("Ld1 le7 Pa6", "a6a7", "Ld1 le7 Sa7"),
        ("Ld1 le7 Pa6", "a6b7", "Ld1 le7 Sb7"),
        ("Ld1 le7 Pa6 ea7", "a6a7", "Ld1 le7 Sa7"),
        ("Ld1 le7 Pa6 eb7", "a6b7", "Ld1 le7 Sb7"),
    ],
)
def test_pawn_becomes_a_superpawn_on_the_last_rank(layout: str, text: str, expected: str) -> None:
    assert_after(layout, text, expected)
    transition = CONGO.transition(place(layout), move(place(layout), text))
    assert transition.promoted is not None
    assert transition.promoted.kind == "S"


def test_pawn_is_no_superpawn_before_the_last_rank() -> None:
    assert_after("Ld1 le7 Pa5", "a5a6", "Ld1 le7 Pa6")
    position = place("Ld1 le7 Pa5")
    assert CONGO.transition(position, move(position, "a5a6")).promoted is None


def test_promoted_pawn_moves_as_a_superpawn() -> None:
    position = after(place("Ld1 le7 Pa6"), "a6a7", "e7e6")
    assert set(targets(position, "a7").split()) == {"b7", "a6", "a5", "b6", "c5"}


def test_no_other_piece_promotes() -> None:
    assert_after("Ld1 le5 Ea6", "a6a7", "Ld1 le5 Ea7")
    position = place("Ld1 le5 Sa6")
    assert CONGO.transition(position, move(position, "a6a7")).promoted is None


# --- superpawn


@pytest.mark.parametrize(
    ("start", "expected"),
    [
        ("d4", "c5 d5 e5 c4 e4 c3 d3 e3 b2 d2 f2"),
        ("d3", "c4 d4 e4 c3 e3 c2 d2 e2 b1 d1 f1"),
        ("b2", "a3 b3 c3 a2 c2 a1 b1 c1"),
        ("g1", "f2 g2 f1"),
        ("a7", "b7 a6 a5 b6 c5"),
        ("g5", "f6 g6 f5 f4 g4 e3 g3"),
    ],
)
def test_superpawn_goes_forward_sideways_and_anywhere_on_the_board_back(start: str, expected: str) -> None:
    assert_targets(f"Le1 le7 S{start}", start, expected)


def test_superpawn_captures_forward_and_sideways() -> None:
    assert_targets("Ld1 le7 Sd4 pc5 pd5 pe5 pc4 pe4 Ed3 Ec3 Ee3", "d4", "c5 d5 e5 c4 e4")
    assert_after("Ld1 le7 Sd5 pc5", "d5c5", "Ld1 le7 Sc5")


def test_superpawn_does_not_capture_its_own() -> None:
    assert_targets("Ld1 le7 Sd5 Pc6 Pd6 Pe6 Pc5 Pe5 Ed4 Ec4 Ee4", "d5", "")


def test_superpawn_does_not_capture_backward() -> None:
    assert_targets("Ld1 le7 Sd4 pc3 pd3 pe3", "d4", "c5 d5 e5 c4 e4")
    assert_targets("Le1 le7 Sd4 pb2 pd2 pf2", "d4", "c5 d5 e5 c4 e4 c3 d3 e3")


@pytest.mark.parametrize("letter", "Cc")
def test_superpawn_does_not_jump_backward(letter: str) -> None:
    assert_targets(f"Le1 le7 Sd4 {letter}c3", "d4", "c5 d5 e5 c4 e4 d3 e3 d2 f2")
    assert_targets(f"Le1 le7 Sd4 {letter}d3", "d4", "c5 d5 e5 c4 e4 c3 e3 b2 f2")
    assert_targets(f"Le1 le7 Sd4 {letter}e3", "d4", "c5 d5 e5 c4 e4 c3 d3 b2 d2")


def test_superpawn_goes_only_one_square_forward_and_sideways() -> None:
    assert_targets("Le1 le7 Sb2", "b2", "a3 b3 c3 a2 c2 a1 b1 c1")
