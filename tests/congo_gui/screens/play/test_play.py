"""Playing in the window: moves by mouse and keyboard, and the rest of the screen."""

from __future__ import annotations

import pygame
import pytest

from congo_gui.commands.actions import BY_ID
from congo_gui.screens.help import texts as help_texts
from congo_gui.screens.help.screen import HelpScreen
from congo_gui.screens.play import texts as play_texts
from congo_gui.screens.play.panel import TOOLBAR
from congo_gui.screens.shared.move_chooser import ChooseMoveScreen
from congo_gui.system.startup import EngineStage
from tests.congo_gui.driver import AMBIGUOUS, CONGO, TRIPLE_JUMP, Driver, Starter

# --- moving


def test_a_move_is_clicked_and_the_ai_answers(driver: Driver) -> None:
    driver.click_squares("d2", "d3")
    assert driver.moves == ["d2d3"]
    assert "Black is thinking" in driver.status
    driver.reply("d6d5")
    assert driver.moves == ["d2d3", "d6d5"]
    assert "Your turn" in driver.status


def test_a_move_is_dragged(driver: Driver) -> None:
    driver.drag("a1", "a3")
    assert driver.moves == ["a1a3"]


@pytest.mark.parametrize("button", [2, 4, 5])
def test_the_wheel_and_other_buttons_do_not_end_a_drag(driver: Driver, button: int) -> None:
    driver.point(driver.square("d2"))
    driver.button(pygame.MOUSEBUTTONDOWN, driver.square("d2"))
    driver.point(driver.square("e4"), held=True)
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        driver.button(kind, driver.square("e4"), button)
    driver.point(driver.square("d3"), held=True)
    driver.button(pygame.MOUSEBUTTONUP, driver.square("d3"))
    assert driver.moves == ["d2d3"]


def test_a_dialog_takes_a_dragged_piece_from_the_pointer(driver: Driver) -> None:
    driver.point(driver.square("d2"))
    driver.button(pygame.MOUSEBUTTONDOWN, driver.square("d2"))
    driver.point(driver.square("e4"), held=True)
    state = driver.play.board.controller.state
    assert state.drag is not None
    driver.press(pygame.K_F1)
    driver.button(pygame.MOUSEBUTTONUP, driver.square("e4"))
    driver.press(pygame.K_ESCAPE)
    driver.point(driver.square("d4"))
    assert state.drag is None
    driver.click(driver.square("d3"))
    assert driver.moves == ["d2d3"]


def test_dragging_off_the_board_does_nothing(driver: Driver) -> None:
    driver.point(driver.square("a1"))
    driver.button(pygame.MOUSEBUTTONDOWN, driver.square("a1"))
    outside = driver.play.panel.moves.rect.center
    driver.point(outside, held=True)
    driver.button(pygame.MOUSEBUTTONUP, outside)
    assert driver.moves == []


def test_the_keyboard_alone_makes_a_move(driver: Driver) -> None:
    driver.press(pygame.K_TAB)
    assert driver.play.group.focus is driver.play.board
    state = driver.play.board.controller.state
    target = CONGO.notation.square_at(driver.session.game.position, "d2")
    for _ in range(20):
        if state.cursor == target:
            break
        column, row = (state.cursor or 0) % 7, (state.cursor or 0) // 7
        driver.press(pygame.K_RIGHT if column < 3 else pygame.K_LEFT if column > 3 else pygame.K_UP)
        del row
    driver.press(pygame.K_RETURN)
    driver.press(pygame.K_UP)
    driver.press(pygame.K_RETURN)
    assert driver.moves == ["d2d3"]


def test_the_mouse_ends_the_keyboards_turn_on_the_board(start: Starter) -> None:
    driver = start(black="human")
    driver.press(pygame.K_TAB)
    driver.click_squares("d2", "d3")
    driver.press(pygame.K_LEFT)
    assert driver.moves == []
    assert driver.play.board.controller.state.cursor is None


