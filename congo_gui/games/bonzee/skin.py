"""Bonzee's looks: tokens of jade and of terracotta on a board whose lines show where one may step."""

from __future__ import annotations

from typing import ClassVar

import pygame

from congo_gui.draw.geometry import Geometry
from congo_gui.draw.ink import Canvas
from congo_gui.draw.paper import Colour, Paper, element, hexadecimal
from congo_gui.draw.theme import Scheme
from congo_gui.games.tiled import TiledSkin, colours_by_scheme, in_scheme, paint_square
from engine.rules.bonzee.board import RED, ROWS, STEPS, STRAIGHT, WIDTH, is_black, step
from engine.rules.bonzee.facts import SIDE_NAMES
from engine.rules.values import Piece

SPRITES = ("sprites/bonzee/light_token.svg", "sprites/bonzee/dark_token.svg")
COLUMNS = [str(column + 1) for column in range(WIDTH)]
LINES: Colour = (84, 54, 33)
BARE_LINES: Colour = (0, 0, 0)
"""The colour of the lines, and that at high contrast."""
LINE_WIDTH, KNOT_SIZE, LINE_OPACITY = 0.028, 0.05, 0.85
"""The width of the lines and the radius of the knots where they cross, in cells, and their opacity."""


class BonzeeSkin(TiledSkin):
    """Cells of two colours, as the rules have them, and between them the lines along which tokens step."""

    colours_by_scheme: ClassVar = colours_by_scheme(
        day=((178, 132, 88), (240, 221, 181)), contrast=((176, 176, 176), (255, 255, 255))
    )
    dark_side = RED
    columns = COLUMNS

    def sprite(self, piece: Piece) -> str:
        """Return the picture of a token."""
        return SPRITES[piece.side]

    def avatar(self, side: int) -> Piece:
        """Return a token of the side."""
        return Piece(side, SIDE_NAMES[side][0].upper())

    def rank_name(self, row: int, rows: int) -> str:
        """Return the letter of a row."""
        return ROWS[row]

    def paint_tile(self, paper: Paper, geometry: Geometry, square: int, rect: pygame.Rect) -> None:
        """Draw a cell with the lines across it."""
        paint_square(paper, geometry, rect, self.colours.tones[not is_black(square)])
        colour = BARE_LINES if self.colours.plain else LINES
        drawn = geometry.cell, self._directions(square, geometry.flipped), colour
        paper.shape(rect, lambda: _lines(*drawn), lambda: _line_elements(*drawn))

    def _directions(self, cell: int, flipped: bool) -> tuple[tuple[int, int], ...]:
        """Return the directions on the screen, to the right and down, of the lines that meet in a cell."""
        sign = -1 if flipped else 1
        last = len(STEPS) if is_black(cell) else STRAIGHT
        directions = [STEPS[direction] for direction in range(last) if step(cell, direction) is not None]
        return tuple((sign * right, -sign * up) for right, up in directions)


def _lines(cell: int, directions: tuple[tuple[int, int], ...], colour: Colour) -> pygame.Surface:
    """Return lines from the middle of a cell to its edges, and the knot that holds them together."""
    canvas = Canvas(cell)
    for right, down in directions:
        # Beyond the corner, so that a diagonal is not rounded off where it continues in the next cell.
        canvas.fill(canvas.line((0, 0), (right * 0.6, down * 0.6), LINE_WIDTH), colour, LINE_OPACITY)
    canvas.fill(canvas.circle(KNOT_SIZE), colour)
    return canvas.surface()


def _line_elements(cell: int, directions: tuple[tuple[int, int], ...], colour: Colour) -> str:
    """Return the same for SVG, with the middle of the cell at 0, 0."""
    ink, half = hexadecimal(colour), cell / 2
    path = "".join(f"M0,0L{right * half:g},{down * half:g}" for right, down in directions)
    width = f"{LINE_WIDTH * cell:.2f}"
    lines = element("path", d=path, stroke=ink, stroke_opacity=LINE_OPACITY, stroke_width=width)
    return lines + element("circle", r=f"{KNOT_SIZE * cell:.2f}", fill=ink)


SKIN = in_scheme(BonzeeSkin, Scheme.DAY)
