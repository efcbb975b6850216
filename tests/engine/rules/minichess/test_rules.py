"""Minichess's rules, one by one: the board, the pieces, and the four ways in which a game ends."""

from __future__ import annotations

import pytest

from engine.rules.errors import GameError
from engine.rules.values import Danger
from tests.engine import naive_minichess as naive
from tests.engine.rules.games import going_on, positions
from tests.engine.rules.minichess.support import MINICHESS, START, after, ends, place, square, targets, texts

KINGS = "Ka0 kg6 "

# --- the board


def test_start_has_white_on_rows_0_and_1() -> None:
    position = MINICHESS.start()
    assert MINICHESS.notation.format(position) == START == "NBQKAER/FPPPPPF/7/7/7/fpppppf/nbqkaer w 0 1"
    pieces = MINICHESS.notation.pieces(position)
    names = {0: "a0 b0 c0 d0 e0 f0 g0 a1 b1 c1 d1 e1 f1 g1", 1: "a5 b5 c5 d5 e5 f5 g5 a6 b6 c6 d6 e6 f6 g6"}
    for side, squares in names.items():
        assert {square(position, name) for name in squares.split()} == {
            at for at, piece in pieces.items() if piece.side == side
        }
    assert MINICHESS.notation.square_name(position, 48) == "g0"  # row 0 is at the top
    assert MINICHESS.notation.square_name(position, 0) == "a6"


def test_white_moves_first_and_down() -> None:
    assert "c1c2" in texts(START)
    assert after(START, "c1c2") == "NBQKAER/FP1PPPF/2P4/7/7/fpppppf/nbqkaer b 1 1"
    assert after(START, "c1c2", "c5c4") == "NBQKAER/FP1PPPF/2P4/7/2p4/fp1pppf/nbqkaer w 2 2"


def test_only_one_board_size() -> None:
    with pytest.raises(GameError, match="7x7 squares, not on 8x8"):
        MINICHESS.start(8)


# --- the pieces


@pytest.mark.parametrize(
    ("piece", "expected"),
    [
        ("K", "c2 c3 c4 d2 d4 e2 e3 e4"),
        ("F", "c2 c4 e2 e4"),
        ("N", "b2 b4 c1 c5 e1 e5 f2 f4"),
        ("R", "a3 b3 c3 d0 d1 d2 d4 d5 d6 e3 f3 g3"),
        ("B", "a0 a6 b1 b5 c2 c4 e2 e4 f1 f5 g0 g6"),
    ],
)
def test_a_piece_on_an_empty_board(piece: str, expected: str) -> None:
    kings = "kg1" if piece == "K" else "Ka1 kg1"
    assert set(targets(f"{kings} {piece}d3", "d3").split()) == set(expected.split())


@pytest.mark.parametrize(("piece", "parts"), [("Q", "RB"), ("A", "BN"), ("E", "RN")])
def test_a_compound_piece_moves_as_both_of_its_parts(piece: str, parts: str) -> None:
    layout = "Ka0 kg6 Pb3 pd5 pf1 Pc2 "
    whole = set(targets(f"{layout}{piece}d3", "d3").split())
    assert whole == {end for part in parts for end in targets(f"{layout}{part}d3", "d3").split()}


def test_sliders_stop_before_their_own_and_on_the_first_enemy() -> None:
    assert targets("Kd0 kg6 Rd3 Pb3 pd5 pf3", "d3") == "c3 d1 d2 d4 d5 e3 f3"


def test_knights_leap_over_pieces() -> None:
    assert targets("Ka6 kg6 Nd3 Pc3 Pd2 Pd4 Pe3 pc2 pe4", "d3") == "b2 b4 c1 c5 e1 e5 f2 f4"


def test_a_pawn_steps_forward_onto_an_empty_square() -> None:
    assert targets(KINGS + "Pd2", "d2") == "d3"
    assert targets(KINGS + "pd4", "d4", "b") == "d3"
    assert targets(KINGS + "Pd2 pd3", "d2") == ""
    assert targets(KINGS + "Pd2 Pd3", "d2") == ""


