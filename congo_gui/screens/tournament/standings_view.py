"""The standings of a tournament: points, ratings and the cross table, whose cells can be clicked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pygame

from congo_gui.draw.drawing import clipped, draw_box, place_text
from congo_gui.draw.theme import Role, Theme
from congo_gui.screens.tournament import texts
from congo_gui.widgets.base import LEFT_BUTTON, PRESS_KEYS, Widget, wheel_steps
from congo_gui.widgets.scroll import BAR, Scroller

if TYPE_CHECKING:
    from engine.match.tournament_table import StandingsRow

COLUMNS = (texts.POINTS, texts.GAMES, texts.WON, texts.DRAWN, texts.LOST, texts.ELO, texts.TIME)
"""The columns between the names and the cross table, from the left."""
RESULTS = (texts.WON, texts.DRAWN, texts.LOST)
REQUIRED = (texts.POINTS, texts.ELO)
WIDEST_CELLS = {
    texts.POINTS: "100½",
    texts.GAMES: "100",
    texts.ELO: "−1000 ±100",
    texts.TIME: texts.seconds_used(10),
}
"""The longest texts of columns; other columns are as wide as their headings."""
NARROWEST_CROSS_CELL = "½/2"
"""A text that fits in every column of the cross table."""
NAME, MAX_NAME, RANK = 94, 280, 26
"""Least and greatest width of the names, and width of the ranks, at scale 1."""
PAD = 12
STEPS = {pygame.K_UP: (-1, 0), pygame.K_DOWN: (1, 0), pygame.K_LEFT: (0, -1), pygame.K_RIGHT: (0, 1)}

Cell = tuple[int, int | None]
"""A row, and a column of the cross table; None for the player as a whole."""
Games = tuple[int, int | None]
"""Games of a player, with one other or with all."""


def row_height(theme: Theme) -> int:
    """Return the height of a row of the table."""
    return theme.line_height(Role.BODY) + theme.px(6)


def table_height(theme: Theme, players: int) -> int:
    """Return the height of the table with its head, in pixels."""
    return (players + 1) * row_height(theme) + theme.px(4)


class StandingsView(Widget):
    """Shows the standings; `chosen` is called with the games of a cell, None for all."""

    focusable = True

    def __init__(self, names: Sequence[str], chosen: Callable[[Games | None], None]) -> None:
        super().__init__()
        self._names, self._chosen = names, chosen
        self._theme: Theme | None = None
        self.set_rows(())
        self.scroller = Scroller()
        self._current: Cell | None = None
        self.shown: Games | None = None
        """The listed games, None for all."""

    def set_rows(self, rows: Sequence[StandingsRow]) -> None:
        """Set the rows of the table, the best player's first."""
        self.rows = rows
        self._cross_cells = {_halves(cell) for row in rows for cell in row.against} | {NARROWEST_CROSS_CELL}
        """The texts in the cross table: of many players there are thousands of cells, but few texts."""

    # --- what can be chosen

    def games_of(self, cell: Cell) -> Games | None:
        """Return the games of a cell, None for an empty one."""
        row, column = cell
        player = self.rows[row].player
        if column is None:
            return player, None
        other = self.rows[column].player
        return None if other == player else (player, other)

    @property
    def tip(self) -> str:
        if self._current is None or self._current[0] >= len(self.rows):
            return ""
        games = self.games_of(self._current)
        if games is None:
            return ""
        player, other = games
        if other is None:
            return texts.games_of_tip(self._names[player])
        return texts.games_between_tip(self._names[player], self._names[other])

    @property
    def tip_place(self) -> pygame.Rect:
        if self._current is None or self._theme is None:
            return self.rect
        return self._row_rect(self._theme, self._current[0])

    def _choose(self, cell: Cell) -> None:
        games = self.games_of(cell)
        if games is not None:
            self._chosen(None if games == self.shown else games)

    # --- events

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEWHEEL and self._theme is not None:
            step = round(wheel_steps(event) * row_height(self._theme))
            self.scroller.scroll_to(self.scroller.offset - step)
            return True
        if event.type == pygame.MOUSEMOTION:
            if self.pressed and self.scroller.drag(event.pos):
                return True
            before, self._current = self._current, self.cell_at(event.pos)
            return before != self._current
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == LEFT_BUTTON:
            self.scroller.press(event.pos)
            return True
        if event.type == pygame.MOUSEBUTTONUP:
            cell = self.cell_at(event.pos)
            if not self.scroller.release() and cell is not None:
                self._choose(cell)
            return True
        return event.type == pygame.KEYDOWN and self._key(event.key)

    def _key(self, key: int) -> bool:
        if not self.rows:
            return False
        if key in STEPS:
            self._step(*STEPS[key])
            return True
        if key in PRESS_KEYS and self._current is not None:
            self._choose(self._current)
            return True
        return False

    def _step(self, down: int, right: int) -> None:
        if self._current is None or self._current[0] >= len(self.rows):
            self._current = (0, None)
            return
        row, column = self._current
        last = len(self.rows) - 1
        place = 0 if column is None else column + 1
        place = max(0, min(last + 1, place + right))
        row = max(0, min(last, row + down))
        self._current = (row, None if place == 0 else place - 1)
        if self._theme is not None:
            height = row_height(self._theme)
            self.scroller.reveal(row * height, (row + 1) * height)

    def pointer_left(self) -> None:
        self._current = None

    def cell_at(self, position: tuple[int, int]) -> Cell | None:
        """Return the cell at a pixel, None if there is none."""
        theme = self._theme
        if theme is None or not self._body(theme).collidepoint(position):
            return None
        row = (position[1] - self._body(theme).y + self.scroller.offset) // row_height(theme)
        if not 0 <= row < len(self.rows):
            return None
        for column, place in enumerate(self._cross_rects(theme, row)):
            if place.collidepoint(position):
                return row, column
        return row, None

    # --- layout

    def place(self, rect: pygame.Rect, theme: Theme) -> None:
        super().place(rect, theme)
        self._theme = theme
        self.scroller.place(self._body(theme), row_height(theme) * len(self._names), theme)

    def _inside(self, theme: Theme) -> pygame.Rect:
        inside = self.rect.inflate(-2 * theme.px(8), 0)
        if table_height(theme, len(self._names)) > self.rect.height:
            inside.width -= theme.px(BAR)
        return inside

    def _body(self, theme: Theme) -> pygame.Rect:
        head = row_height(theme)
        return pygame.Rect(self.rect.x, self.rect.y + head, self.rect.width, self.rect.height - head)

    def _row_rect(self, theme: Theme, row: int) -> pygame.Rect:
        height, inside = row_height(theme), self._inside(theme)
        top = self._body(theme).y + row * height - self.scroller.offset
        return pygame.Rect(inside.x, top, inside.width, height)

    def _cross_rects(self, theme: Theme, row: int) -> list[pygame.Rect]:
        place = self._row_rect(theme, row)
        if not self.columns(theme, place.width)[1]:
            return []
        width, count = self._cross_width(theme), len(self._names)
        left = place.right - count * width
        return [pygame.Rect(left + at * width, place.y, width, place.height) for at in range(count)]

    def _cross_width(self, theme: Theme) -> int:
        return max(theme.width(cell, Role.BODY) for cell in self._cross_cells) + theme.px(PAD)

    def _width(self, theme: Theme, head: str) -> int:
        widest = max(theme.width(head, Role.SMALL), theme.width(WIDEST_CELLS.get(head, ""), Role.BODY))
        return widest + theme.px(PAD)

    def _name_width(self, theme: Theme) -> int:
        longest = max(theme.width(name, Role.BODY) for name in self._names)
        return min(theme.px(MAX_NAME), longest + theme.px(PAD))

    def columns(self, theme: Theme, width: int) -> tuple[list[str], bool]:
        """Return the columns that fit after the names, and whether the cross table fits.

        Names are shortened only if they do not fit beside points and ratings alone.
        """
        left = width - theme.px(RANK) - self._name_width(theme)
        left -= sum(self._width(theme, head) for head in REQUIRED)
        cross, crossed = len(self._names) * self._cross_width(theme), False
        shown = list(REQUIRED)
        for group in (RESULTS, None, (texts.GAMES,), (texts.TIME,)):
            needed = cross if group is None else sum(self._width(theme, head) for head in group)
            if needed <= left:
                left -= needed
                crossed = crossed or group is None
                shown += group or ()
        return [head for head in COLUMNS if head in shown], crossed

    # --- drawing

    @property
    def appearance(self) -> object:
        return self.rows, self._current, self.shown, self.scroller.offset, self.focused

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        colours, inside = theme.colours, self._inside(theme)
        draw_box(surface, self.rect, theme.px(8), colours.panel, colours.outline, theme.px(1.2))
        heads, crossed = self.columns(theme, inside.width)
        ranks = [str(rank) for rank in range(1, len(self._names) + 1)] if crossed else []
        widths = [self._width(theme, head) for head in heads] + [self._cross_width(theme)] * len(ranks)
        head = pygame.Rect(inside.x, self.rect.y, inside.width, row_height(theme))
        self._draw_row(surface, theme, head, ("", texts.PLAYER, [*heads, *ranks]), widths, Role.SMALL)
        with clipped(surface, self._body(theme)):
            for at, row in enumerate(self.rows):
                place = self._row_rect(theme, at)
                self._draw_marks(surface, theme, at, place)
                pygame.draw.line(surface, colours.outline, place.topleft, place.topright)
                cells_by_head = row_texts(row)
                against = [_halves(cell) for cell in row.against] if crossed else []
                content = (
                    str(row.rank),
                    self._names[row.player],
                    [*(cells_by_head[head] for head in heads), *against],
                )
                self._draw_row(surface, theme, place, content, widths, Role.BODY)
        self.scroller.draw(surface, theme)
        self._draw_focus(surface, theme)

    def _draw_marks(self, surface: pygame.Surface, theme: Theme, row: int, place: pygame.Rect) -> None:
        """Mark the cell whose games are listed, and the one under the pointer."""
        colours = theme.colours
        for column, rect in [*enumerate(self._cross_rects(theme, row)), (None, place)]:
            games = self.games_of((row, column))
            if games is not None and games == self.shown:
                draw_box(surface, rect, theme.px(4), colours.accent_soft, colours.accent, theme.px(1.2))
            elif games is not None and (row, column) == self._current:
                draw_box(surface, rect, theme.px(4), colours.sunken, colours.outline, theme.px(1.2))

    def _draw_row(
        self,
        surface: pygame.Surface,
        theme: Theme,
        place: pygame.Rect,
        content: tuple[str, str, list[str]],
        widths: list[int],
        role: Role,
    ) -> None:
        rank, name, cells = content
        ink = theme.colours.muted if role is Role.SMALL else theme.colours.text
        middle = place.centery
        place_text(surface, theme, rank, role, theme.colours.muted, midleft=(place.x + theme.px(4), middle))
        left, right = place.x + theme.px(RANK), place.right - sum(widths)
        place_text(surface, theme, theme.shorten(name, role, right - left), role, ink, midleft=(left, middle))
        for cell, width in zip(cells, widths, strict=True):
            right += width
            at = (right - theme.px(PAD) // 2, middle)
            place_text(surface, theme, theme.shorten(cell, role, width), role, ink, midright=at)


def row_texts(row: StandingsRow) -> dict[str, str]:
    """Return the texts of the columns, by their heads in `COLUMNS`."""
    score = row.score
    counts = {
        texts.GAMES: score.games,
        texts.WON: score.wins,
        texts.DRAWN: score.draws,
        texts.LOST: score.losses,
    }
    return {
        texts.POINTS: _halves(f"{row.points:g}"),
        texts.ELO: _rating(row),
        texts.TIME: texts.seconds_used(row.seconds),
        **{head: str(count) for head, count in counts.items()},
    }


def _rating(row: StandingsRow) -> str:
    """Return a rating with typographic signs; the reference player has none."""
    if row.elo is None:
        return ""
    if row.elo.bound == "=":
        return texts.REFERENCE
    rating = row.elo.rating
    for typed, printed in (("+- ", "±"), (">=", "≥"), ("<=", "≤"), ("-", "−")):
        rating = rating.replace(typed, printed)
    return rating


def _halves(points: str) -> str:
    """Format points with halves, as in ``2½``."""
    return points.replace("0.5", "½") if points.startswith("0.5") else points.replace(".5", "½")
