"""The interface of a game's skin."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import lru_cache
from typing import ClassVar

import pygame

from congo_gui.draw.geometry import Geometry
from congo_gui.draw.paper import Paper
from congo_gui.draw.surfaces import clear_surface, opaque_surface
from congo_gui.draw.theme import Scheme
from engine.rules.values import SECOND, Piece

MAX_CACHED_PIECES = 96
"""Of all pieces of the largest game in a few sizes."""


class Skin(ABC):
    """The look of a game. Stateless except for caches; a skin module provides one as ``SKIN``."""

    dark_side: ClassVar[int] = SECOND
    """The side whose pieces are dark."""

    def with_scheme(self, scheme: Scheme) -> Skin:
        """Return the same game's skin in another colour scheme."""
        del scheme
        return self

    @abstractmethod
    def draw_board(self, surface: pygame.Surface, geometry: Geometry) -> None:
        """Draw the empty board with its frame and coordinates; the view keeps the result.

        Every pixel of ``geometry.outer_rect`` has to be painted: nothing else lies below it.
        """

    @abstractmethod
    def draw_piece(self, surface: pygame.Surface, piece: Piece, rect: pygame.Rect) -> None:
        """Draw a piece that fills `rect`, usually a square of the board."""

    def paint_board(self, paper: Paper, geometry: Geometry) -> None:
        """Draw the board on any paper, by default as the pixels of `draw_board`."""
        rect = pygame.Rect(geometry.outer_rect)

        def pixels() -> pygame.Surface:
            picture = opaque_surface(rect.size)
            self.draw_board(picture, geometry.moved(-rect.x, -rect.y))
            return picture

        paper.shape(rect, pixels)

    def paint_piece(self, paper: Paper, piece: Piece, rect: pygame.Rect) -> None:
        """Draw a piece on any paper, by default as the pixels of `draw_piece`."""
        paper.shape(rect, lambda: piece_picture(self, piece, rect.width))

    @abstractmethod
    def avatar(self, side: int) -> Piece:
        """Return the piece that represents a side, e.g. on its player's card."""

    def is_water(self, square: int) -> bool:
        """Return whether a square is water: a piece that steps on it sounds like a splash."""
        del square
        return False

    def animated_area(self, geometry: Geometry) -> pygame.Rect | None:
        """Return the part of the board in which `animate_board` draws, None if it draws nothing."""
        del geometry
        return None

    def animate_board(self, surface: pygame.Surface, geometry: Geometry, seconds: float) -> None:
        """Draw the animation below the pieces; `seconds` is a monotonic time."""
        del surface, geometry, seconds


@lru_cache(maxsize=MAX_CACHED_PIECES)
def piece_picture(skin: Skin, piece: Piece, size: int) -> pygame.Surface:
    """Return a picture of a piece, `size` pixels wide and high, for lists. It is shared: do not change it."""
    picture = clear_surface((size, size))
    skin.draw_piece(picture, piece, picture.get_rect())
    return picture
