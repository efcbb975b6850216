"""Walking on in an analysis while the pieces of a move are still moving."""

from __future__ import annotations

from random import Random

import pygame
import pytest

from tests.congo_gui.driver import Opener
from tests.congo_gui.screens.analysis.analysis_user import AnalysisUser
from tests.engine.rules.games import NAMES

KEYS = (pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_LEFT, pygame.K_END, pygame.K_HOME)
ENDLESS = 1000.0
"""A pace at which no move ends during the test."""


@pytest.mark.parametrize("name", NAMES)
def test_pieces_of_an_earlier_move_do_not_move_in_another_position(opened: Opener, name: str) -> None:
    driver, chance = opened(name), Random(3)
    for _ in range(20):
        if driver.session.game.outcome is None:
            driver.session.play(chance.choice(driver.session.game.legal_moves()))
    user = AnalysisUser(driver)
    screen, display = user.screen, user.screen.board.display
    display.animate(ENDLESS)
    was_moving = 0
    for _ in range(80):
        before, was_moving = user.position, was_moving + display.animator.running
        driver.press(chance.choice(KEYS))
        assert driver.app.stack[-1] is screen
        parent = screen.cursor.node.parent
        steps_on = parent is not None and parent.position == before
        assert user.position == before or display.animator.running == steps_on
    assert was_moving
