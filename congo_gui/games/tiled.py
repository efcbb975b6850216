"""A skin for several games: squares of two tones in a wooden frame, and pictures of pieces."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import ClassVar

import pygame

from congo_gui.draw.geometry import Geometry
from congo_gui.draw.paper import Colour, Paper, SurfacePaper
from congo_gui.draw.skin import Skin
from congo_gui.draw.theme import Scheme
from engine.rules.values import Piece

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
"""The factor for the colours of a board at night."""
HALO = 0.045
"""How far a heavy outline extends beyond a piece, in cells."""
HALOS: tuple[Colour, Colour] = ((0, 0, 0), (255, 255, 255))
"""The colour of an outline round light pieces and round dark ones."""
LETTER_SIZE, MIN_LETTER_PX = 0.25, 9
Tones = tuple[Colour, Colour]
"""The colours of squares, which alternate: first that of the lower left one."""


def shade(colour: Colour, by: int) -> Colour:
    """Return a colour made lighter, or darker if `by` is negative."""
    red, green, blue = (min(255, max(0, part + by)) for part in colour)
    return red, green, blue


def paint_square(paper: Paper, geometry: Geometry, rect: pygame.Rect, colour: Colour) -> None:
    """Fill a square and let its edges catch the light."""
    edge = max(1, round(geometry.cell / 60))
    paper.fill(colour, rect)
    for strip, by in (
        ((rect.left, rect.top, rect.width, edge), LIGHT_EDGE),
        ((rect.left, rect.top, edge, rect.height), LIGHT_EDGE),
        ((rect.left, rect.bottom - edge, rect.width, edge), DARK_EDGE),
        ((rect.right - edge, rect.top, edge, rect.height), DARK_EDGE),
    ):
        paper.fill(shade(colour, by), strip)


def paint_frame(paper: Paper, geometry: Geometry, bands: Bands, corners: bool = True) -> None:
    """Fill the board's rectangle with its frame; `corners` have an ornament."""
    outer, margin = pygame.Rect(geometry.outer_rect), geometry.margin
    for begin, colour in bands:
        inset = round(begin * margin)
        paper.fill(colour, outer.inflate(-2 * inset, -2 * inset))
    for x in (outer.left, outer.right - margin) if corners else ():
        for y in (outer.top, outer.bottom - margin):
            paper.picture("board/ornament.svg", pygame.Rect(x, y, margin, margin))


def paint_coordinates(
    paper: Paper, geometry: Geometry, colour: Colour, files: Sequence[str], ranks: Sequence[str]
) -> None:
    """Engrave the names of the columns below and above, those of the rows, from row 0, left and right.

    Nothing where the player wants none.
    """
    if not geometry.coordinates:
        return
    outer, half = pygame.Rect(geometry.outer_rect), geometry.margin // 2
    size = max(MIN_LETTER_PX, round(LETTER_SIZE * geometry.cell))
    for column in range(geometry.columns):
        x = geometry.center(column)[0]
        for y in (outer.top + half, outer.bottom - half):
            paper.text(files[column], size, colour, (x, y))
    for row in range(geometry.rows):
        y = geometry.center(row * geometry.columns)[1]
        for x in (outer.left + half, outer.right - half):
            paper.text(ranks[row], size, colour, (x, y))


def paint_outline(paper: Paper, name: str, rect: pygame.Rect, colour: Colour) -> pygame.Rect:
    """Draw the shape of a picture in one colour; return where the picture goes, so that a rim is left."""
    paper.outline(name, rect, colour)
    over = max(1, round(HALO * rect.width))
    return rect.inflate(-2 * over, -2 * over)


@dataclass(frozen=True)
class BoardColours:
    """The colours of one colour scheme. `dusk` darkens the whole board, None is daylight.

    `plain` is for high contrast: pieces get a heavy outline.
    """

    tones: Tones
    frame: Bands = WOOD
    engraved: Colour = ENGRAVED
    dusk: Colour | None = None
    plain: bool = False


def colours_by_scheme(day: Tones, contrast: Tones, dusk: Colour = DUSK) -> Mapping[Scheme, BoardColours]:
    """Return the colours of each scheme; the night scheme darkens the daylight board."""
    by_day = BoardColours(day)
    bare: Bands = ((0.0, (0, 0, 0)),)
    return {
        Scheme.DAY: by_day,
        Scheme.NIGHT: replace(by_day, dusk=dusk),
        Scheme.CONTRAST: BoardColours(contrast, bare, (255, 255, 255), plain=True),
    }


class TiledSkin(Skin):
    """Draws a board of any size and its pieces in one colour scheme."""

    colours_by_scheme: ClassVar[Mapping[Scheme, BoardColours]]
    inlay: ClassVar[str] = ""
    """A picture that lies on each square."""
    columns: ClassVar[Sequence[str]] = "abcdefghijklmnopqrstuvwxyz"
    """The names of the columns."""

    def __init__(self, scheme: Scheme = Scheme.DAY) -> None:
        self.colours = self.colours_by_scheme[scheme]

    def with_scheme(self, scheme: Scheme) -> TiledSkin:
        """Return the skin in another colour scheme."""
        return in_scheme(type(self), scheme)

    @abstractmethod
    def sprite(self, piece: Piece) -> str:
        """Return the name of a piece's picture among the assets."""

    def rank_name(self, row: int, rows: int) -> str:
        """Return the name of a row of the board; `row` counts from 0 at the lower edge."""
        del rows
        return str(row + 1)

    def tones(self, square: int) -> Tones:
        """Return the colours of the ground that a square belongs to."""
        del square
        return self.colours.tones

    def paint_tile(self, paper: Paper, geometry: Geometry, square: int, rect: pygame.Rect) -> None:
        """Draw a square."""
        paint_square(paper, geometry, rect, self.tones(square)[sum(geometry.column_row(square)) % 2])
        if self.inlay:
            paper.picture(self.inlay, rect)

    def paint_decorations(self, paper: Paper, geometry: Geometry) -> None:
        """Draw what lies on the squares."""

    def draw_board(self, surface: pygame.Surface, geometry: Geometry) -> None:
        """Draw the squares with frame and coordinates."""
        self.paint_board(SurfacePaper(surface), geometry)

    def paint_board(self, paper: Paper, geometry: Geometry) -> None:
        """Draw the squares with frame and coordinates."""
        colours, rows = self.colours, geometry.rows
        paint_frame(paper, geometry, colours.frame, corners=not colours.plain)
        for square in geometry.squares:
            self.paint_tile(paper, geometry, square, pygame.Rect(geometry.square_rect(square)))
        self.paint_decorations(paper, geometry)
        if colours.dusk is not None:
            paper.darken(colours.dusk, geometry.outer_rect)
        ranks = [self.rank_name(row, rows) for row in range(rows)]
        paint_coordinates(paper, geometry, colours.engraved, self.columns, ranks)

    def draw_piece(self, surface: pygame.Surface, piece: Piece, rect: pygame.Rect) -> None:
        """Draw a piece; it leaves a little of `rect` free on all sides."""
        self.paint_piece(SurfacePaper(surface), piece, rect)

    def paint_piece(self, paper: Paper, piece: Piece, rect: pygame.Rect) -> None:
        """Draw a piece; it leaves a little of `rect` free on all sides."""
        name = self.sprite(piece)
        if self.colours.plain:
            rect = paint_outline(paper, name, rect, HALOS[piece.side == self.dark_side])
        paper.picture(name, rect)


@cache
def in_scheme(skin: type[TiledSkin], scheme: Scheme) -> TiledSkin:
    """Return the one skin of that class in a colour scheme."""
    return skin(scheme)
