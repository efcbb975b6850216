"""The small label that explains the control under the pointer, and the bubble that explains an error."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pygame

from congo_gui.draw.shapes import draw_box
from congo_gui.draw.texts import draw_lines
from congo_gui.draw.theme import Colour, Role, Theme

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
    surface: pygame.Surface,
    theme: Theme,
    text: str,
    anchor: pygame.Rect,
    avoid: Sequence[pygame.Rect],
    spare: Sequence[pygame.Rect] = (),
) -> pygame.Rect:
    """Draw a dark label near `anchor` where it hides least of `avoid`, and then of `spare`; return where."""
    window = surface.get_rect().inflate(-theme.px(8), -theme.px(8))
    lines = theme.wrap(text, Role.SMALL, min(theme.px(WIDEST), window.width - theme.px(16)))
    box, gap = _box_of(lines, theme), theme.px(8)

    def cost(place: pygame.Rect) -> float:
        away = abs(place.centerx - anchor.centerx) + abs(place.centery - anchor.centery)
        hidden = 16 * _hidden(place, [anchor]) + 4 * _hidden(place, avoid) + _hidden(place, spare)
        return hidden + away * anchor.width / 8

    box = min((place.clamp(window) for place in _around(box, anchor, gap)), key=cost)
    _draw(surface, theme, lines, box, theme.colours.bubble, theme.colours.on_bubble, None)
    return box


def _around(box: pygame.Rect, anchor: pygame.Rect, gap: int) -> Iterator[pygame.Rect]:
    """Yield the places of a box beside an anchor, or up to two anchors further away."""
    near = anchor.inflate(2 * gap, 2 * gap)
    for steps in range(3):
        dx, dy = steps * anchor.width, steps * anchor.height
        for across in (-dx, 0, dx) if steps else (0,):
            yield box.move(near.centerx + across - box.centerx, near.top - dy - box.bottom)
            yield box.move(near.centerx + across - box.centerx, near.bottom + dy - box.top)
        for down in (-dy, 0, dy) if steps else (0,):
            yield box.move(near.right + dx - box.left, near.centery + down - box.centery)
            yield box.move(near.left - dx - box.right, near.centery + down - box.centery)


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
    pad = theme.px(8)
    draw_box(surface, box, theme.px(6), fill, outline, max(1, theme.px(1)))
    draw_lines(surface, theme, lines, Role.SMALL, colour, (box.x + pad, box.y + pad // 2))
