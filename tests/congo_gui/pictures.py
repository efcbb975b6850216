"""Comparing pictures in tests."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pygame

Field = npt.NDArray[np.float64]
Colour = tuple[int, int, int]


def colours(picture: pygame.Surface) -> Field:
    """Return the red, green and blue values of every pixel, 0 to 255."""
    values: Any = pygame.surfarray.array3d(picture)
    return np.asarray(values, dtype=np.float64)


def luminance(picture: pygame.Surface) -> Field:
    """Return the lightness of every pixel, 0 to 1, as in a greyscale print."""
    light: Field = colours(picture) @ np.array([0.299, 0.587, 0.114]) / 255
    return light


def opacity(picture: pygame.Surface) -> Field:
    """Return the alpha of every pixel, 0 to 1."""
    values: Any = pygame.surfarray.array_alpha(picture)
    return np.asarray(values, dtype=np.float64) / 255


def on_ground(picture: pygame.Surface, ground: Colour) -> pygame.Surface:
    """Return the picture on a plain background."""
    result = pygame.Surface(picture.get_size())
    result.fill(ground)
    result.blit(picture, (0, 0))
    return result
