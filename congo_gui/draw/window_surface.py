"""The surface that screens draw on, the window or a scaled picture, and its changed parts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pygame

from congo_gui.draw.surfaces import opaque_surface

MIN_WINDOW_SIZE = (640, 480)
"""Long and short side in pixels of the smallest window that screens can be laid out for."""
MIN_BITS = 24
"""Bits a pixel of a window that is drawn on directly."""
MAX_ENLARGED = 2560
"""The longest side in pixels of a scaled picture: that of a narrow strip would not fit into memory."""


class WindowSurface:
    """Scales the screens' pixels for a window smaller than `MIN_WINDOW_SIZE`, or converts them for few bits.

    Not every window manager respects a minimum size, and not every pygame can set one. A remote desktop may
    have 15 or 16 bits a pixel, which pygame does not scale.
    """

    def __init__(self) -> None:
        self._picture: pygame.Surface | None = None

    def fit(self) -> pygame.Surface:
        """Return the surface to draw on for the window's current size."""
        window = pygame.display.get_surface()
        size = canvas_size(*window.get_size())
        if size == window.get_size() and window.get_bitsize() >= MIN_BITS:
            self._picture = None
            return window
        if self._picture is None or self._picture.get_size() != size:
            self._picture = opaque_surface(size)
        return self._picture

    def show(self, areas: Sequence[pygame.Rect]) -> None:
        """Show the drawn pixels on the screen; `areas` have changed."""
        if self._picture is None:
            pygame.display.update(areas)
            return
        window = pygame.display.get_surface()
        if self._picture.get_size() == window.get_size():
            window.blit(self._picture, (0, 0))
        else:
            window.blit(pygame.transform.smoothscale(self._picture, window.get_size()), (0, 0))
        pygame.display.update()

    def placed(self, event: pygame.event.Event) -> pygame.event.Event:
        """Return the event with its position converted from the window to the canvas."""
        if self._picture is None or not hasattr(event, "pos"):
            return event
        width, height = pygame.display.get_surface().get_size()
        x, y = event.pos
        canvas = self._picture.get_size()
        place = x * canvas[0] // width, y * canvas[1] // height
        return pygame.event.Event(event.type, event.dict | {"pos": place})


def canvas_size(width: int, height: int) -> tuple[int, int]:
    """Return the size to draw at for a window: at least `MIN_WINDOW_SIZE`.

    It is of the same proportions, unless the window is a narrow strip.
    """
    larger = max(MIN_WINDOW_SIZE[0] / max(width, height), MIN_WINDOW_SIZE[1] / min(width, height))
    if larger <= 1:
        return width, height
    longest = max(width, height, MAX_ENLARGED)
    return min(round(width * larger), longest), min(round(height * larger), longest)


def merged(areas: Iterable[pygame.Rect]) -> list[pygame.Rect]:
    """Return fewer areas that cover the given ones; empty ones are left out.

    Two are merged only if that covers no more pixels than both: long diagonals of small areas would grow
    into the whole board.
    """
    result: list[pygame.Rect] = []
    for area in filter(None, areas):
        whole = area.copy()
        while (index := _partner(whole, result)) is not None:
            whole.union_ip(result.pop(index))
        result.append(whole)
    return result


def _partner(area: pygame.Rect, others: Sequence[pygame.Rect]) -> int | None:
    """Return the index of an area that can be merged with the given one without covering more pixels."""
    for index, other in enumerate(others):
        if _pixels(area.union(other)) <= _pixels(area) + _pixels(other):
            return index
    return None


def _pixels(area: pygame.Rect) -> int:
    return area.width * area.height
