"""Sharing a line of an analysis."""

from __future__ import annotations

from congo_gui.screens.analysis.context import line_through
from engine.record.parse import parse_games
from engine.record.record import GameTree

GAME = """[Event "e"]
[Game "congo"]
[Result "0-1"]
[Reason "resignation"]

1. d2d3 {a note} d6d5 (1... e6e5 {other} 2. e2e3) 2. c2c3 0-1
"""


def test_the_current_line_is_shared_with_all_variations() -> None:
    (record,) = parse_games(GAME)
    tree = GameTree(record.rules, record.start, record.moves, record.comment)
    other = tree.main[0].children[1]
    shared = line_through(tree, other, record)
    assert [each.move.text for each in shared.moves] == ["d2d3", "e6e5", "e2e3"]
    assert [each.comment for each in shared.moves] == ["a note", "other", ""]
    (variation,) = shared.moves[1].variations
    assert [each.move.text for each in variation] == ["d6d5", "c2c3"]
    assert (shared.result.value, shared.tags["Shown"]) == ("*", "2")
    main = line_through(tree, tree.main[0], record)
    assert (main.moves, main.result.value) == (record.moves, "0-1")
    assert tree.record() == record.moves
