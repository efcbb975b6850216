"""The preview at the pointer on the graph: a move, its score, and a small board."""

from __future__ import annotations

import pygame

from congo_gui.board.view import BoardView
from congo_gui.draw.drawing import draw_box, draw_shadow, place_text
from congo_gui.draw.skin import Skin
from congo_gui.draw.theme import Role, Theme
from engine.rules.rules import Rules
from engine.rules.values import Position

SIZE, PAD = 150, 8
"""Side of the board and space round it at scale 1."""


class GraphPreview:
    """Draws a position above the pointer."""

    def __init__(self, rules: Rules, skin: Skin) -> None:
        self._view = BoardView(rules, skin)

    def draw(
        self, surface: pygame.Surface, theme: Theme, position: Position, text: str, pointed: tuple[int, int]
    ) -> None:
        """Draw the position with `text` below it; `pointed` is the pixel on the upper edge of the graph."""
        self._view.set_scheme(theme.scheme)
        pad, line, side = theme.px(PAD), theme.line_height(Role.SMALL), theme.px(SIZE)
        width = max(side, theme.width(text, Role.SMALL)) + 2 * pad
        box = pygame.Rect(0, 0, width, side + line + 3 * pad)
        box.midbottom = (pointed[0], pointed[1] - theme.px(4))
        box.clamp_ip(surface.get_rect().inflate(-pad, -pad))
        draw_shadow(surface, box, theme.px(8), theme.colours.shade)
        draw_box(surface, box, theme.px(8), theme.colours.raised, theme.colours.outline, theme.px(1.2))
        board = pygame.Rect(0, box.y + pad, side, side)
        board.centerx = box.centerx
        self._view.draw_still(surface, board, position)
        place = (box.centerx, box.bottom - pad)
        place_text(surface, theme, text, Role.SMALL, theme.colours.text, midbottom=place)
