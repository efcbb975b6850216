"""The layout of the search tree's screen: tree, board and explanations."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from congo_gui.draw.theme import Role, Theme
from congo_gui.screens.shared.layout import Stack

Rect = pygame.Rect

SIDE = (196, 360)
"""Narrowest and widest column beside the tree at scale 1."""
SIDE_SHARE = 0.29
WINDOW_BAR, COUNTS = 76, 82
"""Heights at scale 1."""
NARROW = 594
"""Width inside the window at scale 1 below which the controls take two rows above and two below."""
MAX_BOARD_LOSS = 0.15
"""The maximum share of the board's side that it gives up to make space for the legend."""
SHORT = 560
"""Height of the window at scale 1 below which rows are lower."""


@dataclass(frozen=True)
class SearchTreeLayout:
    """The rectangles of the screen. `head` and `controls` are one row of controls each, or two.

    `legend` has no height if there is no place for it; it can then be shown over the tree.
    """

    head: tuple[Rect, ...]
    tree: Rect
    text: Rect
    controls: tuple[Rect, ...]
    board: Rect
    window: Rect
    counts: Rect
    legend: Rect


def search_tree_layout(window: Rect, theme: Theme, legend: int) -> SearchTreeLayout:
    """Return the layout of a window; `legend` is the height of the legend in pixels."""
    gap = theme.px(8)
    inside = window.inflate(-2 * gap, -2 * gap)
    column = Stack(inside, theme.px(6))
    row = theme.px(30 if inside.height < theme.px(SHORT) else 36)
    rows = 2 if inside.width < theme.px(NARROW) else 1
    head = tuple(column.top(row) for _ in range(rows))
    controls = tuple(column.bottom(row) for _ in range(rows))[::-1]
    lines = 3 * theme.line_height(Role.SMALL) + theme.line_height(Role.STRONG) + theme.px(10)
    if inside.height > inside.width * 1.1:
        return _tall(head, controls, column, theme, lines)
    narrowest, widest = (theme.px(units) for units in SIDE)
    width = max(narrowest, min(widest, round(inside.width * SIDE_SHARE)))
    columns = Stack(column.rest, gap)
    right = Stack(columns.right(width), column.gap)
    left = Stack(columns.rest, column.gap)
    bar, counts = theme.px(WINDOW_BAR), theme.px(COUNTS)
    text = left.bottom(lines)
    side = min(width, right.rest.height - bar - counts - 2 * right.gap)
    with_legend = right.rest.height - bar - counts - legend - 3 * right.gap
    if with_legend >= side * (1 - MAX_BOARD_LOSS):
        side = min(side, with_legend)
    board = right.top(side)
    board = Rect(board.x + (width - side) // 2, board.y, side, side)
    shown, numbers = right.top(bar), right.top(counts)
    key = Rect(shown.x, right.rest.y, width, legend if right.rest.height >= legend else 0)
    return SearchTreeLayout(head, left.rest, text, controls, board, shown, numbers, key)


def _tall(
    head: tuple[Rect, ...], controls: tuple[Rect, ...], column: Stack, theme: Theme, lines: int
) -> SearchTreeLayout:
    """Put the board below the tree, and beside it the window and the counts."""
    bar, counts = theme.px(WINDOW_BAR), theme.px(COUNTS)
    side = max(bar + counts + column.gap, min(column.rest.height // 3, column.rest.width // 2))
    lower = Stack(column.bottom(side), column.gap)
    text = column.bottom(lines)
    board = lower.left(side)
    shown, numbers = lower.top(bar), lower.top(counts)
    no_legend = Rect(board.right, board.bottom, 0, 0)
    return SearchTreeLayout(head, column.rest, text, controls, board, shown, numbers, no_legend)
