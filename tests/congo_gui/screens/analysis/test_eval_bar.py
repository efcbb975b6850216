"""The bar of winning chances beside the board."""

from __future__ import annotations

import pygame
import pytest

from congo_gui import games as skins
from congo_gui.draw.theme import Theme
from congo_gui.screens.analysis.eval_bar import DARK, LIGHT, EvalBar
from engine.rules.values import FIRST, SECOND


@pytest.mark.parametrize("dark_side", [FIRST, SECOND])
@pytest.mark.parametrize("flipped", [False, True])
def test_each_sides_chances_have_its_tone_and_are_on_its_side(dark_side: int, flipped: bool) -> None:
    bar = EvalBar(lambda: 0.75, str, str, dark_side)
    bar.flipped = flipped
    surface, theme = pygame.Surface((20, 100)), Theme(1.0)
    bar.place(surface.get_rect(), theme)
    bar.draw(surface, theme)
    quarters = [surface.get_at((10, y))[:3] for y in (12, 37, 62, 87)]
    first, second = (DARK, LIGHT) if dark_side == FIRST else (LIGHT, DARK)
    from_the_first_side = quarters if flipped else quarters[::-1]
    assert from_the_first_side == [first, first, first, second]


def test_the_side_with_dark_pieces_moves_first_in_conga_and_konane() -> None:
    dark = {name for name in skins.names() if skins.get(name).dark_side == FIRST}
    assert dark == {"conga", "konane"}
