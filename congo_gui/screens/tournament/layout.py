"""The layout of the tournament screen: the table above the boards and the games."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from congo_gui.draw.theme import Role, Theme
from congo_gui.screens.shared.layout import Stack, grid
from congo_gui.screens.tournament.standings_view import table_height

Rect = pygame.Rect

HEAD = 40
BOARDS_SHARE = 0.45
"""The largest share of the window's width for the boards."""
MAX_TABLE = 45
"""The largest percentage of the height for the table; a higher one scrolls."""
MAX_NOTES, MAX_NOTES_SHARE = 5, 30
"""The most lines of remarks below the table, and their largest percentage of the remaining height."""


@dataclass(frozen=True)
class TournamentLayout:
    """The rectangles of the screen."""

    title: Rect
    pause: Rect
    save: Rect
    back: Rect
    boards: tuple[Rect, ...]
    conditions: Rect
    table: Rect
    notes: Rect
    heading: Rect
    games: Rect


def tournament_layout(
    window: Rect, theme: Theme, counts: tuple[int, int, int], pause_width: int
) -> TournamentLayout:
    """Return the layout of a window for numbers of boards, players, and lines of conditions."""
    boards, players, lines = counts
    gap = theme.px(10)
    column = Stack(window.inflate(-2 * gap, -2 * gap), gap)
    head = column.top(theme.px(HEAD))
    back = Rect(head.right - head.height, head.y, head.height, head.height)
    save = back.move(-gap - back.width, 0)
    pause = Rect(save.x - gap - pause_width, head.y, pause_width, head.height)
    title = Rect(head.x, head.y, pause.x - gap - head.x, head.height)
    line = theme.line_height(Role.SMALL)
    conditions = column.top(lines * line) if lines else Rect(head.bottomleft, (head.width, 0))
    table = column.top(min(table_height(theme, players), column.rest.height * MAX_TABLE // 100))
    notes = column.top(line * max(1, min(MAX_NOTES, column.rest.height * MAX_NOTES_SHARE // 100 // line)))
    area, panel = _boards_and_games(column.rest, boards, gap, window.height > window.width)
    places = tuple(_boards(area, boards, gap)) if boards else ()
    below = Stack(panel, theme.px(3))
    heading = below.top(max(theme.line_height(Role.STRONG), theme.px(26)))
    return TournamentLayout(title, pause, save, back, places, conditions, table, notes, heading, below.rest)


def _boards_and_games(area: Rect, boards: int, gap: int, is_tall: bool) -> tuple[Rect, Rect]:
    """Divide the area below the table: the boards left of the games, or above them in a tall window."""
    if not boards:
        return Rect(area.topleft, (0, 0)), area
    if is_tall:
        height = max(area.height // 2, area.height - area.width)
        games = Rect(area.x, area.bottom - height, area.width, height)
        return Rect(area.x, area.y, area.width, area.height - height - gap), games
    width = min(round(area.width * BOARDS_SHARE), area.height * boards)
    games = Rect(area.x + width + gap, area.y, area.width - width - gap, area.height)
    return Rect(area.x, area.y, width, area.height), games


def _boards(area: Rect, count: int, gap: int) -> list[Rect]:
    """Divide the area so that the boards are as large as possible."""
    best = max(
        range(1, count + 1),
        key=lambda columns: min(area.width // columns, area.height // -(-count // columns)),
    )
    return grid(area, best, -(-count // best), gap)[:count]
