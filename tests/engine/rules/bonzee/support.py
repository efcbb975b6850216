"""Helpers for tests of Bonzee's rules: positions as diagrams, and the effects of moves."""

from __future__ import annotations

import pytest

from engine import rules
from engine.rules.errors import IllegalMove
from engine.rules.values import Position

BONZEE = rules.get("bonzee")


def board(*rows: str, side: str = "g", quiet: int = 0) -> Position:
    """Return a position from its rows, A to E, with dots for empty cells."""
    return BONZEE.notation.parse(f"{'/'.join(row.replace('.', '1') for row in rows)} {side} {quiet}")


def place(layout: str, side: str = "g", quiet: int = 0) -> Position:
    """Return the position with these tokens: letters, each with its cell."""
    cells = {token[1:]: token[0] for token in layout.split()}
    rows = ("".join(cells.get(f"{row}{column}", ".") for column in range(1, 10)) for row in "ABCDE")
    return board(*rows, side=side, quiet=quiet)


def layout_of(position: Position) -> str:
    """Return all tokens sorted by cell, in the form of `place`."""
    tokens = {
        BONZEE.notation.square_name(position, cell): piece.kind.lower()
        for cell, piece in BONZEE.notation.pieces(position).items()
    }
    return " ".join(tokens[cell] + cell for cell in sorted(tokens))


def after(position: Position, text: str) -> str:
    """Return all tokens after a move."""
    return layout_of(BONZEE.play(position, BONZEE.parse_move(position, text)))


def texts(position: Position, start: str = "") -> list[str]:
    """Return the texts of the legal moves, those of one token if its cell is named."""
    return [move.text for move in BONZEE.legal_moves(position) if move.text.startswith(start)]


def refusal(position: Position, text: str) -> str:
    """Return why a move is rejected."""
    with pytest.raises(IllegalMove) as caught:
        BONZEE.parse_move(position, text)
    assert "\n" not in str(caught.value)
    return str(caught.value)
