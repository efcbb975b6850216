"""Two AIs play: paused, stepped, and at another speed."""

from __future__ import annotations

import pygame

from tests.congo_gui.driver import Starter


def test_a_demo_plays_pauses_steps_and_goes_on(start: Starter) -> None:
    driver = start(demo=True)
    driver.play._set_pace(0.0)
    driver.reply()
    driver.until(lambda: driver.thinker.thinking)
    driver.press(pygame.K_SPACE, " ")
    assert not driver.thinker.thinking
    assert "Paused" in driver.status
    driver.turn(10)
    assert len(driver.moves) == 1
    driver.press(pygame.K_PERIOD, ".")
    driver.reply()
    driver.turn(5)
    assert len(driver.moves) == 2
    assert not driver.thinker.thinking
    driver.click(driver.play.panel.play.rect.center)
    driver.reply()
    assert len(driver.moves) == 3


def test_undo_holds_a_demo(start: Starter) -> None:
    driver = start(demo=True)
    driver.play._set_pace(0.0)
    driver.reply()
    driver.reply()
    driver.press(pygame.K_z, "z")
    assert len(driver.moves) == 1
    assert not driver.thinker.thinking
    assert driver.session.held


def test_the_keys_change_the_speed(start: Starter) -> None:
    driver = start(demo=True)
    before = driver.session.pace
    driver.press(pygame.K_PLUS, "+")
    assert driver.session.pace < before
    driver.press(pygame.K_MINUS, "-")
    driver.press(pygame.K_MINUS, "-")
    assert driver.session.pace > before


def test_a_demo_game_ends_by_itself(start: Starter) -> None:
    driver = start("3l3/7/7/7/7/7/3LP2 w 1", demo=True)
    driver.play._set_pace(0.0)
    for _ in range(400):
        if driver.session.outcome is not None:
            break
        driver.reply()
    assert driver.session.outcome is not None
    assert driver.offered == ["Rematch", "New game", "Score table"]
