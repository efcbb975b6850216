"""Drawing primitives for controls and screens: boxes, circles, icons, texts, a progress bar."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

import pygame

from congo_gui.draw.assets import load_svg
from congo_gui.draw.surfaces import clear_surface, opaque_surface
from congo_gui.draw.theme import Colour, Palette, Role, Theme

SUPERSAMPLING = 4
"""Corners are drawn this many times larger and scaled down."""


@lru_cache(maxsize=64)
def _disc(diameter: int, colour: Colour) -> pygame.Surface:
    large = clear_surface((diameter * SUPERSAMPLING, diameter * SUPERSAMPLING))
    # The colour everywhere, so that the scaled edge is not mixed with black.
    large.fill((*colour, 0))
    centre = diameter * SUPERSAMPLING / 2
    pygame.draw.circle(large, colour, (centre, centre), centre)
    return pygame.transform.smoothscale(large, (diameter, diameter))


def _rounded(
    surface: pygame.Surface, rect: pygame.Rect, radius: int, colour: Colour, hollow: int = 0
) -> None:
    """Fill a box with round corners; with `hollow`, only `hollow` pixels of each edge between them."""
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
    """Draw the frame round the control that has the focus."""
    frame = focus_frame(rect, thickness)
    pygame.draw.rect(surface, colours.focus, frame, thickness, border_radius=4 * thickness)


def focus_frame(rect: pygame.Rect, thickness: int) -> pygame.Rect:
    """Return the outer rectangle of the frame round a control."""
    return rect.inflate(4 * thickness, 4 * thickness)


@contextmanager
def clipped(surface: pygame.Surface, rect: pygame.Rect) -> Iterator[None]:
    """Clip drawing on `surface` to a rectangle within the `with` block."""
    clip = surface.get_clip()
    surface.set_clip(rect.clip(clip))
    yield
    surface.set_clip(clip)


def shade(surface: pygame.Surface, colour: Colour, strength: int) -> None:
    """Darken the whole surface; `strength` is 0 to 255."""
    veil = opaque_surface(surface.get_size())
    veil.fill(colour)
    veil.set_alpha(strength)
    surface.blit(veil, (0, 0))


def draw_shadow(surface: pygame.Surface, rect: pygame.Rect, spread: int, colour: Colour) -> None:
    """Draw a soft shadow around and below an opaque box with round corners."""
    layers = 6
    corners = min(2 * spread, *rect.size)
    covered = rect.inflate(-corners, -corners)
    for layer in range(layers, 0, -1):
        grown = rect.inflate(2 * spread * layer // layers, 2 * spread * layer // layers)
        grown.move_ip(0, spread // 3)
        for part in _round(grown, covered):
            soft = clear_surface(part.size)
            whole = grown.move(-part.x, -part.y)
            pygame.draw.rect(soft, (*colour, 14), whole, border_radius=spread * layer // layers + 8)
            surface.blit(soft, part)


def _round(outer: pygame.Rect, inner: pygame.Rect) -> list[pygame.Rect]:
    """Return the four parts of a box that lie round another one inside it."""
    left, top, right, bottom = inner.left, inner.top, inner.right, inner.bottom
    return [
        pygame.Rect(outer.left, outer.top, outer.width, top - outer.top),
        pygame.Rect(outer.left, bottom, outer.width, outer.bottom - bottom),
        pygame.Rect(outer.left, top, left - outer.left, bottom - top),
        pygame.Rect(right, top, outer.right - right, bottom - top),
    ]


@lru_cache(maxsize=256)
def icon(name: str, size: int, colour: Colour) -> pygame.Surface:
    """Return the icon ``assets/icons/<name>.svg`` at `size` pixels in that colour."""
    picture = load_svg(f"icons/{name}.svg", size, size).copy()
    picture.fill((*colour, 255), special_flags=pygame.BLEND_RGBA_MULT)
    return picture


def draw_lines(
    surface: pygame.Surface | None,
    theme: Theme,
    lines: Sequence[str],
    role: Role,
    colour: Colour,
    place: tuple[int, int],
) -> int:
    """Draw lines below each other, or only measure them; return their lower edge."""
    x, y = place
    for line in lines:
        if surface is not None:
            surface.blit(theme.text(line, role, colour), (x, y))
        y += theme.line_height(role)
    return y


def draw_text(
    surface: pygame.Surface, theme: Theme, text: str, role: Role, colour: Colour, left: int, middle: int
) -> int:
    """Draw a line of text from `left` on, vertically centred at `middle`; return its right edge."""
    return place_text(surface, theme, text, role, colour, midleft=(left, middle)).right


def place_text(
    surface: pygame.Surface, theme: Theme, text: str, role: Role, colour: Colour, **place: Any
) -> pygame.Rect:
    """Draw a line of text; `place` sets an attribute of its rectangle, as in ``center=…``. Return that."""
    picture = theme.text(text, role, colour)
    rect = picture.get_rect(**place)
    surface.blit(picture, rect)
    return rect


def draw_label(surface: pygame.Surface, theme: Theme, text: str, field: pygame.Rect) -> None:
    """Draw a label above a field."""
    label = theme.text(theme.shorten(text, Role.SMALL, field.width), Role.SMALL, theme.colours.muted)
    surface.blit(label, (field.x + theme.px(2), field.y - label.get_height() - theme.px(2)))


def fitted_lines(theme: Theme, text: str, role: Role, width: int, max_lines: int) -> list[str]:
    """Return a text in at most `max_lines` lines, the last one shortened if necessary."""
    lines = theme.wrap(text, role, width)
    if len(lines) <= max_lines:
        return lines
    return [*lines[: max_lines - 1], theme.shorten(" ".join(lines[max_lines - 1 :]), role, width)]


def draw_progress(surface: pygame.Surface, theme: Theme, rect: pygame.Rect, share: float) -> None:
    """Draw a bar filled to `share`, 0 to 1."""
    colours = theme.colours
    radius = rect.height // 2
    draw_box(surface, rect, radius, colours.sunken, colours.outline)
    width = max(rect.height, round(rect.width * max(0.0, min(1.0, share))))
    draw_box(surface, pygame.Rect(rect.x, rect.y, width, rect.height), radius, colours.accent)
