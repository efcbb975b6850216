"""Boxes for the positions of a search tree: MAX points up, MIN points down, a leaf is round."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache

import pygame

from congo_gui.draw.drawing import SUPERSAMPLING
from congo_gui.draw.surfaces import clear_surface
from congo_gui.draw.theme import Colour

POINT = 0.26
"""The height of the point, as a share of the box's height."""


class Shape(Enum):
    """The kind of a position."""

    MAX = "max"
    MIN = "min"
    LEAF = "leaf"


@lru_cache(maxsize=600)
def box_picture(
    shape: Shape, size: tuple[int, int], fill: Colour, outline: Colour, thickness: int
) -> pygame.Surface:
    """Return the picture of a box of that size in pixels, with smooth edges."""
    width, height = (length * SUPERSAMPLING for length in size)
    large = clear_surface((width, height))
    large.fill((*outline, 0))
    inset = thickness * SUPERSAMPLING
    _fill(large, shape, pygame.Rect(0, 0, width, height), outline)
    _fill(large, shape, pygame.Rect(inset, inset, width - 2 * inset, height - 2 * inset), fill)
    return pygame.transform.smoothscale(large, size)


def _fill(surface: pygame.Surface, shape: Shape, rect: pygame.Rect, colour: Colour) -> None:
    if rect.width <= 0 or rect.height <= 0:
        return
    if shape is Shape.LEAF:
        pygame.draw.rect(surface, colour, rect, border_radius=rect.height // 3)
        return
    point = round(rect.height * POINT)
    shoulder = rect.top + point if shape is Shape.MAX else rect.bottom - point
    tip, base = (rect.top, rect.bottom) if shape is Shape.MAX else (rect.bottom, rect.top)
    corners = [(rect.left, base), (rect.left, shoulder), (rect.centerx, tip)]
    pygame.draw.polygon(surface, colour, [*corners, (rect.right, shoulder), (rect.right, base)])


def text_middle(shape: Shape, rect: pygame.Rect) -> tuple[int, int]:
    """Return the centre for a text in a box, shifted away from its point."""
    lower = {Shape.MAX: POINT / 2, Shape.MIN: -POINT / 2, Shape.LEAF: 0.0}[shape]
    return rect.centerx, rect.centery + round(rect.height * lower * 0.8)


def draw_cross(
    surface: pygame.Surface, centre: tuple[int, int], reach: int, colour: Colour, line: int
) -> None:
    """Draw a cross, the mark of a cut-off."""
    x, y = centre
    for step in (-1, 1):
        pygame.draw.line(surface, colour, (x - reach, y - step * reach), (x + reach, y + step * reach), line)


def draw_dashes(
    surface: pygame.Surface,
    start: tuple[int, int],
    end: tuple[int, int],
    colour: Colour,
    line: int,
    dash: int,
) -> None:
    """Draw a dashed line."""
    (x, y), (to_x, to_y) = (min(start, end), max(start, end))
    length = max(to_x - x, abs(to_y - y), 1)
    for at in range(0, length, 2 * dash):
        (left, top), (right, bottom) = (
            (x + round((to_x - x) * far / length), y + round((to_y - y) * far / length))
            for far in (at, min(at + dash, length))
        )
        if y == to_y:
            surface.fill(colour, (left, y - line // 2, right - left, line))
        else:
            draw_slant(surface, (left, top), (right, bottom), colour, line)


def draw_slant(
    surface: pygame.Surface, start: tuple[int, int], end: tuple[int, int], colour: Colour, line: int
) -> None:
    """Draw a line of any slope with smooth edges; `line` is how wide it is from side to side."""
    left, right = line // 2, line - line // 2 - 1
    (x, y), (to_x, to_y) = start, end
    if x == to_x:
        surface.fill(colour, (x - left, min(y, to_y), line, abs(to_y - y)))
        return
    if line > 1:
        corners = [(x - left, y), (x + right, y), (to_x + right, to_y), (to_x - left, to_y)]
        pygame.draw.polygon(surface, colour, corners)
    for aside in {-left, right}:
        pygame.draw.aaline(surface, colour, (x + aside, y), (to_x + aside, to_y))
