"""Helpers for tests of Conga's rules: positions as diagrams, and the effects of moves."""

from __future__ import annotations

import pytest

from engine import rules
from engine.rules.errors import IllegalMove
from engine.rules.values import Position

CONGA = rules.get("conga")


def board(*ranks: str, side: str = "b") -> Position:
    """Return a position from its ranks, 4 to 1, with blanks between the cells."""
    return CONGA.notation.parse(f"{'/'.join(','.join(rank.split()) for rank in ranks)} {side}")


def texts(position: Position) -> list[str]:
    """Return the texts of the legal moves."""
    return [move.text for move in CONGA.legal_moves(position)]


def after(position: Position, *moves: str) -> list[str]:
    """Return the ranks after some moves, in the form of `board`."""
    for text in moves:
        position = CONGA.play(position, CONGA.parse_move(position, text))
    return [rank.replace(",", " ") for rank in CONGA.notation.format(position).split()[0].split("/")]


def refusal(position: Position, text: str) -> str:
    """Return why a move is rejected."""
    with pytest.raises(IllegalMove) as caught:
        CONGA.parse_move(position, text)
    assert "\n" not in str(caught.value)
    return str(caught.value)
