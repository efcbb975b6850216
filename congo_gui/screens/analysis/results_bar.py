"""A bar with the results of games: the first side's wins, the draws, the second side's wins."""

from __future__ import annotations

import pygame

from congo_gui.draw.theme import Colour, Role, Theme
from congo_gui.play.wording import percent
from congo_gui.screens.analysis.eval_bar import DARK, LIGHT, tones
from congo_gui.screens.analysis.known_moves import ResultShares

DRAWN: Colour = (112, 98, 80)
"""The tone of draws, between those of both sides, on which the light tone can be read."""


def draw_results(
    surface: pygame.Surface, theme: Theme, rect: pygame.Rect, results: ResultShares, dark_side: int
) -> None:
    """Draw the bar; a part that is wide enough has its percentage."""
    first, second = tones(dark_side)
    parts = ((results.first, first), (results.drawn, DRAWN), (results.second, second))
    left, done = rect.x, 0.0
    for share, colour in parts:
        done += share
        right = rect.x + round(rect.width * min(done, 1.0))
        surface.fill(colour, (left, rect.y, right - left, rect.height))
        label = percent(share)
        if theme.width(label, Role.CAPTION) + theme.px(6) <= right - left:
            picture = theme.text(label, Role.CAPTION, DARK if colour == LIGHT else LIGHT)
            surface.blit(picture, picture.get_rect(center=((left + right) // 2, rect.centery)))
        left = right
    pygame.draw.rect(surface, theme.colours.outline, rect, theme.px(1))
