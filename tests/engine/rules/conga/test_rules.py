"""Conga's rules and rulings, one test each."""

from __future__ import annotations

from functools import reduce
from itertools import combinations
from operator import or_

import pytest

from engine.game.game import Game
from engine.rules import texts as common_texts
from engine.rules.conga import texts as conga_texts
from engine.rules.conga.board import AROUND, SQUARES
from engine.rules.errors import GameError
from engine.rules.values import FIRST, SECOND, Outcome, Reason
from engine.rules.words import sentence
from tests.engine.rules.conga.support import CONGA, after, board, texts

ONE = "- - - -"


# --- board and start


def test_black_starts_with_ten_stones_on_a4_and_white_with_ten_on_d1() -> None:
    assert CONGA.notation.format(CONGA.start()) == "b10,-,-,-/-,-,-,-/-,-,-,-/-,-,-,w10 b"
    assert (
        CONGA.notation.pieces(CONGA.start())[CONGA.notation.square_at(CONGA.start(), "a4") or 0].count == 10
    )


def test_ruling_black_moves_first() -> None:
    assert CONGA.facts.side_names == ("black", "white")
    assert CONGA.start().side == FIRST


def test_only_one_board_size() -> None:
    assert CONGA.notation.shape(CONGA.start()) == (4, 4)
    with pytest.raises(GameError, match="4x4 squares, not on 5x5"):
        CONGA.start(5)


# --- spreading


@pytest.mark.parametrize(
    ("stones", "expected"),
    [(1, "- b1 - -"), (2, "- b1 b1 -"), (3, "- b1 b2 -"), (4, "- b1 b2 b1"), (7, "- b1 b2 b4")],
)
def test_three_free_squares_get_one_two_and_the_rest_as_far_as_stones_go(stones: int, expected: str) -> None:
    assert after(board(f"b{stones} - - -", ONE, ONE, "- - - w1"), "a4E")[0] == expected


@pytest.mark.parametrize(("stones", "expected"), [(1, "b1 - w1"), (2, "b1 b1 w1"), (9, "b1 b8 w1")])
def test_two_free_squares_get_one_and_the_rest(stones: int, expected: str) -> None:
    assert after(board(f"b{stones} - - w1", ONE, ONE, ONE), "a4E")[0] == f"- {expected}"


@pytest.mark.parametrize("stones", [1, 2, 3, 10])
def test_one_free_square_gets_all(stones: int) -> None:
    assert after(board(f"b{stones} - w1 -", ONE, ONE, ONE), "a4E")[0] == f"- b{stones} w1 -"


def test_the_edge_ends_the_line_as_the_opponent_does() -> None:
    assert after(board(ONE, "- - b5 -", ONE, "w1 - - -"), "c3E")[1] == "- - - b5"
    assert after(board(ONE, "- b5 - -", ONE, "w1 - - -"), "b3E")[1] == "- - b1 b4"


def test_at_most_three_squares_count() -> None:
    # From one corner to the other there are three squares, so no line is longer.
    assert after(board("b10 - - -", ONE, ONE, "w1 - - -"), "a4SE") == [
        "- - - -",
        "- b1 - -",
        "- - b2 -",
        "w1 - - b7",
    ]


def test_without_a_free_square_the_direction_is_no_move() -> None:
    position = board("b3 w1 - -", "w1 w1 - -", ONE, "b1 - - -")
    assert [text for text in texts(position) if text.startswith("a4")] == []
    assert texts(position) == ["a1E", "a1N", "a1NE"]


def test_own_stones_are_not_in_the_way_and_grow() -> None:
    assert after(board("b6 b1 b2 b1", ONE, ONE, "w1 - - -"), "a4E")[0] == "- b2 b4 b4"
    assert after(board("b6 b1 b2 w1", ONE, ONE, ONE), "a4E")[0] == "- b2 b7 w1"


def test_an_opponent_beyond_a_free_square_blocks_the_line() -> None:
    assert after(board("b6 - w1 -", ONE, ONE, ONE), "a4E")[0] == "- b6 w1 -"


@pytest.mark.parametrize(
    ("text", "square"),
    [
        ("b2N", "b3"),
        ("b2NE", "c3"),
        ("b2E", "c2"),
        ("b2SE", "c1"),
        ("b2S", "b1"),
        ("b2SW", "a1"),
        ("b2W", "a2"),
        ("b2NW", "a3"),
    ],
)
def test_stacks_move_in_all_eight_directions(text: str, square: str) -> None:
    position = board("- - - w1", ONE, "- b1 - -", ONE)
    moved = CONGA.play(position, CONGA.parse_move(position, text))
    assert next(iter(CONGA.notation.pieces(moved))) == CONGA.notation.square_at(moved, square)


def test_ruling_a_single_stone_goes_to_the_first_square_of_any_line() -> None:
    for free in ("b1 - - -", "b1 - - w1", "b1 - w1 -"):
        assert after(board(free, ONE, ONE, "w1 - - -"), "a4E")[0].startswith("- b1 ")


def test_white_moves_by_the_same_rules() -> None:
    position = board("b1 - - -", ONE, ONE, "- - - w10", side="w")
    assert after(position, "d1NW") == ["b1 - - -", "- w9 - -", "- - w1 -", "- - - -"]


