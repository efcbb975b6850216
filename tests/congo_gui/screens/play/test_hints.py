"""Hints, typed moves, resigning, and offering a draw."""

from __future__ import annotations

from functools import partial

import pygame
import pytest

from congo_gui.play.game_file import to_record
from congo_gui.screens.play import texts as play_texts
from congo_gui.screens.shared.dialog import ConfirmScreen
from congo_gui.screens.shared.move_chooser import TypeMoveScreen
from engine.record.format import format_game
from engine.record.parse import parse_games
from engine.rules.values import Reason
from tests.congo_gui.driver import AMBIGUOUS, CONGO, Driver, Opener, Starter


def has_played(driver: Driver, plies: int) -> bool:
    return driver.session.game.cursor == plies


def play(driver: Driver, *pairs: str) -> None:
    """Play turns of both sides: the human's squares, and the AI's move with its score."""
    for own, answer in zip(pairs[::2], pairs[1::2], strict=True):
        driver.click_squares(own[:2], own[2:])
        driver.until(lambda: driver.thinker.thinking)
        text, _, cp = answer.partition(":")
        plies = driver.session.game.cursor
        driver.thinker.answer(text, cp=int(cp or 0))
        driver.until(partial(has_played, driver, plies + 1))


def resign(driver: Driver) -> None:
    driver.command("resign")
    driver.tool(play_texts.RESIGN)


# --- hints


def test_a_hint_shows_an_arrow_and_its_line(driver: Driver) -> None:
    driver.press(pygame.K_h, "h")
    position, limits = driver.thinker.asked[-1]
    assert position == driver.session.game.position
    assert limits.nodes
    assert "Looking for the best move" in driver.status
    driver.thinker.answer("e2e3", cp=150)
    driver.run_loop()
    arrows = driver.play.board.controller.state.arrows
    assert [(arrow.start, arrow.end) for arrow in arrows] == [(11, 18)]
    assert "Try this: your pawn moves from e2 to e3." in driver.status
    assert "White is better (+1.50)" not in driver.status
    driver.app.settings.thoughts = True
    driver.press(pygame.K_v, "v")
    driver.press(pygame.K_v, "v")
    assert "e2e3: White is better (+1.50)" in driver.status
    assert driver.moves == []
    driver.click_squares("d2", "d3")
    assert driver.play.board.controller.state.arrows == ()
    driver.reply("d6d5")
    assert driver.moves == ["d2d3", "d6d5"]


def test_a_hint_leaves_the_opponents_last_move_in_sight(driver: Driver) -> None:
    driver.click_squares("d2", "d3")
    driver.reply("d6d5")
    driver.press(pygame.K_h, "h")
    driver.thinker.answer("a2a3")
    driver.run_loop()
    assert "Try this: " in driver.status
    assert "Black's pawn moved from d6 to d5." in driver.status


@pytest.mark.parametrize(("key", "text"), [(pygame.K_h, "h"), (pygame.K_SPACE, " ")])
def test_a_hint_that_fails_says_why(driver: Driver, key: int, text: str) -> None:
    driver.press(key, text)
    driver.thinker.fail("out of memory")
    driver.run_loop()
    assert driver.play.toast.text == play_texts.no_hint("out of memory")
    assert "Your turn" in driver.status
    assert driver.moves == []


def test_late_hint_is_dropped(driver: Driver) -> None:
    driver.press(pygame.K_h, "h")
    driver.click_squares("d2", "d3")
    assert not driver.session.hints.searching
    driver.reply("d6d5")
    assert driver.session.hints.found is None


def test_no_hint_on_the_ais_turn(driver: Driver) -> None:
    driver.click_squares("d2", "d3")
    driver.until(lambda: driver.thinker.thinking)
    asked = len(driver.thinker.asked)
    driver.press(pygame.K_h, "h")
    assert len(driver.thinker.asked) == asked


# --- typed moves


def test_a_move_is_typed(driver: Driver) -> None:
    driver.press(pygame.K_SLASH, "/")
    dialog = driver.app.stack[-1]
    assert isinstance(dialog, TypeMoveScreen)
    driver.type("d2")
    assert {move.text[:2] for move in dialog.moves} == {"d2"}
    driver.type("d3")
    assert driver.play.board.controller.state.preview is not None
    driver.press(pygame.K_RETURN)
    assert driver.app.stack == [driver.play]
    assert driver.moves == ["d2d3"]


