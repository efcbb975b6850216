"""One of several, as rows with a round mark."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from congo_gui.theme import Role, Theme
from congo_gui.widgets.base import LEFT_BUTTON, Widget
from congo_gui.widgets.shapes import draw_box, draw_disc, draw_focus

ROW = 46


@dataclass(frozen=True)
class Option:
    """Something that can be chosen."""

    id: str
    title: str
    blurb: str = ""


class Choice(Widget):
    """Chooses one of `options` with the mouse or the up and down keys."""

    focusable = True

    def __init__(self, options: Sequence[Option], chosen: str) -> None:
        super().__init__()
        self.options = tuple(options)
        ids = [option.id for option in options]
        self.index = ids.index(chosen) if chosen in ids else 0
        self._pointed: int | None = None

    @property
    def value(self) -> str:
        """The id of the chosen option."""
        return self.options[self.index].id

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEMOTION:
            before, self._pointed = self._pointed, self._row_at(event.pos)
            return before != self._pointed
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == LEFT_BUTTON:
            row = self._row_at(event.pos)
            self.index = self.index if row is None else row
            return True
        if event.type == pygame.KEYDOWN and event.key in (pygame.K_UP, pygame.K_DOWN):
            step = 1 if event.key == pygame.K_DOWN else -1
            self.index = max(0, min(len(self.options) - 1, self.index + step))
            return True
        return event.type == pygame.MOUSEBUTTONUP

    def left(self) -> None:
        self._pointed = None

    def row_rect(self, row: int) -> pygame.Rect:
        """Return where an option is."""
        height = self.rect.height // len(self.options)
        return pygame.Rect(self.rect.x, self.rect.y + row * height, self.rect.width, height)

    def _row_at(self, position: tuple[int, int]) -> int | None:
        rows = (row for row in range(len(self.options)) if self.row_rect(row).collidepoint(position))
        return next(rows, None)

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        for row in range(len(self.options)):
            self._draw_row(surface, theme, row)
        if self.focused:
            draw_focus(surface, self.rect, theme.colours, max(1, theme.px(1.5)))

    def _draw_row(self, surface: pygame.Surface, theme: Theme, row: int) -> None:
        colours, option = theme.colours, self.options[row]
        place = self.row_rect(row).inflate(0, -theme.px(4))
        chosen = row == self.index
        fill = colours.accent_soft if chosen else colours.sunken if row == self._pointed else colours.raised
        draw_box(surface, place, theme.px(8), fill, colours.accent if chosen else colours.outline)
        mark = (place.x + theme.px(18), place.centery)
        draw_disc(surface, mark, theme.px(8), colours.raised, colours.accent if chosen else colours.muted, 2)
        if chosen:
            draw_disc(surface, mark, theme.px(4), colours.accent)
        left, room = place.x + theme.px(34), place.width - theme.px(40)
        title = theme.text(theme.shorten(option.title, Role.STRONG, room), Role.STRONG, colours.text)
        # A description that has no room says less than none.
        role = Role.SMALL if theme.width(option.blurb, Role.SMALL) <= room else Role.CAPTION
        blurb = theme.text(option.blurb, role, colours.muted)
        fits = blurb.get_width() <= room and title.get_height() + blurb.get_height() <= place.height
        shown = bool(option.blurb) and fits
        height = title.get_height() + (blurb.get_height() if shown else 0)
        top = place.centery - height // 2
        surface.blit(title, (left, top))
        if shown:
            surface.blit(blurb, (left, top + title.get_height()))
