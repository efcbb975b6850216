"""The games of a file as a table: headings to sort by, and rows of columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from congo_gui.draw.drawing import draw_text, icon
from congo_gui.draw.theme import Role, Theme
from congo_gui.play.game_file import shown_date
from congo_gui.play.game_list import Column, ListedGame
from congo_gui.screens.files import texts
from congo_gui.widgets.base import DOUBLE_CLICK_MS, LEFT_BUTTON, Widget
from congo_gui.widgets.list_view import ICON, ListRow, ListView
from congo_gui.widgets.scroll import BAR
from engine.rules.rules import Rules

ROW = 30
WIDTHS = {Column.NUMBER: 58, Column.RESULT: 66, Column.DATE: 92, Column.LENGTH: 66}
"""Widths at scale 1; the players get the remaining space."""
MIN_NAME = 84
DROPPED_FIRST = (Column.DATE, Column.LENGTH, Column.NUMBER)
"""The columns to omit, in this order, if there is too little space for the players' names."""
GAP = 8

Places = dict[Column, tuple[int, int]]
"""The left edge and the width of each column, in pixels."""


def column_places(rect: pygame.Rect, theme: Theme) -> Places:
    """Return the columns that fit in a row."""
    fixed = {column: theme.px(width) for column, width in WIDTHS.items()}
    left, right = rect.x + theme.px(10), rect.right - theme.px(BAR + ICON + 10)
    for column in DROPPED_FIRST:
        if right - left - sum(fixed.values()) < 2 * theme.px(MIN_NAME):
            del fixed[column]
    name = max(1, (right - left - sum(fixed.values())) // 2)
    places = {}
    for column in Column:
        if column in fixed or column in (Column.FIRST, Column.SECOND):
            width = fixed.get(column, name)
            places[column] = left, width - theme.px(GAP)
            left += width
    return places


class Headings(Widget):
    """The titles of the columns; a click calls `sort` with one, `order` returns the sort order."""

    def __init__(
        self, rules: Rules, sort: Callable[[Column], None], order: Callable[[], tuple[Column, bool]]
    ) -> None:
        super().__init__()
        first, second = (name.title() for name in rules.facts.side_names)
        titles = texts.NUMBER, first, second, texts.RESULT, texts.DATE, texts.MOVES
        self.titles = dict(zip(Column, titles, strict=True))
        self._sort, self._order = sort, order
        self._places: Places = {}

    @property
    def tip(self) -> str:
        return texts.sort_tip(self.titles[self._order()[0]])

    def place(self, rect: pygame.Rect, theme: Theme) -> None:
        super().place(rect, theme)
        self._places = column_places(rect, theme)

    def title_rect(self, column: Column) -> pygame.Rect:
        """Return the rectangle of a title; `column` must be one of those that fit."""
        left, width = self._places[column]
        return pygame.Rect(left, self.rect.y, width, self.rect.height)

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONUP and event.button == LEFT_BUTTON:
            for column in self._places:
                if self.title_rect(column).collidepoint(event.pos):
                    self._sort(column)
        return event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)

    @property
    def appearance(self) -> object:
        return self._order()

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        column, reverse = self._order()
        for name, (left, width) in self._places.items():
            sign = theme.px(10) if name is column else 0
            ink = theme.colours.text if name is column else theme.colours.muted
            title = theme.shorten(self.titles[name], Role.SMALL, width - sign)
            end = draw_text(surface, theme, title, Role.SMALL, ink, left, self.rect.centery)
            if sign:
                self._draw_direction(surface, theme, end + theme.px(3), reverse)

    def _draw_direction(self, surface: pygame.Surface, theme: Theme, left: int, down: bool) -> None:
        """Draw a triangle that points to where larger values are."""
        size, middle = theme.px(7), self.rect.centery
        flat, point = (middle - size // 2, middle + size // 2)[:: 1 if down else -1]
        corners = (left, flat), (left + size, flat), (left + size // 2, point)
        pygame.draw.polygon(surface, theme.colours.accent, corners)


class GameTable(ListView):
    """Rows whose `key` is a `ListedGame`. A click selects one, a second click on it calls `chosen`.

    The selection does not follow the pointer, as buttons act on it. A click on the cross at the end of the
    selected row calls `remove`, a double click once.
    """

    row_px = ROW

    def __init__(
        self,
        chosen: Callable[[int], None],
        pointed: Callable[[int | None], None],
        remove: Callable[[], None],
        empty: str,
    ) -> None:
        super().__init__((), chosen, pointed, empty=empty)
        self._remove = remove
        self._clicked: int | None = None
        """The row that the last click selected, until another one is selected."""
        self._removed_ms: int | None = None
        """When the last click that removes a game was."""

    @property
    def game(self) -> ListedGame | None:
        """The selected game."""
        found = None if self.current is None else self.rows[self.current].key
        return found if isinstance(found, ListedGame) else None

    @property
    def tip(self) -> str:
        return ""

    def set_rows(self, rows: Sequence[str | ListRow]) -> None:
        super().set_rows(rows)
        self._clicked = None

    def pointer_left(self) -> None:
        """Keep the selection."""

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEMOTION:
            if self.pressed:  # a drag that was interrupted, say by another screen, is over
                self.scroller.drag(event.pos)
            return True
        return super().handle(event)

    def _point(self, row: int | None) -> None:
        if row is not None and row != self.current:
            self._clicked = None
            super()._point(row)

    def cross_rect(self, row: int) -> pygame.Rect:
        """Return where the cross of a row is."""
        place = self.row_rect(row)
        return pygame.Rect(place.right - place.height, place.y, place.height, place.height)

    def _click(self, position: tuple[int, int]) -> bool:
        row = self.row_at(position)
        if self.scroller.release() or row is None:
            return True
        if row == self.current and self.cross_rect(row).collidepoint(position):
            self.remove_game()
        elif row == self._clicked:
            self._chosen(row)
        else:
            self._point(row)
            self._clicked = row
        return True

    def remove_game(self) -> None:
        """Remove the selected game, but not the next one by the second click of a double click."""
        before, now = self._removed_ms, pygame.time.get_ticks()
        self._removed_ms = now
        if before is None or now - before >= DOUBLE_CLICK_MS:
            self._remove()

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        super().draw(surface, theme)
        self._draw_focus(surface, theme)

    def _draw_row(self, surface: pygame.Surface, theme: Theme, row: int) -> None:
        if row == self.current:
            surface.fill(theme.colours.accent_soft, self.row_rect(row).inflate(-theme.px(4), 0))
            size, place = theme.px(ICON - 4), self.cross_rect(row)
            cross = icon("close", size, theme.colours.muted)
            surface.blit(cross, cross.get_rect(center=place.center))
        self._draw_text(surface, theme, self.rows[row], self.row_rect(row))

    def _draw_text(self, surface: pygame.Surface, theme: Theme, row: ListRow, inside: pygame.Rect) -> None:
        if not isinstance(row.key, ListedGame):
            return
        cells, colours = _cells(row.key), theme.colours
        for column, (left, width) in column_places(self.rect, theme).items():
            named = column in (Column.FIRST, Column.SECOND)
            text = theme.shorten(cells[column], Role.BODY if named else Role.SMALL, width)
            role, ink = (Role.BODY, colours.text) if named else (Role.SMALL, colours.muted)
            draw_text(surface, theme, text, role, ink, left, inside.centery)


def _cells(game: ListedGame) -> dict[Column, str]:
    """Return the text of each column for a game."""
    first, second = game.players
    cells = str(game.number), first, second, game.result, shown_date(game.date), str(game.moves)
    return dict(zip(Column, cells, strict=True))


def row_of(game: ListedGame) -> ListRow:
    """Return the row of a game."""
    return ListRow(f"{game.number}.  {texts.versus(*game.players)}", key=game)