def test_explains_an_invalid_typed_move(driver: Driver) -> None:
    driver.press(pygame.K_SLASH, "/")
    driver.type("d2d7")
    driver.press(pygame.K_RETURN)
    dialog = driver.app.stack[-1]
    assert isinstance(dialog, TypeMoveScreen)
    assert "d2d7 is not possible" in dialog.field.error
    driver.press(pygame.K_ESCAPE)
    assert driver.moves == []


@pytest.mark.parametrize("typed", ["(2,2)", "(2, 2)"])
def test_a_move_typed_in_the_sources_coordinates_fits(opened: Opener, typed: str) -> None:
    driver = opened("konane", 6)
    driver.press(pygame.K_SLASH, "/")
    dialog = driver.top(TypeMoveScreen)
    driver.type(typed[:-1])
    assert [move.text for move in dialog.moves] == []
    driver.type(typed[-1])
    assert [move.text for move in dialog.moves] == ["c4"]
    driver.press(pygame.K_RETURN)
    assert driver.moves == ["c4"]


@pytest.mark.parametrize("accepts_at_once", [True, False])
def test_a_typed_move_waits_for_no_other_position(driver: Driver, accepts_at_once: bool) -> None:
    """The best move, asked for before, can be played below the dialog."""
    driver.run_loop()
    driver.press(pygame.K_g, "g")
    driver.press(pygame.K_SLASH, "/")
    driver.type("d2d3")
    if accepts_at_once:
        dialog = driver.top(TypeMoveScreen)
        driver.session.play(CONGO.parse_move(driver.session.game.position, "d2d3"))
        dialog.choose(dialog.moves[0])
    else:
        driver.thinker.answer("d2d3")
        driver.run_loop()
    driver.run_loop()
    assert driver.app.stack == [driver.play]
    assert driver.moves == ["d2d3"]


def test_a_move_typed_after_the_flag_has_fallen_is_not_made(start: Starter) -> None:
    driver = start(black="human")
    driver.run_loop()
    driver.press(pygame.K_SLASH, "/")
    driver.type("d2d3")
    driver.session.game.lose_on_time(0)
    driver.press(pygame.K_RETURN)
    driver.run_loop()
    assert driver.app.stack == [driver.play]
    assert driver.moves == []


def test_ambiguous_typed_move_offers_a_choice(start: Starter) -> None:
    driver = start(AMBIGUOUS, black="human")
    driver.press(pygame.K_SLASH, "/")
    driver.type("c1c5")
    dialog = driver.top(TypeMoveScreen)
    fitting = dialog.moves
    driver.press(pygame.K_RETURN)
    assert dialog is driver.app.stack[-1]
    assert dialog.moves == fitting, "Enter counts the moves as typing did"
    assert [move.text for move in dialog.moves] == ["c1a3c5", "c1e3c5"]
    driver.click(dialog.list.row_rect(0).center)
    assert driver.moves == [dialog.moves[0].text]


# --- giving up and draws


def test_resigning_can_be_undone(driver: Driver) -> None:
    play(driver, "d2d3", "d6d5")
    resign(driver)
    assert play_texts.YOU_LOST in driver.status
    assert "You resigned." in driver.status
    driver.press(pygame.K_z, "z")
    assert driver.session.outcome is None
    assert driver.moves == ["d2d3", "d6d5"]
    driver.press(pygame.K_z, "z")
    assert driver.moves == []


def test_a_human_can_resign_right_after_undo(driver: Driver) -> None:
    play(driver, "d2d3", "d6d5", "e2e3", "e6e5")
    driver.press(pygame.K_LEFT)
    assert not driver.session.may.can_end()  # only looking back
    driver.press(pygame.K_END)
    driver.press(pygame.K_z, "z")
    resign(driver)
    assert driver.session.outcome is not None
    assert driver.session.outcome.reason is Reason.RESIGNATION
    assert driver.moves == ["d2d3", "d6d5"]