def test_a_pawn_captures_one_step_diagonally_forward_alone() -> None:
    assert targets(KINGS + "Pd2 pc3 pe3 pc1 pe1 pc2", "d2") == "c3 d3 e3"
    assert targets(KINGS + "Pd2 Pc3", "d2") == "d3"


def test_a_pawn_has_no_double_step_and_does_not_promote() -> None:
    assert targets("Kd0 kd6 Pb1", "b1") == "b2"
    assert after(place("Ka0 kg6 Pb5"), "b5b6") == place("Ka0 kg6 Pb6", "b", 1)


def test_a_pawn_on_the_last_row_has_no_move() -> None:
    assert targets("Ka0 kg6 Pb6 pa6 pc6", "b6") == ""
    assert targets("Ka6 kg6 pb0 Pa0", "b0", "b") == ""


def test_capturing_removes_the_piece() -> None:
    assert after(place("Ka0 kg6 Rd3 pd5", quiet=7), "d3d5") == place("Ka0 kg6 Rd5", "b")


# --- check


def test_moves_are_not_restricted_by_check() -> None:
    fen = place("Kd0 Pa1 kg6 rd5")
    assert "a1a2" in texts(fen)
    assert "d0d1" in texts(fen)
    warning = MINICHESS.warnings(MINICHESS.notation.parse(fen))[0]
    assert warning.danger is Danger.UNDER_ATTACK
    assert warning.square == square(MINICHESS.notation.parse(fen), "d0")
    assert warning.sources == (square(MINICHESS.notation.parse(fen), "d5"),)
    assert MINICHESS.warnings(MINICHESS.start()) == ()


def test_null_move_is_allowed_unless_a_king_is_gone() -> None:
    passed = MINICHESS.null_move(MINICHESS.start())
    assert passed is not None
    assert MINICHESS.notation.format(passed) == START.replace(" w ", " b ")
    assert MINICHESS.null_move(MINICHESS.notation.parse(place("kd6 Pa1"))) is None


# --- the end


def test_capturing_the_king_wins() -> None:
    fen = after(place("Kd0 Rd3 kd6 pa5", "b"), "a5a4", "d3d6")
    assert ends(fen) == "white: the king was captured"
    assert texts(fen) == []
    assert ends(place("kd6 Pa1 pa5")) == "black: the king was captured"


def test_checkmate_loses() -> None:
    assert ends(place("Kd0 qa0 rb1 kg6")) == "black: checkmate"
    assert ends(place("kd6 Qa6 Rb5 Kg0", "b")) == "white: checkmate"


@pytest.mark.parametrize("piece", "pfnbraeqk")
@pytest.mark.parametrize("white", [True, False])
def test_a_piece_checks_the_king_that_it_could_capture(piece: str, white: bool) -> None:
    found, expected = set(), set()
    for name in {column + row for column in "abcdefg" for row in "0123456"} - {"d3", "g0"}:
        pieces = [f"{piece}{name}", "Kd3", *([] if piece == "k" else ["kg0"])]
        layout = pieces if white else [each[0].swapcase() + each[1:] for each in pieces]
        fen = place(" ".join(layout), "w" if white else "b")
        if naive.in_check(naive.parse(fen), white):
            expected.add(name)
        if MINICHESS.warnings(MINICHESS.notation.parse(fen)):
            found.add(name)
    assert found == expected != set()


def test_another_piece_unable_to_help_does_not_prevent_checkmate() -> None:
    assert ends(place("Kd0 Pf4 qa0 rb1 kg6")) == "black: checkmate"


def test_capture_interposition_or_escape_prevents_checkmate() -> None:
    assert ends(place("Kd0 Ra3 qa0 rb1 kg6")) == "none"
    assert ends(place("Kd0 Na2 ra0 rb1 kg6")) == "none"
    assert ends(place("Kd0 qa0 kg6")) == "none"


