"""Conga's looks: stacks of flat stones, slate and marble, on a lawn; every stone can be seen."""

from __future__ import annotations

from typing import ClassVar

import pygame

from congo_gui.draw.paper import Colour, Paper
from congo_gui.draw.theme import Scheme
from congo_gui.games.tiled import HALOS, BoardColours, TiledSkin, colours_by_scheme, in_scheme, paint_outline
from engine.rules.conga.board import BLACK
from engine.rules.conga.facts import SIDE_NAMES
from engine.rules.values import Piece

SPRITES = tuple(f"sprites/conga/{side}_stone.svg" for side in SIDE_NAMES)
NUMBER_COLOURS: tuple[Colour, Colour] = ((255, 250, 238), (30, 26, 24))
"""The colour of the number on the stones of each side."""
STONE = (0.76, 0.475)
"""Width and height of one stone in cells."""
STEP = 0.043
"""The height that each stone adds to a stack, in cells."""
TOP = 0.39
"""The middle of a stone's upper face, as a share of the stone's height."""
NUMBER_SIZE, MIN_NUMBER_PX = 0.25, 10
SHOWN_ON_CARDS = 3


LAWN = (145, 171, 126), (158, 183, 138)
MOONLIGHT: Colour = (162, 166, 190)
"""Brighter than the usual dusk: slate needs contrast."""


class CongaSkin(TiledSkin):
    """A lawn of two tones; a stack is drawn stone by stone."""

    colours_by_scheme: ClassVar = {
        **colours_by_scheme(day=LAWN, contrast=((168, 168, 168), (190, 190, 190))),
        Scheme.NIGHT: BoardColours(LAWN, dusk=MOONLIGHT),
    }
    dark_side = BLACK

    def sprite(self, piece: Piece) -> str:
        """Return the picture of one stone, which is flat."""
        return SPRITES[piece.side]

    def avatar(self, side: int) -> Piece:
        """Return a small stack of the side."""
        return Piece(side, SIDE_NAMES[side][0].upper(), SHOWN_ON_CARDS)

    def paint_piece(self, paper: Paper, piece: Piece, rect: pygame.Rect) -> None:
        """Draw a stack, as high as it has stones, with their number on top."""
        name, rects = self.sprite(piece), _rects(piece.count, rect)
        if self.colours.plain:
            halo = HALOS[piece.side == self.dark_side]
            rects = [paint_outline(paper, name, place, halo) for place in rects]
        for place in rects:
            paper.picture(name, place)
        size = max(MIN_NUMBER_PX, round(NUMBER_SIZE * rect.width))
        top = rects[-1]
        middle = top.centerx, top.y + round(TOP * top.height)
        paper.text(str(piece.count), size, NUMBER_COLOURS[piece.side], middle, by_ink=True)


def _rects(count: int, rect: pygame.Rect) -> list[pygame.Rect]:
    """Return where the stones of a stack lie, the lowest first; the stack is in the middle of `rect`."""
    width, height = (max(1, round(part * rect.width)) for part in STONE)
    rise = STEP * rect.width
    bottom = rect.centery + (height + rise * (count - 1)) / 2
    left = rect.x + (rect.width - width) // 2
    return [pygame.Rect(left, round(bottom - height - rise * stone), width, height) for stone in range(count)]


SKIN = in_scheme(CongaSkin, Scheme.DAY)
