"""Konane's positions and moves as texts, and as clicks."""

from __future__ import annotations

import pytest

from engine.rules import texts as common_texts
from engine.rules.errors import FenError, IllegalMove
from engine.rules.konane import texts
from engine.rules.values import Clicks, Placed, Target
from engine.rules.words import sentence
from tests.engine.rules.konane.support import FOUR, KONANE, SIX, after, path, square

# --- positions


@pytest.mark.parametrize("size", [4, 6, 8])
def test_the_start_is_the_full_board_on_ply_zero(size: int) -> None:
    rows = [("bw" * 5)[row % 2 :][:size] for row in range(size)]
    assert KONANE.notation.format(KONANE.start(size)) == f"{'/'.join(rows)} b 0"


def test_empty_squares_are_digits_and_two_digits_in_a_row_are_read() -> None:
    assert KONANE.notation.format(KONANE.notation.parse(" b111/22/4/13  b   2 ")) == "b3/4/4/4 b 2"


def test_the_ply_number_is_part_of_the_position() -> None:
    assert KONANE.notation.parse("bw2/4/4/4 b 2") != KONANE.notation.parse("bw2/4/4/4 b 4")
    assert KONANE.notation.parse("bw2/4/4/4 b 2").move_number == 2


def test_the_same_stones_on_another_board_are_another_position() -> None:
    assert KONANE.notation.parse("4/4/4/1b2 b 2") != KONANE.notation.parse("6/6/6/6/6/1b4 b 2")
    assert KONANE.notation.parse("4/4/4/1b2 b 2").key != KONANE.notation.parse("6/6/6/6/6/1b4 b 2").key


@pytest.mark.parametrize(
    ("fen", "field", "rank", "reason"),
    [
        ("", "board", None, "missing"),
        ("bwbw/wbwb/bwbw/wbwb", "side to move", None, "missing"),
        ("bwbw/wbwb/bwbw/wbwb b", "ply number", None, "missing"),
        ("bwbw/wbwb/bwbw/wbwb b 0 1", "end", None, "unexpected '1'; a FEN has board, side to move"),
        ("bwbw/wbwb/bwbw b 0", "board", None, "it has 3 ranks; a board has 4, 6 or 8"),
        ("5/5/5/5/5 b 2", "board", None, "it has 5 ranks"),
        ("b3/4/5/4 b 2", "board", "rank 2", "'5' is neither"),
        ("b3/4/41/4 b 2", "board", "rank 2", "has 5 squares instead of 4"),
        ("b3/4/3/4 b 2", "board", "rank 2", "has 3 squares instead of 4"),
        ("b3/4/x3/4 b 2", "board", "rank 2", "'x' is neither a piece (b or w)"),
        ("B3/4/4/4 b 2", "board", "rank 4", "'B' is neither"),
        ("w3/4/4/4 b 2", "board", "rank 4", "a4 is a black square: a white stone cannot be there"),
        ("4/4/4/b3 b 2", "board", "rank 1", "a1 is a white square: a black stone cannot be there"),
        ("b3/4/4/4 x 2", "side to move", None, "'x' is neither b (Black) nor w (White)"),
        ("b3/4/4/4 w 2", "side to move", None, "Black moves on even plies, so it is Black's turn on ply 2"),
        ("b3/4/4/4 b 3", "side to move", None, "White moves on odd plies, so it is White's turn on ply 3"),
        ("b3/4/4/4 b -2", "ply number", None, common_texts.not_a_counter("'-2'")),
        ("b3/4/4/4 b x", "ply number", None, common_texts.not_a_counter("'x'")),
        (f"b3/4/4/4 b {'2' * 30}", "ply number", None, "which no game reaches"),
        (f"b3/4/4/4 w {10**9 + 1}", "ply number", None, "which no game reaches"),
        ("bwbw/wbwb/bwbw/1bwb b 0", "board", "rank 1", "full on ply 0, but a1 is empty"),
        ("bwbw/wb1b/bwbw/wbwb b 0", "board", "rank 3", "full on ply 0, but c3 is empty"),
        ("bwbw/wbwb/bwbw/wbwb w 1", "board", None, "on ply 1 exactly one stone is missing"),
        ("bw1w/wbwb/bwbw/wbwb w 1", "board", None, "on one of d1, c2, b3, a4"),
        ("1wbw/wbwb/bwbw/wbw1 w 1", "board", None, "exactly one stone"),
        ("1wbw/wbwb/bwbw/1bwb w 1", "board", None, "exactly one stone"),
    ],
)
def test_a_bad_position_names_field_rank_and_reason(
    fen: str, field: str, rank: str | None, reason: str
) -> None:
    with pytest.raises(FenError) as caught:
        KONANE.notation.parse(fen)
    assert caught.value.field == field
    assert caught.value.rank == rank
    assert reason in caught.value.reason
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("gap", ["a4", "b3", "c2", "d1"])
def test_on_ply_one_any_opening_square_may_be_empty(gap: str) -> None:
    fen = after(FOUR, gap)
    assert fen.endswith(" w 1")
    assert KONANE.notation.format(KONANE.notation.parse(fen)) == fen


