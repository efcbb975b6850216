"""The play screen, driven by events through the real loop, against an AI that answers on demand."""

from __future__ import annotations

import pygame
import pytest

from congo_gui import clipboard
from congo_gui.screens.help.screen import HelpScreen
from congo_gui.screens.new_game.screen import SetupScreen
from congo_gui.screens.play.panel import TOOLBAR
from congo_gui.screens.shared.choose import ChooseScreen
from congo_gui.theme import Role
from tests.congo_gui.driver import AMBIGUOUS, CONGO, TRIPLE_JUMP, Driver, Starter

START = "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ w 1"
NINE_JUMPS = "3l3/1p1p1p1/7/1p1p1p1/7/1p1p1p1/M2L3 w 1"


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


def test_a_drag_that_ends_beside_the_board_does_nothing(driver: Driver) -> None:
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
    target = CONGO.square_at(driver.session.position, "d2")
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
    assert "White wins" in driver.status
    assert "lion was captured" in driver.status
    assert driver.offered == ["Rematch", "New game", "Review"]
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


def test_nothing_can_be_moved_before_the_engine_is_there(start: Starter) -> None:
    from congo_gui.startup import Stage

    driver = start()
    loader = driver.app.loader
    loader.stage = Stage.COMPILING
    driver.session._searcher = None
    driver.turn()
    driver.click_squares("d2", "d3")
    assert driver.moves == []
    assert "Preparing the AI" in driver.status


def test_a_game_is_not_reviewed_before_the_engine_is_there(start: Starter) -> None:
    driver = start(black="human")
    review = driver.play.handlers["review"]
    assert "make moves first" in review.reason
    driver.click_squares("d2", "d3")
    assert review.reason == ""
    driver.session._searcher = None
    assert review.reason == "The AI is still being prepared."


# --- several moves fit


def ask(start: Starter) -> Driver:
    """Start a game in which a drag fits several of the monkey's moves, and make that drag."""
    driver = start(AMBIGUOUS, black="human")
    driver.drag("c1", "c5")
    return driver


def test_a_drag_that_fits_several_moves_asks(start: Starter) -> None:
    driver = ask(start)
    screen = driver.app.stack[-1]
    assert isinstance(screen, ChooseScreen)
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
    assert isinstance(screen, ChooseScreen)
    driver.press(pygame.K_DOWN)
    driver.press(pygame.K_DOWN)
    driver.press(pygame.K_RETURN, "\r")
    assert driver.moves == ["c1e3c5"]


# --- while the AI thinks


def thinking(driver: Driver) -> Driver:
    driver.click_squares("d2", "d3")
    driver.until(lambda: driver.thinker.thinking)
    return driver


def test_undo_while_the_ai_thinks_drops_its_answer(driver: Driver) -> None:
    thinking(driver).press(pygame.K_z, "z")
    assert driver.moves == []
    assert not driver.thinker.thinking
    driver.thinker.answer()
    driver.turn(10)
    assert driver.moves == []


def test_a_new_game_while_the_ai_thinks(driver: Driver) -> None:
    thinking(driver).control("n")
    assert isinstance(driver.app.stack[-1], SetupScreen)
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
def test_what_replaces_a_game_tells_that_undo_brings_it_back(driver: Driver, how: str) -> None:
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
        assert isinstance(screen, SetupScreen)
        driver.click(screen.choices[0].who.part_rect(1).center)
        driver.click(screen.choices[1].who.part_rect(0).center)
        driver.press(pygame.K_RETURN, "\r")
        assert driver.play.board.flipped
    assert "Undo brings the game before back" in driver.play.toast.text
    driver.turn()
    driver.press(pygame.K_z, "z")
    assert driver.fen == before
    assert driver.moves == ["d2d3", "d6d5"]
    assert "before is back" in driver.play.toast.text
    assert not driver.play.board.flipped
    assert driver.app.settings["white"] == "human"
    driver.control("y")
    assert driver.moves == []
    assert "later game is back" in driver.play.toast.text


def test_a_first_game_is_replaced_without_many_words(driver: Driver) -> None:
    driver.control("r")
    assert driver.play.toast.text == ""
    clipboard.copy(TRIPLE_JUMP)
    driver.control("v")
    assert driver.play.toast.text == "The position is set up."


def test_turning_the_board_leaves_the_ai_alone(driver: Driver) -> None:
    thinking(driver).press(pygame.K_f, "f")
    assert driver.play.board.flipped
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


@pytest.mark.parametrize("opened", ["New game", "Help"])
def test_the_key_to_quit_works_whatever_is_open(driver: Driver, opened: str) -> None:
    driver.tool(opened)
    assert len(driver.app.stack) == 2
    driver.control("q")
    assert not driver.app.running


