"""Helpers for tests of Konane."""

from __future__ import annotations

from engine import rules
from engine.rules.values import Position

KONANE = rules.get("konane")
FOUR = "bwbw/wbwb/bwbw/wbwb b 0"
SIX = "bwbwbw/wbwbwb/bwbwbw/wbwbwb/bwbwbw/wbwbwb b 0"


def texts(fen: str, start: str = "") -> list[str]:
    """Return the legal moves, those of one stone if it is named."""
    return [
        move.text for move in KONANE.legal_moves(KONANE.notation.parse(fen)) if move.text.startswith(start)
    ]


def after(fen: str, *moves: str) -> str:
    """Return the position after the moves."""
    position = KONANE.notation.parse(fen)
    for text in moves:
        position = KONANE.play(position, KONANE.parse_move(position, text))
    return KONANE.notation.format(position)


def square(position: Position, name: str) -> int:
    """Return the number of a square."""
    found = KONANE.notation.square_at(position, name)
    assert found is not None
    return found


def path(position: Position, names: str) -> tuple[int, ...]:
    """Return the squares of a text such as ``a1a3a5``."""
    return tuple(square(position, names[at : at + 2]) for at in range(0, len(names), 2))
