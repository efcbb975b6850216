"""Looks that several games share: squares of two tones in a wooden frame, and pictures for the pieces."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import ClassVar

import pygame

from congo_gui.draw.geometry import Geometry
from congo_gui.draw.skin import Skin
from congo_gui.draw.theme import Scheme
from congo_gui.games.painting import (
    DUSK,
    ENGRAVED,
    HALOS,
    WOOD,
    Bands,
    Colour,
    darken,
    draw_coordinates,
    draw_frame,
    draw_outline,
    draw_over,
    draw_square,
)
from engine.rules.values import Piece

Tones = tuple[Colour, Colour]
"""The colours of the squares: that of the lower left one, and the other."""


@dataclass(frozen=True)
class Dress:
    """The colours of one colour scheme. `plain` is for high contrast: pieces get a heavy outline."""

    tones: Tones
    frame: Bands = WOOD
    engraved: Colour = ENGRAVED
    dusk: Colour | None = None
    plain: bool = False


def dresses(day: Tones, contrast: Tones, dusk: Colour = DUSK) -> Mapping[Scheme, Dress]:
    """Return the dress of each scheme; by night the board of the day is seen in the dusk."""
    by_day = Dress(day)
    bare: Bands = ((0.0, (0, 0, 0)),)
    return {
        Scheme.DAY: by_day,
        Scheme.NIGHT: replace(by_day, dusk=dusk),
        Scheme.CONTRAST: Dress(contrast, bare, (255, 255, 255), plain=True),
    }


class TiledSkin(Skin):
    """Draws such a board, of any size, and its pieces in one colour scheme."""

    dresses: ClassVar[Mapping[Scheme, Dress]]
    dark_side: ClassVar[int] = 1
    """The side whose pieces are dark."""
    inlay: ClassVar[str] = ""
    """A picture that lies on each square."""

    def __init__(self, scheme: Scheme = Scheme.DAY) -> None:
        self.dress = self.dresses[scheme]

    def dressed(self, scheme: Scheme) -> TiledSkin:
        """Return the skin in another colour scheme."""
        return in_scheme(type(self), scheme)

    @abstractmethod
    def sprite(self, piece: Piece) -> str:
        """Return the name of a piece's picture among the assets."""

    def rank_name(self, row: int, rows: int) -> str:
        """Return how a row of the board is called; `row` counts from 0 at the lower edge."""
        del rows
        return str(row + 1)

    def draw_board(self, surface: pygame.Surface, geometry: Geometry) -> None:
        """Draw the squares with frame and coordinates."""
        dress, rows = self.dress, geometry.rows
        draw_frame(surface, geometry, dress.frame, corners=not dress.plain)
        for square in geometry.squares:
            rect = pygame.Rect(geometry.square_rect(square))
            draw_square(surface, geometry, rect, dress.tones[sum(geometry.column_row(square)) % 2])
            if self.inlay:
                draw_over(surface, self.inlay, rect)
        darken(surface, geometry, dress.dusk)
        ranks = [self.rank_name(row, rows) for row in range(rows)]
        draw_coordinates(surface, geometry, dress.engraved, "abcdefghijklmnopqrstuvwxyz", ranks)

    def draw_piece(self, surface: pygame.Surface, piece: Piece, rect: pygame.Rect) -> None:
        """Draw a piece; it leaves a little of `rect` free on all sides."""
        name = self.sprite(piece)
        if self.dress.plain:
            rect = draw_outline(surface, name, rect, HALOS[piece.side == self.dark_side])
        draw_over(surface, name, rect)


@cache
def in_scheme(skin: type[TiledSkin], scheme: Scheme) -> TiledSkin:
    """Return the one skin of that class in a colour scheme."""
    return skin(scheme)
