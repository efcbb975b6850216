"""A card of the rules: a picture, some words, and a small diagram."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from congo_gui.board import markers
from congo_gui.draw.drawing import draw_box, draw_lines
from congo_gui.draw.skin import Skin
from congo_gui.draw.theme import Role, Theme
from engine.rules.values import Piece

PICTURE, CELL, STACK_CELL = 56, 19, 27
"""Sizes at scale 1; the number of stones has to be read on a stack."""
WATER, CASTLE, GROUND, LINE = (168, 211, 216), (228, 178, 140), (243, 232, 208), (196, 174, 136)
DARK = (205, 172, 128)
"""The colours of a diagram, the same in every scheme: it is the picture of a board."""
WET = frozenset("~!")


MARKS: dict[str, tuple[Callable[[int], pygame.Surface], ...]] = {
    "*": (markers.ring, markers.dot),
    "=": (markers.ring, markers.dot),
    "o": (markers.dot,),
    "#": (markers.dot,),
    "x": (markers.ring,),
    "!": (markers.deadly,),
}
"""The signs of diagrams as the board marks them: a dot to move, a ring to capture, a drop to drown there."""


@dataclass(frozen=True)
class Card:
    """A card of the rules. `kind` is the piece in its picture, a piece of `side`.

    `diagram` is a small board, a string for each row: a letter is a piece (upper case: the first side),
    ``*`` a square to move to or capture on, ``o`` one to move to only, ``x`` one to capture on only, ``#``
    a landing of a jump, ``+`` a square of a castle, ``.`` an empty square. A row with ``~`` or ``!`` is
    water, and in it ``=`` is a square to move to, ``!`` one where the piece drowns. A digit is so many
    stones of `stones`, a piece of the first side. With `checked` the squares are of two colours, the upper
    left one dark. The pieces whose signs are in `taken` can be captured.
    """

    title: str
    text: str
    diagram: tuple[str, ...] = ()
    kind: str = ""
    stones: str = ""
    checked: bool = False
    side: int = 0
    taken: str = ""


def draw_card(
    surface: pygame.Surface | None, theme: Theme, card: Card, place: pygame.Rect, skin: Skin
) -> int:
    """Draw a card; return the height that it needs. Without a surface nothing is drawn."""
    pad = theme.px(10)
    picture = theme.px(PICTURE) if card.kind else 0
    cell = _cell_of(card, theme)
    columns = max((len(row) for row in card.diagram), default=0)
    left = pad + (picture + pad if picture else 0)
    right = place.width - pad - (columns * cell + pad if columns else 0)
    lines = theme.wrap(card.text, Role.SMALL, max(theme.px(80), right - left))
    head = theme.line_height(Role.STRONG)
    text_height = head + len(lines) * theme.line_height(Role.SMALL)
    height = 2 * pad + max(text_height, picture, len(card.diagram) * cell)
    if surface is None:
        return height
    colours = theme.colours
    draw_box(surface, place, theme.px(10), colours.raised, colours.outline)
    if card.kind:
        top = place.y + (place.height - picture) // 2
        skin.draw_piece(
            surface, Piece(card.side, card.kind), pygame.Rect(place.x + pad, top, picture, picture)
        )
    y = place.y + (place.height - text_height) // 2
    y = draw_lines(surface, theme, [card.title], Role.STRONG, colours.text, (place.x + left, y))
    draw_lines(surface, theme, lines, Role.SMALL, colours.muted, (place.x + left, y))
    if card.diagram:
        corner = place.right - pad - columns * cell, place.y + (place.height - len(card.diagram) * cell) // 2
        _draw_diagram(surface, theme, card, corner, skin)
    return height


def _cell_of(card: Card, theme: Theme) -> int:
    return theme.px(STACK_CELL if card.stones else CELL)


def _draw_diagram(
    surface: pygame.Surface, theme: Theme, card: Card, corner: tuple[int, int], skin: Skin
) -> None:
    cell, line = _cell_of(card, theme), theme.px(1)
    for down, row in enumerate(card.diagram):
        for across, sign in enumerate(row):
            place = pygame.Rect(corner[0] + across * cell, corner[1] + down * cell, cell, cell)
            dark = card.checked and (across + down) % 2 == 0
            plain = CASTLE if sign == "+" else DARK if dark else GROUND
            ground = WATER if WET.intersection(row) else plain
            surface.fill(LINE, place)
            surface.fill(ground, place.inflate(-line, -line))
            if sign.isdigit():
                skin.draw_piece(surface, Piece(0, card.stones, int(sign)), place)
            _draw_sign(surface, sign, place, skin)
            if sign in card.taken:
                surface.blit(markers.ring(place.width), place)


def _draw_sign(surface: pygame.Surface, sign: str, place: pygame.Rect, skin: Skin) -> None:
    if sign.isalpha() and sign not in "ox":
        skin.draw_piece(surface, Piece(0 if sign.isupper() else 1, sign.upper()), place)
    for mark in MARKS.get(sign, ()):
        surface.blit(mark(place.width), place)
