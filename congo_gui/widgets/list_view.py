"""A list of text rows with one selected; only visible rows are drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from congo_gui.draw.drawing import clipped, draw_box, draw_text, icon, place_text
from congo_gui.draw.theme import Role, Theme
from congo_gui.widgets import texts
from congo_gui.widgets.base import ENTER_KEYS, LEFT_BUTTON, Widget, wheel_steps
from congo_gui.widgets.scroll import Scroller

ROW = 34
ICON = 18
WHEEL_ROWS = 3
LONG_STEPS = {pygame.K_PAGEUP: -1, pygame.K_PAGEDOWN: 1, pygame.K_HOME: 0, pygame.K_END: 0}
"""In pages."""


@dataclass(frozen=True)
class ListRow:
    """A row with a text, a picture before it, and a note at the right edge."""

    text: str
    note: str = ""
    icon: str = ""
    key: object = None
    """The object that the row represents, in lists that need it."""


class ListView(Widget):
    """Rows to point at and to choose: `pointed` is called with a row or None, `chosen` with a row.

    With `empty`, the text for a list without rows, it has a background and a frame of its own.
    """

    focusable = True
    row_px = ROW
    """The height of a row at scale 1."""

    def __init__(
        self,
        rows: Sequence[str | ListRow],
        chosen: Callable[[int], None],
        pointed: Callable[[int | None], None] = lambda row: None,
        empty: str = "",
    ) -> None:
        super().__init__()
        self.rows = _rows(rows)
        self.current: int | None = None
        self.empty = empty
        self._chosen, self._pointed = chosen, pointed
        self.scroller = Scroller()
        self._row_height = 1

    def place(self, rect: pygame.Rect, theme: Theme) -> None:
        super().place(rect, theme)
        self._row_height = theme.px(self.row_px)
        self.scroller.place(rect, self._row_height * len(self.rows), theme)

    def set_rows(self, rows: Sequence[str | ListRow]) -> None:
        """Replace the rows and scroll to the first one."""
        self.rows, self.current = _rows(rows), None
        self.scroller.content = self._row_height * len(self.rows)
        self.scroller.scroll_to(0)

    @property
    def words(self) -> str:
        if self.current is None or self.current >= len(self.rows):
            return texts.rows(len(self.rows))
        row = self.rows[self.current]
        return ". ".join(filter(None, (row.text, row.note)))

    def pointer_left(self) -> None:
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
            self.point_at(0 if self.current is None else (self.current + step) % len(self.rows))
            return True
        if key in LONG_STEPS and self.rows:
            page = max(1, self.rect.height // self._row_height - 1)
            to = (self.current or 0) + LONG_STEPS[key] * page
            self.point_at(0 if key == pygame.K_HOME else len(self.rows) - 1 if key == pygame.K_END else to)
            return True
        if key in ENTER_KEYS and self.current is not None:
            self._chosen(self.current)
            return True
        return False

    def point_at(self, row: int) -> None:
        """Select a row, clamped to the first and the last one, and scroll to it."""
        row = max(0, min(len(self.rows) - 1, row))
        self._point(row)
        self.scroller.reveal(row * self._row_height, (row + 1) * self._row_height)

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
        """Return the rectangle of a row, visible or not."""
        top = self.rect.y + row * self._row_height - self.scroller.offset
        bar = self.scroller.bar.width if self.scroller.last else 0
        return pygame.Rect(self.rect.x, top, self.rect.width - bar, self._row_height)

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        if self.empty:
            self._draw_ground(surface, theme)
        first = self.scroller.offset // self._row_height
        last = min(len(self.rows), first + self.rect.height // self._row_height + 2)
        with clipped(surface, self.rect):
            for row in range(first, last):
                self._draw_row(surface, theme, row)
        self.scroller.draw(surface, theme)

    def _draw_ground(self, surface: pygame.Surface, theme: Theme) -> None:
        colours = theme.colours
        draw_box(surface, self.rect, theme.px(8), colours.sunken, colours.outline)
        if not self.rows:
            height = theme.line_height(Role.BODY)
            lines = theme.wrap(self.empty, Role.BODY, self.rect.width - theme.px(24))
            top = self.rect.centery - len(lines) * height // 2
            for row, line in enumerate(lines):
                middle = (self.rect.centerx, top + row * height)
                place_text(surface, theme, line, Role.BODY, colours.muted, midtop=middle)

    def _draw_row(self, surface: pygame.Surface, theme: Theme, row: int) -> None:
        colours = theme.colours
        place = self.row_rect(row).inflate(-theme.px(4), -theme.px(4))
        pointed = row == self.current
        fill = colours.accent_soft if pointed else colours.raised
        outline = colours.accent if pointed else colours.outline
        draw_box(surface, place, theme.px(6), fill, outline)
        self._draw_text(surface, theme, self.rows[row], place.inflate(-theme.px(20), 0))

    def _draw_text(self, surface: pygame.Surface, theme: Theme, row: ListRow, inside: pygame.Rect) -> None:
        """Draw a row's picture, text and note; a note wider than half of the row is left out."""
        colours, left, right = theme.colours, inside.x, inside.right
        if row.icon:
            size = theme.px(ICON)
            surface.blit(icon(row.icon, size, colours.muted), (left, inside.centery - size // 2))
            left += size + theme.px(8)
        note_width = theme.width(row.note, Role.SMALL) if row.note else 0
        if row.note and note_width <= (right - left) // 2:
            note = theme.text(row.note, Role.SMALL, colours.muted)
            surface.blit(note, (right - note_width, inside.centery - note.get_height() // 2))
            right -= note_width + theme.px(12)
        text = theme.shorten(row.text, Role.STRONG, right - left)
        draw_text(surface, theme, text, Role.STRONG, colours.text, left, inside.centery)


def _rows(rows: Sequence[str | ListRow]) -> tuple[ListRow, ...]:
    return tuple(ListRow(row) if isinstance(row, str) else row for row in rows)
