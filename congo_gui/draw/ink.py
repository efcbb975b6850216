"""Smooth shapes at any size, drawn by signed distance instead of pixel by pixel.

A shape is an array of signed distances to its edge, negative inside, in cells. Filling turns the last
pixel before the edge into partial cover, so that nothing needs to be drawn larger and scaled down.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
import pygame

Field = npt.NDArray[np.float32]
"""One signed distance for each pixel, in cells."""
Lengths = npt.NDArray[np.floating[Any]]
DASH_SHARE = 0.58
"""The length of a dash, as a share of a dash and its gap."""
Colour = tuple[int, int, int]
Place = tuple[float, float]
"""x and y in cells from the middle of the canvas, y downwards."""


class Canvas:
    """A transparent picture of `width` by `height` cells; `middle` is the place at its centre."""

    def __init__(
        self, cell: int, width: float = 1.0, height: float | None = None, middle: Place = (0, 0)
    ) -> None:
        self.cell = cell
        x = _places(cell, width, middle[0])
        y = _places(cell, width if height is None else height, middle[1])
        self._x, self._y = np.meshgrid(x, y)
        self._colour = np.zeros((len(y), len(x), 3), np.float32)
        self._cover = np.zeros((len(y), len(x)), np.float32)

    # --- shapes

    def circle(self, radius: float, at: Place = (0, 0)) -> Field:
        """Return a disc."""
        return np.asarray(_length(self._x - at[0], self._y - at[1]) - radius, np.float32)

    def box(self, half: float, corner: float = 0.0) -> Field:
        """Return a square round the middle, with corners of that radius."""
        x, y = np.abs(self._x) - (half - corner), np.abs(self._y) - (half - corner)
        outside = _length(np.maximum(x, 0), np.maximum(y, 0))
        return np.asarray(outside + np.minimum(np.maximum(x, y), 0) - corner, np.float32)

    def line(self, start: Place, end: Place, width: float) -> Field:
        """Return a straight line with round ends."""
        dx, dy = end[0] - start[0], end[1] - start[1]
        x, y = self._x - start[0], self._y - start[1]
        part = np.clip((x * dx + y * dy) / max(dx * dx + dy * dy, 1e-9), 0, 1)
        return np.asarray(_length(x - part * dx, y - part * dy) - width / 2, np.float32)

    def lines(self, points: Sequence[Place], width: float) -> Field:
        """Return lines from point to point."""
        pieces = [self.line(start, end, width) for start, end in pairwise(points)]
        return np.asarray(np.minimum.reduce(pieces), np.float32)

    def polygon(self, points: Sequence[Place], corner: float = 0.0) -> Field:
        """Return a convex polygon, grown by rounded corners of that radius; `points` run clockwise."""
        inside = np.full_like(self._x, -np.inf)
        edge = np.full_like(self._x, np.inf)
        for start, end in zip(points, [*points[1:], points[0]], strict=True):
            dx, dy = end[0] - start[0], end[1] - start[1]
            side = ((self._x - start[0]) * dy - (self._y - start[1]) * dx) / math.hypot(dx, dy)
            inside = np.maximum(inside, side)
            edge = np.minimum(edge, self.line(start, end, 0))
        return np.asarray(np.where(inside < 0, -edge, edge) - corner, np.float32)

    def arrow(
        self, start: Place, tip: Place, width: float, head: float, half: float, dash: float = 0.0
    ) -> Field:
        """Return a straight arrow; its head is `head` long and `half` wide on either side.

        With `dash` its shaft is dashed from the head on; `dash` is the length of a dash and its gap.
        """
        length = math.hypot(tip[0] - start[0], tip[1] - start[1])
        ux, uy = (tip[0] - start[0]) / length, (tip[1] - start[1]) / length
        x, y = self._x, self._y
        along = x * np.float32(ux) + y * np.float32(uy) - np.float32(start[0] * ux + start[1] * uy)
        beside = abs(y * np.float32(ux) - x * np.float32(uy) - np.float32(start[1] * ux - start[0] * uy))
        neck, slope = length - head, np.float32(math.hypot(head, half))
        shaft = np.maximum(np.maximum(beside - width / 2, -along), along - length + head / 2)
        if dash:
            within = np.abs(np.mod(np.float32(neck - dash / 8) - along, np.float32(dash)) - dash / 2)
            shaft = np.maximum(shaft, np.where(along > neck, 0, within - dash * DASH_SHARE / 2))
        slant = (beside * np.float32(head) + (along - np.float32(length)) * np.float32(half)) / slope
        return np.asarray(np.minimum(shaft, np.maximum(slant, neck - along)), np.float32)

    def sectors(self, count: int, part: float = 0.5) -> Field:
        """Return `count` equal slices of the whole canvas, `part` of each inside the shape."""
        turn = 2 * np.pi / count
        angle = np.abs(np.mod(np.arctan2(self._y, self._x) + turn / 2, turn) - turn / 2)
        return np.asarray((angle - turn * part / 2) * _length(self._x, self._y), np.float32)

    def stripes(self, count: int, part: float = 0.5) -> Field:
        """Return `count` upright and as many level bands a cell, crossed, for dashes along a frame."""
        x, y = (np.abs(np.mod(axis * count, 1) - 0.5) / count for axis in (self._x, self._y))
        dash = part / count / 2
        upright = np.abs(self._x) < np.abs(self._y)
        return np.asarray(np.where(upright, x, y) - dash, np.float32)

    # --- painting

    def fill(self, shape: Field, colour: Colour, opacity: float = 1.0) -> None:
        """Paint a shape over what is there."""
        self._paint(np.clip(0.5 - shape * self.cell, 0, 1) * np.float32(opacity), colour)

    def stroke(self, shape: Field, width: float, colour: Colour, opacity: float = 1.0) -> None:
        """Paint the shape's edge with a line of that width, half of it on either side."""
        self.fill(np.abs(shape) - np.float32(width / 2), colour, opacity)

    def blur(self, shape: Field, reach: float, colour: Colour, opacity: float) -> None:
        """Paint a shape that fades out over `reach` cells, such as a shadow."""
        cover = np.clip(0.5 - shape / np.float32(reach), 0, 1)
        self._paint(cover * cover * (3 - 2 * cover) * np.float32(opacity), colour)

    def _paint(self, cover: Field, colour: Colour) -> None:
        # Most shapes cover few of the pixels, an arrow across the board hardly any.
        inside = np.nonzero(cover)
        part = cover[inside]
        colours = np.asarray(colour, np.float32) * part[:, None]
        self._colour[inside] = self._colour[inside] * (1 - part)[:, None] + colours
        self._cover[inside] = self._cover[inside] * (1 - part) + part

    def surface(self) -> pygame.Surface:
        """Return the picture."""
        height, width = self._cover.shape
        data = np.zeros((height, width, 4), np.uint8)
        inside = np.nonzero(self._cover)
        cover = self._cover[inside][:, None]
        pixels = np.concatenate([self._colour[inside] / cover, cover * 255], axis=1)
        data[inside] = np.clip(np.rint(pixels), 0, 255)
        picture = pygame.image.frombuffer(data.tobytes(), (width, height), "RGBA")
        return accelerated(picture.convert_alpha() if pygame.display.get_surface() else picture.copy())


