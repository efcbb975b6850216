"""Pictures of arrows on the board, and of what is written on them; cached for a cell size in pixels."""

from __future__ import annotations

import math
from enum import Enum
from functools import lru_cache

import pygame

from congo_gui.board.colours import PAPER
from congo_gui.draw.assets import load_font
from congo_gui.draw.ink import Canvas, Colour, Place, quickened
from congo_gui.draw.shapes import draw_box

ARROWS_KEPT, LABELS_KEPT = 32, 40
HOLLOW_EDGE = 0.27
"""How thick the outline of a hollow arrow is, as a part of its width."""
DASH_PART = 2.6
"""How long a dash with its gap is, in widths of the arrow."""
LABEL_SIZE = 0.19
"""Height of the letters of an arrow's label, in cells."""


class Stroke(Enum):
    """How an arrow is drawn, so that what it is for is seen without its colour."""

    SOLID = "solid"
    DASHED = "dashed"
    HOLLOW = "hollow"


@lru_cache(maxsize=LABELS_KEPT)
def label(cell: int, words: str, colour: Colour) -> pygame.Surface:
    """What is written where an arrow ends: light letters on a rounded box."""
    text = load_font(max(10, round(cell * LABEL_SIZE)), True).render(words, True, PAPER)
    ink = text.get_bounding_rect()
    pad = max(2, round(cell * 0.06))
    picture = pygame.Surface((ink.width + 3 * pad, ink.height + 2 * pad), pygame.SRCALPHA)
    draw_box(picture, picture.get_rect(), picture.get_height() // 2, colour, PAPER, max(1, pad // 3))
    picture.blit(text, (picture.get_width() // 2 - ink.centerx, picture.get_height() // 2 - ink.centery))
    return picture


@lru_cache(maxsize=ARROWS_KEPT)
def arrow(
    cell: int,
    across: int,
    down: int,
    colour: Colour,
    width: float,
    gaps: tuple[float, float],
    alpha: int,
    stroke: Stroke = Stroke.SOLID,
) -> tuple[tuple[pygame.Surface, tuple[int, int]], ...]:
    """An arrow over that many cells; `gaps` are left free at its start and end, all in cells.

    Returns pictures and their pixel offsets from the corner of the cells that the arrow's ends span: one
    picture of the whole of a long arrow would be large and nearly empty.
    """
    length = math.hypot(across, down)
    ux, uy = across / length, down / length
    start = (-across / 2 + ux * gaps[0], -down / 2 + uy * gaps[0])
    tip = (across / 2 - ux * gaps[1], down / 2 - uy * gaps[1])
    dash = DASH_PART * width if stroke is Stroke.DASHED else 0.0
    strips = []
    for row in range(abs(down) + 1):
        middle, cells = _reach(start, tip, row - abs(down) / 2, width * 2.5, (abs(across) + 1) / 2, cell)
        canvas = Canvas(cell, cells, 1, (middle, row - abs(down) / 2))
        shape = canvas.arrow(start, tip, width, head=width * 2.6, half=width * 1.7, dash=dash)
        canvas.fill(shape - min(0.03, width / 3), PAPER, 0.95)
        canvas.fill(shape, colour)
        if stroke is Stroke.HOLLOW:
            canvas.fill(shape + width * HOLLOW_EDGE, PAPER)
        strip = quickened(canvas.surface(), alpha)
        strips.append((strip, (round((middle - cells / 2 + (abs(across) + 1) / 2) * cell), row * cell)))
    return tuple(strips)


def _reach(start: Place, tip: Place, y: float, spare: float, edge: float, cell: int) -> tuple[float, float]:
    """Return middle and width of what a line needs of the row of cells at `y`, in whole pixels.

    `spare` is left free on either side, nothing lies beyond plus or minus `edge`.
    """
    (x0, y0), (x1, y1) = sorted((start, tip), key=lambda place: place[1])
    level = max(y1 - y0, 1e-9)
    parts = [min(max((bound - y0) / level, 0.0), 1.0) for bound in (y - 0.5 - spare, y + 0.5 + spare)]
    ends = [x0 + (x1 - x0) * part for part in parts] if y1 - y0 > 1e-6 else [x0, x1]
    first = math.floor((max(min(ends) - spare, -edge) + edge) * cell)
    last = math.ceil((min(max(ends) + spare, edge) + edge) * cell)
    return (first + last) / 2 / cell - edge, (last - first) / cell
