"""The compression of GIF files (LZW), compiled: an animation has a hundred million pixels."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.compiled.jit import int64, jit

CODES = 4096
"""The number of 12-bit codes."""
BITS = 8
"""The number of bits of a pixel: colours are numbers from 0 to 255."""


def compress(pixels: np.ndarray[Any, Any]) -> bytes:
    """Return the bytes of one image, given as a flat array of uint8."""
    buffer = np.zeros(len(pixels) * 2 + 64, np.uint8)
    children = np.zeros((CODES, 1 << BITS), np.int16)
    return buffer[: pack(pixels, buffer, children)].tobytes()


@jit
def pack(pixels: Any, packed: Any, children: Any) -> int:
    """Write the codes of the pixels to `packed`; return the number of bytes.

    `children` has the code for every code followed by a pixel; 0 for none.
    """
    clear, end = 1 << BITS, (1 << BITS) + 1
    unused, width, size = end + 1, BITS + 1, 0
    waiting, waiting_bits = clear, width
    code = int64(pixels[0])
    for at in range(1, len(pixels)):
        pixel = int64(pixels[at])
        longer = int64(children[code, pixel])
        if longer:
            code = longer
            continue
        waiting |= code << waiting_bits
        waiting_bits += width
        while waiting_bits >= 8:
            packed[size] = waiting & 255
            size, waiting, waiting_bits = size + 1, waiting >> 8, waiting_bits - 8
        if unused < CODES:
            children[code, pixel] = unused
            if unused == 1 << width:
                width += 1
            unused += 1
        else:
            waiting |= clear << waiting_bits
            waiting_bits += width
            children[:, :] = 0
            unused, width = end + 1, BITS + 1
        code = pixel
    waiting |= code << waiting_bits
    waiting_bits += width
    waiting |= end << waiting_bits
    waiting_bits += width + 1 if unused == 1 << width and unused < CODES else width
    while waiting_bits > 0:
        packed[size] = waiting & 255
        size, waiting, waiting_bits = size + 1, waiting >> 8, waiting_bits - 8
    return size
