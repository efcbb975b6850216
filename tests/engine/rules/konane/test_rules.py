"""Konane's rules, one by one: the board, the opening, jumps, and the end."""

from __future__ import annotations

import pytest

from engine.rules.errors import GameError
from engine.rules.values import Outcome, Reason
from tests.engine import naive_konane as naive
from tests.engine.rules.games import positions
from tests.engine.rules.konane.support import FOUR, KONANE, SIX, after, texts

# --- the board


def test_boards_have_four_six_or_eight_squares_a_side() -> None:
    assert KONANE.facts.sizes == (8, 6, 4)
    for size in KONANE.facts.sizes:
        assert KONANE.notation.shape(KONANE.start(size)) == (size, size)
    with pytest.raises(GameError, match="4x4, 6x6 or 8x8 squares, not on 5x5"):
        KONANE.start(5)


@pytest.mark.parametrize(("size", "corner"), [(4, "a4"), (6, "a6"), (8, "a8")])
def test_black_has_the_upper_left_corner_and_squares_with_an_even_sum(size: int, corner: str) -> None:
    position = KONANE.start(size)
    pieces = KONANE.notation.pieces(position)
    assert len(pieces) == size * size
    assert pieces[KONANE.notation.square_at(position, corner) or 0].kind == "B"
    for square, piece in pieces.items():
        x, y = square % size, size - 1 - square // size
        assert piece.side == (x + y) % 2
        assert piece.kind == "BW"[piece.side]


