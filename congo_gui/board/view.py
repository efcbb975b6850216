"""Draws the board: the skin's board with its life, and what lies on it."""

from __future__ import annotations

from collections.abc import Iterable

import pygame

from congo_gui.board.animation import Animator
from congo_gui.board.geometry import Geometry
from congo_gui.board.scene import Item, Scene
from congo_gui.board.state import BoardState
from congo_gui.skins.base import Skin
from engine.rules.base import Piece, Position, Rules


class BoardView:
    """Draws one game's board. Keeps pictures of the empty board and of the pieces for the last cell size."""

    def __init__(self, rules: Rules, skin: Skin) -> None:
        self._rules = rules
        self._skin = skin
        self._board: tuple[Geometry, pygame.Surface] | None = None
        self._pictures: dict[tuple[Piece, int], pygame.Surface] = {}
        self._pieces: tuple[Position, dict[int, Piece]] | None = None

    @property
    def skin(self) -> Skin:
        """The looks of board and pieces."""
        return self._skin

    @skin.setter
    def skin(self, skin: Skin) -> None:
        self._skin = skin
        self._board = None
        self._pictures.clear()

    def compose(
        self, geometry: Geometry, position: Position, state: BoardState, animator: Animator
    ) -> list[Item]:
        """Return what lies on the board; `position` is the one after the move that `animator` shows."""
        return Scene(geometry, state, animator, self._standing(position), self.picture).compose()

    def living_area(self, geometry: Geometry) -> pygame.Rect | None:
        """Return the part of the board that moves by itself, None if none does."""
        return self._skin.living_area(geometry)

    def draw(
        self, surface: pygame.Surface, geometry: Geometry, items: Iterable[Item], seconds: float
    ) -> None:
        """Draw the board at a second of its life and `items` on it, within the surface's clip."""
        clip = surface.get_clip()
        self._draw_board(surface, geometry)
        area = self.living_area(geometry)
        if area is not None and area.colliderect(clip):
            self._skin.animate_board(surface, geometry, seconds)
        for item in items:
            rect = pygame.Rect(item[:4])
            if not rect.colliderect(clip):
                continue
            if isinstance(item.what, Piece):
                self._skin.draw_piece(surface, item.what, rect, item.alpha)
            else:
                surface.blit(item.what, rect)

    # --- pictures

    def _draw_board(self, surface: pygame.Surface, geometry: Geometry) -> None:
        x, y, width, height = geometry.outer_rect
        local = geometry.moved(-x, -y)
        if self._board is None or self._board[0] != local:
            picture = pygame.Surface((width, height), pygame.SRCALPHA)
            self._skin.draw_board(picture, local)
            self._board = local, _opaque_if_full(picture)
        surface.blit(self._board[1], (x, y))

    def _standing(self, position: Position) -> dict[int, Piece]:
        if self._pieces is None or self._pieces[0] is not position:
            self._pieces = position, self._rules.pieces(position)
        return self._pieces[1]

    def picture(self, piece: Piece, cell: int) -> pygame.Surface:
        """Return a picture of a piece, one cell large, to be scaled or tinted."""
        key = piece, cell
        if key not in self._pictures:
            if any(size != cell for _, size in self._pictures):
                self._pictures.clear()
            picture = pygame.Surface((cell, cell), pygame.SRCALPHA)
            self._skin.draw_piece(picture, piece, picture.get_rect())
            self._pictures[key] = picture
        return self._pictures[key]


def _opaque_if_full(picture: pygame.Surface) -> pygame.Surface:
    """Return the picture without an alpha channel if it needs none, which is drawn several times faster."""
    width, height = picture.get_size()
    if not pygame.display.get_surface():
        return picture
    if pygame.mask.from_surface(picture, 254).count() == width * height:
        return picture.convert()
    return picture.convert_alpha()
