"""New game: players, levels, a position to start from."""

from __future__ import annotations

import pygame

from congo_gui.screens.setup import SetupScreen, player_options
from engine.players.levels import LEVELS
from tests.congo_gui.driver import TRIPLE_JUMP, Driver, Starter


def opened(driver: Driver) -> SetupScreen:
    driver.tool("New game")
    screen = driver.app.stack[-1]
    assert isinstance(screen, SetupScreen)
    return screen


def choose(driver: Driver, screen: SetupScreen, side: int, name: str) -> None:
    row = [option.id for option in player_options()].index(name)
    driver.click(screen.choices[side].row_rect(row).center)


def test_everybody_can_play_either_side() -> None:
    assert [option.id for option in player_options()] == ["human", *(level.name for level in LEVELS)]


def test_the_present_players_are_chosen_at_first(driver: Driver) -> None:
    screen = opened(driver)
    assert [choice.value for choice in screen.choices] == ["human", "medium"]


def test_players_are_chosen_and_the_game_starts(driver: Driver) -> None:
    screen = opened(driver)
    choose(driver, screen, 0, "hard")
    choose(driver, screen, 1, "human")
    driver.tool("Start")
    assert [player.name for player in driver.session.players] == ["hard", "human"]
    assert driver.app.settings["white"] == "hard"
    assert driver.play.board.flipped
    driver.reply()
    assert "you play Black" in driver.status


def test_two_ais_get_the_controls_of_a_demo(driver: Driver) -> None:
    assert not driver.play.panel.pace.visible
    screen = opened(driver)
    choose(driver, screen, 0, "easy")
    driver.press(pygame.K_RETURN, "\r")
    assert driver.session.is_demo
    assert driver.play.panel.pace.visible
    assert driver.app.settings["white"] == "human"


def test_a_game_can_start_from_a_position(driver: Driver) -> None:
    screen = opened(driver)
    driver.click(screen.fen.rect.center)
    driver.type(TRIPLE_JUMP)
    driver.press(pygame.K_RETURN, "\r")
    assert driver.fen == TRIPLE_JUMP
    assert driver.app.stack == [driver.play]


def test_a_bad_position_is_explained_and_starts_nothing(driver: Driver) -> None:
    driver.click_squares("d2", "d3")
    screen = opened(driver)
    driver.click(screen.fen.rect.center)
    driver.type("nonsense")
    driver.tool("Start")
    assert driver.app.stack[-1] is screen
    assert screen.fen.error
    assert driver.moves == ["d2d3"]
    driver.tool("Cancel")
    assert driver.app.stack == [driver.play]
    assert driver.moves == ["d2d3"]


def test_escape_closes_even_from_the_field(driver: Driver) -> None:
    screen = opened(driver)
    driver.click(screen.fen.rect.center)
    driver.press(pygame.K_ESCAPE)
    assert driver.app.stack == [driver.play]


def test_a_click_beside_the_box_closes_it(driver: Driver) -> None:
    screen = opened(driver)
    driver.click((screen.box.left - 10, screen.box.centery))
    assert driver.app.stack == [driver.play]


def test_the_game_goes_on_below_the_box(start: Starter) -> None:
    driver = start(demo=True)
    driver.play._set_pace(0.0)
    opened(driver)
    driver.reply()
    assert len(driver.moves) == 1
