"""A list of text rows, one of which is chosen; only the rows in sight are drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from congo_gui.theme import Role, Theme
from congo_gui.widgets.base import LEFT_BUTTON, Widget, wheel_steps
from congo_gui.widgets.scroll import Scroller
from congo_gui.widgets.shapes import draw_box

ROW = 34
WHEEL_ROWS = 3


class ListView(Widget):
    """Rows to point at and to choose: `pointed` is called with a row or None, `chosen` with a row."""

    focusable = True

    def __init__(
        self, rows: Sequence[str], chosen: Callable[[int], None], pointed: Callable[[int | None], None]
    ) -> None:
        super().__init__()
        self.rows = tuple(rows)
        self.current: int | None = None
        self._chosen, self._pointed = chosen, pointed
        self.scroller = Scroller()
        self._row_height = 1

    def place(self, rect: pygame.Rect, theme: Theme) -> None:
        super().place(rect, theme)
        self._row_height = theme.px(ROW)
        self.scroller.place(rect, self._row_height * len(self.rows), theme)

    def left(self) -> None:
        self._point(None)

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEWHEEL:
            self.scroller.scroll_to(
                self.scroller.offset - round(wheel_steps(event) * WHEEL_ROWS * self._row_height)
            )
            return True
        if event.type == pygame.MOUSEMOTION:
            if not (self.pressed and self.scroller.drag(event.pos)):
                self._point(self.row_at(event.pos))
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == LEFT_BUTTON:
            self.scroller.press(event.pos)
            return True
        if event.type == pygame.MOUSEBUTTONUP:
            return self._click(event.pos)
        return event.type == pygame.KEYDOWN and self._key(event.key)

    def _click(self, position: tuple[int, int]) -> bool:
        row = self.row_at(position)
        if not self.scroller.release() and row is not None:
            self._chosen(row)
        return True

    def _key(self, key: int) -> bool:
        if key in (pygame.K_UP, pygame.K_DOWN) and self.rows:
            step = 1 if key == pygame.K_DOWN else -1
            row = 0 if self.current is None else (self.current + step) % len(self.rows)
            self._point(row)
            self.scroller.reveal(row * self._row_height, (row + 1) * self._row_height)
            return True
        if key in (pygame.K_RETURN, pygame.K_KP_ENTER) and self.current is not None:
            self._chosen(self.current)
            return True
        return False

    def _point(self, row: int | None) -> None:
        if row != self.current:
            self.current = row
            self._pointed(row)

    def row_at(self, position: tuple[int, int]) -> int | None:
        """Return the row at a pixel."""
        if not self.rect.collidepoint(position):
            return None
        row = (position[1] - self.rect.y + self.scroller.offset) // self._row_height
        return row if 0 <= row < len(self.rows) else None

    def row_rect(self, row: int) -> pygame.Rect:
        """Return where a row is, in sight or not."""
        top = self.rect.y + row * self._row_height - self.scroller.offset
        bar = self.scroller.bar.width if self.scroller.last else 0
        return pygame.Rect(self.rect.x, top, self.rect.width - bar, self._row_height)

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        clip = surface.get_clip()
        surface.set_clip(self.rect.clip(clip))
        first = self.scroller.offset // self._row_height
        last = min(len(self.rows), first + self.rect.height // self._row_height + 2)
        for row in range(first, last):
            self._draw_row(surface, theme, row)
        surface.set_clip(clip)
        self.scroller.draw(surface, theme)

    def _draw_row(self, surface: pygame.Surface, theme: Theme, row: int) -> None:
        colours = theme.colours
        place = self.row_rect(row).inflate(-theme.px(4), -theme.px(4))
        pointed = row == self.current
        fill = colours.accent_soft if pointed else colours.raised
        outline = colours.accent if pointed else colours.outline
        draw_box(surface, place, theme.px(6), fill, outline)
        text = theme.shorten(self.rows[row], Role.STRONG, place.width - theme.px(20))
        picture = theme.text(text, Role.STRONG, colours.text)
        surface.blit(picture, (place.x + theme.px(10), place.centery - picture.get_height() // 2))
