"""Opening a file of another game: the window switches to it, and nothing is lost."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from congo_gui import __main__ as program
from congo_gui.screens.edit.screen import EditScreen
from congo_gui.screens.files import texts as files_texts
from congo_gui.screens.files.file_games_screen import FileGamesScreen
from engine import rules as registry
from engine.rules.values import Piece
from tests.congo_gui.driver import CONGO, Driver, Opener
from tests.congo_gui.game_files import choose, drop, open_screen, play_two, written

GAMES = {
    "bonzee": ('[Game "bonzee"]\n[Green "human"]\n[Red "human"]\n\n1. C4C5 *\n', ["C4C5"]),
    "conga": ('[Game "conga"]\n[Black "human"]\n[White "engine:level=2"]\n\n1. a4SE *\n', ["a4SE"]),
    "konane": (
        '[Game "konane"]\n[FEN "bwbw/wbwb/bwbw/wbwb b 0"]\n[Black "human"]\n[White "human"]\n\n1. c2 b2 *\n',
        ["c2", "b2"],
    ),
    "minichess": ('[Game "minichess"]\n[White "human"]\n[Black "human"]\n\n1. c1c2 *\n', ["c1c2"]),
}
every_other_game = pytest.mark.parametrize("name", list(GAMES))


@every_other_game
def test_a_dropped_file_of_another_game_is_opened(driver: Driver, tmp_path: Path, name: str) -> None:
    text, moves = GAMES[name]
    play_two(driver)
    drop(driver, written(tmp_path / "other.txt", text))
    assert driver.session.game.rules is registry.get(name)
    assert driver.moves == moves
    assert driver.app.stack == [driver.play]


def test_open_restores_the_previous_game(driver: Driver, tmp_path: Path) -> None:
    play_two(driver)
    drop(driver, written(tmp_path / "other.txt", GAMES["bonzee"][0]))
    driver.app.writer.close()
    open_screen(driver)
    driver.tool(files_texts.PREVIOUS_GAME)
    driver.run_loop()
    assert driver.session.game.rules is CONGO
    assert driver.moves == ["d2d3", "d6d5"]
    assert driver.app.stack == [driver.play]


def test_choosing_a_file_in_the_list_opens_it(driver: Driver, tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    written(folder / "other.txt", GAMES["conga"][0])
    screen = open_screen(driver)
    choose(driver, screen, "other")
    assert driver.session.game.rules.name == "conga"
    assert driver.moves == ["a4SE"]


def test_a_damaged_file_of_another_game_changes_nothing(driver: Driver, tmp_path: Path) -> None:
    play_two(driver)
    position = driver.session.game.position
    drop(driver, written(tmp_path / "broken.txt", '[Game "bonzee"]\n\n1. C4C5 A1A1 *\n'))
    driver.run_loop()
    assert driver.session.game.rules is CONGO
    assert driver.moves == ["d2d3", "d6d5"]
    assert driver.session.game.position == position
    assert driver.play.toast.text.startswith("“broken.txt” cannot be opened: ")


def test_explains_a_file_of_an_unknown_game(driver: Driver, tmp_path: Path) -> None:
    play_two(driver)
    drop(driver, written(tmp_path / "chess.txt", '[Game "chess"]\n\n1. e4 *\n'))
    assert driver.session.game.rules is CONGO
    assert driver.moves == ["d2d3", "d6d5"]
    assert "chess" in driver.play.toast.text


def test_a_file_with_several_kinds_of_games_offers_a_choice(driver: Driver, tmp_path: Path) -> None:
    both = GAMES["bonzee"][0] + "\n" + GAMES["conga"][0]
    drop(driver, written(tmp_path / "both.txt", both))
    choose(driver, driver.top(FileGamesScreen), "2.")
    assert driver.session.game.rules.name == "conga"


# --- the command line


def test_the_command_line_takes_a_file(opened: Opener, tmp_path: Path) -> None:
    path = written(tmp_path / "other.txt", GAMES["bonzee"][0])
    arguments = program.build_parser("congo").parse_args([str(path)])
    assert program.chosen_game(arguments, "congo").name == "bonzee"
    assert opened("bonzee", file=path).moves == ["C4C5"]


def test_a_missing_file_gets_one_sentence(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert program.main([str(tmp_path / "none.txt")]) == program.BAD_INPUT
    assert "“none.txt” cannot be opened" in capsys.readouterr().err


@pytest.mark.parametrize(("kept", "name"), [("bonzee", "bonzee"), ("chess", "congo"), ("", "congo")])
def test_default_game_is_the_last_one(kept: str, name: str) -> None:
    assert program.chosen_game(program.build_parser("congo").parse_args([]), kept).name == name


# --- stacks of several stones in the editor


@pytest.fixture
def conga(opened: Opener) -> Driver:
    driver = opened("conga")
    driver.press(pygame.K_e, "e")
    return driver


def stones(driver: Driver, name: str) -> int:
    screen = driver.top(EditScreen)
    square = registry.get("conga").notation.square_at(screen.set_up.like, name)
    assert square is not None
    piece = screen.set_up.pieces.get(square)
    return piece.count if piece else 0


def place(driver: Driver, name: str) -> tuple[int, int]:
    screen = driver.top(EditScreen)
    square = registry.get("conga").notation.square_at(screen.set_up.like, name)
    assert square is not None
    return screen.board.display.geometry.center(square)


def test_each_click_adds_a_stone(conga: Driver) -> None:
    screen = conga.top(EditScreen)
    conga.click(screen.palette[0][0].rect.center)
    for count in (1, 2, 3):
        conga.click(place(conga, "b2"))
        assert stones(conga, "b2") == count


def test_the_wheel_adds_and_takes_stones(conga: Driver) -> None:
    conga.wheel(place(conga, "a4"), -1)
    assert stones(conga, "a4") == 9
    conga.wheel(place(conga, "a4"), 1)
    conga.wheel(place(conga, "a4"), 1)
    assert stones(conga, "a4") == 10, "a square holds no more"
    conga.wheel(place(conga, "b2"), 1)
    assert stones(conga, "b2") == 0


@pytest.mark.parametrize(("key", "count"), [("3", 3), ("1", 1), ("0", 10)])
def test_a_digit_sets_the_stones_under_the_pointer(conga: Driver, key: str, count: int) -> None:
    conga.point(place(conga, "a4"))
    conga.press(pygame.K_4, "4")
    conga.press(ord(key), key)
    assert stones(conga, "a4") == count
    conga.control("z")
    assert stones(conga, "a4") == 4


def test_a_digit_sets_the_stones_under_the_keyboard_cursor(conga: Driver) -> None:
    screen = conga.top(EditScreen)
    conga.press(pygame.K_TAB)
    for _ in range(4):
        conga.press(pygame.K_LEFT)
    for _ in range(4):
        conga.press(pygame.K_DOWN)
    here = screen.board.controller.state.cursor
    assert here is not None
    name = registry.get("conga").notation.square_name(screen.set_up.like, here)
    screen.set_up.put(here, Piece(0, "B"))
    screen._changed()
    conga.press(pygame.K_6, "6")
    assert stones(conga, name) == 6


def test_digits_do_nothing_in_games_without_stacks(opened: Opener) -> None:
    driver = opened("congo")
    driver.press(pygame.K_e, "e")
    screen = driver.top(EditScreen)
    before = screen.set_up.text
    driver.point(screen.board.display.geometry.center(3))
    driver.press(pygame.K_3, "3")
    driver.wheel(screen.board.display.geometry.center(3), 1)
    assert screen.set_up.text == before
