"""The small label that explains the control under the pointer, and the bubble that explains an error."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from congo_gui.theme import Colour, Role, Theme
from congo_gui.widgets.shapes import draw_box

WIDEST = 320


def draw_tooltip(surface: pygame.Surface, theme: Theme, text: str, anchor: pygame.Rect) -> pygame.Rect:
    """Draw a dark label below or above `anchor`, inside the window; return where."""
    colours = theme.colours
    return draw_bubble(surface, theme, text, anchor, colours.bubble, colours.on_bubble, above=False)


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
    box = _box_of(lines, theme)
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
    _draw(surface, theme, lines, box, fill, colour, outline)
    return box


def draw_note(
    surface: pygame.Surface, theme: Theme, text: str, anchor: pygame.Rect, avoid: Sequence[pygame.Rect]
) -> pygame.Rect:
    """Draw a dark label on that side of `anchor` where it hides the least of `avoid`; return where."""
    window = surface.get_rect().inflate(-theme.px(8), -theme.px(8))
    lines = theme.wrap(text, Role.SMALL, min(theme.px(WIDEST), window.width - theme.px(16)))
    box, gap = _box_of(lines, theme), theme.px(8)
    places = [box.copy() for _ in range(4)]
    places[0].midbottom = (anchor.centerx, anchor.top - gap)
    places[1].midtop = (anchor.centerx, anchor.bottom + gap)
    places[2].midleft = (anchor.right + gap, anchor.centery)
    places[3].midright = (anchor.left - gap, anchor.centery)
    inside = [place.clamp(window) for place in places]
    box = min(inside, key=lambda place: _hidden(place, [*avoid, *[anchor] * 4]))
    _draw(surface, theme, lines, box, theme.colours.bubble, theme.colours.on_bubble, None)
    return box


def _hidden(place: pygame.Rect, rects: Sequence[pygame.Rect]) -> int:
    """Return how many pixels of the rectangles a place covers."""
    parts = (place.clip(rect) for rect in rects)
    return sum(part.width * part.height for part in parts)


def _box_of(lines: list[str], theme: Theme) -> pygame.Rect:
    """Return the box that some lines need."""
    pad = theme.px(8)
    width = max(theme.width(line, Role.SMALL) for line in lines)
    return pygame.Rect(0, 0, width + 2 * pad, len(lines) * theme.line_height(Role.SMALL) + pad)


def _draw(
    surface: pygame.Surface,
    theme: Theme,
    lines: list[str],
    box: pygame.Rect,
    fill: Colour,
    colour: Colour,
    outline: Colour | None,
) -> None:
    pad, height = theme.px(8), theme.line_height(Role.SMALL)
    draw_box(surface, box, theme.px(6), fill, outline, max(1, theme.px(1)))
    for row, line in enumerate(lines):
        surface.blit(theme.text(line, Role.SMALL, colour), (box.x + pad, box.y + pad // 2 + row * height))
