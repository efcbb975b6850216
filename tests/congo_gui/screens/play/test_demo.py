"""Games between AIs: pausing, stepping and speed."""

from __future__ import annotations

import gc
import threading
from functools import partial

import pygame

from congo_gui.commands.actions import BY_ID
from congo_gui.play.game_state import GameState
from congo_gui.play.running_game import MAX_GAMES_KEPT
from congo_gui.screens.play import texts as play_texts
from engine.game.game import Game
from tests.congo_gui.driver import Driver, Starter

LAST_MOVE = "3l3/7/7/7/7/7/3L1P1 w 1"


def test_a_demo_plays_pauses_steps_and_resumes(start: Starter) -> None:
    driver = start(demo=True)
    driver.session.demo.set_pace(0.0)
    driver.reply()
    driver.until(lambda: driver.thinker.thinking)
    driver.press(pygame.K_SPACE, " ")
    assert not driver.thinker.thinking
    assert "Paused" in driver.status
    driver.run_loop(10)
    assert len(driver.moves) == 1
    driver.press(pygame.K_PERIOD, ".")
    driver.reply()
    driver.run_loop(5)
    assert len(driver.moves) == 2
    assert not driver.thinker.thinking
    driver.click(driver.play.panel.play.rect.center)
    driver.reply()
    assert len(driver.moves) == 3


def test_undo_pauses_a_demo(start: Starter) -> None:
    driver = start(demo=True)
    driver.session.demo.set_pace(0.0)
    driver.reply()
    driver.reply()
    driver.press(pygame.K_z, "z")
    assert len(driver.moves) == 1
    assert not driver.thinker.thinking
    assert driver.session.state is GameState.PAUSED


def test_the_keys_change_the_speed(start: Starter) -> None:
    driver = start(demo=True)
    before = driver.session.demo.pace
    driver.press(pygame.K_PLUS, "+")
    assert driver.session.demo.pace < before
    driver.press(pygame.K_MINUS, "-")
    driver.press(pygame.K_MINUS, "-")
    assert driver.session.demo.pace > before


def test_a_demo_game_ends_by_itself(start: Starter) -> None:
    driver = start("3l3/7/7/7/7/7/3LP2 w 1", demo=True)
    driver.session.demo.set_pace(0.0)
    for _ in range(400):
        if driver.session.outcome is not None:
            break
        driver.reply()
    assert driver.session.outcome is not None
    assert driver.offered == [play_texts.REMATCH, BY_ID["new_game"].label, BY_ID["score"].label]


def has_ended(driver: Driver, games: int) -> bool:
    return driver.session.demo.series.games == games


def test_game_after_game_leaves_nothing_behind(start: Starter) -> None:
    driver = start(LAST_MOVE, demo=True)
    driver.session.demo.set_pace(0.0)
    driver.press(pygame.K_i, "i")
    threads, alive = threading.active_count(), []
    for games in range(1, 33):
        driver.until(lambda: driver.thinker.thinking)
        driver.thinker.answer("d1d7")
        driver.until(partial(has_ended, driver, games))
        if games in (22, 32):
            gc.collect()
            alive.append(sum(type(one) is Game for one in gc.get_objects()))
    assert MAX_GAMES_KEPT < 22
    assert alive[0] == alive[1]
    assert threading.active_count() <= threads + 1  # the one that writes files
