"""A page of a report: texts, tables that fit its width, and charts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import pygame

from congo_gui.draw.drawing import draw_lines, place_text
from congo_gui.draw.theme import Role, Theme
from congo_gui.screens.experiment.charts import Charts
from congo_gui.screens.experiment.document import (
    Block,
    PictureBlock,
    ReportPage,
    TableBlock,
    TextBlock,
    TextKind,
)
from congo_gui.screens.experiment.plotting import chart_height, draw_chart

GAP, ITEM_GAP, CELL = 10, 4, 8
Surface = pygame.Surface | None


def draw_page(surface: Surface, theme: Theme, paper: pygame.Rect, page: ReportPage, charts: Charts) -> int:
    """Draw a page from the top of `paper` on, or only measure it; return its height."""
    y = paper.y
    for block in page.blocks:
        is_item = isinstance(block, TextBlock) and block.kind is TextKind.ITEM
        y = _draw_block(surface, theme, pygame.Rect(paper.x, y, paper.width, 0), block, charts)
        y += theme.px(ITEM_GAP if is_item else GAP)
    return y - paper.y


def _draw_block(surface: Surface, theme: Theme, place: pygame.Rect, block: Block, charts: Charts) -> int:
    """Draw a block and return where it ends."""
    if isinstance(block, TextBlock):
        return _draw_text(surface, theme, place, block)
    if isinstance(block, TableBlock):
        for part in _laid_out(theme, block, place.width):
            place.y = part.draw(surface, place) + theme.px(GAP)
        return place.y - theme.px(GAP)
    assert isinstance(block, PictureBlock)
    y = place.y
    for chart in charts.get(block.name, ()):
        height = chart_height(chart, theme, place.width)
        if surface is not None and surface.get_clip().colliderect((place.x, y, place.width, height)):
            draw_chart(surface, theme, chart, pygame.Rect(place.x, y, place.width, height))
        y += height + theme.px(GAP)
    return y


def _draw_text(surface: Surface, theme: Theme, place: pygame.Rect, block: TextBlock) -> int:
    colours, left = theme.colours, place.x
    role = Role.STRONG if block.kind is TextKind.HEADING else Role.BODY
    ink = colours.accent if block.kind is TextKind.HEADING else colours.text
    if block.kind is TextKind.ITEM:
        if surface is not None:
            surface.blit(theme.text(block.mark, role, colours.muted), place.topleft)
        left += theme.px(20)
    lines = theme.wrap(block.text, role, place.right - left)
    return draw_lines(surface, theme, lines, role, ink, (left, place.y))


@lru_cache(maxsize=16)
def _laid_out(theme: Theme, table: TableBlock, width: int) -> list[_Table]:
    """Return the parts of a table; cached, because wrapping hundreds of cells takes a while."""
    return [_Table(theme, part, width) for part in _bands(theme, table, width)]


def _bands(theme: Theme, table: TableBlock, width: int) -> list[TableBlock]:
    """Split a table that is too wide; each part repeats the first columns."""
    min_widths = [longest + 2 * theme.px(CELL) for _, longest in _column_widths(theme, table)]
    kept = list(range(max(1, table.left)))
    bands, available = [list(kept)], width - sum(min_widths[at] for at in kept)
    left = available
    for at in range(len(kept), len(min_widths)):
        if min_widths[at] > left and len(bands[-1]) > len(kept):
            bands.append(list(kept))
            left = available
        bands[-1].append(at)
        left -= min_widths[at]
    return [_only(table, columns) for columns in bands]


def _only(table: TableBlock, columns: Sequence[int]) -> TableBlock:
    head, *rows = (tuple(row[at] for at in columns if at < len(row)) for row in (table.head, *table.rows))
    return TableBlock(head, tuple(rows), table.left, table.markdown)


def _column_widths(theme: Theme, table: TableBlock) -> list[tuple[int, int]]:
    """Return for each column the width of its longest line and of its longest word, in pixels."""
    rows = (table.head, *table.rows)
    columns = [[row[at] for row in rows if at < len(row)] for at in range(len(table.head))]
    return [
        (
            max(theme.width(cell, Role.SMALL) for cell in column),
            max(theme.width(word, Role.SMALL) for cell in column for word in cell.split(" ")),
        )
        for column in columns
    ]


class _Table:
    """A table whose columns share a width: the widest ones are broken into lines if they have to be."""

    def __init__(self, theme: Theme, table: TableBlock, width: int) -> None:
        self._theme, self._table = theme, table
        self._pad = theme.px(CELL)
        natural, min_widths = zip(*_column_widths(theme, table), strict=True)
        self._widths = _shared(natural, min_widths, width - 2 * self._pad * len(natural))
        self.width = sum(self._widths) + 2 * self._pad * len(natural)
        self._rows = [
            [theme.wrap(cell, Role.SMALL, width) for cell, width in zip(row, self._widths, strict=False)]
            for row in (table.head, *table.rows)
        ]

    def draw(self, surface: Surface, place: pygame.Rect) -> int:
        """Draw it and return where it ends."""
        theme, colours, y = self._theme, self._theme.colours, place.y
        for number, lines in enumerate(self._rows):
            height = max(map(len, lines), default=1) * theme.line_height(Role.SMALL) + theme.px(6)
            line = pygame.Rect(place.x, y, self.width, height)
            if surface is not None and surface.get_clip().colliderect(line):
                if number == 0:
                    surface.fill(colours.sunken, line)
                pygame.draw.line(surface, colours.outline, line.bottomleft, line.bottomright)
                self._draw_row(surface, line, lines, number == 0)
            y += height
        return y

    def _draw_row(
        self, surface: pygame.Surface, line: pygame.Rect, cells: Sequence[Sequence[str]], head: bool
    ) -> None:
        theme, left = self._theme, line.x
        ink = theme.colours.muted if head else theme.colours.text
        for at, (lines, width) in enumerate(zip(cells, self._widths, strict=False)):
            left += self._pad
            top = line.y + theme.px(3)
            for words in lines:
                edge = (
                    {"topleft": (left, top)} if at < self._table.left else {"topright": (left + width, top)}
                )
                place_text(surface, theme, words, Role.SMALL, ink, **edge)
                top += theme.line_height(Role.SMALL)
            left += width + self._pad


def _shared(natural: Sequence[int], min_widths: Sequence[int], available: int) -> list[int]:
    """Return widths that fit into `available` pixels: the widest shrink first, breaking words last."""
    if sum(min_widths) > available:
        min_widths = [1] * len(natural)
    max_width = max(natural, default=1)
    while max_width > 1 and sum(_within(natural, min_widths, max_width)) > available:
        max_width -= 1
    return _within(natural, min_widths, max_width)


def _within(natural: Sequence[int], min_widths: Sequence[int], max_width: int) -> list[int]:
    return [max(low, min(width, max_width)) for width, low in zip(natural, min_widths, strict=True)]