def test_the_monkeys_triple_jump_wins(start: Starter) -> None:
    driver = start(TRIPLE_JUMP, black="hard")
    driver.click_squares("b1", "d3", "f5", "d7")
    assert driver.moves == ["b1d3f5d7"]
    description = "Your monkey jumped over the pawn, the crocodile and the lion from b1 to d7."
    assert driver.play.panel.status.status.lines == (description, "The game took 1 move.")
    assert play_texts.YOU_WON in driver.status
    names = ("review", "share", "swap_sides", "replay_end")
    assert sorted(driver.offered) == sorted([play_texts.REMATCH, *(BY_ID[name].label for name in names)])
    state = driver.play.board.controller.state
    assert (state.end_paths, state.arrows) == ((driver.session.game.plies[-1].path,), ())
    assert not driver.thinker.thinking


def test_a_chain_of_jumps_can_be_stopped_by_enter(start: Starter) -> None:
    driver = start(TRIPLE_JUMP, black="human")
    driver.click_squares("b1", "d3")
    assert "stop here" in driver.status
    driver.press(pygame.K_RETURN, "\r")
    assert driver.moves == ["b1d3"]


def test_escape_takes_a_jump_back(start: Starter) -> None:
    driver = start(TRIPLE_JUMP, black="human")
    driver.click_squares("b1", "d3")
    driver.press(pygame.K_ESCAPE)
    assert driver.play.board.controller.state.path == (1,)
    assert driver.moves == []


def test_nothing_can_be_moved_while_the_ai_thinks(driver: Driver) -> None:
    driver.click_squares("d2", "d3", "e2", "e3", "d6", "d5")
    assert driver.moves == ["d2d3"]


def test_nothing_can_be_moved_before_the_engine_is_ready(start: Starter) -> None:
    driver = start(stage=EngineStage.COMPILING)
    driver.click_squares("d2", "d3")
    assert driver.moves == []
    assert play_texts.COMPILING_TITLE in driver.status


def test_no_review_before_the_engine_is_ready(start: Starter) -> None:
    driver = start(black="human", stage=EngineStage.COMPILING)
    review = driver.play.commands.own["review"]
    assert review.reason == play_texts.AI_LOADING
    driver.app.loader.stage = EngineStage.READY
    driver.run_loop()
    assert review.reason == play_texts.NOTHING_TO_REVIEW
    driver.click_squares("d2", "d3")
    assert review.reason == ""


# --- several moves fit


def ask(start: Starter) -> Driver:
    """Start a game in which a drag fits several of the monkey's moves, and make that drag."""
    driver = start(AMBIGUOUS, black="human")
    driver.drag("c1", "c5")
    return driver


def test_ambiguous_drag_asks(start: Starter) -> None:
    driver = ask(start)
    screen = driver.app.stack[-1]
    assert isinstance(screen, ChooseMoveScreen)
    assert driver.moves == []
    assert [move.text for move in screen.moves] == ["c1a3c5", "c1e3c5"]
    driver.point(screen.list.row_rect(1).center)
    assert driver.play.board.controller.state.preview is not None
    driver.click(screen.list.row_rect(1).center)
    assert driver.moves == [screen.moves[1].text]
    assert driver.app.stack == [driver.play]


def test_the_question_can_be_left(start: Starter) -> None:
    driver = ask(start)
    driver.press(pygame.K_ESCAPE)
    assert driver.app.stack == [driver.play]
    assert driver.moves == []
    assert driver.play.board.controller.state.preview is None


def test_the_question_is_answered_by_keys(start: Starter) -> None:
    driver = ask(start)
    screen = driver.app.stack[-1]
    assert isinstance(screen, ChooseMoveScreen)
    driver.press(pygame.K_DOWN)
    driver.press(pygame.K_DOWN)
    driver.press(pygame.K_RETURN, "\r")
    assert driver.moves == ["c1e3c5"]


# --- the rest of the screen