def test_what_the_ai_finds_is_shown(driver: Driver) -> None:
    thinking(driver)
    driver.thinker.report(*CONGO.legal_moves(driver.session.position)[:2])
    driver.turn()
    assert "Depth 5" in driver.status
    assert "Black slightly better" in driver.status or "about even" in driver.status
    assert "123,456 positions in 0.05\N{NO-BREAK SPACE}s" in driver.status
    assert "Best line: " in driver.status


def test_an_ai_that_fails_says_so_and_can_be_asked_again(driver: Driver) -> None:
    thinking(driver).thinker.fail("out of bananas")
    driver.turn()
    assert "out of bananas" in driver.status
    driver.tool("Try again")
    driver.reply()
    assert len(driver.moves) == 2


# --- back and forth


def test_undo_against_the_ai_goes_to_ones_own_turn_and_redo_returns(driver: Driver) -> None:
    driver.click_squares("d2", "d3")
    driver.reply("d6d5")
    driver.tool("Undo")
    assert driver.moves == []
    driver.control("y")
    assert driver.moves == ["d2d3", "d6d5"]
    assert not driver.thinker.thinking


def test_undo_between_people_takes_one_move_back(start: Starter) -> None:
    driver = start(black="human")
    driver.click_squares("d2", "d3", "d6", "d5")
    driver.press(pygame.K_z, "z")
    assert driver.moves == ["d2d3"]


def test_looking_at_an_earlier_position_wakes_no_ai(driver: Driver) -> None:
    driver.click_squares("d2", "d3")
    driver.reply("d6d5")
    asked = len(driver.thinker.asked)
    driver.press(pygame.K_LEFT)
    assert driver.moves == ["d2d3"]
    assert "Looking back" in driver.status
    assert driver.offered == ["Continue from here", "Latest position"]
    driver.turn(10)
    assert len(driver.thinker.asked) == asked
    driver.tool("Latest position")
    assert driver.moves == ["d2d3", "d6d5"]


def test_the_ai_can_go_on_from_an_earlier_position(driver: Driver) -> None:
    driver.click_squares("d2", "d3")
    driver.reply("d6d5")
    driver.press(pygame.K_LEFT)
    driver.tool("Continue from here")
    driver.reply("a6a5")
    assert driver.moves == ["d2d3", "a6a5"]
    assert len(driver.session.game.plies) == 2


def test_a_move_from_an_earlier_position_drops_what_followed(driver: Driver) -> None:
    driver.click_squares("d2", "d3")
    driver.reply("d6d5")
    driver.press(pygame.K_HOME)
    assert "replaces what followed" in driver.status
    driver.click_squares("a2", "a3")
    assert driver.moves == ["a2a3"]
    assert len(driver.session.game.plies) == 1


def test_going_back_to_the_end_lets_the_ai_think_on(driver: Driver) -> None:
    thinking(driver).press(pygame.K_LEFT)
    assert not driver.thinker.thinking
    driver.press(pygame.K_RIGHT)
    driver.reply()
    assert len(driver.moves) == 2


@pytest.mark.parametrize("size", [(640, 480), (1180, 800)], ids=str)
def test_a_long_jump_keeps_its_end_in_the_move_list_and_is_told_whole(
    start: Starter, size: tuple[int, int]
) -> None:
    driver = start(NINE_JUMPS, black="human")
    driver.resize(*size)
    driver.play._play_choice(max(driver.session.game.legal_moves(), key=lambda move: len(move.path)))
    driver.turn()
    moves, theme = driver.play.panel.moves, driver.play.theme
    assert theme is not None
    whole = moves.table.rows[0].texts[0]
    assert whole.endswith(" ×9")
    shown = moves._fitted(theme, whole, Role.STRONG)
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
    driver.tool("Rematch")
    assert driver.fen == TRIPLE_JUMP
    assert driver.moves == []


# --- FEN


def test_a_good_fen_is_pasted_into_the_field(driver: Driver) -> None:
    clipboard.copy(TRIPLE_JUMP)
    driver.click(driver.play.panel.fen.rect.center)
    driver.control("v")
    driver.press(pygame.K_RETURN, "\r")
    assert driver.fen == TRIPLE_JUMP
    assert driver.play.group.focus is None
    assert driver.play.panel.fen.text == TRIPLE_JUMP


@pytest.mark.parametrize("by_field", [False, True], ids=["by key", "in the field"])
def test_a_bad_fen_is_explained_and_changes_nothing(driver: Driver, by_field: bool) -> None:
    bad = "gmelecz/pppppppp/7/7/7/PPPPPPP/GMELECZ w 1"
    driver.click_squares("d2", "d3")
    before = driver.fen
    clipboard.copy(bad)
    if by_field:
        driver.click(driver.play.panel.fen.rect.center)
    driver.control("v")
    if by_field:
        driver.press(pygame.K_RETURN, "\r")
    field = driver.play.panel.fen
    assert field.text == bad
    assert "rank 6" in field.error
    assert driver.fen == before
    assert driver.thinker.thinking
    driver.press(pygame.K_ESCAPE)
    assert field.text == before
    assert not field.error