def test_resign_and_draw_warn_that_undone_moves_are_discarded(start: Starter) -> None:
    driver = start(black="human")
    driver.click_squares("d2", "d3")
    driver.control("g")
    assert driver.top(ConfirmScreen).message == "Black resigns, and White wins. You can undo this."
    driver.press(pygame.K_ESCAPE)
    driver.click_squares("d6", "d5")
    driver.control("g")
    assert driver.top(ConfirmScreen).message == play_texts.side_resigns("White", "Black")
    driver.press(pygame.K_ESCAPE)
    driver.press(pygame.K_z, "z")
    driver.control("g")
    assert play_texts.DISCARDS_UNDONE in driver.top(ConfirmScreen).message
    driver.press(pygame.K_ESCAPE)
    driver.control("d")
    assert driver.top(ConfirmScreen).message == play_texts.DRAW_DISCARDS_UNDONE
    driver.press(pygame.K_ESCAPE)
    assert driver.session.outcome is None
    assert len(driver.session.game.plies) == 2
    driver.control("d")
    driver.tool(play_texts.OFFER_DRAW)
    assert driver.session.outcome is not None
    assert driver.moves == ["d2d3"]


def test_browsing_a_resigned_game_keeps_its_end(driver: Driver) -> None:
    play(driver, "d2d3", "d6d5")
    resign(driver)
    driver.press(pygame.K_HOME)
    assert "You resigned." not in driver.status
    driver.press(pygame.K_END)
    assert "You resigned." in driver.status


def test_declining_to_resign_continues_the_game(driver: Driver) -> None:
    play(driver, "d2d3", "d6d5")
    driver.control("g")
    driver.press(pygame.K_RETURN, "\r")
    assert driver.app.stack == [driver.play]
    assert driver.session.outcome is None


def test_unstarted_game_cannot_be_resigned(driver: Driver) -> None:
    driver.control("g")
    assert driver.session.outcome is None


@pytest.mark.parametrize(("points", "agrees"), [(-200, True), (0, False), (200, False)])
def test_the_ai_judges_a_draw_by_its_score(driver: Driver, points: int, agrees: bool) -> None:
    play(driver, "d2d3", f"d6d5:{points}")
    driver.control("d")
    outcome = driver.session.outcome
    assert (outcome is not None) == agrees
    if outcome is not None:
        assert outcome.winner is None
        assert outcome.reason is Reason.AGREEMENT
    else:
        assert driver.play.toast.text == play_texts.DRAW_DECLINED


def test_ai_accepts_a_draw_in_a_quiet_even_game(driver: Driver) -> None:
    play(driver, *("a1a3", "a7a5", "a3a1", "a5a7"))
    driver.control("d")
    assert driver.session.outcome is not None


def test_two_humans_agree_to_a_draw_at_once(start: Starter) -> None:
    driver = start(black="human")
    driver.click_squares("d2", "d3")
    driver.control("d")
    assert "A draw" in driver.status
    assert "Both sides agreed to a draw." in driver.status


def test_an_agreed_draw_survives_saving_and_opening(start: Starter) -> None:
    driver = start(black="human")
    driver.click_squares("d2", "d3")
    driver.control("d")
    again = parse_games(format_game(to_record(driver.session.current)))[0].replay()
    assert again.outcome == driver.session.outcome


def test_counters_of_draws_are_shown_as_they_fill(start: Starter) -> None:
    driver = start(black="human")
    for start_square, end in (("a1", "a3"), ("a7", "a5"), ("a3", "a1"), ("a5", "a7")):
        driver.click_squares(start_square, end)
    driver.run_loop()
    assert driver.play.panel.moves.table.counters == "Repetition 2 of 3"


def test_before_the_first_move_there_is_no_game_to_resign(driver: Driver) -> None:
    for name in ("offer_draw", "resign"):
        assert driver.play.commands.own[name].reason == play_texts.NOT_BEGUN


def test_commands_after_the_end_report_that_the_game_is_over(start: Starter) -> None:
    driver = start("3l3/7/7/7/7/7/3L1P1 w 1", black="human")
    driver.click_squares("d1", "d7")
    assert driver.session.outcome is not None
    for name in ("offer_draw", "resign", "decide", "hint", "play_best", "commit"):
        assert driver.play.commands.own[name].reason == play_texts.GAME_OVER
