"""Conga's positions and moves as texts: parsing, formatting, and errors."""

from __future__ import annotations

import pytest

from engine.rules import texts as common_texts
from engine.rules.errors import FenError, IllegalMove
from tests.engine.rules.conga.support import CONGA, board, refusal, texts

START = "b10,-,-,-/-,-,-,-/-,-,-,-/-,-,-,w10 b"


def test_ranks_are_written_from_four_to_one_and_files_from_a_to_d() -> None:
    position = board("b1 b2 - w3", "- - - -", "- w4 - -", "- - - b5", side="w")
    found = {
        CONGA.notation.square_name(position, at): piece
        for at, piece in CONGA.notation.pieces(position).items()
    }
    assert {name: piece.count for name, piece in found.items()} == {
        "a4": 1,
        "b4": 2,
        "d4": 3,
        "b2": 4,
        "d1": 5,
    }
    assert CONGA.notation.format(position) == "b1,b2,-,w3/-,-,-,-/-,w4,-,-/-,-,-,b5 w"


def test_a_tower_of_ten_fits_on_every_square() -> None:
    for square in range(1, 16):
        cells = ["w1"] + ["-"] * 15
        cells[square] = "b10"
        ranks = "/".join(",".join(cells[at : at + 4]) for at in (12, 8, 4, 0))
        assert CONGA.notation.format(CONGA.notation.parse(f"{ranks} b")) == f"{ranks} b"


@pytest.mark.parametrize("text", [f"  {START} ", START.replace(" b", " \t b\n")])
def test_blanks_around_fields_are_ignored(text: str) -> None:
    assert CONGA.notation.parse(text) == CONGA.start()


@pytest.mark.parametrize(
    ("text", "field", "rank", "reason"),
    [
        ("", "board", None, "missing"),
        (START[:-2], "side to move", None, "missing"),
        (f"{START} 1", "end", None, "unexpected '1'; a FEN has board and side to move"),
        (START[:-1] + "x", "side to move", None, "'x' is neither b (Black) nor w (White)"),
        (START[:-1] + "B", "side to move", None, "'B' is neither"),
        ("b10,-,-,-/-,-,-,-/-,-,-,w10 b", "board", None, "it has 3 ranks instead of 4"),
        ("b10,-,-/-,-,-,-/-,-,-,-/-,-,-,w10 b", "board", "rank 4", "3 cells instead of 4"),
        ("b10,-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,w10 b", "board", "rank 4", "5 cells instead of 4"),
        ("b10,-,-,-/-,-,-,-/4/-,-,-,w10 b", "board", "rank 2", "1 cell instead of 4"),
        ("b10,-,-,-/x,-,-,-/-,-,-,-/-,-,-,w10 b", "board", "rank 3", "'x' is neither"),
        ("b10,-,-,-/,-,-,-/-,-,-,-/-,-,-,w10 b", "board", "rank 3", "'' is neither"),
        ("b,-,-,-/-,-,-,-/-,-,-,-/-,-,-,w10 b", "board", "rank 4", "'b' is neither"),
        ("B10,-,-,-/-,-,-,-/-,-,-,-/-,-,-,w10 b", "board", "rank 4", "'B10' is neither"),
        ("b-1,-,-,-/-,-,-,-/-,-,-,-/-,-,-,w10 b", "board", "rank 4", "'b-1' is neither"),
        ("b²,-,-,-/-,-,-,-/-,-,-,-/-,-,-,w10 b", "board", "rank 4", "'b²' is neither"),
        ("b0,b1,-,-/-,-,-,-/-,-,-,-/-,-,-,w10 b", "board", "rank 4", "'b0' must have 1 to 10"),
        ("b10,-,-,-/-,-,-,-/-,-,-,-/-,-,-,w11 b", "board", "rank 1", "'w11' must have 1 to 10"),
        ("b10,-,-,-/-,-,-,-/b1,-,-,-/-,-,-,w10 b", "board", "rank 2", "black has 11 stones"),
        ("b10,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- b", "board", None, "white has no stone"),
        ("-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,w3 w", "board", None, "black has no stone"),
    ],
)
def test_an_error_names_field_rank_and_reason(text: str, field: str, rank: str | None, reason: str) -> None:
    with pytest.raises(FenError) as caught:
        CONGA.notation.parse(text)
    assert (caught.value.field, caught.value.rank) == (field, rank)
    assert reason in caught.value.reason
    assert "\n" not in str(caught.value)


def test_fewer_stones_than_at_the_start_may_be_set_up() -> None:
    assert texts(board("b1 - - -", "- - - -", "- - - -", "- - - w1")) == ["a4E", "a4S", "a4SE"]


def test_a_move_is_written_as_square_and_compass_direction() -> None:
    assert texts(CONGA.start()) == ["a4E", "a4S", "a4SE"]


@pytest.mark.parametrize("text", ["a4SE", "A4se", "a4sE", "A4SE"])
def test_a_move_is_read_in_either_case_and_written_in_one(text: str) -> None:
    assert CONGA.parse_move(CONGA.start(), text).text == "a4SE"


@pytest.mark.parametrize(
    "text", ["", "a4", "SE", "a4X", "a4SEE", "a5N", "e1N", "a0N", "a4b3", "a4 SE", "a4NS"]
)
def test_explains_invalid_move_text(text: str) -> None:
    assert f"'{text}' is not a move" in refusal(CONGA.start(), text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a4N", "the board ends at a4 in that direction"),
        ("a4NW", "the board ends at a4 in that direction"),
        ("a4E", "White holds b4, the first square on the way"),
        ("c3N", "there is no stack on c3"),
        ("b4E", common_texts.not_yours("the stack on b4", "White", "Black")),
    ],
)
def test_rejects_an_impossible_move_with_the_reason(text: str, reason: str) -> None:
    position = board("b9 w1 - -", "- - - -", "- - - -", "- - - w9")
    assert refusal(position, text) == f"{text} is not possible: {reason}"


def test_white_cannot_move_a_black_stack() -> None:
    position = board("w9 b1 - -", "- - - -", "- - - -", "- - - b9", side="w")
    assert refusal(position, "a4E") == "a4E is not possible: Black holds b4, the first square on the way"


def test_no_move_parses_in_a_finished_game() -> None:
    assert "the game is over" in refusal(board("b9 w1 - -", "w1 w1 - -", "- - - -", "- - - -"), "a4E")


@pytest.mark.parametrize(
    ("source", "ours"),
    [
        ("(1,4) right", "a4E"),
        ("(1, 4) down", "a4S"),
        ("(1,4) down right", "a4SE"),
        ("(1,4)right-down", "a4SE"),
    ],
)
def test_the_sources_coordinates_are_read(source: str, ours: str) -> None:
    start = CONGA.start()
    assert CONGA.parse_move(start, source) == CONGA.parse_move(start, ours)


@pytest.mark.parametrize(
    "text", ["(5,4) up", "(1,4)", "(1,4) sideways", "(1,4) up down", "(1,4) right right"]
)
def test_rejects_invalid_coordinates(text: str) -> None:
    with pytest.raises(IllegalMove, match="is not a move"):
        CONGA.parse_move(CONGA.start(), text)