def test_help_opens_and_closes(driver: Driver) -> None:
    driver.press(pygame.K_QUESTION, "?", pygame.KMOD_SHIFT)
    assert isinstance(driver.app.stack[-1], HelpScreen)
    driver.tool(help_texts.KEYS)
    driver.press(pygame.K_PAGEDOWN)
    driver.press(pygame.K_ESCAPE)
    assert driver.app.stack == [driver.play]


def test_the_only_human_is_at_the_bottom(start: Starter) -> None:
    assert start(white="easy", black="human").play.board.display.flipped


def test_warnings_can_be_switched_off(start: Starter) -> None:
    driver = start("3l3/7/7/2P4/7/7/3L3 w 1", black="human")
    assert play_texts.will_drown("pawn", "c4") in driver.status
    driver.press(pygame.K_w, "w")
    assert play_texts.will_drown("pawn", "c4") not in driver.status
    assert not driver.play.board.controller.state.show_drowning


def test_captures_and_drownings_are_listed(start: Starter) -> None:
    driver = start("3l3/7/7/2P4/1p5/P6/3L3 w 1", black="human")
    driver.click_squares("a2", "b3")
    (row,) = driver.play.panel.moves.table.rows
    assert row.texts[0] == "a2b3 × ~"
    card = driver.card(0)
    assert [piece.kind for piece in card.captured] == ["P"]
    assert [piece.kind for piece in card.drowned] == ["P"]


def test_a_held_key_does_not_repeat_commands(driver: Driver) -> None:
    assert pygame.key.get_repeat() == (0, 0)
    driver.click(driver.play.panel.fen.rect.center)
    assert pygame.key.get_repeat() != (0, 0)
    driver.press(pygame.K_ESCAPE)
    assert pygame.key.get_repeat() == (0, 0)


def test_nothing_is_drawn_when_idle(driver: Driver) -> None:
    driver.run_loop(10)
    before = driver.app.painter.frames_drawn
    driver.run_loop(20)
    assert driver.app.painter.frames_drawn == before


def test_a_tooltip_shows_the_key(driver: Driver) -> None:
    undo = driver.play.panel.tools[TOOLBAR.index("undo")]
    assert undo.label == BY_ID["undo"].label
    driver.point(undo.rect.center)
    assert not driver.play.group.tip_shown
    driver.until(lambda: driver.play.group.tip_shown)
    assert "Z or Ctrl+Z" in undo.tip or "Z or Cmd+Z" in undo.tip


def test_tooltips_close_when_their_button_opens_a_dialog(driver: Driver) -> None:
    tool = next(one for one in driver.play.panel.tools if one.label == BY_ID["help"].label)
    driver.point(tool.rect.center)
    driver.until(lambda: driver.play.group.tip_shown)
    driver.click(tool.rect.center)
    assert isinstance(driver.app.stack[-1], HelpScreen)
    driver.play.group.update(5.0)
    assert not driver.play.group.tip_shown


def test_escape_leaves_full_screen_last(start: Starter) -> None:
    driver = start(TRIPLE_JUMP, black="human")
    driver.press(pygame.K_ESCAPE)
    assert not driver.app.settings.fullscreen
    driver.press(pygame.K_F11)
    driver.click_squares("b1")
    driver.press(pygame.K_ESCAPE)
    assert driver.app.settings.fullscreen
    driver.press(pygame.K_ESCAPE)
    assert not driver.app.settings.fullscreen


def test_explains_a_click_without_a_move(driver: Driver) -> None:
    driver.click_squares("d4")
    assert driver.play.toast.text == ""
    driver.click_squares("d1")
    assert driver.play.toast.text == "This lion cannot move anywhere now."
    driver.click_squares("d2", "d5")
    assert driver.play.toast.text == "The pawn goes only one step forward, straight or diagonally."
    assert driver.moves == []
    driver.click_squares("d2")
    assert driver.play.toast.text == ""


def test_putting_an_animal_back_is_not_explained(driver: Driver) -> None:
    driver.click_squares("d2", "d2")
    assert driver.play.toast.text == ""
