"""A line of text in a panel, whose tooltip has the whole text if it is shortened."""

from __future__ import annotations

import pygame

from congo_gui.draw.drawing import draw_text
from congo_gui.draw.theme import Role, Theme
from congo_gui.widgets.base import Widget


class Caption(Widget):
    """Shows its `text`, shortened to its width."""

    def __init__(self) -> None:
        super().__init__()
        self.text = ""
        self._is_cut = False

    @property
    def tip(self) -> str:
        return self.text if self._is_cut else ""

    @property
    def appearance(self) -> object:
        return self.text

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        shown = theme.shorten(self.text, Role.SMALL, self.rect.width - theme.px(4))
        self._is_cut = shown != self.text
        left = self.rect.x + theme.px(2)
        draw_text(surface, theme, shown, Role.SMALL, theme.colours.text, left, self.rect.centery)
