"""Actions while the AI thinks: its answer is dropped or waited for."""

from __future__ import annotations

import pygame
import pytest

from congo_gui.screens.new_game.screen import NewGameScreen
from congo_gui.screens.play import texts as play_texts
from congo_gui.system import clipboard
from tests.congo_gui.driver import CONGO, START, TRIPLE_JUMP, Driver, thinking


def test_undo_while_the_ai_thinks_drops_its_answer(driver: Driver) -> None:
    thinking(driver).press(pygame.K_z, "z")
    assert driver.moves == []
    assert not driver.thinker.thinking
    driver.thinker.answer()
    driver.run_loop(10)
    assert driver.moves == []


def test_a_new_game_while_the_ai_thinks(driver: Driver) -> None:
    thinking(driver).control("n")
    assert isinstance(driver.app.stack[-1], NewGameScreen)
    driver.press(pygame.K_RETURN, "\r")
    assert driver.fen == START
    assert not driver.thinker.thinking


def test_pasting_while_the_ai_thinks(driver: Driver) -> None:
    thinking(driver)
    clipboard.copy(TRIPLE_JUMP)
    driver.control("v")
    assert driver.fen == TRIPLE_JUMP
    assert not driver.thinker.thinking


@pytest.mark.parametrize("how", ["paste", "restart", "new game"])
def test_replacing_a_game_mentions_undo(driver: Driver, how: str) -> None:
    driver.click_squares("d2", "d3")
    driver.reply("d6d5")
    before = driver.fen
    if how == "paste":
        clipboard.copy(TRIPLE_JUMP)
        driver.control("v")
    elif how == "restart":
        driver.control("r")
    else:
        driver.control("n")
        screen = driver.app.stack[-1]
        assert isinstance(screen, NewGameScreen)
        driver.click(screen.choices[0].who.part_rect(1).center)
        driver.click(screen.choices[1].who.part_rect(0).center)
        driver.press(pygame.K_RETURN, "\r")
        assert driver.play.board.display.flipped
    assert play_texts.UNDO_BRINGS_BACK in driver.play.toast.text
    driver.run_loop()
    driver.press(pygame.K_z, "z")
    assert driver.fen == before
    assert driver.moves == ["d2d3", "d6d5"]
    assert play_texts.PREVIOUS_GAME in driver.play.toast.text
    assert not driver.play.board.display.flipped
    assert driver.app.settings.white == "human"
    driver.control("y")
    assert driver.moves == []
    assert play_texts.LATER_GAME in driver.play.toast.text


def test_replacing_an_unplayed_game_shows_no_message(driver: Driver) -> None:
    driver.control("r")
    assert driver.play.toast.text == ""
    clipboard.copy(TRIPLE_JUMP)
    driver.control("v")
    assert driver.play.toast.text == play_texts.POSITION_SET


def test_flipping_the_board_does_not_disturb_the_ai(driver: Driver) -> None:
    thinking(driver).press(pygame.K_f, "f")
    assert driver.play.board.display.flipped
    assert driver.thinker.thinking
    driver.reply()
    assert len(driver.moves) == 2


def test_restart_while_the_ai_thinks(driver: Driver) -> None:
    thinking(driver).control("r")
    assert driver.fen == START
    assert not driver.thinker.thinking


def test_quitting_while_the_ai_thinks(driver: Driver) -> None:
    thinking(driver).control("q")
    assert not driver.app.running
    driver.app.close()
    assert driver.thinker.closed


@pytest.mark.parametrize("opened", ["new_game", "help"])
def test_quit_key_works_on_every_screen(driver: Driver, opened: str) -> None:
    driver.command(opened)
    assert len(driver.app.stack) == 2
    driver.control("q")
    assert not driver.app.running


def test_the_ais_thoughts_are_shown_on_request(driver: Driver) -> None:
    thinking(driver)
    driver.thinker.report(*CONGO.legal_moves(driver.session.game.position)[:2])
    driver.run_loop()
    assert "Depth 5" not in driver.status
    driver.press(pygame.K_v, "v")
    assert driver.app.settings.thoughts
    driver.thinker.report(*CONGO.legal_moves(driver.session.game.position)[:2])
    driver.run_loop()
    assert "Depth 5" in driver.status
    assert "Black is slightly better" in driver.status or "about even" in driver.status
    assert "123,456 positions in 0.05\N{NO-BREAK SPACE}s" in driver.status
    assert "Best line: " in driver.status


def test_failing_ai_is_reported_and_can_be_retried(driver: Driver) -> None:
    thinking(driver).thinker.fail("out of bananas")
    driver.run_loop()
    assert "out of bananas" in driver.status
    driver.tool(play_texts.TRY_AGAIN)
    driver.reply()
    assert len(driver.moves) == 2
