"""A dialog that says, in a place of its own, what came of what was done in it."""

from __future__ import annotations

import pygame

from congo_gui.draw.texts import draw_lines, fitted_lines
from congo_gui.draw.theme import Role, Theme
from congo_gui.screens.shared.base import Host
from congo_gui.screens.shared.dialog import Dialog


class RemarkDialog(Dialog):
    """A dialog with a remark of up to `remark_lines` lines; subclasses place and draw it."""

    _remark_lines = 2

    def __init__(self, host: Host, title: str) -> None:
        super().__init__(host, title)
        self._message, self._is_error = "", False
        self._message_place = pygame.Rect(0, 0, 0, 0)

    def _say(self, text: str) -> None:
        """Show a remark."""
        self._message, self._is_error = text, False
        self.invalidate()

    def _complain(self, text: str) -> None:
        """Show why something cannot be done."""
        self._message, self._is_error = text, True
        self.invalidate()

    def _draw_remark(self, surface: pygame.Surface, theme: Theme, text: str) -> None:
        """Draw a text where the remark goes, in the remark's colour; what has no room is elided."""
        place, most = self._message_place, self._remark_lines
        colour = theme.colours.danger if self._is_error else theme.colours.muted
        lines = fitted_lines(theme, text, Role.BODY, place.width, most)
        draw_lines(surface, theme, lines, Role.BODY, colour, place.topleft)
