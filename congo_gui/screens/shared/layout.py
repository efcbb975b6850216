"""Dividing a window: rows of a column, a grid, and a board beside or above a panel."""

from __future__ import annotations

import pygame

from congo_gui.draw.theme import Role, Theme

Rect = pygame.Rect


class Stack:
    """Cuts rows off an area at the top and bottom, and columns at the left and right."""

    def __init__(self, area: Rect, gap: int) -> None:
        self.rest = area.copy()
        self.gap = gap

    def top(self, height: int) -> Rect:
        """Take a row of that height off the top."""
        row = Rect(self.rest.x, self.rest.y, self.rest.width, height)
        self._cut_height(height)
        self.rest.y += height + self.gap
        return row

    def bottom(self, height: int) -> Rect:
        """Take a row of that height off the bottom."""
        row = Rect(self.rest.x, self.rest.bottom - height, self.rest.width, height)
        self._cut_height(height)
        return row

    def left(self, width: int) -> Rect:
        """Take a column of that width off the left."""
        column = Rect(self.rest.x, self.rest.y, width, self.rest.height)
        self._cut_width(width)
        self.rest.x += width + self.gap
        return column

    def right(self, width: int) -> Rect:
        """Take a column of that width off the right."""
        column = Rect(self.rest.right - width, self.rest.y, width, self.rest.height)
        self._cut_width(width)
        return column

    def _cut_height(self, height: int) -> None:
        self.rest.height = max(0, self.rest.height - height - self.gap)

    def _cut_width(self, width: int) -> None:
        self.rest.width = max(0, self.rest.width - width - self.gap)


def grid(area: Rect, columns: int, rows: int, gap: int) -> list[Rect]:
    """Divide an area into rectangles of whole pixels, row by row."""
    rects = []
    for row in range(rows):
        top = area.y + row * (area.height + gap) // rows
        bottom = area.y + (row + 1) * (area.height + gap) // rows - gap
        for column in range(columns):
            left = area.x + column * (area.width + gap) // columns
            right = area.x + (column + 1) * (area.width + gap) // columns - gap
            rects.append(Rect(left, top, right - left, bottom - top))
    return rects


def side_by_side(area: Rect, panel_width: int, gap: int, theme: Theme) -> tuple[Rect, Rect]:
    """Put a square board and the panel next to each other in the middle of a window that is wider.

    Space that the board leaves free widens the panel, at most to twice its width.
    """
    width = max(1, area.width - panel_width - gap)
    available = min(width, area.height)
    side = round(available * theme.board_share)
    added = min(available - side, panel_width)
    left = area.x + (width - side - added) // 2
    board = Rect(left, area.y + (area.height - side) // 2, side, side)
    return board, Rect(board.right + gap, area.y, panel_width + added, area.height)


def beside_or_above(window: Rect, theme: Theme, widths: tuple[int, int], height: int) -> tuple[Rect, Rect]:
    """Put a square board beside a panel, or above it in a tall window; return both.

    `widths` are the narrowest and the widest panel, `height` is its height below the board, at scale 1.
    """
    gap = theme.px(10)
    inside = window.inflate(-2 * gap, -2 * gap)
    if inside.height > inside.width:
        side = min(inside.width, inside.height - min(theme.px(height), inside.height // 2) - gap)
        board = Rect(inside.x + (inside.width - side) // 2, inside.y, side, side)
        return board, Rect(inside.x, board.bottom + gap, inside.width, inside.bottom - board.bottom - gap)
    narrowest, widest = (theme.px(units) for units in widths)
    width = max(narrowest, min(widest, inside.width - inside.height - gap))
    return side_by_side(inside, width, gap, theme)


def fen_label_height(theme: Theme) -> int:
    """Return the height in pixels of the label above a FEN field, including the field's frame."""
    return theme.line_height(Role.SMALL) + theme.px(3)
