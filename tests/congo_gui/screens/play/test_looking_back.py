"""Undo, browsing earlier positions, and continuing from there."""

from __future__ import annotations

import pygame
import pytest

from congo_gui.commands.actions import BY_ID
from congo_gui.draw.theme import Role
from congo_gui.play.player import PlayerConfig
from congo_gui.screens.play import texts as play_texts
from engine.game.clocks import TimeControl
from tests.congo_gui.driver import TRIPLE_JUMP, Driver, Starter, thinking

NINE_JUMPS = "3l3/1p1p1p1/7/1p1p1p1/7/1p1p1p1/M2L3 w 1"


def test_undo_against_the_ai_goes_to_the_humans_turn_and_redo_returns(driver: Driver) -> None:
    driver.click_squares("d2", "d3")
    driver.reply("d6d5")
    driver.command("undo")
    assert driver.moves == []
    driver.control("y")
    assert driver.moves == ["d2d3", "d6d5"]
    assert not driver.thinker.thinking


def test_the_wheel_over_the_board_steps_through_the_moves(start: Starter) -> None:
    driver = start(black="human")
    driver.click_squares("d2", "d3", "d6", "d5")
    for notches, plies in ((1, 1), (2, 0), (1, 0), (-1, 1), (-3, 2)):
        driver.wheel(driver.play.board.rect.center, notches)
        assert driver.session.game.cursor == plies
    assert not driver.play.toast.text


def test_undo_between_humans_takes_one_move_back(start: Starter) -> None:
    driver = start(black="human")
    driver.click_squares("d2", "d3", "d6", "d5")
    driver.press(pygame.K_z, "z")
    assert driver.moves == ["d2d3"]


def test_browsing_earlier_positions_starts_no_ai(driver: Driver) -> None:
    driver.click_squares("d2", "d3")
    driver.reply("d6d5")
    asked = len(driver.thinker.asked)
    driver.press(pygame.K_LEFT)
    assert driver.moves == ["d2d3"]
    assert play_texts.LOOKING_BACK in driver.status
    assert driver.offered == [play_texts.CONTINUE_HERE, BY_ID["last"].label]
    driver.run_loop(10)
    assert len(driver.thinker.asked) == asked
    driver.command("last")
    assert driver.moves == ["d2d3", "d6d5"]


def test_the_ai_can_continue_from_an_earlier_position(driver: Driver) -> None:
    driver.click_squares("d2", "d3")
    driver.reply("d6d5")
    driver.press(pygame.K_LEFT)
    driver.tool(play_texts.CONTINUE_HERE)
    driver.reply("a6a5")
    assert driver.moves == ["d2d3", "a6a5"]
    assert len(driver.session.game.plies) == 2


def test_a_move_from_an_earlier_position_drops_the_later_moves(driver: Driver) -> None:
    driver.click_squares("d2", "d3")
    driver.reply("d6d5")
    driver.press(pygame.K_HOME)
    assert play_texts.REPLACES in driver.status
    driver.click_squares("a2", "a3")
    assert driver.moves == ["a2a3"]
    assert len(driver.session.game.plies) == 1


def test_undone_turn_does_not_count_as_browsing(driver: Driver) -> None:
    driver.click_squares("d2", "d3")
    driver.reply("d6d5")
    driver.press(pygame.K_z, "z")
    assert play_texts.TURN_TAKEN_BACK in driver.status
    assert play_texts.REPLACES not in driver.status
    assert driver.offered == [BY_ID["redo"].label]
    driver.press(pygame.K_RIGHT)
    assert "Position after White's move 1 of 1." in driver.status
    driver.press(pygame.K_LEFT)
    assert play_texts.REPLACES in driver.status
    driver.press(pygame.K_y, "y")
    assert driver.moves == ["d2d3", "d6d5"]
    assert play_texts.TURN_TAKEN_BACK not in driver.status


