"""Congo's looks: sand, a river with life in it, two walled castles, and animals on tokens."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache
from typing import ClassVar

import pygame

from congo_gui.draw.assets import load_svg
from congo_gui.draw.drawing import clipped
from congo_gui.draw.geometry import Geometry
from congo_gui.draw.paper import Colour, Paper
from congo_gui.draw.theme import Scheme
from congo_gui.games.tiled import TiledSkin, Tones, colours_by_scheme, in_scheme
from engine.compiled.bitboards import bits
from engine.rules.congo.board import CASTLES, LETTERS, NAMES, RIVER, square_named
from engine.rules.values import Piece

SIDES = ("white", "black")
KIND_NAMES = dict(zip(LETTERS, NAMES, strict=True))
FLOOR, BARE_FLOOR = ((216, 162, 118), (203, 145, 100)), ((255, 214, 120), (238, 186, 84))
WATER, BARE_WATER = ((58, 139, 162), (50, 128, 152)), ((0, 66, 140), (0, 54, 120))
"""The colours of castles and river, and those at high contrast."""
CASTLE_OVERHANG = 0.16
"""How far the castle's towers rise above its squares, in cells."""
SAND_FINDS = {
    "grass": (
        ("b1", 0.16, 0.84),
        ("a3", 0.15, 0.84),
        ("g3", 0.85, 0.84),
        ("g5", 0.84, 0.16),
        ("a6", 0.16, 0.16),
    ),
    "stones": (
        ("g2", 0.16, 0.16),
        ("b2", 0.16, 0.84),
        ("a5", 0.84, 0.16),
        ("f6", 0.84, 0.84),
        ("f7", 0.84, 0.16),
    ),
}
"""By picture: squares, and where on them its middle lies; in corners, beside the tokens."""
FIND_SIZE = 0.27

RIPPLES, FISH = 9, 2
RIPPLE_SIZE, FISH_SIZE = (0.3, 0.09), (0.4, 0.24)
RIPPLE_PERIOD, RIPPLE_DRIFT = 4.0, 0.16
"""Seconds that a ripple lives, and cells a second that it drifts."""
FISH_SPEED = 0.33


class CongoSkin(TiledSkin):
    """Draws sand, castles and the river. At high contrast nothing is drawn on them but the castles' walls."""

    colours_by_scheme: ClassVar = colours_by_scheme(
        day=((238, 216, 170), (227, 200, 149)), contrast=((250, 250, 250), (214, 214, 214))
    )

    def sprite(self, piece: Piece) -> str:
        """Return the picture of a piece's token."""
        return f"sprites/{SIDES[piece.side]}_{KIND_NAMES[piece.kind]}.svg"

    def tones(self, square: int) -> Tones:
        """Return the colours of water, of a castle's floor or of sand."""
        if self.is_water(square):
            return BARE_WATER if self.colours.plain else WATER
        if any(castle >> square & 1 for castle in CASTLES):
            return BARE_FLOOR if self.colours.plain else FLOOR
        return self.colours.tones

    def paint_tile(self, paper: Paper, geometry: Geometry, square: int, rect: pygame.Rect) -> None:
        """Draw a square, with dunes if it is one of sand."""
        super().paint_tile(paper, geometry, square, rect)
        if self.tones(square) is self.colours.tones and not self.colours.plain:
            paper.picture("board/dunes.svg", rect, (square * 5 % 7 < 3, square * 3 % 5 < 2))

    def paint_decorations(self, paper: Paper, geometry: Geometry) -> None:
        """Draw what lies in the sand, the river, and the castles' walls."""
        if not self.colours.plain:
            _paint_finds(paper, geometry)
            paper.picture("board/river.svg", _area(geometry, bits(RIVER)))
        for castle in CASTLES:
            area = _area(geometry, bits(castle))
            overhang = round(CASTLE_OVERHANG * geometry.cell)
            paper.picture("board/castle.svg", area.inflate(2 * overhang, 2 * overhang))

    def avatar(self, side: int) -> Piece:
        """Return the side's lion."""
        return Piece(side, "L")

    def is_water(self, square: int) -> bool:
        """Return whether a square is in the river."""
        return bool(RIVER >> square & 1)

    def animated_area(self, geometry: Geometry) -> pygame.Rect | None:
        """Return where the river is, if anything is drawn in it."""
        return None if self.colours.plain else _area(geometry, bits(RIVER))

    def animate_board(self, surface: pygame.Surface, geometry: Geometry, seconds: float) -> None:
        """Draw the river's ripples and fish."""
        river = _area(geometry, bits(RIVER))
        with clipped(surface, river):
            for index in range(FISH):
                _draw_fish(surface, river, seconds, index, self.colours.dusk)
            for index in range(RIPPLES):
                _draw_ripple(surface, river, seconds, index, self.colours.dusk)


