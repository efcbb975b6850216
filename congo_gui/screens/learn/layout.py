"""Where everything of the learning screen is: the board beside the panel, or above it in a tall window."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from congo_gui.draw.theme import Theme
from congo_gui.screens.shared.layout import Stack, beside_or_above

Rect = pygame.Rect

PANEL = (260, 430)
"""Narrowest and widest panel at scale 1."""
TALL_PANEL = 400
"""Height of the panel below the board at scale 1."""
BUTTON = 40


@dataclass(frozen=True)
class LearnLayout:
    """The rectangles of the screen. `choices` is the grid of lessons or pieces."""

    board: Rect
    tabs: Rect
    choices: Rect
    text: Rect
    buttons: tuple[Rect, ...]

    def parts(self) -> dict[str, Rect]:
        """Return all rectangles by name; none may overlap another."""
        named = {"board": self.board, "tabs": self.tabs, "choices": self.choices, "text": self.text}
        return named | {f"button {index}": rect for index, rect in enumerate(self.buttons)}


def learn_layout(window: Rect, theme: Theme, choices: Callable[[int], int]) -> LearnLayout:
    """Return the places in a window; `choices` tells the height in pixels that the grid needs in a width."""
    return _panel(*beside_or_above(window, theme, PANEL, TALL_PANEL), theme, choices)


def _panel(board: Rect, panel: Rect, theme: Theme, choices: Callable[[int], int]) -> LearnLayout:
    gap = theme.px(8)
    column = Stack(panel, gap)
    tabs = column.top(theme.px(36))
    grid = column.top(choices(panel.width))
    lower, upper = (column.bottom(theme.px(BUTTON)) for _ in range(2))
    half = (panel.width - gap) // 2
    buttons = tuple(
        Rect(left, row.y, half, row.height)
        for row in (upper, lower)
        for left in (panel.x, panel.right - half)
    )
    return LearnLayout(board, tabs, grid, column.rest, buttons)
