"""Congo's symmetries: the files mirrored, and the colours swapped with the ranks mirrored."""

from __future__ import annotations

from tests.engine.rules.congo.support import flipped_squares
from tests.engine.rules.games import Symmetry
from tests.engine.rules.texts import mirrored_files, mirrored_rows, mirrored_squares, swapped_colours


def _swapped(fen: str) -> str:
    return swapped_colours(mirrored_rows(fen), "wb")


SYMMETRIES = (
    Symmetry("files mirrored", mirrored_files, lambda move: mirrored_squares(move, "abcdefg")),
    Symmetry("colours swapped", _swapped, flipped_squares, swaps=True),
)
