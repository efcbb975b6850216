"""Tooltips, error labels and toasts."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence

import pygame

from congo_gui.draw.drawing import draw_box, draw_lines, fitted_lines
from congo_gui.draw.theme import Colour, Role, Theme

MAX_WIDTH = 320
MAX_LINES = 20
MIN_TOAST_S, MAX_TOAST_S = 2.5, 120.0
LETTERS_PER_S = 16
"""The reading speed, which prolongs toasts beyond `MIN_TOAST_S`, but not beyond `MAX_TOAST_S`."""


def draw_tooltip(surface: pygame.Surface, theme: Theme, text: str, anchor: pygame.Rect) -> pygame.Rect:
    """Draw a dark label below or above `anchor`; return its rectangle."""
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

    If it does not fit on that side, it goes to the other one. Returns the box.
    """
    pad, gap = theme.px(8), theme.px(2 if above else 6)
    window = surface.get_rect()
    widest = min(max(theme.px(MAX_WIDTH), anchor.width - 2 * pad), window.width - 4 * pad)
    lines = fitted_lines(theme, text, Role.SMALL, widest, MAX_LINES)
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
    _draw_bubble(surface, theme, lines, box, fill, colour, outline)
    return box


def draw_note(
    surface: pygame.Surface,
    theme: Theme,
    text: str,
    anchor: pygame.Rect,
    avoid: Sequence[pygame.Rect],
    spare: Sequence[pygame.Rect] = (),
) -> pygame.Rect:
    """Draw a dark label near `anchor` that hides least of `avoid`, then of `spare`; return its rectangle."""
    window = surface.get_rect().inflate(-theme.px(8), -theme.px(8))
    lines = theme.wrap(text, Role.SMALL, min(theme.px(MAX_WIDTH), window.width - theme.px(16)))
    box, gap = _box_of(lines, theme), theme.px(8)

    def cost(place: pygame.Rect) -> float:
        away = abs(place.centerx - anchor.centerx) + abs(place.centery - anchor.centery)
        hidden = 16 * _hidden(place, [anchor]) + 4 * _hidden(place, avoid) + _hidden(place, spare)
        return hidden + away * anchor.width / 8

    box = min((place.clamp(window) for place in _around(box, anchor, gap)), key=cost)
    _draw_bubble(surface, theme, lines, box, theme.colours.bubble, theme.colours.on_bubble, None)
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
    """Return the number of pixels of the rectangles that a place covers."""
    parts = (place.clip(rect) for rect in rects)
    return sum(part.width * part.height for part in parts)


def _box_of(lines: list[str], theme: Theme) -> pygame.Rect:
    """Return the box for some lines of text."""
    pad = theme.px(8)
    width = max(theme.width(line, Role.SMALL) for line in lines)
    return pygame.Rect(0, 0, width + 2 * pad, len(lines) * theme.line_height(Role.SMALL) + pad)


def _draw_bubble(
    surface: pygame.Surface,
    theme: Theme,
    lines: list[str],
    box: pygame.Rect,
    fill: Colour,
    colour: Colour,
    outline: Colour | None,
) -> None:
    pad = theme.px(8)
    draw_box(surface, box, theme.px(6), fill, outline, theme.px(1))
    draw_lines(surface, theme, lines, Role.SMALL, colour, (box.x + pad, box.y + pad // 2))


class Toast:
    """Shows one text at a time near the bottom of a place, for its duration by `clock`.

    The seconds passed to `update` would be too few: the loop limits those of a long iteration.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.text = ""
        self._clock = clock
        self._seconds = self._until = 0.0
        self._new = False
        """True until the first `update`, which starts the timer."""

    def show(self, text: str, seconds: float | None = None) -> None:
        """Show a text, replacing the current one, for `seconds` or as long as it takes to read."""
        self.text = text
        reading = min(MAX_TOAST_S, max(MIN_TOAST_S, len(text) / LETTERS_PER_S))
        self._seconds = reading if seconds is None else seconds
        self._new = True

    def inherit(self, other: Toast) -> None:
        """Continue showing the text of another toast."""
        if other.text:
            self.show(other.text, other._left)

    def hide(self) -> None:
        """Hide the text at the next `update`."""
        self._until, self._new = 0.0, False

    @property
    def _left(self) -> float:
        return self._seconds if self._new else max(0.0, self._until - self._clock())

    @property
    def next_change(self) -> float | None:
        """Seconds until it disappears, None if nothing is shown."""
        return self._left if self.text else None

    def update(self) -> bool:
        """Hide the text when its time is up; return whether it appeared or disappeared."""
        if not self.text:
            return False
        if self._new:
            self._until, self._new = self._clock() + self._seconds, False
            return True
        if self._left > 0:
            return False
        self.text = ""
        return True

    def draw(
        self,
        surface: pygame.Surface,
        theme: Theme,
        place: pygame.Rect,
        beside: Sequence[pygame.Rect] | None = None,
    ) -> None:
        """Draw the text at the bottom of `place`.

        With `beside` it goes below or above `place` if it covers none of these rectangles there.
        """
        if not self.text:
            return
        role, lines = _fitted(theme, self.text, place.width)
        height = theme.line_height(role)
        width = max(theme.width(line, role) for line in lines)
        box = pygame.Rect(0, 0, width + theme.px(32), len(lines) * height + theme.px(10))
        box.midbottom = (place.centerx, place.bottom - theme.px(3))
        if beside is not None:
            box = _free_spot(box, place, surface.get_rect(), beside, theme.px(3))
        draw_box(surface, box, theme.px(10), theme.colours.bubble)
        for row, line in enumerate(lines):
            picture = theme.text(line, role, theme.colours.on_bubble)
            surface.blit(
                picture, (box.centerx - picture.get_width() // 2, box.y + theme.px(5) + row * height)
            )


def _free_spot(
    box: pygame.Rect, place: pygame.Rect, window: pygame.Rect, taken: Sequence[pygame.Rect], gap: int
) -> pygame.Rect:
    """Return the box moved below or above `place` if it is free there, else the box where it is."""
    below, above = box.copy(), box.copy()
    below.top, above.bottom = place.bottom + gap, place.top - gap
    free = (spot for spot in (below, above) if window.contains(spot) and spot.collidelist(list(taken)) < 0)
    return next(free, box)


def _fitted(theme: Theme, text: str, width: int) -> tuple[Role, list[str]]:
    """Return a role and the lines that keep a text low at that width."""
    available = max(theme.px(120), width - theme.px(40))
    lines = theme.wrap(text, Role.BODY, available)
    if len(lines) == 1:
        return Role.BODY, lines
    return Role.SMALL, fitted_lines(theme, text, Role.SMALL, available, MAX_LINES)
