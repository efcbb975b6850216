"""Congo's looks: sand, a river with life in it, two walled castles, and animals on tokens."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache, lru_cache

import pygame

from congo_gui.draw.assets import load_svg
from congo_gui.draw.geometry import Geometry
from congo_gui.draw.skin import Skin
from congo_gui.draw.theme import Scheme
from congo_gui.games.tiled import (
    DUSK,
    ENGRAVED,
    HALOS,
    WOOD,
    Bands,
    Colour,
    darken,
    draw_coordinates,
    draw_frame,
    draw_outline,
    draw_over,
    draw_square,
)
from engine.rules.congo.board import CASTLES, LETTERS, NAMES, RIVER, bits, square_named
from engine.rules.values import Piece

SIDES = ("white", "black")
KIND_NAMES = dict(zip(LETTERS, NAMES, strict=True))


@dataclass(frozen=True)
class CongoDress:
    """The colours of one colour scheme. Squares have two tones that alternate.

    `frame` says where a band begins, in margins from the outside in, and its colour. `dusk` darkens the
    whole board. A `plain` board has no drawings but the castles' walls, and pieces with a heavy outline.
    """

    sand: tuple[Colour, Colour]
    floor: tuple[Colour, Colour]
    water: tuple[Colour, Colour]
    frame: Bands = WOOD
    engraved: Colour = ENGRAVED
    dusk: Colour | None = None
    plain: bool = False


DAY = CongoDress(
    sand=((238, 216, 170), (227, 200, 149)),
    floor=((216, 162, 118), (203, 145, 100)),
    water=((58, 139, 162), (50, 128, 152)),
)
DRESSES = {
    Scheme.DAY: DAY,
    Scheme.NIGHT: replace(DAY, dusk=DUSK),
    Scheme.CONTRAST: CongoDress(
        sand=((250, 250, 250), (214, 214, 214)),
        floor=((255, 214, 120), (238, 186, 84)),
        water=((0, 66, 140), (0, 54, 120)),
        frame=((0.0, (0, 0, 0)),),
        engraved=(255, 255, 255),
        plain=True,
    ),
}
CASTLE_OVERHANG = 0.16
"""How far the castle's towers stand over its squares, in cells."""
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


class CongoSkin(Skin):
    """Draws Congo's board and pieces in one colour scheme."""

    def __init__(self, scheme: Scheme = Scheme.DAY) -> None:
        self._dress = DRESSES[scheme]

    def dressed(self, scheme: Scheme) -> CongoSkin:
        """Return the skin in another colour scheme."""
        return _in_scheme(scheme)

    def draw_board(self, surface: pygame.Surface, geometry: Geometry) -> None:
        """Draw the board with its frame and coordinates."""
        dress = self._dress
        draw_frame(surface, geometry, dress.frame, corners=not dress.plain)
        for square in geometry.squares:
            _draw_square(surface, geometry, square, dress)
        if not dress.plain:
            _draw_finds(surface, geometry)
            draw_over(surface, "board/river.svg", _area(geometry, bits(RIVER)))
        for castle in CASTLES:
            area = _area(geometry, bits(castle))
            overhang = round(CASTLE_OVERHANG * geometry.cell)
            draw_over(surface, "board/castle.svg", area.inflate(2 * overhang, 2 * overhang))
        darken(surface, geometry, dress.dusk)
        ranks = [str(row + 1) for row in range(geometry.rows)]
        draw_coordinates(surface, geometry, dress.engraved, "abcdefg", ranks)

    def draw_piece(self, surface: pygame.Surface, piece: Piece, rect: pygame.Rect) -> None:
        """Draw a piece's token; it leaves a little of `rect` free on all sides."""
        name = f"sprites/{SIDES[piece.side]}_{KIND_NAMES[piece.kind]}.svg"
        if self._dress.plain:
            rect = draw_outline(surface, name, rect, HALOS[piece.side])
        draw_over(surface, name, rect)

    def avatar(self, side: int) -> Piece:
        """Return the side's lion."""
        return Piece(side, "L")

    def is_water(self, square: int) -> bool:
        """Whether a square is in the river."""
        return bool(RIVER >> square & 1)

    def living_area(self, geometry: Geometry) -> pygame.Rect | None:
        """Return where the river is, if anything is drawn in it."""
        return None if self._dress.plain else _area(geometry, bits(RIVER))

    def animate_board(self, surface: pygame.Surface, geometry: Geometry, seconds: float) -> None:
        """Draw the river's ripples and fish."""
        river = _area(geometry, bits(RIVER))
        before = surface.get_clip()
        surface.set_clip(river.clip(before))
        for index in range(FISH):
            _draw_fish(surface, river, seconds, index, self._dress.dusk)
        for index in range(RIPPLES):
            _draw_ripple(surface, river, seconds, index, self._dress.dusk)
        surface.set_clip(before)


@cache
def _in_scheme(scheme: Scheme) -> CongoSkin:
    return CongoSkin(scheme)


SKIN = _in_scheme(Scheme.DAY)


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


def _draw_square(surface: pygame.Surface, geometry: Geometry, square: int, dress: CongoDress) -> None:
    rect = pygame.Rect(geometry.square_rect(square))
    column, row = square % geometry.columns, square // geometry.columns
    ground = _ground(square, dress)
    draw_square(surface, geometry, rect, ground[(column + row) % 2])
    if ground is dress.sand and not dress.plain:
        dunes = load_svg("board/dunes.svg", *rect.size)
        surface.blit(pygame.transform.flip(dunes, square * 5 % 7 < 3, square * 3 % 5 < 2), rect)


def _ground(square: int, dress: CongoDress) -> tuple[Colour, Colour]:
    if RIVER >> square & 1:
        return dress.water
    return dress.floor if any(castle >> square & 1 for castle in CASTLES) else dress.sand


def _draw_finds(surface: pygame.Surface, geometry: Geometry) -> None:
    size = round(FIND_SIZE * geometry.cell)
    for name, places in SAND_FINDS.items():
        for square_name, across, down in places:
            square = square_named(square_name)
            assert square is not None
            x, y, width, height = geometry.square_rect(square)
            rect = pygame.Rect(0, 0, size, size)
            rect.center = round(x + across * width), round(y + down * height)
            draw_over(surface, f"board/{name}.svg", rect)


# --- life in the river


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
