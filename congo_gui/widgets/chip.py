"""A small button among many, with a tick when what it stands for is done."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from congo_gui.draw.shapes import draw_disc
from congo_gui.draw.theme import Role, Theme
from congo_gui.widgets.button import Button

TICK = "✓"
BADGE = 8
"""Radius of the tick's disc at scale 1."""


class Chip(Button):
    """A button with a short label; `done` says whether it bears a tick."""

    def __init__(
        self,
        label: str,
        run: Callable[[], None],
        *,
        tip: str,
        chosen: Callable[[], bool],
        done: Callable[[], bool],
    ) -> None:
        super().__init__(label, run, tip=tip, chosen=chosen, role=Role.SMALL)
        self._done = done

    @property
    def done(self) -> bool:
        """Whether it bears a tick."""
        return self._done()

    @property
    def appearance(self) -> object:
        return super().appearance, self.done

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        super().draw(surface, theme)
        if self.done:
            radius = min(theme.px(BADGE), self.rect.height // 3)
            middle = (self.rect.right - radius // 2, self.rect.y + radius // 2)
            draw_disc(surface, middle, radius, theme.colours.river)
            tick = theme.text(TICK, Role.CAPTION, theme.colours.on_accent)
            surface.blit(tick, tick.get_rect(center=middle))
