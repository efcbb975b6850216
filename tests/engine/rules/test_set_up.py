"""Setting up positions of every game: formatting and errors."""

from __future__ import annotations

import pytest

from engine import rules
from engine.rules import set_up
from engine.rules.errors import FenError
from engine.rules.values import Piece
from tests.engine.rules.games import NAMES, positions

every_game = pytest.mark.parametrize("name", NAMES)


@every_game
def test_a_set_up_is_written_as_the_position(name: str) -> None:
    game = rules.get(name)
    for position in positions(name):
        assert set_up.format_set_up(
            game, position, game.notation.pieces(position), position.side
        ) == game.notation.format(position)


@every_game
def test_every_piece_of_a_board_can_be_set_up(name: str) -> None:
    game = rules.get(name)
    kinds = {(piece.side, piece.kind) for piece in set_up.placeable(game)}
    for position in positions(name):
        pieces = game.notation.pieces(position).values()
        assert {(piece.side, piece.kind) for piece in pieces} <= kinds
        assert max((piece.count for piece in pieces), default=1) <= game.facts.max_stones


@every_game
def test_mirroring_or_swapping_colours_twice_restores_the_board(name: str) -> None:
    game = rules.get(name)
    for position in positions(name):
        columns, rows = game.notation.shape(position)
        pieces = game.notation.pieces(position)
        assert set_up.mirrored(set_up.mirrored(pieces, columns), columns) == pieces
        once = set_up.exchanged(game, pieces, columns, rows)
        assert set_up.exchanged(game, once, columns, rows) == pieces


@pytest.mark.parametrize(
    ("name", "pieces", "mirrored", "exchanged"),
    [
        (
            "congo",
            {0: Piece(0, "G"), 8: Piece(1, "M")},
            {6: Piece(0, "G"), 12: Piece(1, "M")},
            {42: Piece(1, "G"), 36: Piece(0, "M")},
        ),
        ("konane", {1: Piece(0, "B")}, {6: Piece(0, "B")}, {57: Piece(1, "W")}),
    ],
)
def test_mirroring_swaps_left_and_right_and_swapping_colours_sides_and_ranks(
    name: str, pieces: set_up.Board, mirrored: set_up.Board, exchanged: set_up.Board
) -> None:
    game = rules.get(name)
    columns, rows = game.notation.shape(game.start())
    assert set_up.mirrored(pieces, columns) == mirrored
    assert set_up.exchanged(game, pieces, columns, rows) == exchanged


def test_illegal_board_is_explained() -> None:
    congo = rules.get("congo")
    text = set_up.format_set_up(congo, congo.start(), {3: Piece(0, "L"), 4: Piece(0, "L")}, 1)
    assert text == "7/7/7/7/7/7/3LL2 b 1"
    with pytest.raises(FenError, match="white has 2 lions, on d1 and e1"):
        congo.notation.parse(text)
