"""Hints in words. No pygame."""

from __future__ import annotations

from congo_gui.screens.learn import texts
from engine.rules.rules import Rules
from engine.rules.values import Move, Position


def move_hint(rules: Rules, position: Position, move: Move, whole: bool) -> str:
    """Return a hint in words: the piece to move, or the whole move."""
    if whole:
        return texts.move_shown(rules.prose.describe(position, rules.transition(position, move)))
    square = move.path[0]
    piece = rules.notation.pieces(position).get(square)
    kind = "" if piece is None else rules.facts.kind_names[piece.kind]
    return texts.puzzle_hint(kind, rules.notation.square_name(position, square))
