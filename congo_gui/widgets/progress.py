"""A bar that fills."""

from __future__ import annotations

import pygame

from congo_gui.draw.shapes import draw_box
from congo_gui.draw.theme import Theme


def draw_progress(surface: pygame.Surface, theme: Theme, rect: pygame.Rect, share: float) -> None:
    """Draw a bar filled to `share`, 0 to 1."""
    colours = theme.colours
    radius = rect.height // 2
    draw_box(surface, rect, radius, colours.sunken, colours.outline)
    width = max(rect.height, round(rect.width * max(0.0, min(1.0, share))))
    draw_box(surface, pygame.Rect(rect.x, rect.y, width, rect.height), radius, colours.accent)
