"""Drowning: which pieces drown, and when."""

from __future__ import annotations

import pytest

from engine.rules.values import FIRST
from tests.engine.rules.congo.support import (
    CONGO,
    after,
    as_set,
    assert_after,
    layout_of,
    move,
    ordered,
    place,
    placed,
    winner,
)

SWIMMERS = "ZEGMPS"


def drowned(layout: str, text: str) -> set[tuple[str, str]]:
    """Return the pieces that drown by White's move, according to the transition."""
    position = place(layout)
    return as_set(CONGO.transition(position, move(position, text)).drowned)


@pytest.mark.parametrize("kind", SWIMMERS)
def test_unmoved_piece_drowns(kind: str) -> None:
    assert_after(f"Lc1 le7 {kind}a4", "c1c2", "Lc2 le7")
    assert drowned(f"Lc1 le7 {kind}a4", "c1c2") == placed(f"{kind}a4")


@pytest.mark.parametrize(
    ("layout", "text", "expected"),
    [
        ("Lc1 le7 Ed4", "d4e4", "Lc1 le7"),
        ("Lc1 le7 Ed4", "d4b4", "Lc1 le7"),
        ("Lc1 le7 Gd4", "d4c4", "Lc1 le7"),
        ("Lc1 le7 Gd4", "d4f4", "Lc1 le7"),
        ("Lc1 le7 Md4", "d4e4", "Lc1 le7"),
        ("Lc1 le7 Sd4", "d4c4", "Lc1 le7"),
    ],
)
def test_piece_moving_within_the_river_drowns(layout: str, text: str, expected: str) -> None:
    assert_after(layout, text, expected)
    assert drowned(layout, text) == {(layout.split()[2][0], text[2:])}


def test_monkey_jumping_within_the_river_drowns() -> None:
    assert_after("Lc1 le7 Ma4 pb4", "a4c4", "Lc1 le7")


def test_monkey_jumping_out_and_back_drowns() -> None:
    # The source's own figure.
    assert_after("Ld1 le7 Mc4 pb4 pb3 pd3", "c4a4", "Ld1 le7 pb3 pd3")
    assert_after("Ld1 le7 Mc4 pb4 pb3 pd3", "c4a4c2e4", "Ld1 le7")
    assert_after("Ld1 le7 Mc4 pb4 pb3 pd3", "c4a4c2", "Ld1 le7 Mc2 pd3")


def test_monkey_jumping_back_onto_its_start_square_in_the_river_drowns() -> None:
    # b4, over b5 to b6, over c6 to d6, over c5 back to b4.
    assert_after("Le1 le7 Mb4 pb5 pc6 pc5 za1", "b4b6d6b4", "Le1 le7 za1")


def test_monkey_jumping_into_the_river_stays() -> None:
    assert_after("Ld1 le7 Ma2 pb3", "a2c4", "Ld1 le7 Mc4")


def test_monkey_jumping_through_the_river_stays() -> None:
    assert_after("Ld1 le7 Ma2 pb3 pd5", "a2c4e6", "Ld1 le7 Me6")


@pytest.mark.parametrize(
    ("layout", "text", "expected"),
    [
        ("Lc1 le7 Za2", "a2b4", "Lc1 le7 Zb4"),
        ("Lc1 le7 Ed3", "d3d4", "Lc1 le7 Ed4"),
        ("Lc1 le7 Gd2", "d2d4", "Lc1 le7 Gd4"),
        ("Lc1 le7 Md3", "d3d4", "Lc1 le7 Md4"),
        ("Lc1 le7 Pd3", "d3d4", "Lc1 le7 Pd4"),
        ("Lc1 le7 Pd5", "d5d4", "Lc1 le7 Pd4"),
        ("Lc1 le7 Sd6", "d6d4", "Lc1 le7 Sd4"),
    ],
)
def test_piece_entering_the_river_stays(layout: str, text: str, expected: str) -> None:
    assert_after(layout, text, expected)
    assert not drowned(layout, text)


def test_piece_entering_the_river_survives_until_the_end_of_its_owners_next_turn() -> None:
    position = after(place("Lc1 le7 Ed3"), "d3d4", "e7e6")
    assert layout_of(position) == ordered("Lc1 le6 Ed4")
    assert layout_of(after(position, "c1c2")) == ordered("Lc2 le6")
    assert layout_of(after(position, "d4d5")) == ordered("Lc1 le6 Ed5")


