"""Bonzee's positions and moves as texts: parsing, formatting, and errors."""

from __future__ import annotations

import pytest

from engine.rules import texts as common_texts
from engine.rules.errors import FenError
from tests.engine.rules.bonzee.support import BONZEE, place, refusal

BOARD = "rrrrrrrrr/rrrrrrrrr/gggg1rrrr/ggggggggg/ggggggggg"


def test_cells_are_named_by_row_and_column() -> None:
    position = BONZEE.start()
    names = [BONZEE.notation.square_name(position, cell) for cell in range(45)]
    assert names == [f"{row}{column}" for row in "EDCBA" for column in range(1, 10)]


@pytest.mark.parametrize(
    ("text", "written"),
    [
        (f"{BOARD} g 0", f"{BOARD} g 0"),
        (f"{BOARD} r 9", f"{BOARD} r 9"),
        (f"{BOARD} g", f"{BOARD} g 0"),
        (f"  {BOARD}\t g  7 ", f"{BOARD} g 7"),
        (f"{BOARD} g 007", f"{BOARD} g 7"),
        (f"{BOARD} g 10", f"{BOARD} g 10"),
        (f"{BOARD} g 250", f"{BOARD} g 250"),
        (f"{BOARD} g 999999", f"{BOARD} g 999999"),
        ("54/111111111/27/9/4g4 g 0", "9/9/9/9/4g4 g 0"),
        ("9/9/9/9/r8 r 3", "9/9/9/9/r8 r 3"),
    ],
)
def test_reads_and_formats_moves(text: str, written: str) -> None:
    assert BONZEE.notation.format(BONZEE.notation.parse(text)) == written


@pytest.mark.parametrize(
    ("text", "field", "row", "reason"),
    [
        ("", "board", None, "missing"),
        (BOARD, "side to move", None, "missing"),
        (f"{BOARD} g 0 1", "end", None, "unexpected '1'; a FEN has board, side to move"),
        (f"{BOARD} w", "side to move", None, "'w' is neither g (Green) nor r (Red)"),
        (f"{BOARD} g -1", "plies since the last attack", None, common_texts.not_a_counter("'-1'")),
        (f"{BOARD} g x", "plies since the last attack", None, common_texts.not_a_counter("'x'")),
        (f"{BOARD} g 1000000", "plies since the last attack", None, "at most 999999"),
        (f"{BOARD} g {'9' * 2000}", "plies since the last attack", None, "2000 digits"),
        ("9/9/9/9 g 0", "board", None, "4 rows instead of 5"),
        (f"{BOARD}/9 g 0", "board", None, "6 rows instead of 5"),
        ("8/9/9/9/g8 g 0", "board", "row A", "'8' has 8 squares instead of 9"),
        ("9/9/91/9/g8 g 0", "board", "row C", "10 squares instead of 9"),
        ("9/9/9/9/x8 g 0", "board", "row E", "'x' is neither a piece (r or g) nor 1 to 9"),
        ("9/R8/9/9/g8 g 0", "board", "row B", "'R' is neither"),
        ("9/9/9/0g8/9 g 0", "board", "row D", "'0' is neither"),
        ("9/9/9/9/9 g 0", "board", None, "there is no token"),
        ("ggggggggg/ggggggggg/ggggg4/9/r8 g 0", "board", "row C", "green has 23 tokens"),
        ("ggggggggg/rrrrrrrrr/rrrrrrrrr/rrrrrrrrr/9 g 0", "board", "row D", "red has 27 tokens"),
    ],
)
def test_an_error_names_field_row_and_reason(text: str, field: str, row: str | None, reason: str) -> None:
    with pytest.raises(FenError) as caught:
        BONZEE.notation.parse(text)
    assert (caught.value.field, caught.value.rank) == (field, row)
    assert reason in caught.value.reason
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("text", ["D4C5", "d4c5", "D4 C5", "d4 c5", " D4  C5 ", "D4\tc5"])
def test_moves_parse_with_or_without_a_blank_and_format_without(text: str) -> None:
    assert BONZEE.parse_move(BONZEE.start(), text).text == "D4C5"


@pytest.mark.parametrize(
    "text", ["", "C5", "K9", "C5 A", "C5  ", "C5A0", "D4C5B6", "D4 C5 B6", "D 4C5", "D4C 5", "D4-C5", "F1E1"]
)
def test_explains_invalid_move_text(text: str) -> None:
    assert f"'{text}' is not a move; write the two cells, such as C5B6 or C5 B6" in refusal(
        BONZEE.start(), text
    )


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("C5A2", "there is no token on C5"),
        ("A1A2", common_texts.not_yours("the token on A1", "Red", "Green")),
        ("D4 D4", "the token has to leave D4"),
        ("D4D5", "D5 is not empty"),
        ("D1C5", "C5 is not next to D1"),
    ],
)
def test_rejects_an_impossible_move_with_the_reason(text: str, reason: str) -> None:
    written = text.replace(" ", "")
    assert refusal(BONZEE.start(), text) == f"{written} is not possible: {reason}"


def test_rejects_a_diagonal_step_from_a_white_cell_with_the_reason() -> None:
    assert "C4 is a light cell" in refusal(place("gC4 rA1"), "C4B5")


def test_no_move_parses_in_a_finished_game() -> None:
    assert "the game is over" in refusal(place("gC4 rA1", quiet=10), "C4C5")


def test_move_text_is_the_same_with_and_without_captures() -> None:
    assert BONZEE.parse_move(place("gC4 rC6 rA1"), "C4C5").text == "C4C5"