def test_a_turn_undone_in_a_timed_game_says_that_the_clocks_are_paused(start: Starter) -> None:
    driver = start(white="human", black="human")
    timed = PlayerConfig(clock=TimeControl(60.0))
    driver.session.games.new((timed, timed))
    driver.click_squares("d2", "d3")
    driver.click_squares("d6", "d5")
    driver.press(pygame.K_z, "z")
    assert play_texts.MOVE_TAKEN_BACK in driver.status
    assert play_texts.CLOCKS_PAUSED in driver.status
    assert driver.offered == [BY_ID["redo"].label]
    driver.press(pygame.K_SPACE, " ")
    assert play_texts.MOVE_TAKEN_BACK in driver.status
    assert play_texts.CLOCKS_PAUSED not in driver.status


def test_the_replay_of_the_end_is_labelled(start: Starter) -> None:
    driver = start("3l3/7/7/7/7/7/3L1P1 w 1", black="human")
    driver.click_squares("d1", "d7")
    driver.press(pygame.K_p, "p")
    assert play_texts.REPLAYING in driver.status
    assert play_texts.REPLACES not in driver.status
    driver.until(lambda: driver.session.outcome is not None)
    assert play_texts.REPLAYING not in driver.status


def test_returning_to_the_latest_position_resumes_the_ai(driver: Driver) -> None:
    thinking(driver).press(pygame.K_LEFT)
    assert not driver.thinker.thinking
    driver.press(pygame.K_RIGHT)
    driver.reply()
    assert len(driver.moves) == 2


@pytest.mark.parametrize("size", [(640, 480), (1180, 800)], ids=str)
def test_a_long_jump_keeps_its_end_in_the_move_list_and_is_described_in_full(
    start: Starter, size: tuple[int, int]
) -> None:
    driver = start(NINE_JUMPS, black="human")
    driver.resize(*size)
    driver.session.play(max(driver.session.game.legal_moves(), key=lambda move: len(move.path)))
    driver.run_loop()
    moves, theme = driver.play.panel.moves, driver.play.theme
    assert theme is not None
    whole = moves.table.rows[0].texts[0]
    assert whole.endswith(" ×9")
    shown = moves._fitted(theme, whole, Role.STRONG, moves.table.rows[0].pieces[0])
    assert shown.startswith("a1")
    assert shown.endswith(f"…{whole[-5:]}")
    driver.point(moves.cell_of(1).center)
    assert moves.tip.startswith(f"{whole}: White's monkey jumps from a1 over ")
    assert moves.tip_place == moves.cell_of(1)
    driver.point(moves.cell_of(0).center)
    assert moves.tip == ""
    assert driver.session.game.cursor == 1


def test_a_click_in_the_move_list_shows_that_position(start: Starter) -> None:
    driver = start(black="human")
    driver.click_squares("d2", "d3", "d6", "d5", "e2", "e3")
    driver.click(driver.play.panel.moves.cell_of(2).center)
    assert driver.moves == ["d2d3", "d6d5"]
    driver.click(driver.play.panel.moves.cell_of(0).center)
    assert driver.moves == []
    driver.press(pygame.K_END)
    assert len(driver.moves) == 3


def test_rematch_starts_the_same_game_again(start: Starter) -> None:
    driver = start(TRIPLE_JUMP)
    driver.click_squares("b1", "d3", "f5", "d7")
    driver.tool(play_texts.REMATCH)
    assert driver.fen == TRIPLE_JUMP
    assert driver.moves == []


def test_a_move_that_is_gone_has_no_tip(driver: Driver) -> None:
    """The list shows it until the next drawing, as when another game of an endless series begins."""
    driver.click_squares("d2", "d3")
    driver.reply("d6d5")
    moves = driver.play.panel.moves
    driver.point(moves.cell_of(2).center)
    assert "d6" in moves.tip
    driver.play.commands.run("restart")
    assert moves.tip == ""
