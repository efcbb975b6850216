"""Results: what the position alone decides, and in which order."""

from __future__ import annotations

import pytest

from engine.rules.congo.facts import BARE_LIONS, LION_CAPTURED
from engine.rules.values import FIRST, SECOND, Outcome, Reason
from tests.engine.rules.congo.support import CONGO, after, flipped, flipped_squares, place, texts, winner

NO_MOVES = "7/7/ssslsss/sssssss/MMMMLMM/PPPPPPP/7 w 1"


@pytest.mark.parametrize(
    ("layout", "text"),
    [
        ("Ld1 ld7 Zd3 Zb6 Pa1", "b6d7"),
        ("Ld1 ld7 Zd3 Ed5", "d5d7"),
        ("Ld1 ld7 Zd3 Gb5", "b5d7"),
        ("Ld1 ld7 Zd3 Cc6", "c6d7"),
        ("Ld1 ld7 Zd3 Pc6", "c6d7"),
        ("Ld1 ld6 Zd3 Sc6", "c6d6"),
        ("Ld1 ld6 Zd3 Mc6", "c6e6"),
        ("Ld1 ld7 Pa1", "d1d7"),
        ("Lc3 le5 Pa1", "c3e5"),
    ],
)
def test_capturing_the_lion_wins_at_once(layout: str, text: str) -> None:
    position = after(place(layout), text)
    assert CONGO.outcome(position) == Outcome(FIRST, LION_CAPTURED)
    assert texts(position) == []
    swapped = after(place(flipped(layout), "b"), flipped_squares(text))
    assert CONGO.outcome(swapped) == Outcome(SECOND, LION_CAPTURED)


@pytest.mark.parametrize("side", "wb")
def test_a_side_without_a_lion_has_lost_with_either_side_to_move(side: str) -> None:
    assert CONGO.outcome(place("Lc1 ee7 Pa1", side)) == Outcome(FIRST, LION_CAPTURED)
    assert CONGO.outcome(place("Ec1 le7 Pa1", side)) == Outcome(SECOND, LION_CAPTURED)
    assert texts(place("Lc1 ee7 Pa1", side)) == texts(place("Ec1 le7 Pa1", side)) == []


@pytest.mark.parametrize("side", "wb")
def test_only_the_two_lions_left_is_a_draw(side: str) -> None:
    position = place("Lc1 le7", side)
    assert CONGO.outcome(position) == Outcome(None, BARE_LIONS)
    assert texts(position) == []


@pytest.mark.parametrize("layout", ["Ld1 ld7", "Ld3 ld5", "Lc3 le5", "Le3 lc5"])
@pytest.mark.parametrize("side", "wb")
def test_bare_lions_draw_even_if_they_face_each_other(layout: str, side: str) -> None:
    assert CONGO.outcome(place(layout, side)) == Outcome(None, BARE_LIONS)
    assert texts(place(layout, side)) == []


def test_capturing_the_last_other_piece_draws_at_once() -> None:
    assert winner(after(place("Ld1 ld7 pd2"), "d1d2")) == "draw"


def test_capturing_the_lion_with_the_last_piece_is_a_win_not_a_draw() -> None:
    position = after(place("Ld1 ld7 pa6"), "d1d7")
    assert CONGO.outcome(position) == Outcome(FIRST, LION_CAPTURED)


def test_flying_capture_leaving_a_lone_lion_wins() -> None:
    # The pawn in the river drowns in the same turn.
    position = after(place("Lc1 lc7 Pa4"), "c1c7")
    assert CONGO.notation.format(position) == "2L4/7/7/7/7/7/7 b 1"
    assert CONGO.outcome(position) == Outcome(FIRST, LION_CAPTURED)


@pytest.mark.parametrize("piece", ["Pa1", "Sa1", "Ca1", "Ma1", "Za1", "Ea1", "Ga1", "Pa4"])
@pytest.mark.parametrize("side", "wb")
def test_a_lion_and_any_piece_against_a_lion_is_played_out(piece: str, side: str) -> None:
    position = place(f"Lc1 le7 {piece}", side)
    assert CONGO.outcome(position) is None
    assert texts(position)


def test_a_player_without_a_legal_move_loses() -> None:
    position = CONGO.notation.parse(NO_MOVES)
    assert texts(position) == []
    assert CONGO.outcome(position) == Outcome(SECOND, Reason.NO_MOVES)


def test_a_black_player_without_a_legal_move_loses() -> None:
    position = CONGO.notation.parse("7/ppppppp/mmmmlmm/SSSSSSS/SSSLSSS/7/7 b 1")
    assert texts(position) == []
    assert CONGO.outcome(position) == Outcome(FIRST, Reason.NO_MOVES)


def test_the_other_side_can_still_move() -> None:
    position = CONGO.notation.parse(NO_MOVES.replace(" w ", " b "))
    assert texts(position)
    assert CONGO.outcome(position) is None


@pytest.mark.parametrize("side", "wb")
def test_start_position_is_not_over(side: str) -> None:
    position = CONGO.notation.parse(f"gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ {side} 1")
    assert CONGO.outcome(position) is None


def test_an_attacked_lion_does_not_end_the_game() -> None:
    # White's lion can be captured after any move; the game continues until that happens.
    position = place("Lc1 le7 ec3 cb1 cb3 zd4")
    assert CONGO.outcome(position) is None
    position = after(position, "c1d1")
    assert CONGO.outcome(position) is None
