"""Moves of a tree as text: numbers, NAGs, and marks for captures. No pygame."""

from __future__ import annotations

from functools import lru_cache

from congo_gui.play.wording import transition_text
from engine.record.record import GameNode, GameTree
from engine.rules.rules import Rules
from engine.rules.values import FIRST, Move, Piece, Position

MARKS = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}
"""The marks by their NAGs (PGN's numbers)."""
GOOD_MARKS, BAD_MARKS = frozenset({1, 3}), frozenset({2, 4, 6})
MAX_KEPT = 1 << 15
"""The number of moves whose text is cached, because it is needed whenever the tree is shown."""


def move_number_text(tree: GameTree, before: GameNode) -> str:
    """Return the number of a move made at a node, as written before it: ``3.`` or ``3…``."""
    return f"{tree.move_number(before)}{'.' if before.position.side == FIRST else '…'}"


def marks(node: GameNode) -> str:
    """Return the marks behind a move."""
    return "".join(MARKS.get(number, "") for number in node.nags)


def node_text(tree: GameTree, node: GameNode) -> str:
    """Return a move with its marks, and with what it captured and what drowned."""
    assert node.parent is not None
    assert node.move is not None
    return f"{node.move.text}{marks(node)}{_did(tree.rules, node.parent.position, node.move)[0]}"


def moved_piece(tree: GameTree, node: GameNode) -> Piece | None:
    """Return the piece that moved, None in games where all pieces of a side are alike."""
    if tree.rules.facts.stones or node.parent is None or node.move is None:
        return None
    return _did(tree.rules, node.parent.position, node.move)[1]


@lru_cache(MAX_KEPT)
def _did(rules: Rules, position: Position, move: Move) -> tuple[str, Piece]:
    """Return the marks after a move, and the piece that moved."""
    transition = rules.transition(position, move)
    return transition_text(transition), transition.piece