def test_out_of_valid_moves_loses_without_check() -> None:
    fen = place("Kd0 nb2 rb1 pf1 kg6")
    assert ends(fen) == "black: every move leaves the king open to capture"


@pytest.mark.parametrize(
    ("slider", "others"), [("ra0", "Kd0 Nc0 nb2 rb1 pf1 kg6"), ("bg3", "Kd0 Ne1 nb2 rc5 pf1 kg6")]
)
def test_a_pinned_piece_cannot_leave_the_line(slider: str, others: str) -> None:
    assert ends(place(f"{others} {slider}")) == "black: every move leaves the king open to capture"
    assert ends(place(others)) == "none"


def test_no_move_at_all_is_a_draw() -> None:
    fen = place("Ka6 Pb6 Pa5 Pb5 kg0")
    assert texts(fen) == []
    assert ends(fen) == "draw: there is no legal move"


def test_no_move_at_all_is_a_draw_even_in_check() -> None:
    assert ends(place("Ka6 Pb6 Pa5 Pb5 nc5 kg0")) == "draw: there is no legal move"


def test_capturing_the_king_is_valid_even_if_it_exposes_the_own_king() -> None:
    mated = "Kd0 qa0 rb1 "
    assert ends(place(mated + "kg6")) == "black: checkmate"
    assert ends(place(mated + "kg6 Rg3")) == "none"
    assert "g3g6" in texts(place(mated + "kg6 Rg3"))


def test_fifty_plies_without_a_change_in_the_number_of_pieces_are_a_draw() -> None:
    assert ends(place("Kd0 Ra3 kd6", quiet=49)) == "none"
    assert ends(place("Kd0 Ra3 kd6", quiet=50)) == "draw: 50 plies without a capture"
    assert ends(after(place("Kd0 Ra3 kd6", quiet=49), "a3a4")) == "draw: 50 plies without a capture"
    assert ends(after(place("Kd0 Ra3 kd6 pa4", quiet=49), "a3a4")) == "none"


def test_checkmate_and_a_captured_king_go_before_the_draw_by_fifty_plies() -> None:
    assert ends(place("Kd0 qa0 rb1 kg6", quiet=50)) == "black: checkmate"
    assert ends(place("Kd0 nb2 rb1 pf1 kg6", quiet=50)).startswith("black: every move")
    assert ends(place("kd6 Pa1", quiet=60)) == "black: the king was captured"


def test_the_plies_since_the_last_capture_are_part_of_the_position() -> None:
    fresh, tired = (MINICHESS.notation.parse(place("Kd0 Ra3 kd6", quiet=quiet)) for quiet in (0, 30))
    assert fresh != tired
    assert fresh.key != tired.key


def test_the_move_number_is_not_part_of_the_position() -> None:
    first, later = (
        MINICHESS.notation.parse(f"NBQKAER/FPPPPPF/7/7/7/fpppppf/nbqkaer w 0 {n}") for n in (1, 9)
    )
    assert first == later
    assert first.key == later.key


# --- what quiescence looks at


def test_the_moves_of_quiescence_are_the_captures() -> None:
    for position in going_on("minichess"):
        captures = [
            move.code
            for move in MINICHESS.legal_moves(position)
            if MINICHESS.transition(position, move).captured
        ]
        assert sorted(MINICHESS.core().tactical_moves(position.record)) == sorted(captures)


# --- all of it against the same rules written differently


def test_agrees_with_the_naive_rules() -> None:
    for position in positions("minichess"):
        expected = naive.moves(naive.parse(MINICHESS.notation.format(position)))
        found = {
            move.text: MINICHESS.notation.format(MINICHESS.play(position, move))
            for move in MINICHESS.legal_moves(position)
        }
        assert found == {text: naive.format_position(board) for text, board in expected.items()}
        for text, board in expected.items():
            assert ends(found[text]).split(":")[0] == (naive.result(board) or "none")
