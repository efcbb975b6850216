"""Breakthrough's symmetries: left and right, and the colours swapped with top and bottom."""

from __future__ import annotations

from tests.engine.rules.games import Symmetry
from tests.engine.rules.texts import mirrored_files, mirrored_rows, mirrored_squares

FILES, ROWS = "abcde", "12345"


def _swapped(fen: str) -> str:
    return mirrored_rows(fen.translate(str.maketrans("wb", "bw")))


SYMMETRIES = (
    Symmetry("columns mirrored", mirrored_files, lambda move: mirrored_squares(move, FILES)),
    Symmetry("colours swapped", _swapped, lambda move: mirrored_squares(move, ROWS), swaps=True),
)