def test_any_set_up_is_legal_from_ply_two() -> None:
    for fen in ("bwbw/wbwb/bwbw/wbwb b 2", "4/4/4/4 w 3", "bwbw/wbwb/bwbw/wbwb w 61", f"4/4/4/4 b {10**9}"):
        assert KONANE.notation.format(KONANE.notation.parse(fen)) == fen


@pytest.mark.parametrize(
    ("like", "stones", "side", "ply"),
    [
        ("bwbw/wbwb/bwbw/wbwb b 0", 16, 0, 0),
        ("bwbw/wbwb/bwbw/wbwb b 0", 15, 1, 1),
        ("bwbw/wbwb/bwbw/wbwb b 0", 14, 0, 2),
        ("bwbw/wbwb/bwbw/wbwb b 0", 14, 1, 3),
        ("bwbw/wbwb/bwbw/wbwb b 0", 3, 0, 2),
        ("bwbw/wbwb/bw2/wbwb w 7", 9, 1, 7),
        ("bwbw/wbwb/bw2/wbwb w 7", 9, 0, 2),
        ("bwbw/wbwb/bw2/wbwb w 7", 15, 1, 1),
        ("bwbw/wbwb/bw2/wbwb w 7", 16, 1, 0),
    ],
)
def test_set_up_ply_follows_from_stones_and_side(like: str, stones: int, side: int, ply: int) -> None:
    position = KONANE.notation.parse(like)
    pieces = dict(list(KONANE.notation.pieces(KONANE.start(4)).items())[:stones])
    assert KONANE.notation.set_up_counters(position, pieces, side) == [str(ply)]


# --- moves


def test_ranks_count_from_the_bottom_and_the_upper_left_corner_is_the_highest() -> None:
    position = KONANE.notation.parse(SIX)
    assert KONANE.notation.square_name(position, square(position, "a6")) == "a6"
    assert KONANE.notation.pieces(position)[square(position, "a6")].side == 0
    assert square(position, "a1") == 0
    assert square(position, "f6") == 35
    assert KONANE.notation.square_at(position, "g1") is None
    assert KONANE.notation.square_at(position, "a7") is None


@pytest.mark.parametrize(
    ("fen", "text", "reason"),
    [
        (SIX, "a6a4", texts.FIRST_STONE),
        (SIX, "e2", texts.FIRST_STONE),
        (SIX, "b6", common_texts.not_yours("the stone on b6", "White", "Black")),
        (SIX, "g7", "there is no square g7"),
        ("1wbwbw/wbwbwb/bwbwbw/wbwbwb/bwbwbw/wbwbwb w 1", "f6", texts.SECOND_STONE),
        ("1wbwbw/wbwbwb/bwbwbw/wbwbwb/bwbwbw/wbwbwb w 1", "a6", "there is no stone on a6"),
        ("bw1w2/6/6/6/6/6 b 2", "a6", texts.NEW_SQUARE),
        ("bw1w2/6/6/6/6/6 b 2", "a6b6", "a stone jumps two squares"),
        ("bw1w2/6/6/6/6/6 b 2", "a6c4", "straight along its file or rank"),
        ("bw1w2/6/6/6/6/6 b 2", "a6a4", "there is no stone on a5 to jump over"),
        ("bwb3/6/6/6/6/1bw3 b 2", "a6c6", "c6, where it would land, is not empty"),
        ("bwbw2/6/6/6/6/6 b 2", "a6e6", "c6, where it would land on the way, is not empty"),
        ("bw4/6/6/6/6/6 b 2", "a6e6", "there is no stone on d6 to jump over"),
        ("bw1w2/6/6/6/6/6 b 2", "b6d6", "the stone on b6 is White's"),
        ("bw1w2/6/6/6/6/6 b 2", "a6c6e6", "'a6c6e6' is not a move; write the stone's square"),
        ("bw1w2/6/6/6/6/6 b 2", "", "'' is not a move"),
        ("b5/6/6/6/6/6 b 2", "a6c6", "the game is over"),
    ],
)
def test_explains_an_illegal_move(fen: str, text: str, reason: str) -> None:
    position = KONANE.notation.parse(fen)
    with pytest.raises(IllegalMove) as caught:
        KONANE.parse_move(position, text)
    assert reason in str(caught.value)


@pytest.mark.parametrize(
    ("fen", "clicked", "name", "reason"),
    [
        (SIX, "", "e2", sentence(texts.FIRST_STONE)),
        (SIX, "", "a5", sentence(common_texts.not_yours("that stone", "White", "Black"))),
        ("bw1w2/6/6/6/6/1b4 b 2", "", "b1", "This stone has no enemy beside it"),
        ("bw1w2/6/6/6/6/6 b 2", "a6", "a6", sentence(texts.NEW_SQUARE)),
        ("bw1w2/6/6/6/6/6 b 2", "a6c6", "a6", sentence(texts.NEW_SQUARE)),
        ("bw1w2/6/6/6/6/6 b 2", "a6c6", "c4", "A stone jumps two squares, or four or six, straight"),
        ("bw1w2/6/6/6/6/6 b 2", "a6", "c2", "A stone jumps two squares, or four or six, straight"),
    ],
)
def test_explains_an_impossible_click(fen: str, clicked: str, name: str, reason: str) -> None:
    position = KONANE.notation.parse(fen)
    assert KONANE.prose.why_not(position, path(position, clicked), square(position, name)).startswith(reason)


