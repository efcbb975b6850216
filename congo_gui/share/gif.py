"""Animated GIF files: 255 colours for all frames, and only the changed part of every frame."""

from __future__ import annotations

import heapq
import itertools
import struct
from collections.abc import Iterable
from typing import Any

import numpy as np

Pixels = np.ndarray[Any, Any]
"""Width by height by 3, uint8."""
COLOURS = 255
UNCHANGED = 255
"""The index of the transparent colour, through which the previous frame shows."""
DEPTH = 5
"""Bits of each of red, green and blue by which colours are distinguished."""
BLOCK = 255


class GifPalette:
    """A palette for some pictures, found by median cut."""

    def __init__(self, samples: Iterable[Pixels]) -> None:
        counts = np.zeros(1 << 3 * DEPTH, np.int64)
        for sample in samples:
            counts += np.bincount(_colour_cells(sample).ravel(), minlength=len(counts))
        found = np.flatnonzero(counts)
        steps = np.stack([found >> 2 * DEPTH, found >> DEPTH & 31, found & 31], axis=1)
        self.colours = _median_cut(steps.astype(np.float64), counts[found].astype(np.float64))
        self._nearest = self._nearest_colours()

    def _nearest_colours(self) -> Pixels:
        """Return for every cell of colours the index of the nearest palette entry."""
        cells = np.arange(1 << 3 * DEPTH)
        steps = np.stack([cells >> 2 * DEPTH, cells >> DEPTH & 31, cells & 31], axis=1)
        wanted, known = _cell_colours(steps).astype(np.float32), self.colours.astype(np.float32)
        distance = (known * known).sum(axis=1) - 2 * wanted @ known.T
        return distance.argmin(axis=1).astype(np.uint8)

    def indices(self, pixels: Pixels) -> Pixels:
        """Return the palette index of each pixel: width by height, uint8."""
        return np.asarray(self._nearest[_colour_cells(pixels)])

    def table(self) -> bytes:
        """Return the colour table of a GIF file."""
        table = np.zeros((256, 3), np.uint8)
        table[: len(self.colours)] = self.colours
        return table.tobytes()


def _colour_cells(pixels: Pixels) -> Pixels:
    red, green, blue = (pixels[..., at].astype(np.int64) >> 8 - DEPTH for at in range(3))
    return red << 2 * DEPTH | green << DEPTH | blue


def _cell_colours(steps: Pixels) -> Pixels:
    """Return the colours in the middle of cells."""
    return steps * (255 / 31)


def _median_cut(steps: Pixels, counts: Pixels) -> Pixels:
    """Return the mean colours of at most `COLOURS` boxes, made by halving the fullest again and again."""
    everything = np.arange(len(steps))
    boxes = [(-_fullness(steps, counts), 0, everything)]
    made = itertools.count(1)
    while len(boxes) < COLOURS and boxes[0][0] < 0:
        box = heapq.heappop(boxes)[2]
        for half in _halves(box, steps, counts):
            heapq.heappush(boxes, (-_fullness(steps[half], counts[half]), next(made), half))
    means = [np.average(_cell_colours(steps[box]), axis=0, weights=counts[box]) for _, _, box in boxes]
    return np.rint(means).astype(np.uint8)


def _halves(box: Pixels, steps: Pixels, counts: Pixels) -> tuple[Pixels, Pixels]:
    """Return a box of colours cut across its longest side at the median of its pixels."""
    axis = int(np.argmax(np.ptp(steps[box], axis=0)))
    order = box[np.argsort(steps[box, axis], kind="stable")]
    middle = int(np.searchsorted(np.cumsum(counts[order]), counts[order].sum() / 2))
    cut = min(max(1, middle), len(order) - 1)
    return order[:cut], order[cut:]


def _fullness(steps: Pixels, counts: Pixels) -> float:
    """Return the priority for halving a box of colours: 0 for a single colour."""
    return float(np.ptp(steps, axis=0).max() * np.sqrt(counts.sum())) if len(steps) > 1 else 0.0


class GifFile:
    """Collects the frames of an animation that repeats."""

    def __init__(self, size: tuple[int, int], palette: GifPalette) -> None:
        self._palette = palette
        self._before: Pixels | None = None
        self._parts = [b"GIF89a", struct.pack("<HHBBB", *size, 0xF7, 0, 0), palette.table()]
        self._parts.append(b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00")

    def add(self, pixels: Pixels, seconds: float) -> None:
        """Add a frame that is shown for `seconds` seconds."""
        from congo_gui.share.lzw import BITS, compress

        indices = self._palette.indices(pixels)
        (left, top, right, bottom), new = self._changed(indices)
        self._before = indices
        delay = max(2, round(100 * seconds))
        self._parts.append(b"\x21\xf9\x04" + struct.pack("<BHBB", 0x05, delay, UNCHANGED, 0))
        self._parts.append(b"\x2c" + struct.pack("<HHHHB", left, top, right - left, bottom - top, 0))
        data = compress(np.ascontiguousarray(new.T).ravel())
        self._parts.append(bytes([BITS]))
        for at in range(0, len(data), BLOCK):
            block = data[at : at + BLOCK]
            self._parts.append(bytes([len(block)]) + block)
        self._parts.append(b"\x00")

    def _changed(self, indices: Pixels) -> tuple[tuple[int, int, int, int], Pixels]:
        """Return the box in which a frame differs from the one before, and its new indices."""
        if self._before is None:
            return (0, 0, *indices.shape), indices
        differs = indices != self._before
        across, down = np.flatnonzero(differs.any(axis=1)), np.flatnonzero(differs.any(axis=0))
        if not len(across):
            return (0, 0, 1, 1), indices[:1, :1]
        box = int(across[0]), int(down[0]), int(across[-1]) + 1, int(down[-1]) + 1
        inside = slice(box[0], box[2]), slice(box[1], box[3])
        return box, np.where(differs[inside], indices[inside], np.uint8(UNCHANGED))

    def data(self) -> bytes:
        """Return the file."""
        return b"".join([*self._parts, b"\x3b"])
