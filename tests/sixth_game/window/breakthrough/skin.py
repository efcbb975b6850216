"""Breakthrough's looks: stones on a board of two tones."""

from __future__ import annotations

from typing import ClassVar

from engine.rules.breakthrough.board import BLACK

from congo_gui.draw.theme import Scheme
from congo_gui.games.tiled import TiledSkin, colours_by_scheme, in_scheme
from engine.rules.values import Piece

SPRITES = ("sprites/konane/white_stone.svg", "sprites/konane/black_stone.svg")
EARLY_DUSK = (204, 204, 212)
"""Lighter than other boards' by night, or the black stones would be lost on it."""


class BreakthroughSkin(TiledSkin):
    """Rows are counted from the bottom, from 1."""

    colours_by_scheme: ClassVar = colours_by_scheme(
        day=((162, 156, 106), (172, 167, 118)), contrast=((176, 176, 176), (188, 188, 188)), dusk=EARLY_DUSK
    )
    dark_side = BLACK

    def sprite(self, piece: Piece) -> str:
        """Return the picture of a stone."""
        return SPRITES[piece.side]

    def avatar(self, side: int) -> Piece:
        """Return a stone of the side."""
        return Piece(side, "WB"[side])


SKIN = in_scheme(BreakthroughSkin, Scheme.DAY)
