"""Board, start position and turns."""

from __future__ import annotations

import pytest

from engine import rules
from engine.rules.errors import GameError
from engine.rules.values import FIRST, SECOND
from tests.engine import naive_congo as naive
from tests.engine.rules.congo.support import CONGO, after, at, layout_of, name, place, texts


def test_start_position_matches_the_rules() -> None:
    assert CONGO.notation.format(CONGO.start()) == "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ w 1"


def test_rank_one_from_a_to_g_is_giraffe_monkey_elephant_lion_elephant_crocodile_zebra() -> None:
    pieces = CONGO.notation.pieces(CONGO.start())
    assert "".join(pieces[square].kind for square in range(7)) == "GMELECZ"
    assert {pieces[square].side for square in range(14)} == {FIRST}
    assert "".join(pieces[square].kind for square in range(42, 49)) == "GMELECZ"
    assert {pieces[square].side for square in range(35, 49)} == {SECOND}


def test_every_piece_has_a_name() -> None:
    assert dict(CONGO.facts.kind_names) == {
        "L": "lion",
        "Z": "zebra",
        "E": "elephant",
        "G": "giraffe",
        "C": "crocodile",
        "M": "monkey",
        "P": "pawn",
        "S": "superpawn",
    }


def test_board_is_seven_by_seven() -> None:
    assert CONGO.notation.shape(CONGO.start()) == (7, 7)
    assert CONGO.start(7) == CONGO.start()
    with pytest.raises(GameError, match="8"):
        CONGO.start(8)


def test_squares_are_named_a1_to_g7() -> None:
    position = CONGO.start()
    squares = [CONGO.notation.square_name(position, square) for square in range(49)]
    assert squares == [file + rank for rank in "1234567" for file in "abcdefg"]
    assert [CONGO.notation.square_at(position, text) for text in squares] == list(range(49))
    assert CONGO.notation.square_at(position, "D4") == at("d4") == 24
    assert name(24) == "d4"


@pytest.mark.parametrize("text", ["", "d", "d8", "d0", "h1", "d44", "4d", "d²", " d4", "d٤"])
def test_invalid_square_names_have_no_number(text: str) -> None:
    assert CONGO.notation.square_at(CONGO.start(), text) is None


def test_white_moves_first_and_turns_alternate() -> None:
    position = CONGO.start()
    sides = [position.side]
    for text in ("d2d3", "d6d5", "g1f3", "g7f5"):
        position = after(position, text)
        sides.append(position.side)
    assert sides == [FIRST, SECOND, FIRST, SECOND, FIRST]
    assert CONGO.notation.format(position) == "gmelec1/ppp1ppp/3p1z1/7/3P1Z1/PPP1PPP/GMELEC1 w 3"


def test_passing_is_not_allowed() -> None:
    for text in texts(CONGO.start()):
        assert layout_of(after(CONGO.start(), text)) != layout_of(CONGO.start())


def test_start_position_has_24_moves() -> None:
    moves = texts(CONGO.start())
    assert len(moves) == 24
    assert moves == [move.text for move in naive.legal_moves(naive.parse(naive.START))]


def test_a_side_never_captures_its_own_pieces() -> None:
    # Every white piece is on a square that another one could reach.
    position = place("Ld1 le7 Ed2 Ze1 Gc1 Cc2 Mb1 Pe2 Sf2")
    own = {"d1", "d2", "e1", "c1", "c2", "b1", "e2", "f2"}
    assert not {text[-2:] for text in texts(position)} & own


def test_position_is_a_value() -> None:
    position = place("Lc1 le7 Md4", number=3)
    assert position == place("Md4 le7 Lc1", number=8)
    assert hash(position) == hash(place("Lc1 le7 Md4", number=8))
    assert position.key == place("Lc1 le7 Md4").key
    assert position != place("Lc1 le7 Md4", "b")
    assert position.key != place("Lc1 le7 Md4", "b").key
    assert position != place("Lc1 le7 Md5")
    assert position != "Lc1 le7 Md4"


def test_registry_accepts_either_case_and_lists_the_games_otherwise() -> None:
    assert rules.get("CONGO") is CONGO
    assert "congo" in rules.names()
    with pytest.raises(GameError, match=r"chess.*congo"):
        rules.get("chess")