def test_ruling_example_two_stones_over_three_free_squares_leave_one_and_one() -> None:
    assert after(board("- - - -", "b2 - - -", ONE, "- - - w1"), "a3E")[1] == "- b1 b1 -"
    assert after(board("- - - -", "b3 - - -", ONE, "- - - w1"), "a3E")[1] == "- b1 b2 -"


# --- the end


def test_a_player_without_a_move_loses() -> None:
    trapped = board("b10 w1 - -", "w1 w1 - -", ONE, ONE)
    assert texts(trapped) == []
    assert CONGA.outcome(trapped) == Outcome(SECOND, Reason.NO_MOVES)


def test_a_trapped_player_not_to_move_does_not_lose() -> None:
    assert CONGA.outcome(board("b10 w1 - -", "w1 w1 - -", ONE, ONE, side="w")) is None


def test_stacks_next_to_each_other_can_always_move() -> None:
    assert texts(board("b1 b1 w1 -", "w1 w1 w1 -", ONE, ONE)) == ["a4E", "b4W"]


def test_ruling_the_third_occurrence_of_a_position_is_a_draw() -> None:
    game = Game(CONGA, board("b1 - - -", ONE, ONE, "- - - w1"))
    for _ in range(2):
        for text in ("a4E", "d1W", "b4W", "c1E"):
            assert game.outcome is None
            game.play(CONGA.parse_move(game.position, text))
    assert game.repetitions == 3
    assert game.outcome == Outcome(None, Reason.REPETITION)


def test_no_move_is_progress_so_any_earlier_position_may_return() -> None:
    game = Game(CONGA)
    for text in ("a4SE", "d1N"):
        assert not game.play(CONGA.parse_move(game.position, text)).transition.progress
    assert game.progress_clock == 2


# --- what a move shows


def test_the_transition_describes_the_spread_stack() -> None:
    position = board("b6 - - -", ONE, ONE, "w1 - - -")
    done = CONGA.transition(position, CONGA.parse_move(position, "a4SE"))
    names = [CONGA.notation.square_name(position, square) for square in done.path]
    assert names == ["a4", "b3", "c2", "d1"]
    assert done.piece.count == 6
    assert [(one.square, one.piece.count) for one in done.spread] == [
        (done.path[1], 1),
        (done.path[2], 2),
        (done.path[3], 3),
    ]
    assert done.captured == done.removed == ()


def test_the_transition_stops_where_the_stones_run_out() -> None:
    position = board("b2 - - -", ONE, ONE, "w1 - - -")
    done = CONGA.transition(position, CONGA.parse_move(position, "a4E"))
    assert [one.piece.count for one in done.spread] == [1, 1]
    assert len(done.path) == 3


def test_a_move_is_clicked_as_the_stack_and_the_first_square() -> None:
    position = CONGA.start()
    a4, b3, c2 = (CONGA.notation.square_at(position, name) for name in ("a4", "b3", "c2"))
    assert a4 is not None
    assert b3 is not None
    assert c2 is not None
    assert [move.text for move in CONGA.clicks.after(position, (a4, b3)).moves] == ["a4SE"]
    assert CONGA.clicks.after(position, (a4, c2)).moves == ()
    assert {target.square for target in CONGA.clicks.after(position, (a4,)).onward} == {b3, b3 - 1, a4 + 1}


def test_a_stack_can_be_dragged_to_any_square_it_fills() -> None:
    position = CONGA.start()
    a4 = CONGA.notation.square_at(position, "a4") or 0
    for name, found in (("b3", ["a4SE"]), ("c2", ["a4SE"]), ("d1", []), ("d4", ["a4E"]), ("d3", [])):
        end = CONGA.notation.square_at(position, name)
        assert end is not None
        assert [move.text for move in CONGA.clicks.moves_between(position, a4, end)] == found


def test_four_stacks_cannot_be_shut_in() -> None:
    """Non-adjacent stacks touch all other squares: that would take twelve stones, not ten."""
    apart = [
        squares
        for squares in combinations(range(SQUARES), 4)
        if not any(AROUND[a] >> b & 1 for a, b in combinations(squares, 2))
    ]
    assert apart
    for squares in apart:
        touched = reduce(or_, (int(AROUND[square]) for square in squares))
        assert touched.bit_count() == 12
    for five in combinations(range(SQUARES), 5):
        assert any(AROUND[a] >> b & 1 for a, b in combinations(five, 2))


# --- in words


@pytest.mark.parametrize(
    ("start", "square", "reason"),
    [
        ("a4", "a4", sentence(common_texts.must_leave("stack", "a4"))),
        ("a4", "b4", "White holds b4, the first square on the way."),
        ("a4", "c3", sentence(conga_texts.not_next_to("a4"))),
        ("a4", "a3", ""),
    ],
)
def test_explains_a_click_without_a_move(start: str, square: str, reason: str) -> None:
    position = board("b9 w1 - -", ONE, ONE, "- - - w1")
    ends = [CONGA.notation.square_at(position, name) or 0 for name in (start, square)]
    assert CONGA.prose.why_not(position, (ends[0],), ends[1]) == reason


def test_a_stack_is_described() -> None:
    text = CONGA.prose.about(CONGA.start(), CONGA.notation.square_at(CONGA.start(), "a4") or 0)
    assert text.startswith("Black's stack: all its stones go in one direction")


def test_the_same_board_with_the_other_side_to_move() -> None:
    passed = CONGA.null_move(CONGA.start())
    assert passed is not None
    assert CONGA.notation.format(passed) == CONGA.notation.format(CONGA.start()).replace(" b", " w")
