"""The layout of the tournament screen: the boards beside the table and the games, or above them."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from congo_gui.draw.theme import Role, Theme
from congo_gui.screens.shared.layout import Stack, grid

Rect = pygame.Rect

HEAD = 40
BOARDS_SHARE = 0.42
"""The part of the window that the boards take."""
MAX_NOTES = 8
"""Lines of remarks below the table."""


@dataclass(frozen=True)
class TournamentLayout:
    """The rectangles of the screen."""

    title: Rect
    pause: Rect
    save: Rect
    back: Rect
    boards: tuple[Rect, ...]
    table: Rect
    notes: Rect
    heading: Rect
    games: Rect


def table_height(theme: Theme, players: int) -> int:
    """Return how high the table is, its head included."""
    return (players + 1) * row_height(theme) + theme.px(4)


def row_height(theme: Theme) -> int:
    """Return the height of a row of the table."""
    return theme.line_height(Role.BODY) + theme.px(6)


def tournament_layout(
    window: Rect, theme: Theme, boards: int, players: int, pause_width: int
) -> TournamentLayout:
    """Return the layout of a window for a number of boards and players."""
    gap = theme.px(10)
    column = Stack(window.inflate(-2 * gap, -2 * gap), gap)
    head = column.top(theme.px(HEAD))
    back = Rect(head.right - head.height, head.y, head.height, head.height)
    save = back.move(-gap - back.width, 0)
    pause = Rect(save.x - gap - pause_width, head.y, pause_width, head.height)
    title = Rect(head.x, head.y, pause.x - gap - head.x, head.height)
    rest = column.rest
    if rest.height > rest.width:
        lower = min(rest.height // 2, rest.height - rest.width // 2)
        area = Rect(rest.x, rest.y, rest.width, rest.height - lower - gap)
        panel = Rect(rest.x, area.bottom + gap, rest.width, lower)
    else:
        area = Rect(rest.x, rest.y, round(rest.width * BOARDS_SHARE), rest.height)
        panel = Rect(area.right + gap, rest.y, rest.right - area.right - gap, rest.height)
    right = Stack(panel, gap)
    table = right.top(min(table_height(theme, players), panel.height * 3 // 5))
    line = theme.line_height(Role.SMALL)
    notes = right.top(line * max(1, min(MAX_NOTES, right.rest.height // 2 // line)))
    rects = tuple(_boards(area, boards, gap))
    below = Stack(right.rest, theme.px(3))
    heading = below.top(theme.line_height(Role.STRONG))
    return TournamentLayout(title, pause, save, back, rects, table, notes, heading, below.rest)


def _boards(area: Rect, count: int, gap: int) -> list[Rect]:
    """Divide the area so that the boards are as large as can be."""
    best = max(
        range(1, count + 1),
        key=lambda columns: min(area.width // columns, area.height // -(-count // columns)),
    )
    return grid(area, best, -(-count // best), gap)[:count]
