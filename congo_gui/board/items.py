"""The pictures, pieces and arrows of one frame of the board, with their places."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import pygame

from congo_gui.board import markers
from congo_gui.board.markers import BLUE, GREEN, INK, INKS, PAPER, RED
from congo_gui.board.state import Arrow, Circle, Purpose
from congo_gui.draw.assets import Face, text_picture
from congo_gui.draw.drawing import draw_box
from congo_gui.draw.geometry import Geometry
from congo_gui.draw.ink import Canvas, Colour, Place, accelerated
from congo_gui.draw.surfaces import clear_surface
from engine.rules.values import Piece

MAX_CACHED_ARROWS, MAX_CACHED_LABELS = 32, 40
ARROW_GAPS = (0.2, 0.1)
"""The gaps between an arrow's ends and the centres of its squares, in cells."""
HOLLOW_EDGE = 0.27
"""Thickness of the outline of a hollow arrow, as a share of its width."""
DASH_LENGTH = 2.6
"""Length of a dash and its gap, in widths of the arrow."""
LABEL_SIZE = 0.19
"""Height of the letters of an arrow's label, in cells."""
PATH_WIDTH = 0.07
CORNER = 0.31
"""Distance of badges from the middle of a square, in cells."""
LABEL_DROP = 0.36
"""Distance of an arrow's label above or below the middle of its square, in cells."""
BADGE_SHARE = 0.36
"""How far along an arrow its badge is, as a share of its length."""


class Stroke(Enum):
    """The style of an arrow, which shows its purpose without colour."""

    SOLID = "solid"
    DASHED = "dashed"
    HOLLOW = "hollow"


