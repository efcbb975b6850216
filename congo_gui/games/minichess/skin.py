"""Minichess's looks: chess figures on tokens; new pieces combine the figures that they move like."""

from __future__ import annotations

from typing import ClassVar

from congo_gui.draw.theme import Scheme
from congo_gui.games.tiled import TiledSkin, colours_by_scheme, in_scheme
from engine.rules.minichess.board import BLACK, KING, LETTERS, NAMES
from engine.rules.values import Piece

SIDES = ("white", "black")
KIND_NAMES = dict(zip(LETTERS, NAMES, strict=True))


class MinichessSkin(TiledSkin):
    """The rows are counted from the top, from 0."""

    colours_by_scheme: ClassVar = colours_by_scheme(
        day=((186, 140, 96), (238, 216, 170)), contrast=((176, 176, 176), (250, 250, 250))
    )
    dark_side = BLACK

    def sprite(self, piece: Piece) -> str:
        """Return the picture of a figure."""
        return f"sprites/minichess/{SIDES[piece.side]}_{KIND_NAMES[piece.kind]}.svg"

    def rank_name(self, row: int, rows: int) -> str:
        """Return the number of a row as squares are named."""
        return str(rows - 1 - row)

    def avatar(self, side: int) -> Piece:
        """Return the side's king."""
        return Piece(side, LETTERS[KING])


SKIN = in_scheme(MinichessSkin, Scheme.DAY)
