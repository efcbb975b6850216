"""Minichess's positions and moves as texts, and as clicks."""

from __future__ import annotations

import pytest

from engine.rules import texts as common_texts
from engine.rules.errors import FenError, IllegalMove
from engine.rules.values import Clicks, Target
from tests.engine.rules.minichess.support import MINICHESS, START, ends, place, square

BOARD = "NBQKAER/FPPPPPF/7/7/7/fpppppf/nbqkaer"

# --- positions


@pytest.mark.parametrize(
    ("fen", "written"),
    [
        (f"{BOARD} w", f"{BOARD} w 0 1"),
        (f"{BOARD} b 7", f"{BOARD} b 7 1"),
        (f"  {BOARD}\tb  7 12 ", f"{BOARD} b 7 12"),
        (f"{BOARD} w 0 0", f"{BOARD} w 0 0"),
        (f"{BOARD} w {10**9} 1", f"{BOARD} w {10**9} 1"),
        ("NBQKAER/FPPPPPF/34/1111111/7/fpppppf/nbqkaer w 0 1", f"{BOARD} w 0 1"),
    ],
)
def test_missing_counters_default_to_zero_and_one(fen: str, written: str) -> None:
    assert MINICHESS.notation.format(MINICHESS.notation.parse(fen)) == written


def test_edited_board_resets_the_plies_since_the_last_capture() -> None:
    played = MINICHESS.notation.parse(f"{BOARD} b 7 12")
    pieces = dict(MINICHESS.notation.pieces(played))
    assert MINICHESS.notation.set_up_counters(played, pieces, 1) == ["7", "12"]
    del pieces[square(played, "c1")]
    assert MINICHESS.notation.set_up_counters(played, pieces, 1) == ["0", "12"]


def test_upper_case_is_white() -> None:
    pieces = MINICHESS.notation.pieces(MINICHESS.notation.parse(f"{BOARD} w"))
    assert pieces[square(MINICHESS.start(), "d0")].side == 0
    assert pieces[square(MINICHESS.start(), "d6")].side == 1


@pytest.mark.parametrize(
    ("fen", "field", "rank", "reason"),
    [
        ("", "board", None, "missing"),
        (BOARD, "side to move", None, "missing"),
        (f"{BOARD} w 0 1 1", "end", None, "unexpected '1'; a FEN has board, side to move"),
        ("NBQKAER/FPPPPPF/7/7/fpppppf/nbqkaer w 0 1", "board", None, "it has 6 ranks instead of 7"),
        ("NBQKAER/FPPPPPF/7/7/6/fpppppf/nbqkaer w", "board", "rank 4", "has 6 squares instead of 7"),
        ("NBQKAER/FPPPPPF/7/7/8/fpppppf/nbqkaer w", "board", "rank 4", "'8' is neither a piece"),
        ("NBQKAER/FPPPPPF/7/x6/7/fpppppf/nbqkaer w", "board", "rank 3", "'x' is neither a piece"),
        ("NBQKAER/FPPPPPF/7/K6/7/fpppppf/nbqkaer w", "board", "rank 3", "white has 2 kings, on d0 and a3"),
        ("NBQKAER/FPPPPPF/7/7/7/fpppppf/nbq1aer w", "board", None, "black has no king"),
        ("NBQ1AER/FPPPPPF/7/7/7/fpppppf/nbqkaer b", "board", None, "white has no king"),
        ("7/7/7/7/7/7/7 w", "board", None, "black has no king"),
        (f"{BOARD} x", "side to move", None, "'x' is neither w (White) nor b (Black)"),
        (f"{BOARD} w -1", "plies since the last capture", None, common_texts.not_a_counter("'-1'")),
        (f"{BOARD} w {'9' * 20}", "plies since the last capture", None, "which no game reaches"),
        (f"{BOARD} w {10**9 + 1}", "plies since the last capture", None, "which no game reaches"),
        (f"{BOARD} w 0 x", "move number", None, common_texts.not_a_counter("'x'")),
    ],
)
def test_a_bad_position_names_field_row_and_reason(
    fen: str, field: str, rank: str | None, reason: str
) -> None:
    with pytest.raises(FenError) as caught:
        MINICHESS.notation.parse(fen)
    assert caught.value.field == field
    if rank is not None:
        assert caught.value.rank == rank
    assert reason in caught.value.reason
    assert "\n" not in str(caught.value)


