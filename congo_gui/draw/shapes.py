"""Smooth rounded boxes and circles, which pygame draws with ragged edges."""

from __future__ import annotations

from functools import lru_cache

import pygame

from congo_gui.draw.theme import Colour, Palette

FINER = 4
"""Corners are drawn this many times larger and scaled down."""


@lru_cache(maxsize=64)
def _disc(diameter: int, colour: Colour) -> pygame.Surface:
    large = pygame.Surface((diameter * FINER, diameter * FINER), pygame.SRCALPHA)
    # The colour everywhere, so that the scaled edge is not mixed with black.
    large.fill((*colour, 0))
    centre = diameter * FINER / 2
    pygame.draw.circle(large, colour, (centre, centre), centre)
    return pygame.transform.smoothscale(large, (diameter, diameter))


def _rounded(
    surface: pygame.Surface, rect: pygame.Rect, radius: int, colour: Colour, hollow: int = 0
) -> None:
    """Fill a box with round corners; with `hollow`, only so many pixels of each edge between them."""
    x, y, width, height = rect
    edge = min(hollow or radius, width, height)
    for side in (x, x + width - edge):
        surface.fill(colour, (side, y + radius, edge, height - 2 * radius))
    if hollow:
        for top in (y, y + height - edge):
            surface.fill(colour, (x + radius, top, width - 2 * radius, edge))
    else:
        surface.fill(colour, (x + radius, y, width - 2 * radius, height))
    disc = _disc(2 * radius, colour)
    for corner_x, source_x in ((x, 0), (x + width - radius, radius)):
        for corner_y, source_y in ((y, 0), (y + height - radius, radius)):
            surface.blit(disc, (corner_x, corner_y), (source_x, source_y, radius, radius))


def draw_box(
    surface: pygame.Surface,
    rect: pygame.Rect,
    radius: int,
    fill: Colour,
    outline: Colour | None = None,
    thickness: int = 1,
) -> None:
    """Draw a box with round corners, and its outline inside it."""
    if rect.width <= 0 or rect.height <= 0:
        return
    radius = max(1, min(radius, rect.width // 2, rect.height // 2))
    if outline is not None:
        _rounded(surface, rect, radius, outline, thickness)
        rect = rect.inflate(-2 * thickness, -2 * thickness)
        radius = max(1, radius - thickness)
    if rect.width > 0 and rect.height > 0:
        radius = max(1, min(radius, rect.width // 2, rect.height // 2))
        _rounded(surface, rect, radius, fill)


def draw_disc(
    surface: pygame.Surface,
    centre: tuple[int, int],
    radius: int,
    fill: Colour,
    outline: Colour | None = None,
    thickness: int = 1,
) -> None:
    """Draw a circle with smooth edges."""
    if outline is not None:
        surface.blit(_disc(2 * radius, outline), (centre[0] - radius, centre[1] - radius))
        radius -= thickness
    if radius > 0:
        surface.blit(_disc(2 * radius, fill), (centre[0] - radius, centre[1] - radius))


def draw_focus(surface: pygame.Surface, rect: pygame.Rect, colours: Palette, thickness: int) -> None:
    """Draw the frame round the control that has the keyboard."""
    frame = rect.inflate(4 * thickness, 4 * thickness)
    pygame.draw.rect(surface, colours.river, frame, thickness, border_radius=4 * thickness)


def shade(surface: pygame.Surface, colour: Colour, strength: int) -> None:
    """Darken the whole surface; `strength` is 0 to 255."""
    veil = pygame.Surface(surface.get_size())
    veil.fill(colour)
    veil.set_alpha(strength)
    surface.blit(veil, (0, 0))


def draw_shadow(surface: pygame.Surface, rect: pygame.Rect, spread: int, colour: Colour) -> None:
    """Draw a soft shadow round and below a box."""
    layers = 6
    for layer in range(layers, 0, -1):
        grown = rect.inflate(2 * spread * layer // layers, 2 * spread * layer // layers)
        grown.move_ip(0, spread // 3)
        soft = pygame.Surface(grown.size, pygame.SRCALPHA)
        pygame.draw.rect(soft, (*colour, 14), soft.get_rect(), border_radius=spread * layer // layers + 8)
        surface.blit(soft, grown)