def accelerated(picture: pygame.Surface, alpha: int = 255) -> pygame.Surface:
    """Convert a picture so that it is drawn many times faster, and translucent if `alpha` is below 255.

    Its clear pixels are skipped and not mixed. Draw it onto surfaces without alpha only: what it is drawn
    onto loses its own.
    """
    if alpha < 255:
        picture.fill((255, 255, 255, alpha), special_flags=pygame.BLEND_RGBA_MULT)
    picture.set_alpha(255, pygame.RLEACCEL)
    return picture


def _length(x: Lengths, y: Lengths) -> Field:
    """Return the lengths of vectors; several times faster than `np.hypot`, which avoids overflow."""
    return np.asarray(np.sqrt(x * x + y * y), np.float32)


def _places(cell: int, cells: float, middle: float) -> Field:
    count = max(1, round(cell * cells))
    places = (np.arange(count, dtype=np.float32) - np.float32((count - 1) / 2)) / cell + np.float32(middle)
    return np.asarray(places, np.float32)


def both(first: Field, second: Field) -> Field:
    """Return what is inside both shapes."""
    return np.asarray(np.maximum(first, second), np.float32)


def either(first: Field, second: Field) -> Field:
    """Return what is inside one of the shapes."""
    return np.asarray(np.minimum(first, second), np.float32)
