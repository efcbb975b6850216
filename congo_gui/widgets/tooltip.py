"""The small label that explains the control under the pointer, and the bubble that explains an error."""

from __future__ import annotations

import pygame

from congo_gui.theme import Colour, Role, Theme
from congo_gui.widgets.shapes import draw_box

WIDEST = 320


def draw_tooltip(surface: pygame.Surface, theme: Theme, text: str, anchor: pygame.Rect) -> pygame.Rect:
    """Draw a dark label below or above `anchor`, inside the window; return where."""
    colours = theme.colours
    return draw_bubble(surface, theme, text, anchor, colours.shade, colours.on_accent, above=False)


def draw_bubble(
    surface: pygame.Surface,
    theme: Theme,
    text: str,
    anchor: pygame.Rect,
    fill: Colour,
    colour: Colour,
    above: bool,
    outline: Colour | None = None,
) -> pygame.Rect:
    """Draw wrapped text in a box beside `anchor`: above it from its left edge, or below its middle.

    Where that side has no room it is the other one. Returns the box.
    """
    pad, gap = theme.px(8), theme.px(2 if above else 6)
    window = surface.get_rect()
    widest = min(max(theme.px(WIDEST), anchor.width - 2 * pad), window.width - 4 * pad)
    lines = theme.wrap(text, Role.SMALL, widest)
    height = theme.line_height(Role.SMALL)
    width = max(theme.width(line, Role.SMALL) for line in lines)
    box = pygame.Rect(0, 0, width + 2 * pad, len(lines) * height + pad)
    if above:
        box.x = anchor.x
    else:
        box.centerx = anchor.centerx
    over, under = anchor.top - gap - box.height, anchor.bottom + gap
    if above:
        box.top = over if over >= 0 else under
    else:
        box.top = under if under + box.height <= window.bottom else over
    box.clamp_ip(window.inflate(-pad, -pad))
    draw_box(surface, box, theme.px(6), fill, outline, max(1, theme.px(1)))
    for row, line in enumerate(lines):
        surface.blit(theme.text(line, Role.SMALL, colour), (box.x + pad, box.y + pad // 2 + row * height))
    return box
