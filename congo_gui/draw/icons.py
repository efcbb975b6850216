"""The pictures on buttons: white SVGs in ``assets/icons``, tinted to any colour."""

from __future__ import annotations

from functools import lru_cache

import pygame

from congo_gui.draw.assets import load_svg
from congo_gui.draw.theme import Colour


@lru_cache(maxsize=256)
def icon(name: str, size: int, colour: Colour) -> pygame.Surface:
    """Return the icon ``assets/icons/<name>.svg`` at `size` pixels in that colour."""
    picture = load_svg(f"icons/{name}.svg", size, size).copy()
    picture.fill((*colour, 255), special_flags=pygame.BLEND_RGBA_MULT)
    return picture
