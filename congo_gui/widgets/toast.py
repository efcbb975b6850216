"""A short message that goes away by itself."""

from __future__ import annotations

import pygame

from congo_gui.theme import Role, Theme
from congo_gui.widgets.shapes import draw_box

SECONDS = 2.5
READ_PER_SECOND = 16
"""Letters; a text that takes longer to read than `SECONDS` stays longer."""


class Toast:
    """Shows one text at a time near the bottom of a place."""

    def __init__(self) -> None:
        self.text = ""
        self._left = 0.0
        self._new = False

    def show(self, text: str, seconds: float | None = None) -> None:
        """Show a text, in place of the one that may be there, as long as it takes to read."""
        self.text = text
        self._left = max(SECONDS, len(text) / READ_PER_SECOND) if seconds is None else seconds
        self._new = True

    def inherit(self, other: Toast) -> None:
        """Go on showing what another one showed that goes away."""
        if other.text:
            self.show(other.text, other._left)

    def hide(self) -> None:
        """Let the text go away at the next `update`."""
        self._left = 0.0

    @property
    def next_change(self) -> float | None:
        """Seconds until it goes away, None if nothing shows."""
        return self._left if self.text else None

    def update(self, seconds: float) -> bool:
        """Let time pass; tell whether it came or went away."""
        if not self.text:
            return False
        self._left -= seconds
        if self._left > 0:
            new, self._new = self._new, False
            return new
        self.text = ""
        return True

    def draw(self, surface: pygame.Surface, theme: Theme, place: pygame.Rect) -> None:
        """Draw the text at the bottom of `place`."""
        if not self.text:
            return
        lines = theme.wrap(self.text, Role.BODY, max(theme.px(120), place.width - theme.px(64)))
        height = theme.line_height(Role.BODY)
        width = max(theme.width(line, Role.BODY) for line in lines)
        box = pygame.Rect(0, 0, width + theme.px(32), len(lines) * height + theme.px(10))
        box.midbottom = (place.centerx, place.bottom - theme.px(3))
        draw_box(surface, box, theme.px(10), theme.colours.bubble)
        for row, line in enumerate(lines):
            picture = theme.text(line, Role.BODY, theme.colours.on_bubble)
            surface.blit(
                picture, (box.centerx - picture.get_width() // 2, box.y + theme.px(5) + row * height)
            )
