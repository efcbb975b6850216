"""The position editor: palette, mouse, keyboard, text, and playing or analysing the position."""

from __future__ import annotations

import itertools
from pathlib import Path

import pygame
import pytest

from congo_gui.commands.actions import available_in
from congo_gui.commands.command import Where
from congo_gui.play.player import PlayerConfig
from congo_gui.screens.analysis import texts as analysis_texts
from congo_gui.screens.analysis.screen import AnalyseScreen
from congo_gui.screens.edit import texts as edit_texts
from congo_gui.screens.edit.board import EditTool
from congo_gui.screens.edit.screen import EditScreen
from congo_gui.screens.edit.set_up import SetUp
from congo_gui.screens.files import game_files
from congo_gui.screens.new_game.screen import NewGameScreen
from congo_gui.screens.shared.dialog import ConfirmScreen
from congo_gui.system import clipboard
from congo_gui.system import texts as system_texts
from congo_gui.system.startup import EngineStage
from engine import rules as registry
from engine.rules.values import Piece
from tests.congo_gui.driver import CONGO, Driver, Opener, Starter
from tests.congo_gui.screens.analysis.analysis_user import LONELY

START = CONGO.notation.format(CONGO.start())
LIONS = {"c1": Piece(0, "L"), "c7": Piece(1, "L")}


