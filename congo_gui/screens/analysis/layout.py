"""Where everything of an analysis is: the board beside the panel, or above it in a tall window."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from congo_gui.draw.theme import Role, Theme
from congo_gui.screens.shared.layout import Stack, beside_or_above

Rect = pygame.Rect

PANEL = (300, 520)
"""Narrowest and widest panel at scale 1."""
TALL_PANEL = 420
"""Height of the panel below the board at scale 1."""
ROOMY = 560
"""Height of the panel at scale 1 from which rows have their usual height."""
TIGHT = 380
"""Height of the panel at scale 1 below which there is no graph."""
COMMENT, LEAST_MOVES = 30, 34
"""Heights at scale 1 of the field for a comment, and of the moves that it has to leave room for."""
BAR = 16
"""Width of the bar of chances at scale 1."""


@dataclass(frozen=True)
class AnalyseLayout:
    """The rectangles of the screen. `head` and `tools` are rows of buttons.

    `comment` and `graph` may have no height.
    """

    board: Rect
    bar: Rect
    title: Rect
    head: Rect
    lines: Rect
    moves: Rect
    comment: Rect
    graph: Rect
    tools: Rect

    def parts(self) -> dict[str, Rect]:
        """Return all rectangles by name; none may overlap another."""
        return dict(self.__dict__)


def analyse_layout(window: Rect, theme: Theme, lines: int) -> AnalyseLayout:
    """Return the places in a window, with room for so many lines of the engine."""
    board, panel = beside_or_above(window, theme, PANEL, TALL_PANEL)
    width, gap = theme.px(BAR), theme.px(6)
    board = Rect(board.x, board.y, board.width - width - gap, board.height)
    bar = Rect(board.right + gap, board.y, width, board.height)
    short = panel.height < theme.px(ROOMY)
    row, line = (theme.px(28), theme.px(20)) if short else (theme.px(36), theme.px(25))
    column = Stack(panel, theme.px(6))
    title = column.top(row)
    head = column.top(row)
    shown = column.top(lines * line + theme.line_height(Role.SMALL) + theme.px(14))
    tools = column.bottom(2 * row + theme.px(4))
    # Where there is no room for everything, the moves matter more.
    graph = Rect(tools.x, tools.y, tools.width, 0)
    if panel.height >= theme.px(TIGHT):
        graph = column.bottom(theme.px(36 if short else 70))
    comment = Rect(graph.x, graph.y, graph.width, 0)
    if column.rest.height >= theme.px(COMMENT + LEAST_MOVES):
        comment = column.bottom(theme.px(COMMENT))
    return AnalyseLayout(board, bar, title, head, shown, column.rest, comment, graph, tools)
