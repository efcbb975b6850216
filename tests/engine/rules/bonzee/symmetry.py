"""Bonzee's symmetries: left-right, top-bottom, and colours swapped."""

from __future__ import annotations

from tests.engine.rules.games import Symmetry
from tests.engine.rules.texts import mirrored_files, mirrored_rows, mirrored_squares

COLUMNS, ROWS = "123456789", "ABCDE"


def _swapped(fen: str) -> str:
    return fen.translate(str.maketrans("rg", "gr"))


SYMMETRIES = (
    Symmetry("columns mirrored", mirrored_files, lambda move: mirrored_squares(move, COLUMNS)),
    Symmetry("rows mirrored", mirrored_rows, lambda move: mirrored_squares(move, ROWS)),
    Symmetry("colours swapped", _swapped, lambda move: move, swaps=True),
)
