"""The interface of a game's looks."""

from __future__ import annotations

from abc import ABC, abstractmethod

import pygame

from congo_gui.draw.geometry import Geometry
from congo_gui.draw.theme import Scheme
from engine.rules.values import Piece


class Skin(ABC):
    """The looks of one game. Stateless but for caches; a skin module offers one as ``SKIN``."""

    def dressed(self, scheme: Scheme) -> Skin:
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

    @abstractmethod
    def avatar(self, side: int) -> Piece:
        """Return the piece that stands for a side, e.g. on its player's card."""

    def is_water(self, square: int) -> bool:
        """Whether a piece that steps on a square is heard to step into water."""
        del square
        return False

    def living_area(self, geometry: Geometry) -> pygame.Rect | None:
        """Return the part of the board in which `animate_board` draws, None if nothing lives there."""
        del geometry
        return None

    def animate_board(self, surface: pygame.Surface, geometry: Geometry, seconds: float) -> None:
        """Draw what moves on the board below the pieces, at a second of a clock that only grows."""
        del surface, geometry, seconds