class Editor:
    """A simulated user of the editor."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver
        driver.press(pygame.K_e, "e")

    @property
    def screen(self) -> EditScreen:
        screen = self.driver.app.stack[-1]
        assert isinstance(screen, EditScreen)
        return screen

    @property
    def text(self) -> str:
        assert self.screen.fen.text == self.screen.set_up.text
        return self.screen.fen.text

    @property
    def message(self) -> str:
        status = self.screen.message.status
        return " ".join((status.title, *status.warnings, *status.lines))

    def choose(self, piece: Piece) -> None:
        row = self.screen.set_up.palette()[piece.side]
        self.driver.click(self.screen.palette[piece.side][row.index(piece)].rect.center)

    def at(self, name: str) -> tuple[int, int]:
        square = CONGO.notation.square_at(self.screen.set_up.like, name)
        assert square is not None
        return self.screen.board.display.geometry.center(square)

    def put(self, **pieces: Piece) -> None:
        for name, piece in pieces.items():
            self.choose(piece)
            self.driver.click(self.at(name))

    def drag(self, *places: tuple[int, int]) -> None:
        self.driver.point(places[0])
        self.driver.button(pygame.MOUSEBUTTONDOWN, places[0])
        for place in places[1:]:
            self.driver.point(place, held=True)
        self.driver.button(pygame.MOUSEBUTTONUP, places[-1])

    def replace_text(self, text: str) -> None:
        self.driver.click(self.screen.fen.rect.center)
        self.driver.control("a")
        self.driver.type(text)


@pytest.fixture
def editor(driver: Driver) -> Editor:
    return Editor(driver)


def test_it_begins_with_the_position_on_the_board(driver: Driver) -> None:
    driver.click_squares("d2", "d3")
    driver.reply("d6d5")
    assert Editor(driver).text == driver.fen


def test_pieces_are_put_and_the_text_follows(editor: Editor) -> None:
    editor.driver.command("clear")
    editor.put(**LIONS, a3=Piece(1, "S"))
    assert editor.text == "2l4/7/7/7/s6/7/2L4 w 1"
    assert editor.message.startswith(edit_texts.READY)


def test_the_board_follows_the_text_while_it_is_typed(editor: Editor) -> None:
    editor.replace_text("2l4/7/7/7/s6/7/2L4 b 1")
    assert editor.screen.set_up.side == 1
    assert editor.screen.set_up.pieces[14] == Piece(1, "S")
    editor.driver.press(pygame.K_BACKSPACE)
    editor.driver.type("x")
    assert "Move number" in editor.message
    assert editor.screen.set_up.pieces[14] == Piece(1, "S")


def test_errors_are_shown_while_the_position_is_built(editor: Editor) -> None:
    editor.driver.command("clear")
    assert "There is no lion" in editor.message
    editor.put(c1=Piece(0, "L"), d1=Piece(0, "L"))
    assert "White has 2 lions, on c1 and d1" in editor.message
    editor.put(e1=Piece(0, "L"))
    assert "White has 3 lions, on c1, d1 and e1" in editor.message
    editor.driver.click(editor.at("e1"), button=3)
    play = editor.screen.action_buttons[0]
    assert not play.enabled
    editor.driver.click(play.rect.center)
    assert editor.driver.app.stack[-1] is editor.screen
    editor.driver.click(editor.at("d1"), button=3)
    assert "The game is over here White wins!" in editor.message
    editor.put(c7=Piece(1, "L"), a7=Piece(0, "P"))
    assert "the white pawn on a7 must be a superpawn there" in editor.message.lower()


def test_a_second_click_with_the_same_piece_takes_it_away(editor: Editor) -> None:
    editor.driver.command("clear")
    editor.put(c1=Piece(0, "L"))
    editor.driver.click(editor.at("c1"))
    assert editor.screen.set_up.pieces == {}


def test_holding_the_button_puts_pieces_along_the_way(editor: Editor) -> None:
    editor.driver.command("clear")
    editor.choose(Piece(0, "P"))
    editor.drag(*(editor.at(f"{column}2") for column in "abcd"))
    assert editor.text.startswith("7/7/7/7/7/PPPP3/7")


def test_a_piece_may_be_removed_while_it_is_dragged(editor: Editor) -> None:
    editor.driver.button(pygame.MOUSEBUTTONDOWN, editor.at("a1"))
    editor.driver.point(editor.at("b3"), held=True)
    editor.driver.command("clear")
    editor.driver.button(pygame.MOUSEBUTTONUP, editor.at("b3"))
    assert editor.screen.set_up.pieces == {}


def test_a_dialog_takes_a_dragged_piece_from_the_pointer(editor: Editor) -> None:
    driver, start, end = editor.driver, editor.at("d2"), editor.at("d5")
    driver.point(start)
    driver.button(pygame.MOUSEBUTTONDOWN, start)
    driver.point(end, held=True)
    driver.press(pygame.K_F1)
    driver.button(pygame.MOUSEBUTTONUP, end)
    driver.press(pygame.K_ESCAPE)
    driver.point(end)
    assert editor.screen.board.controller.state.drag is None


def test_pieces_are_dragged_to_other_squares_and_off_the_board(editor: Editor) -> None:
    editor.drag(editor.at("d2"), editor.at("d5"))
    editor.drag(editor.at("a1"), (3, 3))
    assert editor.text == "gmelecz/ppppppp/3P3/7/7/PPP1PPP/1MELECZ w 1"
    editor.driver.command("remove_pieces")
    editor.driver.click(editor.at("d5"))
    assert editor.text.split("/")[2] == "7"


def test_every_change_can_be_undone(editor: Editor) -> None:
    for name in ("clear", "set_start", "mirror", "swap"):
        editor.driver.command(name)
    editor.driver.click(editor.screen.side.part_rect(1).center)
    assert editor.text == "zcelemg/ppppppp/7/7/7/PPPPPPP/ZCELEMG b 1"
    while editor.screen.set_up.can_undo:
        editor.driver.press(pygame.K_z, "z")
    assert editor.text == START


def test_the_other_side_gets_pieces_and_turn(editor: Editor) -> None:
    editor.replace_text("2l4/7/7/7/s6/7/2L4 b 1")
    editor.driver.command("swap")
    assert editor.text == "2l4/7/S6/7/7/7/2L4 w 1"
    editor.driver.command("mirror")
    assert editor.text == "4l2/7/6S/7/7/7/4L2 w 1"


def test_a_position_is_built_with_the_keyboard_alone(editor: Editor) -> None:
    editor.driver.command("clear")
    editor.choose(Piece(0, "Z"))
    editor.driver.press(pygame.K_TAB)
    assert editor.screen.group.focus is editor.screen.board
    editor.driver.press(pygame.K_UP)
    editor.driver.press(pygame.K_RETURN)
    assert editor.text == "7/7/3Z3/7/7/7/7 w 1"
    editor.driver.press(pygame.K_DELETE)
    assert editor.text == "7/7/7/7/7/7/7 w 1"


@pytest.mark.parametrize("key", [pygame.K_DELETE, pygame.K_BACKSPACE])
def test_a_key_removes_the_piece_under_pointer_or_cursor(editor: Editor, key: int) -> None:
    editor.driver.point(editor.at("a1"))
    editor.driver.press(key)
    editor.driver.press(key)
    assert editor.screen.toast.text == edit_texts.NOTHING_THERE
    assert editor.text == "gmelecz/ppppppp/7/7/7/PPPPPPP/1MELECZ w 1"
    editor.driver.press(pygame.K_TAB)
    for _ in range(4):
        editor.driver.press(pygame.K_DOWN)
    square = editor.screen.board.controller.state.cursor
    assert square in editor.screen.set_up.pieces
    editor.driver.press(key)
    assert square not in editor.screen.set_up.pieces


def test_keys_for_removing_a_piece_are_listed() -> None:
    (action,) = (one for one in available_in(Where.EDITOR) if one.id == "remove_piece")
    assert [key.text for key in action.keys] == ["Delete", "Backspace"]


def test_play_from_here_asks_for_the_players_and_starts(editor: Editor) -> None:
    editor.drag(editor.at("d2"), editor.at("d5"))
    text = editor.text
    editor.driver.command("play_from")
    dialog = editor.driver.app.stack[-1]
    assert isinstance(dialog, NewGameScreen)
    assert dialog.fen.text == text
    editor.driver.tool("Start")
    assert editor.driver.fen == text


def test_both_sides_are_played_by_hand(editor: Editor) -> None:
    editor.driver.click(editor.screen.side.part_rect(1).center)
    editor.driver.command("both_sides")
    editor.driver.click_squares("d6", "d5")
    editor.driver.click_squares("d2", "d3")
    assert editor.driver.moves == ["d6d5", "d2d3"]


def test_an_analysis_waits_for_the_engine_with_a_message(start: Starter) -> None:
    editor = Editor(start(stage=EngineStage.COMPILING))
    editor.driver.press(pygame.K_a, "a")
    assert editor.screen.toast.text == edit_texts.AI_LOADING


def test_escape_leaves_the_game_as_it_was(editor: Editor) -> None:
    editor.driver.command("clear")
    editor.driver.press(pygame.K_ESCAPE)
    assert editor.driver.app.stack == [editor.driver.play]
    assert editor.driver.fen == START


@pytest.mark.parametrize("in_analysis", [False, True])
def test_cancelled_new_game_leads_back_to_the_set_up(editor: Editor, in_analysis: bool) -> None:
    if in_analysis:
        editor.driver.command("analyse")
        editor.driver.command("edit_here")
    editor.screen.commands.run("other_turn")
    text, screens = editor.text, editor.driver.app.stack[:]
    editor.driver.command("play_from")
    editor.driver.press(pygame.K_ESCAPE)
    assert editor.driver.app.stack == screens
    assert editor.text == text
    editor.driver.command("play_from")
    editor.driver.tool("Start")
    assert editor.driver.app.stack == [editor.driver.play]
    assert editor.driver.fen == text


@pytest.mark.parametrize("in_new_game", [False, True])
def test_the_window_asks_before_a_set_up_is_lost(editor: Editor, in_new_game: bool) -> None:
    app, screens = editor.driver.app, editor.driver.app.stack
    editor.screen.commands.run("other_turn")
    if in_new_game:
        editor.driver.command("play_from")
    before = screens[:]
    app.quit()
    editor.driver.run_loop()
    question = editor.driver.top(ConfirmScreen)
    assert question.message == edit_texts.POSITION_LOST
    editor.driver.tool(system_texts.STAY)
    assert app.running
    assert screens == before
    app.quit()
    editor.driver.run_loop()
    editor.driver.tool(system_texts.CLOSE)
    assert not app.running


@pytest.mark.parametrize("is_changed", [False, True])
def test_the_window_closes_when_a_set_up_is_unchanged_or_in_an_analysis(
    editor: Editor, is_changed: bool
) -> None:
    if is_changed:
        editor.driver.command("mirror")
        editor.driver.press(pygame.K_a, "a")
        editor.driver.click_squares("d2", "d3")
    editor.driver.app.quit()
    assert not editor.driver.app.running


@pytest.mark.parametrize("is_left", [False, True])
def test_the_window_asks_about_a_set_up_that_was_only_looked_at_in_an_analysis(
    editor: Editor, is_left: bool
) -> None:
    editor.screen.commands.run("other_turn")
    editor.driver.press(pygame.K_a, "a")
    editor.driver.top(AnalyseScreen)
    if is_left:
        editor.driver.press(pygame.K_ESCAPE)
    editor.driver.app.quit()
    editor.driver.run_loop()
    assert editor.driver.top(ConfirmScreen).message == edit_texts.POSITION_LOST


def test_the_window_asks_about_a_set_up_when_its_analysis_has_been_replaced(editor: Editor) -> None:
    """The analysis that is autosaved is one of another position."""
    editor.screen.commands.run("other_turn")
    editor.driver.press(pygame.K_a, "a")
    assert clipboard.copy(LONELY)
    editor.driver.control("v")
    editor.driver.click_squares("f1", "f2")
    assert editor.driver.app.autosave.has_analysis
    editor.driver.app.quit()
    editor.driver.run_loop()
    assert editor.driver.top(ConfirmScreen).message == edit_texts.POSITION_LOST


def test_the_window_closes_when_an_analysis_of_the_set_up_is_in_a_file(editor: Editor, games: Path) -> None:
    editor.screen.commands.run("other_turn")
    editor.driver.press(pygame.K_a, "a")
    editor.driver.control("s")
    editor.driver.press(pygame.K_RETURN)
    editor.driver.until(lambda: bool(list(games.glob("*.txt"))))
    editor.driver.run_loop()
    editor.driver.press(pygame.K_ESCAPE)
    assert isinstance(editor.driver.app.stack[-1], EditScreen)
    editor.driver.app.quit()
    editor.driver.run_loop()
    assert not editor.driver.app.running


def test_the_window_closes_when_a_slow_disk_has_taken_the_set_up_of_a_closed_analysis(
    editor: Editor, games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor.screen.commands.run("other_turn")
    editor.driver.press(pygame.K_a, "a")
    with editor.driver.slow_disk(monkeypatch, game_files, "_write_game"):
        editor.driver.control("s")
        editor.driver.press(pygame.K_RETURN)
        editor.driver.press(pygame.K_ESCAPE)
        editor.driver.press(pygame.K_ESCAPE)
        editor.driver.top(EditScreen)
    assert list(games.glob("*.txt"))
    editor.driver.app.quit()
    editor.driver.run_loop()
    assert not editor.driver.app.running


@pytest.mark.parametrize("is_analysed", [False, True])
def test_the_window_asks_about_a_position_that_was_set_up_in_an_analysis(
    driver: Driver, is_analysed: bool
) -> None:
    driver.press(pygame.K_a, "a")
    driver.command("edit_here")
    driver.top(EditScreen).commands.run("other_turn")
    driver.press(pygame.K_a, "a")
    driver.top(AnalyseScreen)
    if is_analysed:
        driver.click_squares("d6", "d5")
    driver.app.quit()
    driver.run_loop()
    assert driver.app.running is not is_analysed
    if not is_analysed:
        assert driver.top(ConfirmScreen).message == edit_texts.POSITION_LOST
        driver.tool(system_texts.CLOSE)
        assert not driver.app.running


def test_the_window_closes_above_a_start_position_that_was_set_up_in_an_analysis(driver: Driver) -> None:
    driver.press(pygame.K_a, "a")
    driver.click_squares("d2", "d3")
    driver.command("edit_here")
    driver.command("set_start")
    driver.press(pygame.K_a, "a")
    driver.tool(analysis_texts.LEAVE_ANALYSIS)
    driver.top(AnalyseScreen)
    driver.app.quit()
    driver.run_loop()
    assert not driver.app.running


def test_the_window_closes_above_a_position_of_the_game_that_was_set_up_in_an_analysis(
    driver: Driver,
) -> None:
    driver.click_squares("d2", "d3")
    driver.reply("d6d5")
    assert clipboard.copy(driver.fen)
    driver.press(pygame.K_a, "a")
    driver.press(pygame.K_HOME)
    driver.command("edit_here")
    driver.command("paste_fen")
    driver.press(pygame.K_a, "a")
    assert driver.top(AnalyseScreen).cursor.position == driver.session.game.position
    driver.app.quit()
    driver.run_loop()
    assert not driver.app.running


def test_after_an_answer_the_set_up_below_is_asked_about(editor: Editor) -> None:
    """Staying there keeps both, so that both are asked about again."""
    driver = editor.driver
    editor.screen.commands.run("other_turn")
    driver.press(pygame.K_a, "a")
    driver.command("edit_here")
    editor.screen.commands.run("mirror")
    driver.press(pygame.K_a, "a")
    screens = driver.app.stack[:]
    for answer in (system_texts.STAY, system_texts.CLOSE):
        assert driver.app.running
        driver.app.quit()
        driver.run_loop()
        for label in (system_texts.CLOSE, answer):
            assert driver.app.stack[:-1] == screens
            assert driver.top(ConfirmScreen).message == edit_texts.POSITION_LOST
            driver.tool(label)
    assert not driver.app.running


def test_changes_after_an_analysis_are_asked_about(editor: Editor) -> None:
    editor.screen.commands.run("other_turn")
    editor.driver.press(pygame.K_a, "a")
    editor.driver.press(pygame.K_ESCAPE)
    editor.screen.commands.run("mirror")
    editor.driver.app.quit()
    editor.driver.run_loop()
    assert editor.driver.top(ConfirmScreen).message == edit_texts.POSITION_LOST


def test_a_set_up_above_an_analysis_stays_with_that(editor: Editor) -> None:
    editor.driver.command("analyse")
    editor.driver.click_squares("d2", "d3")
    editor.driver.command("edit_here")
    editor.screen.commands.run("other_turn")
    text, screens = editor.text, editor.driver.app.stack[:]
    editor.driver.press(pygame.K_a, "a")
    editor.driver.tool(analysis_texts.STAY)
    assert editor.driver.app.stack == screens
    assert editor.text == text
    editor.driver.press(pygame.K_a, "a")
    editor.driver.tool(analysis_texts.LEAVE_ANALYSIS)
    shown = editor.driver.top(AnalyseScreen)
    assert CONGO.notation.format(shown.cursor.position) == text
    assert len(editor.driver.app.stack) == 3, "the game, the first set-up and the new analysis"


def test_undo_brings_back_a_set_up_that_was_left(editor: Editor) -> None:
    editor.driver.command("clear")
    editor.put(d1=Piece(0, "L"), c4=Piece(1, "G"))
    left = editor.text
    editor.driver.press(pygame.K_ESCAPE)
    editor.driver.press(pygame.K_e, "e")
    assert editor.text == START
    assert editor.screen.toast.text == edit_texts.UNDO_BRINGS_BACK
    editor.driver.press(pygame.K_ESCAPE)
    editor.driver.press(pygame.K_e, "e")
    editor.driver.press(pygame.K_z, "z")
    assert editor.text == left
    editor.driver.press(pygame.K_ESCAPE)
    editor.driver.press(pygame.K_e, "e")
    while editor.screen.set_up.can_undo:
        editor.driver.press(pygame.K_z, "z")
    assert editor.text == START


def test_a_set_up_in_another_game_does_not_replace_one_that_was_left(editor: Editor) -> None:
    editor.driver.command("clear")
    editor.put(d1=Piece(0, "L"), c4=Piece(1, "G"))
    left = editor.text
    editor.driver.press(pygame.K_ESCAPE)
    for game in ("konane", "congo"):
        editor.driver.app.change_game(registry.get(game), (PlayerConfig(), PlayerConfig()), None)
        editor.driver.press(pygame.K_e, "e")
        if game == "konane":
            editor.driver.command("clear")
            editor.driver.press(pygame.K_ESCAPE)
    assert editor.screen.toast.text == edit_texts.UNDO_BRINGS_BACK
    editor.driver.press(pygame.K_z, "z")
    assert editor.text == left


def test_a_set_up_that_was_played_is_brought_back_without_a_word(editor: Editor) -> None:
    editor.screen.commands.run("other_turn")
    played = editor.text
    editor.driver.command("play_from")
    editor.driver.tool("Start")
    editor.driver.click_squares("d6", "d5")
    editor.driver.press(pygame.K_e, "e")
    assert not editor.screen.toast.text
    editor.driver.press(pygame.K_z, "z")
    assert editor.text == played


def test_nothing_begins_while_the_text_is_not_a_position(editor: Editor) -> None:
    editor.replace_text("2l4/7/7/7/7/7/2L4")
    editor.driver.press(pygame.K_RETURN)
    for button in editor.screen.action_buttons[:-1]:
        assert not button.enabled
    editor.driver.command("both_sides")
    assert editor.screen.toast.text in editor.message
    assert editor.driver.app.stack[-1] is editor.screen


def test_undo_brings_back_a_board_of_another_size(opened: Opener) -> None:
    konane = registry.get("konane")
    driver = opened("konane", 8)
    editor = Editor(driver)
    editor.screen.board.controller.state.cursor = 63
    editor.replace_text(konane.notation.format(konane.start(4)))
    assert editor.screen.board.display.geometry.columns == 4
    assert editor.screen.board.controller.state.cursor is None
    editor.screen.group.set_focus(editor.screen.board)
    for key in 8 * (pygame.K_RIGHT, pygame.K_UP):
        driver.press(key)
    assert editor.screen.board.controller.state.cursor == 15
    driver.command("undo")
    assert editor.screen.board.display.geometry.columns == 8
    assert editor.text == konane.notation.format(konane.start(8))


@pytest.mark.parametrize("game", registry.names())
def test_stones_that_stay_on_their_colour_are_not_mirrored(opened: Opener, game: str) -> None:
    editor = Editor(opened(game))
    editor.screen.commands.run("mirror")
    assert not editor.screen.set_up.problem
    is_refused = game == "konane"
    assert (editor.screen.toast.text == edit_texts.NO_MIRROR) is is_refused
    assert editor.screen.set_up.can_undo is not is_refused


def test_an_unchanged_set_up_is_not_offered(editor: Editor) -> None:
    editor.driver.press(pygame.K_ESCAPE)
    editor.driver.press(pygame.K_e, "e")
    assert not editor.screen.toast.text
    assert not editor.screen.set_up.can_undo


@pytest.mark.parametrize(
    "size", [(640, 480), (800, 600), (1280, 800), (700, 1000), (480, 640), (3840, 2160)], ids=str
)
@pytest.mark.parametrize("percent", [75, 100, 200])
def test_controls_lie_apart_inside_the_window(start: Starter, size: tuple[int, int], percent: int) -> None:
    driver = start()
    driver.app.settings.ui_scale = percent
    driver.resize(*size)
    screen = Editor(driver).screen
    widgets = [widget for widget in screen.group.widgets if widget.visible]
    for widget in widgets:
        assert pygame.Rect((0, 0), size).contains(widget.rect), widget
        assert min(widget.rect.size) >= 12, widget
    for one, other in itertools.combinations(widgets, 2):
        assert not one.rect.colliderect(other.rect), (one, other)


def test_stones_are_stacked() -> None:
    conga = registry.get("conga")
    set_up = SetUp(conga, conga.start(), lambda: True, lambda: None)
    set_up.clear()
    black, white = (row[0] for row in set_up.palette())
    for _ in range(3):
        set_up.put(0, black)
    assert "Black has no stone" not in set_up.problem
    set_up.put(15, white)
    assert set_up.text == "-,-,-,w1/-,-,-,-/-,-,-,-/b3,-,-,- b"
    assert set_up.problem == ""


def test_the_hand_is_the_first_tool(editor: Editor) -> None:
    assert editor.screen.tool is EditTool.MOVE
