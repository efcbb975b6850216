"""Positions as texts: accepted forms, rejected ones with reasons, and round trips."""

from __future__ import annotations

import pytest

from engine.rules.errors import FenError
from tests.engine.rules.congo.support import CONGO, after, layout_of, ordered, place

BOARD = "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ"
TWO_LIONS = "3l3/7/7/7/7/7/3L3"


def refused(text: str) -> FenError:
    """Return the error for a rejected text."""
    with pytest.raises(FenError) as caught:
        CONGO.notation.parse(text)
    assert "\n" not in str(caught.value)
    assert caught.value.field in str(caught.value)
    return caught.value


@pytest.mark.parametrize(
    ("text", "written"),
    [
        (f"{BOARD} w 1", f"{BOARD} w 1"),
        (f"{BOARD} b 12", f"{BOARD} b 12"),
        (f"{BOARD} w", f"{BOARD} w 1"),
        (f"{BOARD} b", f"{BOARD} b 1"),
        (f"{BOARD} w 0", f"{BOARD} w 0"),
        (f"{BOARD} w 123456", f"{BOARD} w 123456"),
        (f"{BOARD} w 007", f"{BOARD} w 7"),
        (f"  {BOARD}   w \t 3\n", f"{BOARD} w 3"),
        (f"\t{BOARD}\tb\t3\r\n", f"{BOARD} b 3"),
        (f"{BOARD}/w/-1", f"{BOARD} w 1"),
        (f"{BOARD}/b/-1", f"{BOARD} b 1"),
        (f" {BOARD}/b/-1 \n", f"{BOARD} b 1"),
        (f"{BOARD}/w", f"{BOARD} w 1"),
        ("gmelecz/ppppppp/34/1111111/43/PPPPPPP/GMELECZ w 1", f"{BOARD} w 1"),
        ("12l3/7/7/7/7/7/111L21 w 1", f"{TWO_LIONS} w 1"),
    ],
)
def test_parses_accepted_forms_and_formats_one(text: str, written: str) -> None:
    assert CONGO.notation.format(CONGO.notation.parse(text)) == written


def test_upper_case_is_white_and_ranks_run_from_seven_to_one() -> None:
    position = CONGO.notation.parse("2l3z/7/7/c6/7/7/P1L4 b 3")
    assert layout_of(position) == ordered("lc7 zg7 ca4 Pa1 Lc1")
    assert position.side == 1
    assert position.move_number == 3


@pytest.mark.parametrize(
    ("board", "rank", "reason"),
    [
        ("3l2/7/7/7/7/7/3L3", "rank 7", "6"),
        ("3l3/7/7/7/7/7/3L31", "rank 1", "8"),
        ("3l3/34p/7/7/7/7/3L3", "rank 6", "8"),
        ("3l3/7//7/7/7/3L3", "rank 5", "0"),
        ("3l3/7/7/8/7/7/3L3", "rank 4", "8"),
        ("3l3/7/7/9/7/7/3L3", "rank 4", "9"),
        ("3l3/7/7/7/1x5/7/3L3", "rank 3", "x"),
        ("3l3/7/7/7/7/K6/3L3", "rank 2", "K"),
        ("3l3/7/7/7/7/²6/3L3", "rank 2", "²"),
        ("3l3/7/7/7/7/٧/3L3", "rank 2", "٧"),
        ("3l3/7/7/7/7/-7/3L3", "rank 2", "-"),
        ("P2l3/7/7/7/7/7/3L3", "rank 7", "superpawn"),
        ("3l2P/7/7/7/7/7/3L3", "rank 7", "g7"),
        ("3l3/7/7/7/7/7/p2L3", "rank 1", "superpawn"),
        ("3l3/7/7/7/7/7/3L2p", "rank 1", "g1"),
        ("1l5/7/7/7/7/7/3L3", "rank 7", "castle"),
        ("7/7/7/2l4/7/7/3L3", "rank 4", "castle"),
        ("7/7/7/7/2l4/7/3L3", "rank 3", "castle"),
        ("3l3/7/7/7/7/7/5L1", "rank 1", "castle"),
        ("3l3/7/7/3L3/7/7/7", "rank 4", "castle"),
        ("3l3/7/4L2/7/7/7/7", "rank 5", "castle"),
        ("7/7/7/3L3/7/7/7", "rank 4", "castle"),
        ("7/7/l6/7/7/7/7", "rank 5", "castle"),
    ],
)
def test_explains_a_bad_rank(board: str, rank: str, reason: str) -> None:
    error = refused(f"{board} w 1")
    assert error.field == "board"
    assert error.rank == rank
    assert rank in str(error)
    assert reason in str(error)


@pytest.mark.parametrize(
    ("board", "reason"),
    [
        ("3l3/7/7/7/7/3L3", "6"),
        ("3l3/7/7/7/7/7/7/3L3", "8"),
        ("3l3", "1"),
        ("/3l3/7/7/7/7/7/3L3", "8"),
        ("7/7/7/7/7/7/7", "lion"),
        ("gmeeecz/ppppppp/7/7/7/PPPPPPP/GMEEECZ", "lion"),
        ("2ll3/7/7/7/7/7/3L3", "2 lions"),
        ("3l3/7/7/7/7/3L3/3L3", "2 lions"),
        ("3l3/7/2L4/7/7/7/3L3", "2 lions"),
        ("3l3/7/P6/PPPPPPP/PPPPPPP/7/3L3", "14"),
        ("3l3/7/p6/ppppppp/pppppp1/7/3L3", "14"),
    ],
)
def test_explains_a_bad_board(board: str, reason: str) -> None:
    error = refused(f"{board} w 1")
    assert error.field == "board"
    assert reason in str(error)


