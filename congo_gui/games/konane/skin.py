"""Konane's looks: stones of lava and of coral in the hollows of a slab of koa wood."""

from __future__ import annotations

from typing import ClassVar

from congo_gui.draw.theme import Scheme
from congo_gui.games.tiled import TiledSkin, colours_by_scheme, in_scheme
from engine.rules.konane.board import BLACK, LETTERS
from engine.rules.values import Piece

SPRITES = ("sprites/konane/black_stone.svg", "sprites/konane/white_stone.svg")

EARLY_DUSK = (204, 204, 212)
"""Lighter than other boards' by night, or the black stones would be lost on it."""


class KonaneSkin(TiledSkin):
    """The two tones of the slab are close: they only help the eye to follow rows and columns."""

    colours_by_scheme: ClassVar = colours_by_scheme(
        day=((187, 137, 88), (196, 146, 96)), contrast=((176, 176, 176), (188, 188, 188)), dusk=EARLY_DUSK
    )
    dark_side = BLACK
    inlay = "board/hollow.svg"

    def sprite(self, piece: Piece) -> str:
        """Return the picture of a stone."""
        return SPRITES[piece.side]

    def avatar(self, side: int) -> Piece:
        """Return a stone of the side."""
        return Piece(side, LETTERS[side])


SKIN = in_scheme(KonaneSkin, Scheme.DAY)
