"""Draw the board: the skin's animated board and everything on it."""

from __future__ import annotations

from collections.abc import Iterable

import pygame

from congo_gui.board.animation import Animator
from congo_gui.board.items import Item
from congo_gui.board.scene import Scene
from congo_gui.board.state import BoardState
from congo_gui.draw.geometry import Geometry
from congo_gui.draw.ink import accelerated
from congo_gui.draw.skin import Skin
from congo_gui.draw.surfaces import clear_surface, opaque_surface
from congo_gui.draw.theme import Scheme
from engine.rules.rules import Rules
from engine.rules.values import Piece, Position


class BoardView:
    """Draws one game's board. Keeps pictures of the empty board and of the pieces for the last cell size."""

    def __init__(self, rules: Rules, skin: Skin) -> None:
        self._rules = rules
        self.skin = skin
        self._board: tuple[Geometry, pygame.Surface] | None = None
        self._cell = 0
        self._pictures: dict[Piece, pygame.Surface] = {}
        self._tokens: dict[tuple[Piece, int], pygame.Surface] = {}
        self._pieces: tuple[Position, dict[int, Piece]] | None = None

    def set_scheme(self, scheme: Scheme) -> None:
        """Set the colour scheme."""
        skin = self.skin.with_scheme(scheme)
        if skin is not self.skin:
            self.skin, self._board = skin, None
            self._forget_pieces(0)

    def compose(
        self,
        geometry: Geometry,
        position: Position,
        state: BoardState,
        animator: Animator,
        pieces: dict[int, Piece] | None = None,
    ) -> list[Item]:
        """Return what lies on the board; `position` is the one after the move that `animator` shows.

        `pieces`, by square, replace those of the position.
        """
        standing = self._standing(position) if pieces is None else pieces
        return Scene(geometry, state, animator, standing, self.picture).compose()

    def draw_still(self, surface: pygame.Surface, place: pygame.Rect, position: Position) -> None:
        """Draw a position without marks, as large as fits `place`."""
        geometry = Geometry.fit(place, *self._rules.notation.shape(position))
        self.draw(surface, geometry, self.compose(geometry, position, BoardState(), Animator()), 0.0)

    def animated_area(self, geometry: Geometry) -> pygame.Rect | None:
        """Return the rectangle of the board's own animation, None if there is none."""
        return self.skin.animated_area(geometry)

    def draw(
        self, surface: pygame.Surface, geometry: Geometry, items: Iterable[Item], seconds: float
    ) -> None:
        """Draw the board, its own animation at `seconds`, and `items` on it, within the surface's clip."""
        clip = surface.get_clip()
        self._draw_board(surface, geometry)
        area = self.animated_area(geometry)
        if area is not None and area.colliderect(clip):
            self.skin.animate_board(surface, geometry, seconds)
        for item in items:
            rect = pygame.Rect(item[:4])
            if not rect.colliderect(clip):
                continue
            what = item.what
            picture = self._token(what, item.width, item.alpha) if isinstance(what, Piece) else what
            surface.blit(picture, rect)

    # --- pictures

    def _draw_board(self, surface: pygame.Surface, geometry: Geometry) -> None:
        x, y, width, height = geometry.outer_rect
        local = geometry.moved(-x, -y)
        if self._board is None or self._board[0] != local:
            # Without alpha, and in the pixel format of most windows, which is drawn several times faster.
            picture = opaque_surface((width, height))
            self.skin.draw_board(picture, local)
            self._board = local, picture
        surface.blit(self._board[1], (x, y))

    def _standing(self, position: Position) -> dict[int, Piece]:
        if self._pieces is None or self._pieces[0] is not position:
            self._pieces = position, self._rules.notation.pieces(position)
        return self._pieces[1]

    def picture(self, piece: Piece, cell: int) -> pygame.Surface:
        """Return a picture of a piece, one cell large, to be scaled or tinted."""
        if cell != self._cell:
            self._forget_pieces(cell)
        if piece not in self._pictures:
            picture = clear_surface((cell, cell))
            self.skin.draw_piece(picture, piece, picture.get_rect())
            self._pictures[piece] = picture
        return self._pictures[piece]

    def _token(self, piece: Piece, cell: int, alpha: int) -> pygame.Surface:
        """Return the picture of a piece on its square, with opacity `alpha`."""
        picture = self.picture(piece, cell)
        if (piece, alpha) not in self._tokens:
            self._tokens[piece, alpha] = accelerated(picture.copy(), alpha)
        return self._tokens[piece, alpha]

    def _forget_pieces(self, cell: int) -> None:
        self._cell = cell
        self._pictures.clear()
        self._tokens.clear()