@pytest.mark.parametrize(
    ("text", "field", "reason"),
    [
        ("", "board", "empty"),
        (" \t\n", "board", "empty"),
        (BOARD, "side", "missing"),
        (f"{BOARD} W 1", "side", "W"),
        (f"{BOARD} white 1", "side", "white"),
        (f"{BOARD} 1", "side", "1"),
        (f"{BOARD} w -1", "move number", "-1"),
        (f"{BOARD} w x", "move number", "x"),
        (f"{BOARD} w 1.5", "move number", "1.5"),
        (f"{BOARD} w 1_0", "move number", "1_0"),
        (f"{BOARD} w ²", "move number", "²"),
        (f"{BOARD} w - 1", "", "1"),
        (f"{BOARD} w 1 2", "", "2"),
        (f"{BOARD} w 1 w 1", "", "w"),
        (f"{BOARD}/x/-1", "side", "x"),
        (f"{BOARD}/w/3", "", "3"),
        (f"{BOARD}/w/0", "", "0"),
        (f"{BOARD}/w/-2", "", "-2"),
        (f"{BOARD}/w/-1/7", "", "7"),
    ],
)
def test_explains_a_bad_field(text: str, field: str, reason: str) -> None:
    error = refused(text)
    assert field in error.field
    assert reason in error.reason


def test_rejects_the_middle_of_a_monkeys_jump() -> None:
    assert "monkey" in str(refused(f"{BOARD}/w/24"))


@pytest.mark.parametrize("start", ["x", f"{BOARD} ", f"{BOARD} w ", f"{BOARD}/", f"{BOARD}/w/"])
def test_error_messages_shorten_long_texts(start: str) -> None:
    lengths = [len(str(refused(start + junk))) for junk in ("9" * 5_000, "w" * 5_000, "7/" * 5_000)]
    assert max(lengths) < 300


@pytest.mark.parametrize(
    "text",
    [
        "3l3/7/7/7/7/7/3L3 w 1",
        "3l3/7/7/7/7/7/3L3 b 7",
        "7/7/7/7/7/7/2L4 b 1",
        "7/7/2L4/7/7/7/7 b 1",
        "7/7/7/7/2l4/7/7 w 1",
        "2l4/7/7/7/7/7/7 w 1",
        "7/3L3/7/7/7/7/6e w 30",
        "gme1ecz/ppppppp/7/7/7/PPPPPPP/GMELECZ b 4",
        "7/7/ssslsss/sssssss/MMMMLMM/PPPPPPP/7 w 1",
    ],
)
def test_terminal_positions_round_trip(text: str) -> None:
    position = CONGO.notation.parse(text)
    assert CONGO.notation.format(position) == text
    assert CONGO.notation.parse(CONGO.notation.format(position)) == position
    assert CONGO.outcome(position) is not None


@pytest.mark.parametrize("square", ["c1", "e3", "d2", "c5", "e7", "d6"])
@pytest.mark.parametrize("lion", "Ll")
def test_a_lone_lion_may_stand_in_either_castle(square: str, lion: str) -> None:
    assert layout_of(place(f"{lion}{square}")) == f"{lion}{square}"


@pytest.mark.parametrize("text", ["c1e7", "e7c1"])
def test_two_lions_stand_each_in_its_own_castle(text: str) -> None:
    layout = f"L{text[:2]} l{text[2:]}"
    if text == "c1e7":
        assert layout_of(place(layout)) == ordered(layout)
    else:
        with pytest.raises(FenError, match="castle"):
            place(layout)


def test_fourteen_pieces_a_side_of_any_kind_are_accepted() -> None:
    text = "3l3/7/sssssss/ssssss1/MMMMMM1/MMMMMMM/3L3 w 1"
    assert CONGO.notation.format(CONGO.notation.parse(text)) == text


def test_pawns_may_stand_on_their_own_first_rank() -> None:
    assert layout_of(place("Lc1 le7 Pa1 pa7")) == ordered("Lc1 le7 Pa1 pa7")


def test_superpawns_may_stand_anywhere() -> None:
    layout = "Lc1 le7 Sa1 Sa7 sg1 sg7 Sd4"
    assert layout_of(place(layout)) == ordered(layout)


def test_move_number_grows_after_blacks_move() -> None:
    position = CONGO.notation.parse(f"{BOARD} w 5")
    numbers = []
    for text in ("d2d3", "d6d5", "d3d4", "d5d4"):
        position = after(position, text)
        numbers.append(position.move_number)
    assert numbers == [5, 6, 6, 7]
    assert CONGO.notation.format(position).endswith(" w 7")


def test_move_number_zero_is_accepted_and_incremented() -> None:
    assert CONGO.notation.format(after(place("Lc1 le7 Pa1", "b", 0), "e7e6")) == "7/4l2/7/7/7/7/P1L4 w 1"


def test_formatted_fen_has_three_fields() -> None:
    for text in (f"{BOARD} w", f"{BOARD}/b/-1", f"{BOARD} b 9"):
        assert len(CONGO.notation.format(CONGO.notation.parse(text)).split(" ")) == 3
