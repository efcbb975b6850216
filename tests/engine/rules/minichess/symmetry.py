"""Minichess's symmetries: the columns mirrored, and the colours swapped with the rows mirrored."""

from __future__ import annotations

from tests.engine.rules.games import Symmetry
from tests.engine.rules.texts import mirrored_files, mirrored_rows, mirrored_squares, swapped_colours

SYMMETRIES = (
    Symmetry("columns mirrored", mirrored_files, lambda move: mirrored_squares(move, "abcdefg")),
    Symmetry(
        "colours swapped",
        lambda fen: swapped_colours(mirrored_rows(fen), "wb"),
        lambda move: mirrored_squares(move, "0123456"),
        swaps=True,
    ),
)
