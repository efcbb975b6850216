"""Clicks on a player's card: another level for the running game, or a new game."""

from __future__ import annotations

from congo_gui.screens.new_game.level_screen import LevelScreen
from congo_gui.screens.new_game.screen import NewGameScreen
from congo_gui.screens.play import texts
from tests.congo_gui.driver import Driver, Starter


def click_card(driver: Driver, side: int) -> None:
    cards = driver.play.panel.cards
    driver.click(next(card for card in cards if card.text.side == side).rect.center)


def test_the_ais_card_changes_its_level_in_the_running_game(start: Starter) -> None:
    driver = start(black="5")
    driver.click_squares("d2", "d3")
    click_card(driver, 1)
    screen = driver.top(LevelScreen)
    driver.click(screen.levels.part_rect(2).center)
    driver.click(screen.use_button.rect.center)
    assert [player.name for player in driver.session.current.players] == ["human", "3"]
    assert driver.moves == ["d2d3"]
    assert (driver.app.settings.black, driver.app.settings.level) == ("3", "3")
    driver.reply("d6d5")
    assert driver.moves == ["d2d3", "d6d5"]


def test_a_game_that_ends_below_the_question_keeps_its_players(start: Starter) -> None:
    driver = start("3l3/7/7/7/7/3p3/4L2 w 1", black="5")
    driver.click_squares("e1", "d1")
    click_card(driver, 1)
    screen = driver.top(LevelScreen)
    driver.reply("d2d1")
    driver.click(screen.levels.part_rect(2).center)
    driver.click(screen.use_button.rect.center)
    assert [player.name for player in driver.session.current.players] == ["human", "5"]
    assert driver.play.toast.text == texts.GAME_OVER


def test_a_level_between_two_others_is_shown_as_the_nearest_one(start: Starter) -> None:
    driver = start(black="3.4")
    driver.click_squares("d2", "d3")
    click_card(driver, 1)
    screen = driver.top(LevelScreen)
    assert screen.levels.chosen == 2
    driver.click(screen.use_button.rect.center)
    assert [player.name for player in driver.session.current.players] == ["human", "3.4"]
    driver.control("n")
    assert [choice.player.name for choice in driver.top(NewGameScreen).choices] == ["human", "3"]


def test_other_cards_ask_for_the_players_of_a_new_game(start: Starter) -> None:
    driver = start(black="5")
    click_card(driver, 0)
    driver.top(NewGameScreen).dismiss()
    click_card(driver, 1)
    driver.click(driver.top(LevelScreen).new_game.rect.center)
    driver.top(NewGameScreen).dismiss()
    driver.click_squares("d2", "d3")
    driver.reply("d6d5")
    driver.session.ends.resign()
    click_card(driver, 1)
    assert driver.top(NewGameScreen)
