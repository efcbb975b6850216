"""The bar at the top of a panel: what the screen is called, a note, and the cross that closes it."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from congo_gui.draw.texts import draw_text
from congo_gui.draw.theme import Role, Theme
from congo_gui.screens.shared.command_button import close_button


class TitleBar:
    """Has the button `close`, which is a control of the screen; `leads` says where that leads."""

    def __init__(self, title: str, leads: str, leave: Callable[[], None]) -> None:
        self._title = title
        self.close = close_button(leads, leave)
        self._rect = pygame.Rect(0, 0, 0, 0)

    def place(self, rect: pygame.Rect, theme: Theme) -> None:
        """Take a row of the window."""
        self._rect = rect
        side = rect.height
        self.close.place(pygame.Rect(rect.right - side, rect.y, side, side), theme)

    def draw(self, surface: pygame.Surface, theme: Theme, note: str = "") -> None:
        """Draw the title with a note behind it, or the note alone where both have no room."""
        rect, colours = self._rect, theme.colours
        left, room = rect.x + theme.px(2), self.close.rect.x - rect.x - theme.px(8)
        width = theme.text(self._title, Role.HEADING, colours.text).get_width()
        if not note or theme.width(note, Role.SMALL) + width + theme.px(10) <= room:
            draw_text(surface, theme, self._title, Role.HEADING, colours.text, left, rect.centery)
            left = rect.x + width + theme.px(12)
        if note:
            text = theme.shorten(note, Role.SMALL, self.close.rect.x - theme.px(6) - left)
            draw_text(surface, theme, text, Role.SMALL, colours.muted, left, rect.centery)
