"""A labelled field for a FEN, with buttons to copy and paste."""

from __future__ import annotations

import pygame

from congo_gui.draw.theme import Role, Theme
from congo_gui.screens.shared import texts
from congo_gui.screens.shared.commands import ScreenCommands, icon_button
from congo_gui.screens.shared.layout import Stack, fen_label_height
from congo_gui.widgets.base import Widget
from congo_gui.widgets.text_field import TextField


class FenRow:
    """Places a `field` and its buttons, and draws the label."""

    def __init__(self, commands: ScreenCommands, field: TextField) -> None:
        self._field = field
        self._buttons = [icon_button(commands, name) for name in ("copy_fen", "paste_fen")]

    @property
    def widgets(self) -> list[Widget]:
        """The controls in the order of Tab."""
        return [self._field, *self._buttons]

    def place(self, area: pygame.Rect, theme: Theme) -> None:
        """Arrange the controls in the lower part of a place; the label has the upper one."""
        height = area.height - fen_label_height(theme)
        row = Stack(pygame.Rect(area.x, area.bottom - height, area.width, height), theme.px(4))
        for button in reversed(self._buttons):
            button.place(row.right(height), theme)
        self._field.place(row.rest, theme)

    def draw_label(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw the field's label."""
        label = theme.text(texts.FEN, Role.SMALL, theme.colours.muted)
        place = self._field.rect
        surface.blit(label, (place.x + theme.px(2), place.y - fen_label_height(theme)))
