"""The moves of the game in two columns, with counters and comments; a click shows the position."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from congo_gui.draw.drawing import clipped, draw_box, draw_lines, draw_text, fitted_lines, place_text
from congo_gui.draw.skin import Skin, piece_picture
from congo_gui.draw.theme import MAX_WRAPPED, Role, Theme
from congo_gui.play.wording import ply_text
from congo_gui.screens.shared import texts
from congo_gui.widgets.base import LEFT_BUTTON, Widget, wheel_steps
from congo_gui.widgets.scroll import Scroller
from engine.game.game import Game
from engine.rules.values import Piece

ROW = 26
WHEEL_ROWS = 3
MIN_END_LENGTH = 2
"""Characters at the end of a move that are never elided: the target square."""


@dataclass(frozen=True)
class MoveRow:
    """A numbered row: the texts of the first and the second side's move, and the ply that each is."""

    number: str
    texts: tuple[str, str]
    cursors: tuple[int | None, int | None]
    pieces: tuple[Piece | None, Piece | None] = (None, None)
    """The piece that moved, in games with different pieces."""


@dataclass(frozen=True)
class MoveTable:
    """The contents of the list. `current` is the number of plies played on the board."""

    rows: tuple[MoveRow, ...] = ()
    current: int = 0
    counters: str = ""
    short_counters: str = ""
    comment: str = ""
    """The comment on the position on the board."""
    commented: frozenset[int] = frozenset()
    """The numbers of the plies with comments."""


def move_rows(
    texts: Sequence[str], first_side: int, first_number: int, pieces: Sequence[Piece] = ()
) -> tuple[MoveRow, ...]:
    """Return the rows for the moves' texts; the game began with `first_side` at that move number.

    `pieces` are what moved, none where all pieces of a side are alike.
    """
    moved: Sequence[Piece | None] = pieces or [None] * len(texts)
    cells: list[tuple[str, int | None, Piece | None]]
    cells = [(text, at, piece) for at, (text, piece) in enumerate(zip(texts, moved, strict=True), start=1)]
    if first_side == 1 and cells:
        cells.insert(0, ("…", None, None))
    if len(cells) % 2:
        cells.append(("", None, None))
    rows = []
    for index in range(0, len(cells), 2):
        (first, first_at, one), (second, second_at, other) = cells[index], cells[index + 1]
        number = f"{first_number + index // 2}."
        rows.append(MoveRow(number, (first, second), (first_at, second_at), (one, other)))
    return tuple(rows)


def rows_of(game: Game) -> tuple[MoveRow, ...]:
    """Return the rows for the moves of a game."""
    pieces = () if game.rules.facts.stones else [ply.transition.piece for ply in game.plies]
    return move_rows([ply_text(ply) for ply in game.plies], game.start.side, game.start.move_number, pieces)