# --- clicks and transitions


def test_in_the_opening_a_stone_is_clicked_once() -> None:
    position = KONANE.notation.parse(SIX)
    assert {target.square for target in KONANE.clicks.after(position, ()).onward} == {
        square(position, name) for name in ("a6", "c4", "d3", "f1")
    }
    clicks = KONANE.clicks.after(position, path(position, "c4"))
    assert [move.text for move in clicks.moves] == ["c4"]
    assert clicks.onward == ()


def test_a_jump_is_clicked_landing_by_landing_and_may_stop_at_each() -> None:
    position = KONANE.notation.parse("bw1w2/6/6/6/6/6 b 2")
    assert KONANE.clicks.after(position, path(position, "a6")).onward == (
        Target(square(position, "c6"), (square(position, "b6"),)),
    )
    clicks = KONANE.clicks.after(position, path(position, "a6c6"))
    assert [move.text for move in clicks.moves] == ["a6c6"]
    assert clicks.onward == (Target(square(position, "e6"), (square(position, "d6"),)),)
    assert [move.text for move in KONANE.clicks.after(position, path(position, "a6c6e6")).moves] == ["a6e6"]
    assert KONANE.clicks.after(position, path(position, "a6e6")) == Clicks()


def test_a_drag_over_several_jumps_is_the_long_jump() -> None:
    position = KONANE.notation.parse("bw1w2/6/6/6/6/6 b 2")
    (move,) = KONANE.clicks.moves_between(position, square(position, "a6"), square(position, "e6"))
    assert move.text == "a6e6"
    assert move.path == path(position, "a6c6e6")


def test_a_removal_takes_an_own_stone_and_captures_nothing() -> None:
    position = KONANE.notation.parse(SIX)
    done = KONANE.transition(position, KONANE.parse_move(position, "d3"))
    here = square(position, "d3")
    assert done.path == (here,)
    assert done.removed == (Placed(here, done.piece),)
    assert done.captured == done.jumped == ()
    assert done.progress


def test_a_jump_lists_its_captures_in_order() -> None:
    position = KONANE.notation.parse("6/6/6/6/6/wb1b2 w 3")
    done = KONANE.transition(position, KONANE.parse_move(position, "a1e1"))
    assert done.path == path(position, "a1c1e1")
    assert [one.square for one in done.captured] == list(path(position, "b1d1"))
    assert done.jumped == done.captured


@pytest.mark.parametrize(("source", "ours"), [("(0, 0)", "a6"), ("(3,3)", "d3"), ("( 5 , 5 )", "f1")])
def test_the_sources_coordinates_are_read(source: str, ours: str) -> None:
    start = KONANE.start(6)
    assert KONANE.parse_move(start, source) == KONANE.parse_move(start, ours)


def test_a_jump_in_the_sources_coordinates() -> None:
    position = KONANE.start(6)
    for text in ("(2, 2)", "(2, 1)", "(4, 2) (2, 2)"):
        position = KONANE.play(position, KONANE.parse_move(position, text))
    ours = KONANE.start(6)
    for text in ("c4", "c5", "e4c4"):
        ours = KONANE.play(ours, KONANE.parse_move(ours, text))
    assert position == ours


@pytest.mark.parametrize("text", ["(9,9)", "(8,0)", "(0,8)", "(0,0", "(0 0)", "(0,0) x", "()"])
def test_rejects_invalid_coordinates(text: str) -> None:
    with pytest.raises(IllegalMove, match="is not a move"):
        KONANE.parse_move(KONANE.start(8), text)


@pytest.mark.parametrize(("size", "stone", "jump"), [(4, "b3", "b3b1"), (6, "c4", "c5c3"), (8, "d5", "d7d5")])
def test_examples_fit_the_board(size: int, stone: str, jump: str) -> None:
    start = KONANE.start(size)
    with pytest.raises(IllegalMove, match=f"such as {stone}$"):
        KONANE.parse_move(start, "zz")
    opened = KONANE.play(start, KONANE.parse_move(start, stone))
    later = KONANE.play(opened, KONANE.legal_moves(opened)[0])
    with pytest.raises(IllegalMove, match=f"such as {jump}$"):
        KONANE.parse_move(later, "zz")


@pytest.mark.parametrize(
    ("fen", "hint"),
    [
        (SIX, texts.FIRST_HINT),
        ("1wbwbw/wbwbwb/bwbwbw/wbwbwb/bwbwbw/wbwbwb w 1", texts.FIRST_HINT),
        ("bwbwbw/wbwbwb/bw1w1w/wbwbwb/bwbwbw/wbwbwb b 2", "can jump"),
    ],
)
def test_the_first_hint_fits_the_position(fen: str, hint: str) -> None:
    assert hint in KONANE.prose.first_hint(KONANE.notation.parse(fen))
