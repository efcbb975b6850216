"""Pictures and pieces in their places on a board, as they are collected for one picture of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import pygame

from congo_gui.board import arrows, markers
from congo_gui.board.arrows import Stroke
from congo_gui.board.colours import BLUE, GREEN, INK, RED
from congo_gui.board.state import Arrow, Purpose
from congo_gui.draw.geometry import Geometry
from congo_gui.draw.ink import Colour
from engine.rules.values import Piece

PATH_WIDTH = 0.07
CORNER = 0.31
"""How far badges lie from the middle of a square, in cells."""
LABEL_DROP = 0.36
"""How far beyond the middle of its square an arrow's label is, above or below, in cells."""
BADGE_PLACE = 0.36
"""How far along an arrow its badge is."""


@dataclass(frozen=True)
class _Look:
    """How arrows for one purpose are drawn; `width` and `thin` in cells."""

    colour: Colour
    stroke: Stroke = Stroke.SOLID
    width: float = 0.13
    thin: float = 0.075


LOOKS = {
    Purpose.HINT: _Look(BLUE),
    Purpose.LINE: _Look(BLUE),
    Purpose.THREAT: _Look(RED, Stroke.DASHED),
    Purpose.OWN: _Look(GREEN, Stroke.HOLLOW, width=0.16, thin=0.11),
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
    """Return where the second list looks different from the first."""
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
        """Put a picture round a pixel."""
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
        for picture, offset in arrows.arrow(self._cell, across, down, colour, width, gaps, alpha, stroke):
            self._put(picture, left + offset[0], top + offset[1])

    def add_legs(
        self, path: tuple[int, ...], gap: float, end_gap: float, colour: Colour = INK, alpha: int = 255
    ) -> None:
        """Draw arrows along a path, leaving so many cells free round its inner squares and its end."""
        for leg, (start, end) in enumerate(pairwise(path), 1):
            gaps = (0.0 if leg == 1 else gap, end_gap if leg == len(path) - 1 else gap)
            self.arrow(start, end, colour, PATH_WIDTH, gaps, alpha)

    def add_arrows(self, drawn: Sequence[Arrow], circles: Iterable[int]) -> None:
        """Draw circles and arrows, the most important uppermost, and no label over another one."""
        for square in circles:
            self.stamp(markers.own_circle(self._cell), square)
        labelled: set[int] = set()
        for arrow in reversed(drawn):
            look = LOOKS[arrow.purpose]
            width = look.thin if arrow.thin else look.width
            self.arrow(arrow.start, arrow.end, look.colour, width, (0.2, 0.1), stroke=look.stroke)
        for arrow in drawn:
            if arrow.badge:
                self._add_badge(arrow)
            if arrow.label and arrow.end not in labelled:
                labelled.add(arrow.end)
                (_, start_y), (x, y) = self._middle(arrow.start), self._middle(arrow.end)
                beyond = -LABEL_DROP if start_y > y else LABEL_DROP
                label = arrows.label(self._cell, arrow.label, LOOKS[arrow.purpose].colour)
                self.blit(label, (x, y + beyond * self._cell))

    def _add_badge(self, arrow: Arrow) -> None:
        """Write an arrow's badge on its way."""
        (x, y), (to_x, to_y) = self._middle(arrow.start), self._middle(arrow.end)
        place = x + (to_x - x) * BADGE_PLACE, y + (to_y - y) * BADGE_PLACE
        self.blit(arrows.label(self._cell, arrow.badge, LOOKS[arrow.purpose].colour), place)

    def _middle(self, square: int) -> tuple[float, float]:
        return self._geometry.point(*self._geometry.column_row(square))
