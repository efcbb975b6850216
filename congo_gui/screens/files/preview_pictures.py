"""Small pictures of positions, drawn a few at a time."""

from __future__ import annotations

from collections import OrderedDict

import pygame

from congo_gui import games as skins
from congo_gui.board.animation import Animator
from congo_gui.board.state import BoardState
from congo_gui.board.view import BoardView
from congo_gui.draw.geometry import Geometry
from congo_gui.draw.surfaces import opaque_surface
from congo_gui.draw.theme import Scheme, Theme
from congo_gui.screens.files.preview_loader import Preview, PreviewSource
from engine.rules.rules import Rules
from engine.rules.values import Position

MAX_PICTURES = 200
AT_ONCE = 2
"""The number of boards drawn per frame, so that scrolling stays smooth."""


class PreviewPictures:
    """Draws the positions of previews, and caches the pictures used last."""

    def __init__(self) -> None:
        self.drawn: OrderedDict[tuple[PreviewSource, int, Scheme], pygame.Surface] = OrderedDict()
        self._views: dict[tuple[str, Scheme], BoardView] = {}
        self._allowed = 0
        self.is_behind = False
        """True if there are visible boards that are not drawn yet."""

    def begin_frame(self) -> None:
        """Allow some more boards to be drawn."""
        self._allowed, self.is_behind = AT_ONCE, False

    def picture(
        self, source: PreviewSource, preview: Preview, size: int, theme: Theme
    ) -> pygame.Surface | None:
        """Return the picture of a position, None if it has to wait for the next frame."""
        key = source, size, theme.scheme
        if preview.position is None:
            return None
        if key not in self.drawn:
            if not self._allowed:
                self.is_behind = True
                return None
            self._allowed -= 1
            self.drawn[key] = self._draw(preview.rules, preview.position, size, theme.scheme)
            while len(self.drawn) > MAX_PICTURES:
                self.drawn.popitem(last=False)
        self.drawn.move_to_end(key)
        return self.drawn[key]

    def _draw(self, rules: Rules, position: Position, size: int, scheme: Scheme) -> pygame.Surface:
        view = self._views.get((rules.name, scheme))
        if view is None:
            view = BoardView(rules, skins.get(rules.name).with_scheme(scheme))
            self._views[rules.name, scheme] = view
        shape = rules.notation.shape(position)
        board = Geometry.fit((0, 0, size, size), *shape, coordinates=False)
        x, y, width, height = board.outer_rect
        local = board.moved(-x, -y)
        picture = opaque_surface((width, height))
        view.draw(picture, local, view.compose(local, position, BoardState(), Animator()), 0.0)
        return picture