@lru_cache(maxsize=MAX_CACHED_LABELS)
def arrow_label(cell: int, text: str, colour: Colour) -> pygame.Surface:
    """Draw the label at an arrow's end: light letters on a rounded box."""
    letters = text_picture(text, max(10, round(cell * LABEL_SIZE)), Face.BOLD, PAPER)
    ink = letters.get_bounding_rect()
    pad = max(2, round(cell * 0.06))
    picture = clear_surface((ink.width + 3 * pad, ink.height + 2 * pad))
    draw_box(picture, picture.get_rect(), picture.get_height() // 2, colour, PAPER, max(1, pad // 3))
    picture.blit(letters, (picture.get_width() // 2 - ink.centerx, picture.get_height() // 2 - ink.centery))
    return picture


@lru_cache(maxsize=MAX_CACHED_ARROWS)
def arrow_strips(
    cell: int,
    across: int,
    down: int,
    colour: Colour,
    width: float,
    gaps: tuple[float, float],
    alpha: int,
    stroke: Stroke = Stroke.SOLID,
) -> tuple[tuple[pygame.Surface, tuple[int, int]], ...]:
    """Draw an arrow over that many cells; `gaps` are left free at its start and end, all in cells.

    Returns pictures and their pixel offsets from the corner of the cells that the arrow's ends span: one
    picture of the whole of a long arrow would be large and nearly empty.
    """
    length = math.hypot(across, down)
    ux, uy = across / length, down / length
    start = (-across / 2 + ux * gaps[0], -down / 2 + uy * gaps[0])
    tip = (across / 2 - ux * gaps[1], down / 2 - uy * gaps[1])
    dash = DASH_LENGTH * width if stroke is Stroke.DASHED else 0.0
    strips = []
    for row in range(abs(down) + 1):
        middle, cells = _reach(start, tip, row - abs(down) / 2, width * 2.5, (abs(across) + 1) / 2, cell)
        canvas = Canvas(cell, cells, 1, (middle, row - abs(down) / 2))
        shape = canvas.arrow(start, tip, width, head=width * 2.6, half=width * 1.7, dash=dash)
        canvas.fill(shape - min(0.03, width / 3), PAPER, 0.95)
        canvas.fill(shape, colour)
        if stroke is Stroke.HOLLOW:
            canvas.fill(shape + width * HOLLOW_EDGE, PAPER)
        strip = accelerated(canvas.surface(), alpha)
        strips.append((strip, (round((middle - cells / 2 + (abs(across) + 1) / 2) * cell), row * cell)))
    return tuple(strips)


def _reach(start: Place, tip: Place, y: float, spare: float, edge: float, cell: int) -> tuple[float, float]:
    """Return the middle and the width of the part of a row of cells at `y` that a line covers, in cells.

    `spare` is left free on either side, nothing lies beyond plus or minus `edge`.
    """
    (x0, y0), (x1, y1) = sorted((start, tip), key=lambda place: place[1])
    level = max(y1 - y0, 1e-9)
    parts = [min(max((bound - y0) / level, 0.0), 1.0) for bound in (y - 0.5 - spare, y + 0.5 + spare)]
    ends = [x0 + (x1 - x0) * part for part in parts] if y1 - y0 > 1e-6 else [x0, x1]
    first = math.floor((max(min(ends) - spare, -edge) + edge) * cell)
    last = math.ceil((min(max(ends) + spare, edge) + edge) * cell)
    return (first + last) / 2 / cell - edge, (last - first) / cell


@dataclass(frozen=True)
class _ArrowStyle:
    """How arrows for one purpose are drawn; `width` and `thin` in cells."""

    colour: Colour
    stroke: Stroke = Stroke.SOLID
    width: float = 0.13
    thin: float = 0.075


ARROW_STYLES = {
    Purpose.HINT: _ArrowStyle(BLUE),
    Purpose.LINE: _ArrowStyle(BLUE),
    Purpose.THREAT: _ArrowStyle(RED, Stroke.DASHED),
    Purpose.OWN: _ArrowStyle(GREEN, Stroke.HOLLOW, width=0.16, thin=0.11),
}
"""Lines of the engine have a badge besides, with their place in the list."""


class Item(NamedTuple):
    """A picture, or a piece that fills `width` by `height` pixels, and its place in the window."""

    left: int
    top: int
    width: int
    height: int
    what: pygame.Surface | Piece
    alpha: int = 255


def changes(before: Iterable[Item], after: Iterable[Item]) -> list[pygame.Rect]:
    """Return the rectangles in which two frames differ."""
    old, new = Counter(before), Counter(after)
    return [pygame.Rect(item[:4]) for item in ((old - new) + (new - old))]


class BoardItems:
    """Puts pictures and pieces on the squares of a board."""

    def __init__(self, geometry: Geometry) -> None:
        self._geometry, self._cell = geometry, geometry.cell
        self.all: list[Item] = []

    def _put(self, picture: pygame.Surface, left: int, top: int) -> None:
        self.all.append(Item(left, top, *picture.get_size(), picture))

    def stamp(self, picture: pygame.Surface, square: int) -> None:
        """Put a picture of a cell's size on a square."""
        self._put(picture, *self._geometry.square_rect(square)[:2])

    def badge(self, picture: pygame.Surface, square: int, right: int, down: int) -> None:
        """Put a picture near a corner of a square."""
        x, y = self._geometry.point(*self._geometry.column_row(square))
        offset = CORNER * self._cell
        self.blit(picture, (x + right * offset, y + down * offset))

    def blit(self, picture: pygame.Surface, center: tuple[float, float]) -> None:
        """Put a picture centred at a pixel."""
        width, height = picture.get_size()
        self._put(picture, round(center[0] - width / 2), round(center[1] - height / 2))

    def arrow(
        self,
        start: int,
        end: int,
        colour: Colour,
        width: float,
        gaps: tuple[float, float],
        alpha: int = 255,
        stroke: Stroke = Stroke.SOLID,
    ) -> None:
        """Put an arrow from one square to another; `gaps` are left free at its ends, in cells."""
        (x, y, *_), (to_x, to_y, *_) = self._geometry.square_rect(start), self._geometry.square_rect(end)
        across, down = (to_x - x) // self._cell, (to_y - y) // self._cell
        if not across and not down:
            return
        left, top = min(x, to_x), min(y, to_y)
        for picture, offset in arrow_strips(self._cell, across, down, colour, width, gaps, alpha, stroke):
            self._put(picture, left + offset[0], top + offset[1])

    def add_legs(
        self, path: tuple[int, ...], gap: float, end_gap: float, colour: Colour = INK, alpha: int = 255
    ) -> None:
        """Draw arrows along a path; `gap` and `end_gap` cells stay free around inner squares and the end."""
        for leg, (start, end) in enumerate(pairwise(path), 1):
            gaps = (0.0 if leg == 1 else gap, end_gap if leg == len(path) - 1 else gap)
            self.arrow(start, end, colour, PATH_WIDTH, gaps, alpha)

    def add_arrows(self, drawn: Sequence[Arrow], circles: Iterable[Circle]) -> None:
        """Draw circles and arrows, the most important uppermost, and no label over another one."""
        for circle in circles:
            self.stamp(markers.own_circle(self._cell, INKS[circle.ink]), circle.square)
        for arrow in reversed(drawn):
            look = ARROW_STYLES[arrow.purpose]
            width = look.thin if arrow.thin else look.width
            colour = INKS[arrow.ink] if arrow.purpose is Purpose.OWN else look.colour
            self.arrow(arrow.start, arrow.end, colour, width, ARROW_GAPS, stroke=look.stroke)
        for arrow in drawn:
            if arrow.badge:
                self._add_badge(arrow)
        self._add_labels([arrow for arrow in drawn if arrow.label])

    def _add_labels(self, arrows: Sequence[Arrow]) -> None:
        """Write labels above or below the middle of the squares where their arrows end, none over another.

        If several arrows end on a square, each label has its arrow's badge. A label without
        space is left out, that of a threat first.
        """
        ends, taken = Counter(arrow.end for arrow in arrows), list[pygame.Rect]()
        for arrow in sorted(arrows, key=lambda arrow: arrow.purpose is Purpose.THREAT):
            text = f"{arrow.badge}: {arrow.label}" if arrow.badge and ends[arrow.end] > 1 else arrow.label
            label = arrow_label(self._cell, text, ARROW_STYLES[arrow.purpose].colour)
            (_, start_y), (x, y) = self._middle(arrow.start), self._middle(arrow.end)
            beyond = LABEL_DROP * self._cell * (-1 if start_y > y else 1)
            places = [label.get_rect(center=(round(x), round(y + drop))) for drop in (beyond, -beyond)]
            free = next((place for place in places if place.collidelist(taken) < 0), None)
            if free is not None:
                taken.append(free)
                self.blit(label, (x, y + (beyond if free is places[0] else -beyond)))

    def _add_badge(self, arrow: Arrow) -> None:
        """Write an arrow's badge on its way."""
        (x, y), (to_x, to_y) = self._middle(arrow.start), self._middle(arrow.end)
        place = x + (to_x - x) * BADGE_SHARE, y + (to_y - y) * BADGE_SHARE
        self.blit(arrow_label(self._cell, arrow.badge, ARROW_STYLES[arrow.purpose].colour), place)

    def _middle(self, square: int) -> tuple[float, float]:
        return self._geometry.point(*self._geometry.column_row(square))
