"""What boards have in common: bevelled squares, a frame, engraved coordinates, and pieces with an outline."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from congo_gui.draw.assets import load_font, load_svg
from congo_gui.draw.geometry import Geometry

Colour = tuple[int, int, int]
Bands = tuple[tuple[float, Colour], ...]
"""The frame: where each band begins, in margins from the outside in, and its colour."""

LIGHT_EDGE, DARK_EDGE = 12, -24
"""How much lighter and darker than a square its upper left and lower right edges are."""
WOOD: Bands = (
    (0.0, (47, 29, 17)),
    (0.05, (150, 103, 64)),
    (0.11, (106, 67, 42)),
    (0.84, (128, 84, 52)),
    (0.89, (52, 33, 20)),
)
ENGRAVED: Colour = (244, 226, 186)
DUSK: Colour = (124, 128, 158)
"""What a board by night is multiplied with."""
HALO = 0.045
"""How far a heavy outline stands over a piece, in cells."""
FINER = 2
"""An outline is drawn this many times larger and scaled down, for smooth edges."""
HALOS: tuple[Colour, Colour] = ((0, 0, 0), (255, 255, 255))
"""The colour of an outline round light pieces and round dark ones."""
LETTER_SIZE, SMALLEST_LETTER = 0.25, 9


def shade(colour: Colour, by: int) -> Colour:
    """Return a colour made lighter, or darker if `by` is negative."""
    red, green, blue = (min(255, max(0, part + by)) for part in colour)
    return red, green, blue


def draw_over(surface: pygame.Surface, name: str, rect: pygame.Rect) -> None:
    """Draw a picture of the assets so that it fills `rect`."""
    surface.blit(load_svg(name, *rect.size), rect)


def draw_square(surface: pygame.Surface, geometry: Geometry, rect: pygame.Rect, colour: Colour) -> None:
    """Fill a square and let its edges catch the light."""
    edge = max(1, round(geometry.cell / 60))
    surface.fill(colour, rect)
    for strip, by in (
        ((rect.left, rect.top, rect.width, edge), LIGHT_EDGE),
        ((rect.left, rect.top, edge, rect.height), LIGHT_EDGE),
        ((rect.left, rect.bottom - edge, rect.width, edge), DARK_EDGE),
        ((rect.right - edge, rect.top, edge, rect.height), DARK_EDGE),
    ):
        surface.fill(shade(colour, by), strip)


def draw_frame(surface: pygame.Surface, geometry: Geometry, bands: Bands, corners: bool = True) -> None:
    """Fill the board's rectangle with its frame; `corners` have an ornament."""
    outer, margin = pygame.Rect(geometry.outer_rect), geometry.margin
    for begin, colour in bands:
        inset = round(begin * margin)
        surface.fill(colour, outer.inflate(-2 * inset, -2 * inset))
    for x in (outer.left, outer.right - margin) if corners else ():
        for y in (outer.top, outer.bottom - margin):
            draw_over(surface, "board/ornament.svg", pygame.Rect(x, y, margin, margin))


def draw_coordinates(
    surface: pygame.Surface, geometry: Geometry, colour: Colour, files: Sequence[str], ranks: Sequence[str]
) -> None:
    """Engrave the names of the columns below and above, those of the rows, from row 0, left and right.

    Nothing where the player wants none.
    """
    if not geometry.named:
        return
    outer, half = pygame.Rect(geometry.outer_rect), geometry.margin // 2
    font = load_font(max(SMALLEST_LETTER, round(LETTER_SIZE * geometry.cell)), bold=True)
    for column in range(geometry.columns):
        letter = font.render(files[column], True, colour)
        x = geometry.center(column)[0]
        for y in (outer.top + half, outer.bottom - half):
            surface.blit(letter, letter.get_rect(center=(x, y)))
    for row in range(geometry.rows):
        number = font.render(ranks[row], True, colour)
        y = geometry.center(row * geometry.columns)[1]
        for x in (outer.left + half, outer.right - half):
            surface.blit(number, number.get_rect(center=(x, y)))


def draw_outline(surface: pygame.Surface, name: str, rect: pygame.Rect, colour: Colour) -> pygame.Rect:
    """Draw the shape of a picture in one colour; return where the picture goes, so that a rim is left."""
    large = load_svg(name, rect.width * FINER, rect.height * FINER)
    shape = pygame.mask.from_surface(large, 60).to_surface(setcolor=(*colour, 255), unsetcolor=(*colour, 0))
    surface.blit(pygame.transform.smoothscale(shape, rect.size), rect)
    over = max(1, round(HALO * rect.width))
    return rect.inflate(-2 * over, -2 * over)


def darken(surface: pygame.Surface, geometry: Geometry, dusk: Colour | None) -> None:
    """Show the whole board in that light; None is daylight."""
    if dusk is not None:
        surface.fill(dusk, geometry.outer_rect, special_flags=pygame.BLEND_RGB_MULT)