def test_either_side_to_move_may_have_lost_the_king() -> None:
    for fen in ("7/7/7/7/7/7/3k3 w 0 1", "3K3/7/7/7/7/7/p6 b 3 9"):
        assert MINICHESS.notation.format(MINICHESS.notation.parse(fen)) == fen
        assert ends(fen).endswith("the king was captured")


def test_any_number_of_pieces_is_accepted() -> None:
    fen = "QQQKQQQ/QQQQQQQ/QQQQQQQ/7/7/7/3k3 w 0 1"
    position = MINICHESS.notation.parse(fen)
    assert MINICHESS.notation.format(position) == fen
    assert len(MINICHESS.legal_moves(position)) > 60


# --- moves


@pytest.mark.parametrize(
    ("fen", "text", "reason"),
    [
        (START, "", "'' is not a move; write the two squares, such as c1c2"),
        (START, "c1", "is not a move"),
        (START, "c1c7", "is not a move"),
        (START, "c1c2c3", "is not a move"),
        (START, "c3c4", "there is no piece on c3"),
        (START, "c5c4", common_texts.not_yours("the pawn on c5", "Black", "White")),
        (START, "c1c1", "the pawn has to leave c1"),
        (START, "c0c1", "your own pawn stands on c1"),
        (START, "c1c3", "the pawn goes one step forward"),
        (START, "c1d2", "a pawn goes diagonally only to capture"),
        (place("Kd0 kd6 Pc3 pc4"), "c3c4", "a pawn cannot capture straight ahead"),
        (place("Kd0 kd6 Pc3 pe4"), "c3e4", "the pawn goes one step forward"),
        (place("Kd0 kd6 Pc3 pc5"), "c3c5", "the pawn goes one step forward"),
        (START, "c0c2", "the pawn on c1 is in the way"),
        (START, "g0e2", "the rook slides along its rank or its file"),
        (START, "a0a2", "the knight leaps"),
        (START, "b0d2", "the pawn on c1 is in the way"),
        (place("kd6"), "d6d5", "the game is over"),
    ],
)
def test_explains_an_illegal_move(fen: str, text: str, reason: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        MINICHESS.parse_move(MINICHESS.notation.parse(fen), text)
    assert reason in str(caught.value)


# --- clicks and transitions


def test_a_move_is_clicked_from_and_to() -> None:
    position = MINICHESS.notation.parse(place("Kd0 kd6 Pc3 pb4"))
    start, empty, enemy = (square(position, name) for name in ("c3", "c4", "b4"))
    clicks = MINICHESS.clicks.after(position, (start,))
    assert clicks.moves == ()
    assert set(clicks.onward) == {Target(empty), Target(enemy, (enemy,))}
    assert [move.text for move in MINICHESS.clicks.after(position, (start, enemy)).moves] == ["c3b4"]
    assert MINICHESS.clicks.after(position, (start, start)) == Clicks()


def test_a_capture_names_the_captured_piece() -> None:
    position = MINICHESS.notation.parse(place("Kd0 kd6 Pc3 pb4"))
    done = MINICHESS.transition(position, MINICHESS.parse_move(position, "c3b4"))
    assert [(one.piece.kind, one.square) for one in done.captured] == [("P", square(position, "b4"))]
    assert done.jumped == ()
    assert done.progress
    assert not MINICHESS.transition(position, MINICHESS.parse_move(position, "c3c4")).progress
