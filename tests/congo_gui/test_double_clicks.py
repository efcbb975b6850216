"""People who double-click every button do what one click does."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from congo_gui.commands.actions import BY_ID
from congo_gui.screens.analysis.screen import AnalyseScreen
from congo_gui.screens.edit.screen import EditScreen
from congo_gui.screens.files.open_screen import OpenScreen
from congo_gui.screens.new_game import texts as new_game_texts
from congo_gui.screens.new_game.screen import NewGameScreen
from congo_gui.screens.play.screen import PlayScreen
from congo_gui.widgets import clicks
from congo_gui.widgets.button import Button
from tests.congo_gui.driver import Driver


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Any two clicks at one place are a double click."""
    monkeypatch.setattr(clicks, "DOUBLE_CLICK_MS", 1 << 40)


def double_click(driver: Driver, label: str) -> None:
    (button,) = (each for each in shown_buttons(driver) if each.label == label)
    driver.double_click(button.rect.center)
    driver.run_loop()


def shown_buttons(driver: Driver) -> list[Button]:
    widgets = driver.app.stack[-1].group.widgets
    return [each for each in widgets if isinstance(each, Button) and each.visible]


@pytest.mark.usefixtures("slow")
def test_set_up_in_the_analysis_keeps_the_game(driver: Driver) -> None:
    driver.click_squares("c2", "c3")
    driver.reply("c6c5")
    game = driver.session.game
    driver.press(pygame.K_a, "a")
    driver.top(AnalyseScreen)
    double_click(driver, BY_ID["edit"].label)
    driver.top(EditScreen)
    assert driver.session.game is game


@pytest.mark.usefixtures("slow")
def test_start_starts_one_game(driver: Driver) -> None:
    driver.resize(900, 700)  # the button lies above a player's card, which opens the screen again
    driver.control("n")
    driver.top(NewGameScreen)
    double_click(driver, new_game_texts.START)
    assert [type(screen) for screen in driver.app.stack] == [PlayScreen]


@pytest.mark.usefixtures("slow")
def test_a_folder_is_opened_but_not_what_it_lists(driver: Driver, games: Path) -> None:
    """A file below the pointer would replace the running game."""
    (games / "more").mkdir()
    (games / "more" / "some.txt").write_text("1. c2c3 *\n", encoding="utf-8")
    game = driver.session.game
    driver.control("o")
    screen = driver.top(OpenScreen)
    driver.double_click(screen.list.row_rect(0).center)
    driver.run_loop()
    assert driver.app.stack[-1] is screen
    assert [row.text for row in screen.list.rows] == ["some.txt"]
    assert driver.session.game is game
