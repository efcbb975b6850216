"""Placing several controls: each in its rectangle, or in a row from the right."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pygame

from congo_gui.draw.theme import Theme
from congo_gui.widgets.base import Widget
from congo_gui.widgets.button import Button


def place_all(widgets: Sequence[Widget], rects: Sequence[pygame.Rect], theme: Theme) -> None:
    """Place controls in as many rectangles."""
    for widget, rect in zip(widgets, rects, strict=True):
        widget.place(rect, theme)


def place_from_right(
    buttons: Iterable[Button], corner: tuple[int, int], height: int, theme: Theme, least: int = 110
) -> int:
    """Place buttons in a row that ends at its lower right corner, the first one rightmost.

    Each is as wide as its label wants, `least` at scale 1 at least. Returns where the room left of them ends.
    """
    right, bottom = corner
    for button in buttons:
        width = max(theme.px(least), button.natural_width(theme))
        button.place(pygame.Rect(right - width, bottom - height, width, height), theme)
        right -= width + theme.px(8)
    return right
