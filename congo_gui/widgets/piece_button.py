"""A button that bears a piece."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from congo_gui.draw.skin import Skin
from congo_gui.draw.theme import Colour, Theme
from congo_gui.widgets.button import Button
from engine.rules.values import Piece


class PieceButton(Button):
    """Shows a piece in place of a label; the tooltip says its name."""

    def __init__(
        self, skin: Skin, piece: Piece, name: str, run: Callable[[], None], chosen: Callable[[], bool]
    ) -> None:
        super().__init__(name, run, tip=name, chosen=chosen)
        self._skin, self._piece = skin, piece

    def _draw_content(self, surface: pygame.Surface, theme: Theme, ink: Colour) -> None:
        del ink
        side = min(self.rect.size) - theme.px(6)
        place = pygame.Rect(0, 0, side, side)
        place.center = self.rect.center
        self._skin.draw_piece(surface, self._piece, place)