@pytest.mark.parametrize(
    ("layout", "text", "expected"),
    [
        ("Lc1 le7 Zd4", "d4b5", "Lc1 le7 Zb5"),
        ("Lc1 le7 Ed4", "d4d2", "Lc1 le7 Ed2"),
        ("Lc1 le7 Gd4", "d4c3", "Lc1 le7 Gc3"),
        ("Lc1 le7 Md4", "d4e5", "Lc1 le7 Me5"),
        ("Lc1 le7 Pd4", "d4d5", "Lc1 le7 Pd5"),
        ("Lc1 le7 Sd4", "d4d2", "Lc1 le7 Sd2"),
        ("Lc1 le7 Md4 pd5", "d4d6", "Lc1 le7 Md6"),
    ],
)
def test_piece_leaving_the_river_survives(layout: str, text: str, expected: str) -> None:
    assert_after(layout, text, expected)


def test_crocodile_does_not_drown() -> None:
    assert_after("Lc1 le7 Ca4 Ec4", "c1c2", "Lc2 le7 Ca4")


def test_only_the_player_whose_turn_ends_loses_pieces() -> None:
    assert_after("Lc1 le7 Ea4 eb4 zc4 pd4", "c1c2", "Lc2 le7 eb4 zc4 pd4")


def test_all_pieces_left_in_the_river_drown_together() -> None:
    layout = "Lc1 le7 Za4 Eb4 Gc4 Cd4 Me4 Pf4 Sg4"
    assert_after(layout, "c1c2", "Lc2 le7 Cd4")
    assert drowned(layout, "c1c2") == placed("Za4 Eb4 Gc4 Me4 Pf4 Sg4")
    assert_after(layout, "a4b6", "Lc1 le7 Zb6 Cd4")
    assert drowned(layout, "a4b6") == placed("Eb4 Gc4 Me4 Pf4 Sg4")


def test_others_drown_while_one_piece_enters() -> None:
    assert_after("Lc1 le7 Ea4 Pd3", "d3d4", "Lc1 le7 Pd4")


def test_others_drown_while_a_pawn_is_promoted() -> None:
    assert_after("Lc1 le5 Ea4 Pa6", "a6a7", "Lc1 le5 Sa7")


@pytest.mark.parametrize(
    ("layout", "text", "expected"),
    [
        ("Lc1 le7 Ed4 pf4", "d4f4", "Lc1 le7"),
        ("Lc1 le7 Sd4 pe4", "d4e4", "Lc1 le7"),
        ("Lc1 le7 Gd4 pb4", "d4b4", "Lc1 le7"),
        ("Lc1 le7 Md4 ee4 za1", "d4f4", "Lc1 le7 za1"),
    ],
)
def test_captures_by_a_drowning_piece_stand(layout: str, text: str, expected: str) -> None:
    assert_after(layout, text, expected)


def test_a_piece_captured_in_the_river_does_not_drown() -> None:
    position = place("Lc1 le7 Zb2 ea4")
    transition = CONGO.transition(position, move(position, "b2a4"))
    assert as_set(transition.captured) == placed("ea4")
    assert not transition.drowned


def test_the_turn_that_captures_the_lion_ends_like_any_other() -> None:
    assert_after("Lc3 lc7 Ea4 Cb4", "c3c7", "Lc7 Cb4")
    assert_after("Lc1 le6 Ea4 Zd4", "d4e6", "Lc1 Ze6")
    assert_after("Ld1 le5 Md4 Ea4", "d4f6", "Ld1 Mf6")
    assert winner(after(place("Lc3 lc7 Ea4 Cb4"), "c3c7")) == "w"


def test_drowning_may_leave_the_two_lions_alone() -> None:
    assert winner(after(place("Lc1 le7 Ea4"), "c1c2")) == "draw"


def test_drowned_moved_piece_is_reported_on_its_destination() -> None:
    position = place("Lc1 le7 Ed4")
    (lost,) = CONGO.transition(position, move(position, "d4f4")).drowned
    assert (lost.piece.side, lost.piece.kind) == (FIRST, "E")
    assert CONGO.notation.square_name(position, lost.square) == "f4"


def test_standing_on_the_banks_is_safe() -> None:
    assert_after("Lc1 le7 Ea3 Eb5", "c1c2", "Lc2 le7 Ea3 Eb5")
