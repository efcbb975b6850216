"""The players and the result of an analysed game, the other games of its file, and the list of moves."""

from __future__ import annotations

from pathlib import Path

import pytest

from congo_gui.play.game_file import games_in, write_back
from congo_gui.screens.analysis.game_heading import GameHeading
from congo_gui.screens.analysis.tree_view import parts
from congo_gui.screens.files.game_files import FileSource
from engine.record.parse import parse_games
from engine.record.record import GameRecord, GameTree
from engine.rules.values import Piece

HEAD = '[Event "e"]\n[Game "congo"]\n'
WON = '[FEN "3l3/3P3/7/7/7/7/3L3 w 1"]\n\n1. d6d7'


def record_of(tags: str, moves: str) -> GameRecord:
    (record,) = parse_games(f"{HEAD}{tags}\n{moves}")
    return record


def tree_of(record: GameRecord) -> GameTree:
    return GameTree(record.rules, record.start, record.moves, record.comment)


@pytest.mark.parametrize(
    ("tags", "number", "count", "title"),
    [
        ('[White "Ann"]\n[Black "Ben"]\n[Result "0-1"]\n', 3, 5, "Ann v Ben · 0-1 · Pawn d3 · game 3 of 5"),
        ('[White "Ann"]\n[Black "engine:level=4"]\n', 1, 1, "Ann v AI – level 4 · Pawn d3"),
        ("", 2, 2_000, "Pawn d3 · game 2 of 2,000"),
        ("", 0, 0, "Pawn d3"),
    ],
)
def test_the_heading_names_the_game(tags: str, number: int, count: int, title: str) -> None:
    record = record_of(tags, "1. d2d3")
    assert GameHeading(record, number, count).title(tree_of(record)) == title


@pytest.mark.parametrize(
    ("tags", "moves", "ending"),
    [
        ('[Result "0-1"]\n[Reason "resignation"]\n', "1. d2d3 0-1", "0-1 White resigned."),
        ('[Result "1/2-1/2"]\n[Reason "agreement"]\n', "1. d2d3 1/2-1/2", "1/2-1/2 Agreement."),
        ('[Result "1-0"]\n[Reason "a bet"]\n', "1. d2d3 1-0", "1-0 A bet."),
        ("", WON + " *", "1-0 Black's lion was captured."),
        ("", "1. d2d3 *", ""),
    ],
)
def test_the_result_follows_the_last_move(tags: str, moves: str, ending: str) -> None:
    record = record_of(tags, moves)
    tree = tree_of(record)
    assert GameHeading(record).ending(tree) == ending
    shown = list(parts(tree, ending=ending))
    assert " ".join(part.text for part in shown if part.is_result) == ending
    # Once more is played there, it is no longer the end of that game.
    end = tree.main[-1]
    if ending and tree.rules.outcome(end.position) is None:
        tree.add(end, tree.rules.legal_moves(end.position)[0])
        assert GameHeading(record).ending(tree) == ""


def test_moves_have_their_moving_piece() -> None:
    record = record_of("", "1. d2d3 (1. c1c3) d6d5 *")
    pieces = [part.piece for part in parts(tree_of(record)) if part.node is not None]
    assert pieces == [None, Piece(0, "P"), Piece(0, "E"), Piece(1, "P")]


def test_neighbouring_games_follow_saved_changes(tmp_path: Path) -> None:
    path = tmp_path / "three.txt"
    path.write_text("".join(f"{HEAD}\n1. {move} *\n\n" for move in ("a2a3", "b2b3", "c2c3")), "utf-8")
    source = FileSource(path, games_in(path)[1])
    before, after = source.neighbour(-1), source.neighbour(1)
    assert before is not None
    assert after is not None
    assert (before.neighbour(-1), after.neighbour(1)) == (None, None)
    assert ["a2a3" in before.place.text, "c2c3" in after.place.text] == [True, True]
    source.saved_as(write_back(path, source.place, record_of("", "1. g2g3 {much more than it was} *")))
    again = after.neighbour(-1)
    assert again is not None
    assert "g2g3" in again.place.text
    assert [game.number for game in again.games] == [1, 2, 3]