def test_a_paste_after_a_rejected_text_replaces_it(driver: Driver) -> None:
    clipboard.copy("7/7 w 1")
    driver.control("v")
    field = driver.play.panel.fen
    driver.turn()
    assert field.error
    clipboard.copy(TRIPLE_JUMP)
    driver.control("v")
    assert field.text == TRIPLE_JUMP
    assert not field.error
    driver.press(pygame.K_RETURN, "\r")
    assert driver.fen == TRIPLE_JUMP


def test_an_empty_clipboard_is_mentioned(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clipboard, "paste", lambda: "")
    driver.control("v")
    assert "no text" in driver.play.toast.text
    assert driver.fen == START


def test_the_position_is_copied(driver: Driver) -> None:
    driver.click_squares("d2", "d3")
    driver.control("c")
    assert clipboard.paste() == driver.fen


def test_letters_in_the_field_are_no_commands(driver: Driver) -> None:
    driver.click(driver.play.panel.fen.rect.center)
    driver.type("fzw")
    assert driver.play.panel.fen.text == "fzw"
    assert not driver.play.board.flipped
    driver.press(pygame.K_ESCAPE)
    assert driver.play.panel.fen.text == START


def test_the_field_follows_the_game(driver: Driver) -> None:
    driver.click_squares("d2", "d3")
    assert driver.play.panel.fen.text == driver.fen


# --- demo


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


# --- the rest of the screen


def test_help_opens_and_closes(driver: Driver) -> None:
    driver.press(pygame.K_QUESTION, "?", pygame.KMOD_SHIFT)
    assert isinstance(driver.app.stack[-1], HelpScreen)
    driver.tool("Keys")
    driver.press(pygame.K_PAGEDOWN)
    driver.press(pygame.K_ESCAPE)
    assert driver.app.stack == [driver.play]


def test_the_only_person_sits_below(start: Starter) -> None:
    assert start(white="easy", black="human").play.board.flipped


def test_warnings_can_be_switched_off(start: Starter) -> None:
    driver = start("3l3/7/7/2P4/7/7/3L3 w 1", black="human")
    assert "drowns unless" in driver.status
    driver.press(pygame.K_w, "w")
    assert "drowns" not in driver.status
    assert not driver.play.board.controller.state.show_drowning


def test_captures_and_drownings_are_listed(start: Starter) -> None:
    driver = start("3l3/7/7/2P4/1p5/P6/3L3 w 1", black="human")
    driver.click_squares("a2", "b3")
    (row,) = driver.play.panel.moves.table.rows
    assert row.texts[0] == "a2b3 × ~"
    card = driver.play._card(0)
    assert [piece.kind for piece in card.captured] == ["P"]
    assert [piece.kind for piece in card.drowned] == ["P"]


def test_a_held_key_does_not_repeat_commands(driver: Driver) -> None:
    assert pygame.key.get_repeat() == (0, 0)
    driver.click(driver.play.panel.fen.rect.center)
    assert pygame.key.get_repeat() != (0, 0)
    driver.press(pygame.K_ESCAPE)
    assert pygame.key.get_repeat() == (0, 0)


def test_idle_means_that_nothing_is_drawn(driver: Driver) -> None:
    driver.turn(10)
    before = driver.app.pictures
    driver.turn(20)
    assert driver.app.pictures == before


def test_a_tooltip_shows_the_key(driver: Driver) -> None:
    undo = driver.play.panel.tools[TOOLBAR.index("undo")]
    assert undo.label == "Undo"
    driver.point(undo.rect.center)
    assert not driver.play.group.tip_shown
    driver.until(lambda: driver.play.group.tip_shown)
    assert "Z or Ctrl+Z" in undo.tip or "Z or Cmd+Z" in undo.tip


def test_no_tooltip_stays_above_the_dialog_that_its_button_opened(driver: Driver) -> None:
    tool = next(one for one in driver.play.panel.tools if one.label == "Help")
    driver.point(tool.rect.center)
    driver.until(lambda: driver.play.group.tip_shown)
    driver.click(tool.rect.center)
    assert isinstance(driver.app.stack[-1], HelpScreen)
    driver.play.group.update(5.0)
    assert not driver.play.group.tip_shown


def test_escape_leaves_full_screen_when_nothing_else_is_to_be_cancelled(start: Starter) -> None:
    driver = start(TRIPLE_JUMP, black="human")
    driver.press(pygame.K_ESCAPE)
    assert not driver.app.settings["fullscreen"]
    driver.press(pygame.K_F11)
    driver.click_squares("b1")
    driver.press(pygame.K_ESCAPE)
    assert driver.app.settings["fullscreen"]
    driver.press(pygame.K_ESCAPE)
    assert not driver.app.settings["fullscreen"]


def test_a_click_that_leads_to_nothing_is_explained(driver: Driver) -> None:
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