class MoveList(Widget):
    """Shows a `MoveTable`; `jump` is called with the number of plies of the place that is clicked.

    `describe` returns a description of the last of a number of plies. If pieces differ, `skin` draws them.
    """

    def __init__(self, jump: Callable[[int], None], describe: Callable[[int], str], skin: Skin) -> None:
        super().__init__()
        self.table, self.skin = MoveTable(), skin
        self._describe = describe
        self.scroller = Scroller()
        self._jump = jump
        self._row_height = 1
        self._header = pygame.Rect(0, 0, 0, 0)
        self._view = pygame.Rect(0, 0, 0, 0)
        self._comment = pygame.Rect(0, 0, 0, 0)
        self._lines: list[str] = []
        """The comment, shortened if `_is_cut`."""
        self._is_cut = self._points_at_comment = False
        self._pointed: int | None = None
        self._number_width = 0
        self._theme: Theme | None = None

    @property
    def tip(self) -> str:
        """The move under the pointer described, with its text if that is elided; or the whole comment."""
        if self._points_at_comment:
            return self.table.comment if self._is_cut else ""
        if not self._pointed or self._theme is None:
            return ""
        text, piece = self._move_at(self._pointed)
        described = self._describe(self._pointed)
        fits = self._fitted(self._theme, text, Role.BODY, piece) == text
        return described if fits else f"{text}: {described}"

    @property
    def tip_place(self) -> pygame.Rect:
        if self._points_at_comment:
            return self._comment
        return self.cell_of(self._pointed).clip(self._view) if self._pointed else self.rect

    def show(self, table: MoveTable) -> bool:
        """Set the table and scroll to the current move; return whether the table has changed."""
        if table == self.table:
            return False
        self.table, self._pointed = table, None
        if self._theme is not None:
            self.place(self.rect, self._theme)
        return True

    def place(self, rect: pygame.Rect, theme: Theme) -> None:
        super().place(rect, theme)
        self._theme = theme
        self._row_height = max(theme.px(ROW), theme.line_height(Role.BODY))
        pad = theme.px(6)
        header = theme.line_height(Role.STRONG) + theme.px(6)
        left = rect.x + 2 * pad
        self._header = pygame.Rect(left, rect.y + theme.px(3), rect.width - 3 * pad, header)
        top = self._header.bottom
        self._comment = self._place_comment(theme, top)
        self._lines = self._comment_lines(theme)
        comment = self.table.comment
        self._is_cut = len(comment) > MAX_WRAPPED or " ".join(self._lines) != " ".join(comment.split())
        rows = max(1, (self._comment.top - pad - top) // self._row_height)
        self._view = pygame.Rect(rect.x + pad, top, rect.width - 2 * pad, rows * self._row_height)
        numbers = [theme.width(row.number, Role.BODY) for row in self.table.rows[-1:]]
        self._number_width = max([theme.px(26), *(width + theme.px(8) for width in numbers)])
        # One more row on top: the position before the first move.
        self.scroller.place(self._view, (len(self.table.rows) + 1) * self._row_height, theme)
        row = self._row_of(self.table.current)
        self.scroller.reveal(row * self._row_height, (row + 1) * self._row_height)

    def _place_comment(self, theme: Theme, top: int) -> pygame.Rect:
        """Return the rectangle of the comment at the bottom, empty without one."""
        pad, line = theme.px(6), theme.line_height(Role.SMALL)
        place = pygame.Rect(self.rect.x + 2 * pad, self.rect.bottom, self.rect.width - 4 * pad, 0)
        if self.table.comment:
            available = max(1, (self.rect.bottom - top) * 2 // 5 // line)
            lines = min(available, len(theme.wrap(self.table.comment, Role.SMALL, place.width)))
            place.height = lines * line
            place.bottom = self.rect.bottom - pad
        return place

    def _comment_lines(self, theme: Theme) -> list[str]:
        """Return the comment, shortened if necessary."""
        max_lines = max(1, self._comment.height // theme.line_height(Role.SMALL))
        return fitted_lines(theme, self.table.comment, Role.SMALL, self._comment.width, max_lines)

    def _row_of(self, cursor: int) -> int:
        rows = (index for index, row in enumerate(self.table.rows, start=1) if cursor in row.cursors)
        return next(rows, 0) if cursor else 0

    # --- events

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEWHEEL:
            self._pointed = None  # another row comes under the pointer
            rows = wheel_steps(event) * WHEEL_ROWS
            self.scroller.scroll_to(self.scroller.offset - round(rows * self._row_height))
            return True
        if event.type == pygame.MOUSEMOTION:
            return self._point(event.pos)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == LEFT_BUTTON:
            if not self.scroller.press(event.pos):
                self._click(event.pos)
            return True
        return event.type == pygame.MOUSEBUTTONUP and self.scroller.release()

    def pointer_left(self) -> None:
        self._pointed, self._points_at_comment = None, False

    def _point(self, position: tuple[int, int]) -> bool:
        if self.pressed and self.scroller.drag(position):
            return True
        before = self._pointed, self._points_at_comment
        now = self.cursor_at(position), self._comment.collidepoint(position)
        self._pointed, self._points_at_comment = now
        return before != now

    def _click(self, position: tuple[int, int]) -> None:
        cursor = self.cursor_at(position)
        if cursor is not None:
            self._jump(cursor)

    def cursor_at(self, position: tuple[int, int]) -> int | None:
        """Return the number of plies of the move at a pixel."""
        if not self._view.collidepoint(position):
            return None
        index = (position[1] - self._view.y + self.scroller.offset) // self._row_height
        if index == 0:
            return 0
        if not 0 < index <= len(self.table.rows):
            return None
        row = self.table.rows[index - 1]
        for column in (0, 1):
            if self._cell(index, column).collidepoint(position):
                return row.cursors[column]
        return None

    def _move_at(self, cursor: int) -> tuple[str, Piece | None]:
        """Return the text of ply `cursor` and the piece that moved; empty if there is none."""
        index = self._row_of(cursor)
        if not index:
            return "", None
        row = self.table.rows[index - 1]
        column = row.cursors.index(cursor)
        return row.texts[column], row.pieces[column]

    def cell_of(self, cursor: int) -> pygame.Rect:
        """Return the rectangle of the move that is ply `cursor`, visible or not."""
        index = self._row_of(cursor)
        return self._cell(index, self.table.rows[index - 1].cursors.index(cursor) if index else 0)

    def _line(self, index: int) -> pygame.Rect:
        top = self._view.y + index * self._row_height - self.scroller.offset
        bar = self.scroller.bar.width if self.scroller.last else 0
        return pygame.Rect(self._view.x, top, self._view.width - bar, self._row_height)

    def _cell(self, index: int, column: int) -> pygame.Rect:
        line = self._line(index)
        width = (line.width - self._number_width) // 2
        left = line.x + self._number_width + column * width
        return pygame.Rect(left, line.y, width, line.height)

    # --- drawing

    @property
    def appearance(self) -> object:
        return self.table, self._pointed, self._points_at_comment, self.scroller.offset, self.skin

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        colours = theme.colours
        draw_box(surface, self.rect, theme.px(10), colours.panel, colours.outline, theme.px(1.2))
        self._draw_header(surface, theme)
        with clipped(surface, self._view):
            self._draw_cell(surface, theme, self._cell(0, 0), texts.START, 0, None)
            first = max(1, self.scroller.offset // self._row_height)
            last = min(len(self.table.rows), first + self._view.height // self._row_height + 1)
            for index in range(first, last + 1):
                self._draw_row(surface, theme, index)
        self.scroller.draw(surface, theme)
        if self._comment.height:
            self._draw_comment(surface, theme)

    def _draw_comment(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw the comment on the position on the board, below a line."""
        place = self._comment
        top = place.y - theme.px(3)
        pygame.draw.line(surface, theme.colours.outline, (place.x, top), (place.right, top))
        draw_lines(surface, theme, self._lines, Role.SMALL, theme.colours.text, place.topleft)

    def _draw_header(self, surface: pygame.Surface, theme: Theme) -> None:
        colours = theme.colours
        left, middle = self._header.x, self._header.centery
        end = draw_text(surface, theme, texts.MOVES, Role.STRONG, colours.text, left, middle)
        available = self._header.right - end - theme.px(12)
        for label in (self.table.counters, self.table.short_counters):
            if label and (theme.width(label, Role.SMALL) <= available or label is self.table.short_counters):
                text, end_of_row = theme.shorten(label, Role.SMALL, available), self._header.midright
                place_text(surface, theme, text, Role.SMALL, colours.danger, midright=end_of_row)
                return

    def _draw_row(self, surface: pygame.Surface, theme: Theme, index: int) -> None:
        row, line = self.table.rows[index - 1], self._line(index)
        muted, left = theme.colours.muted, line.x + theme.px(4)
        draw_text(surface, theme, row.number, Role.BODY, muted, left, line.centery)
        for column in (0, 1):
            if row.texts[column]:
                place = self._cell(index, column)
                cursor, piece = row.cursors[column], row.pieces[column]
                self._draw_cell(surface, theme, place, row.texts[column], cursor, piece)

    def _draw_cell(
        self,
        surface: pygame.Surface,
        theme: Theme,
        place: pygame.Rect,
        label: str,
        cursor: int | None,
        piece: Piece | None,
    ) -> None:
        colours = theme.colours
        current = cursor is not None and cursor == self.table.current
        if current:
            draw_box(surface, place.inflate(0, -2), theme.px(5), colours.accent_soft, colours.accent)
        elif cursor is not None and cursor == self._pointed:
            draw_box(surface, place.inflate(0, -2), theme.px(5), colours.sunken)
        ink = colours.text if current or cursor else colours.muted
        role = Role.STRONG if current else Role.BODY
        text, left = self._fitted(theme, label, role, piece), place.x + theme.px(6)
        if piece is not None:
            size = self._picture_size
            picture = piece_picture(self.skin, piece, size)
            surface.blit(picture, (place.x + theme.px(1), place.centery - size // 2))
            left = place.x + self._picture_width(theme)
        end = draw_text(surface, theme, text, role, ink, left, place.centery)
        if cursor in self.table.commented:
            size = theme.px(5)
            left = min(end + theme.px(9) - theme.px(6), place.right - 2 * size)
            bubble = pygame.Rect(left, place.centery - 2 * size // 2, 2 * size, size)
            draw_box(surface, bubble, size // 2, colours.accent)

    @property
    def _picture_size(self) -> int:
        """The side of the picture of a piece in pixels; the picture has a margin of its own."""
        return self._row_height - 1

    def _picture_width(self, theme: Theme) -> int:
        """Return how far right of its cell's edge a move with a picture begins, in pixels."""
        return self._picture_size + theme.px(2 + 3)

    def _fitted(self, theme: Theme, text: str, role: Role, piece: Piece | None) -> str:
        """Return a move's text, shortened if necessary by eliding squares in its middle."""
        before = theme.px(6) if piece is None else self._picture_width(theme)
        available = self._cell(0, 0).width - before - theme.px(4)
        squares = text.partition(" ")[0]
        return theme.shorten(text, role, available, kept=len(text) - max(0, len(squares) - MIN_END_LENGTH))