def test_jumps_keep_every_stone_on_its_colour() -> None:
    for position in positions("konane"):
        size, _ = KONANE.notation.shape(position)
        for square, piece in KONANE.notation.pieces(position).items():
            assert piece.side == (square % size + size - 1 - square // size) % 2


# --- the opening


@pytest.mark.parametrize(("size", "stones"), [(4, "a4 b3 c2 d1"), (6, "a6 c4 d3 f1"), (8, "a8 d5 e4 h1")])
def test_black_first_removes_an_own_stone_from_a_corner_or_the_centre(size: int, stones: str) -> None:
    assert [move.text for move in KONANE.legal_moves(KONANE.start(size))] == sorted(stones.split())


@pytest.mark.parametrize(
    ("first", "stones"), [("a6", "a5 b6"), ("f1", "e1 f2"), ("c4", "b4 c3 c5 d4"), ("d3", "c3 d2 d4 e3")]
)
def test_white_then_removes_an_own_stone_beside_the_gap(first: str, stones: str) -> None:
    assert texts(after(SIX, first)) == stones.split()


def test_from_ply_two_on_stones_jump() -> None:
    fen = after(SIX, "c4", "c5")
    assert fen == "bwbwbw/wb1bwb/bw1wbw/wbwbwb/bwbwbw/wbwbwb b 2"
    assert texts(fen) == ["a4c4", "c2c4", "e4c4"]


# --- jumps


def test_a_stone_jumps_over_one_enemy_next_to_it_onto_the_empty_square_behind() -> None:
    assert texts("bw2/4/4/4 b 2") == ["a4c4"]
    assert after("bw2/4/4/4 b 2", "a4c4") == "2b1/4/4/4 w 3"


def test_jumps_go_up_down_left_and_right() -> None:
    assert texts("6/2w3/1wbw2/2w3/6/6 b 2") == ["c4a4", "c4c2", "c4c6", "c4e4"]


def test_a_stone_may_go_on_in_the_same_direction_and_stop_after_any_jump() -> None:
    fen = "bw1w2/6/6/6/6/6 b 2"
    assert texts(fen) == ["a6c6", "a6e6"]
    assert after(fen, "a6c6") == "2bw2/6/6/6/6/6 w 3"
    assert after(fen, "a6e6") == "4b1/6/6/6/6/6 w 3"


def test_a_stone_may_not_turn_a_corner() -> None:
    assert texts("bw4/2w3/6/6/6/6 b 2") == ["a6c6"]


def test_three_jumps_in_a_row_on_the_largest_board() -> None:
    fen = "8/8/8/8/8/8/8/wb1b1b2 w 3"
    assert texts(fen) == ["a1c1", "a1e1", "a1g1"]
    assert after(fen, "a1g1") == "8/8/8/8/8/8/8/6w1 b 4"


@pytest.mark.parametrize("row", ["b1b3", "b2w2", "bwb3", "b5"])
def test_no_jump_over_a_gap_or_onto_a_stone(row: str) -> None:
    assert texts(f"{row}/6/6/6/6/6 b 2") == []


@pytest.mark.parametrize(
    "fen",
    [
        "8/6wb/8/8/8/8/8/8 w 3",
        "8/8/8/8/8/wb6/8/8 b 2",
        "1w6/1b6/8/8/8/8/8/8 b 2",
        "8/8/8/8/8/8/1w6/1b6 w 3",
        "6/4wb/6/6/6/6 w 3",
        "4/wb2/4/4 b 2",
    ],
)
def test_no_jump_over_the_edge(fen: str) -> None:
    assert texts(fen) == []


@pytest.mark.parametrize("size", [4, 6, 8])
@pytest.mark.parametrize(("right", "down"), [(False, False), (True, False), (False, True), (True, True)])
def test_a_stone_jumps_out_of_and_into_every_corner(size: int, right: bool, down: bool) -> None:
    x, y = (size - 1) * right, (size - 1) * down
    across, along = (-1 if right else 1), (-1 if down else 1)
    own, enemy = "bw" if (x + y) % 2 == 0 else "wb"
    for places in ({(x, y): own}, {(x + 2 * across, y): own, (x, y + 2 * along): own}):
        rows = [["1"] * size for _ in range(size)]
        for (column, row), stone in {**places, (x + across, y): enemy, (x, y + along): enemy}.items():
            rows[row][column] = stone
        corner = f"{'abcdefgh'[x]}{size - y}"
        board = "/".join(map("".join, rows))
        ply = "b 2" if own == "b" else "w 3"
        found = [text for text in texts(f"{board} {ply}") if corner in (text[:2], text[2:])]
        assert len(found) == 2


def test_a_jump_removes_the_stone_and_passes_the_turn() -> None:
    assert after("b3/w3/4/4 b 8", "a4a2") == "4/4/b3/4 w 9"


def test_a_turn_is_passed_only_after_the_opening() -> None:
    for fen in (FOUR, after(FOUR, "a4")):
        assert KONANE.null_move(KONANE.notation.parse(fen)) is None
    passed = KONANE.null_move(KONANE.notation.parse(after(FOUR, "a4", "a3")))
    assert passed is not None
    assert KONANE.notation.format(passed) == "1wbw/1bwb/bwbw/wbwb w 3"


# --- the end


def test_a_player_without_a_move_loses() -> None:
    for fen, winner in (("b3/4/4/4 b 2", 1), ("b3/4/4/4 w 3", 0), ("4/4/4/4 b 4", 1)):
        position = KONANE.notation.parse(fen)
        assert KONANE.outcome(position) == Outcome(winner, Reason.NO_MOVES)
        assert KONANE.legal_moves(position) == ()


def test_a_game_in_progress_has_no_result() -> None:
    assert KONANE.outcome(KONANE.notation.parse(FOUR)) is None
    assert KONANE.outcome(KONANE.notation.parse("bw2/4/4/4 b 2")) is None


# --- all of it against the same rules written differently


def test_agrees_with_the_naive_rules() -> None:
    for position in positions("konane"):
        expected = naive.moves(naive.parse(KONANE.notation.format(position)))
        found = {
            move.text: KONANE.notation.format(KONANE.play(position, move))
            for move in KONANE.legal_moves(position)
        }
        assert found == {text: naive.format_position(board) for text, board in expected.items()}