SKIN = in_scheme(CongoSkin, Scheme.DAY)


def _area(geometry: Geometry, squares: Iterable[int]) -> pygame.Rect:
    """Return the rectangle that the squares cover together."""
    first, *rest = (pygame.Rect(geometry.square_rect(square)) for square in squares)
    return first.unionall(rest)


@lru_cache(maxsize=4)
def _dimmed(name: str, width: int, height: int, dusk: Colour | None) -> pygame.Surface:
    """Return a picture as it looks in that light."""
    picture = load_svg(name, width, height)
    if dusk is None:
        return picture
    picture = picture.copy()
    picture.fill((*dusk, 255), special_flags=pygame.BLEND_RGBA_MULT)
    return picture


# --- the board


def _paint_finds(paper: Paper, geometry: Geometry) -> None:
    size = round(FIND_SIZE * geometry.cell)
    for name, places in SAND_FINDS.items():
        for square_name, across, down in places:
            square = square_named(square_name)
            assert square is not None
            x, y, width, height = geometry.square_rect(square)
            rect = pygame.Rect(0, 0, size, size)
            rect.center = round(x + across * width), round(y + down * height)
            paper.picture(f"board/{name}.svg", rect)


# --- the river's animation


def _scatter(index: int, salt: float) -> float:
    """Return a fixed number in [0, 1), spread evenly over the indices."""
    return (index * 0.618034 + salt) % 1.0


def _draw_ripple(
    surface: pygame.Surface, river: pygame.Rect, seconds: float, index: int, dusk: Colour | None
) -> None:
    cell = river.height
    age = seconds / RIPPLE_PERIOD + _scatter(index, 0.3)
    life, phase = divmod(age, 1.0)
    start = _scatter(index, 0.137 * life) * river.width
    x = river.left + (start + phase * RIPPLE_PERIOD * RIPPLE_DRIFT * cell) % river.width
    y = river.top + (0.2 + 0.6 * _scatter(index * 3, 0.271 * life)) * cell
    picture = _dimmed("board/ripple.svg", *_pixels(RIPPLE_SIZE, cell), dusk)
    picture = picture.copy()  # the loaded one is shared
    picture.set_alpha(round(200 * math.sin(math.pi * phase)))
    surface.blit(picture, (round(x), round(y)))


def _draw_fish(
    surface: pygame.Surface, river: pygame.Rect, seconds: float, index: int, dusk: Colour | None
) -> None:
    cell = river.height
    width, height = _pixels(FISH_SIZE, cell)
    lap = river.width + 2 * cell
    way = (seconds * FISH_SPEED * (1 + 0.3 * index) * cell + _scatter(index, 0.2) * lap) % lap
    leftward = index % 2 == 1
    x = river.right + cell - way - width if leftward else river.left - cell + way
    y = river.top + (0.26 + 0.34 * index + 0.05 * math.sin(seconds * 1.3 + index)) * cell
    picture = _dimmed("board/fish.svg", width, height, dusk)
    surface.blit(pygame.transform.flip(picture, leftward, False), (round(x), round(y)))


def _pixels(size: tuple[float, float], cell: int) -> tuple[int, int]:
    return max(1, round(size[0] * cell)), max(1, round(size[1] * cell))
