"""Texts for the values of positions in a tablebase."""

from __future__ import annotations

from engine.rules.words import count_text

DRAW = "draw"


def wins_in(moves: int) -> str:
    return f"wins in {count_text(moves, 'move')}"


def loses_in(moves: int) -> str:
    return f"loses in {count_text(moves, 'move')}"
