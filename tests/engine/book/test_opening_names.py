"""The names of openings."""

from __future__ import annotations

import pytest

from engine import rules as registry
from engine.book.opening_names import NAMED_MOVES, opening_name, opening_of
from engine.game.game import Game

CONGO = registry.get("congo")


def played(moves: str, game: str = "congo", size: int | None = None) -> Game:
    rules = registry.get(game)
    one = Game(rules, rules.start(size))
    for text in moves.split():
        one.play(rules.parse_move(one.position, text))
    return one


@pytest.mark.parametrize(
    ("moves", "name"),
    [
        ("", ""),
        ("g1f3", "Zebra f3"),
        ("d2c3", "Pawn c3"),
        ("g1f3 b6c5", "Zebra f3, Pawn c5"),
        ("d2c3 b6c5 g1f3 b7b6", "Zebra f3, Monkey b6"),
        ("g1f3 b6c5 d2c3 b7b6", "Zebra f3, Monkey b6"),
        ("g1f3 g7f5 a1a3", "Zebra f3, Zebra f5"),
        ("d2c3 d6c5 c3c4 c5d4", "Pawn c3, Pawn c5"),
    ],
)
def test_the_first_piece_of_each_side_names_the_opening(moves: str, name: str) -> None:
    assert opening_name(played(moves)) == name


def test_only_the_first_moves_name_it() -> None:
    pawns = "d2d3 d6d5 c2c3 c6c5 b2b3 b6b5 a2a3 a6a5"
    assert len(pawns.split()) == 2 * NAMED_MOVES
    assert opening_name(played(f"{pawns} g1f3 g7f5")) == "Pawn d3, Pawn d5"


def test_moves_alone_have_the_same_name() -> None:
    game = played("d2c3 b6c5 g1f3 b7b6 c2b3 c7b7 b1c2 b6b5 a2a3")
    moves = [ply.move for ply in game.plies]
    assert opening_of(CONGO, CONGO.start(), moves) == opening_name(game) == "Zebra f3, Monkey b6"


def test_undone_moves_do_not_count() -> None:
    game = played("g1f3 g7f5")
    game.undo()
    assert opening_name(game) == "Zebra f3"


def test_a_game_from_another_position_has_no_opening() -> None:
    position = CONGO.notation.parse("3l3/7/7/7/7/7/Z2L3 w 1")
    game = Game(CONGO, position)
    game.play(CONGO.parse_move(position, "d1d2"))
    assert opening_name(game) == ""


@pytest.mark.parametrize(
    ("game", "size", "moves", "name"), [("konane", 6, "d3 c3", "d3, c3"), ("minichess", None, "", "")]
)
def test_games_of_stones_are_named_by_squares(game: str, size: int | None, moves: str, name: str) -> None:
    assert opening_name(played(moves, game, size)) == name
