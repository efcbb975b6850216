"""Window sizes and text sizes for tests of layouts."""

from __future__ import annotations

from collections.abc import Iterator

import pygame

from congo_gui.draw.theme import scale_for
from congo_gui.screens.window.settings_screen import UI_SCALES

SIZES = [
    (640, 480),
    (800, 600),
    (1024, 600),
    (1024, 768),
    (1180, 800),
    (1280, 800),
    (1366, 768),
    (1920, 1080),
    (2560, 1440),
    (3440, 1440),
    (3840, 2160),
    (480, 640),
    (800, 1180),
    (1080, 1920),
    (2160, 3840),
    (900, 900),
    (640, 2000),
    (3000, 480),
]
MANY_SIZES = [(640, 480), (800, 600), (1280, 800), (480, 640), (1080, 1920), (3840, 2160)]
"""The sizes in which every screen is checked, with all text sizes (in the last one only with the largest)."""
ODD_SIZES = [(640, 2000), (3000, 480), (3440, 1440), (2160, 3840)]
"""The most extreme sizes."""


def parts_of(layout: object) -> dict[str, pygame.Rect]:
    """Return all rectangles of a layout by name."""
    parts: dict[str, pygame.Rect] = {}
    for name, value in vars(layout).items():
        if isinstance(value, pygame.Rect):
            parts[name] = value
        elif isinstance(value, tuple):
            parts |= {f"{name} {index}": rect for index, rect in enumerate(value)}
    return parts


def scales() -> Iterator[tuple[tuple[int, int], int]]:
    """Yield window sizes with each text size, in percent, that makes a difference."""
    for size in MANY_SIZES[:-1]:
        yield from (
            (size, percent) for percent in {scale_for(*size, each): each for each in UI_SCALES}.values()
        )
    yield MANY_SIZES[-1], max(UI_SCALES)
