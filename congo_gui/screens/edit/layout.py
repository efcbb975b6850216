"""Where everything of the position editor is: the board beside the panel, or above it in a tall window."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from congo_gui.draw.theme import Theme
from congo_gui.screens.shared.layout import Stack, beside_or_above, fen_label_height

Rect = pygame.Rect

PANEL = (264, 430)
"""Narrowest and widest panel at scale 1."""
TALL_PANEL = 330
"""Height of the panel below the board at scale 1."""
ROOMY = 520
"""Height of the panel at scale 1 from which rows have their usual height."""


@dataclass(frozen=True)
class EditLayout:
    """The rectangles of the screen. `palette` has the places of the pieces side by side, then the hands."""

    board: Rect
    title: Rect
    palette: Rect
    hands: Rect
    side: Rect
    changes: Rect
    message: Rect
    fen: Rect
    ways: Rect

    def parts(self) -> dict[str, Rect]:
        """Return all rectangles by name; none may overlap another."""
        return dict(self.__dict__)


def edit_layout(window: Rect, theme: Theme, kinds: int) -> EditLayout:
    """Return the places in a window, for a palette with so many kinds of pieces a side."""
    return _panel(*beside_or_above(window, theme, PANEL, TALL_PANEL), theme, kinds)


def _panel(board: Rect, panel: Rect, theme: Theme, kinds: int) -> EditLayout:
    short = panel.height < theme.px(ROOMY)
    gap, row = (theme.px(6), theme.px(28)) if short else (theme.px(8), theme.px(35))
    left, right = panel, panel
    two = panel.y > board.y
    if two:
        half = (panel.width - 2 * gap) // 2
        left = Rect(panel.x, panel.y, half, panel.height)
        right = Rect(panel.right - half, panel.y, half, panel.height)
    column = Stack(left, gap)
    title = column.top(row)
    piece = min(left.width // max(kinds, 6), theme.px(52))
    palette = column.top(2 * piece)
    hands = column.top(row)
    side = column.top(row)
    changes = column.top(2 * row + theme.px(4))
    rest = Stack(Rect(right.x, title.bottom + gap, right.width, right.bottom - title.bottom - gap), gap)
    if not two:
        rest = column
    ways = rest.bottom(2 * row + theme.px(10))
    fen = rest.bottom(row + fen_label_height(theme))
    if two:
        title = Rect(title.x, title.y, panel.width, title.height)
    return EditLayout(board, title, palette, hands, side, changes, rest.rest, fen, ways)
