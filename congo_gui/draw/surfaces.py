"""New surfaces to draw on, with 32 bits a pixel.

By default pygame makes them like the window's, and scales none of 16 bits smoothly.
"""

from __future__ import annotations

import pygame

DEPTH = 32


def opaque_surface(size: tuple[int, int]) -> pygame.Surface:
    """Return a black surface."""
    return pygame.Surface(size, depth=DEPTH)


def clear_surface(size: tuple[int, int]) -> pygame.Surface:
    """Return a surface whose pixels are all transparent."""
    return pygame.Surface(size, pygame.SRCALPHA, DEPTH)
