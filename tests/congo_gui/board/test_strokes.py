"""The shape of an arrow or circle shows its purpose, on every board and in every scheme."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pygame
import pytest

from congo_gui import games as skins
from congo_gui.board.animation import Animator
from congo_gui.board.state import Arrow, BoardState, Circle, Purpose
from congo_gui.board.view import BoardView
from congo_gui.draw.geometry import Geometry
from congo_gui.draw.theme import Scheme
from engine import rules as registry
from tests.congo_gui.pictures import Field, luminance

CELL = 64
WAYS = {"along a rank": (8, 11), "up a file": (9, 30), "a diagonal": (14, 32), "a knight's": (21, 36)}
MIN_LIGHTNESS_STEP = 0.12
"""The difference in lightness (0 to 1) from which two pixels clearly differ."""
MIN_AREA = 0.015
"""The area in cells in which two kinds of arrows or marks must differ at least."""


def board(scheme: Scheme, **marks: object) -> Field:
    """Return a board in greyscale with these marks on it."""
    rules = registry.get("congo")
    geometry = Geometry.fit((0, 0, 7 * CELL, 7 * CELL), 7, 7)
    position, state = rules.start(), BoardState()
    for name, value in marks.items():
        setattr(state, name, value)
    view = BoardView(rules, skins.get("congo").with_scheme(scheme))
    surface = pygame.Surface((7 * CELL, 7 * CELL))
    view.draw(surface, geometry, view.compose(geometry, position, state, Animator()), 0.0)
    return luminance(surface)


def differing(first: Field, second: Field) -> float:
    """Return the area in which two pictures clearly differ, in cells."""
    return float(np.count_nonzero(abs(first - second) > MIN_LIGHTNESS_STEP)) / CELL / CELL


@pytest.mark.usefixtures("display")
@pytest.mark.parametrize("scheme", Scheme)
@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_arrows_for_different_purposes_differ_in_greyscale(scheme: Scheme, way: tuple[int, int]) -> None:
    drawn = {
        purpose: board(scheme, arrows=(Arrow(*way, purpose, badge="1" * (purpose is Purpose.LINE)),))
        for purpose in Purpose
    }
    for first, second in combinations(Purpose, 2):
        assert differing(drawn[first], drawn[second]) > MIN_AREA, (first, second)


@pytest.mark.usefixtures("display")
@pytest.mark.parametrize("scheme", Scheme)
def test_drawn_circles_differ_from_game_marks_in_greyscale(scheme: Scheme) -> None:
    own = board(scheme, circles=(Circle(24),))
    assert differing(own, board(scheme)) > MIN_AREA
    for name in ("hover", "cursor"):
        assert differing(own, board(scheme, **{name: 24})) > MIN_AREA, name
