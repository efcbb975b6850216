"""Plain minimax and alpha-beta as players: chosen with a depth for each side, and their output."""

from __future__ import annotations

import re
from pathlib import Path

import pygame
import pytest

from congo_gui import games as skins
from congo_gui.play.file_players import named_player
from congo_gui.play.game_state import GameState
from congo_gui.play.player import PlayerConfig
from congo_gui.screens.new_game import texts as new_game_texts
from congo_gui.screens.new_game.opponents import SimpleScreen
from congo_gui.screens.new_game.player_choice import SIMPLE, WHO
from congo_gui.screens.new_game.screen import NewGameScreen
from congo_gui.store.programs import Programs
from congo_gui.store.settings import SettingsFile
from engine import rules
from engine.players.parse import parse_player
from engine.record.parse import parse_games
from engine.system.errors import UserError
from tests.congo_gui.driver import AT_WORK, Driver, Opener

EFFORT = r"[Dd]epth (\d+)(?: · .*)? · [\d,.]+\s(?:M )?positions? in \d+\.\d\d\ss"
"""The text of a search: depth, score, nodes and time."""
METHODS = {"minimax": "Minimax", "alphabeta": "Alpha-beta"}


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    """Compile the search before the test waits for a move."""
    for method in METHODS:
        parse_player(f"{method}:1", rules.get("konane"))


def setup(driver: Driver) -> NewGameScreen:
    """Open New game."""
    driver.control("n")
    screen = driver.app.stack[-1]
    assert isinstance(screen, NewGameScreen)
    return screen


def choose(driver: Driver, screen: NewGameScreen, side: int, title: str, depth: int) -> None:
    """Choose a simple player and its depth with the mouse."""
    driver.click(screen.choices[side].who.part_rect(SIMPLE).center)
    driver.tool(title)
    dialog = driver.top(SimpleScreen)
    assert dialog.depths.visible
    driver.click(dialog.depths.part_rect(depth - 1).center)
    driver.tool(new_game_texts.OK)


@pytest.mark.parametrize("name", skins.names())
def test_every_game_offers_methods_for_each_side(opened: Opener, name: str) -> None:
    driver = opened(name)
    screen = setup(driver)
    choose(driver, screen, 0, "Minimax", 3)
    choose(driver, screen, 1, "Alpha-beta", 10)
    assert [choice.player.name for choice in screen.choices] == ["minimax:3", "alphabeta:10"]
    assert [choice.other.label for choice in screen.choices] == ["Minimax, depth 3", "Alpha-beta, depth 10"]


def test_konane_against_a_method_shows_depth_nodes_and_time(opened: Opener) -> None:
    driver = opened("konane")
    driver.app.settings.thoughts = True
    screen = setup(driver)
    driver.click(screen.sizes["konane"].part_rect(2).center)
    choose(driver, screen, 1, "Minimax", 4)
    driver.tool("Start")
    assert [driver.card(side).player for side in (0, 1)] == ["Human", "Minimax, depth 4"]
    square = driver.session.game.rules.legal_moves(driver.session.game.position)[0].path[0]
    driver.click(driver.play.board.display.geometry.center(square))
    driver.until(lambda: len(driver.moves) == 2)
    driver.run_loop()
    assert re.findall(f"AI: .*, {EFFORT}", driver.status) == ["4"]
    driver.control("z")
    assert driver.moves == []


def test_two_methods_play_each_other_and_report_their_effort(opened: Opener) -> None:
    driver = opened("konane", 4)
    screen = setup(driver)
    choose(driver, screen, 0, "Alpha-beta", 3)
    choose(driver, screen, 1, "Minimax", 2)
    driver.tool("Start")
    driver.session.demo.set_pace(0.0)
    seen = set()

    def look() -> bool:
        seen.update(re.findall(EFFORT, driver.status))
        return driver.session.outcome is not None

    driver.until(look)
    assert seen == {"2", "3"}
    assert [player.name for player in driver.session.current.players] == ["alphabeta:3", "minimax:2"]


def test_a_saved_game_resumes_with_its_players(opened: Opener, tmp_path: Path) -> None:
    driver = opened("konane", 4, second="minimax:2", first="human")
    square = driver.session.game.rules.legal_moves(driver.session.game.position)[0].path[0]
    driver.click(driver.play.board.display.geometry.center(square))
    driver.until(lambda: len(driver.moves) == 2)
    driver.control("s")
    driver.press(pygame.K_RETURN, "\r")
    assert driver.play.files.source is not None
    path = driver.play.files.source.path
    (saved,) = parse_games(path.read_text(encoding="utf-8"))
    assert saved.players == ("human", "minimax:2")
    driver.session.games.new((PlayerConfig(), PlayerConfig()))
    driver.play.files.open_file(path)
    assert [player.name for player in driver.session.current.players] == ["human", "minimax:2"]
    assert named_player("minimax:none") is None


def test_methods_are_players_but_not_programs(opened: Opener) -> None:
    for method, title in METHODS.items():
        player = PlayerConfig.named(f"{method}:7")
        assert (player.name, player.depth, player.title) == (f"{method}:7", 7, f"{title}, depth 7")
        assert not player.is_program
        with pytest.raises(UserError, match=f"the depth of {method} takes a whole number"):
            PlayerConfig.named(f"{method}:deep")
    driver = opened("konane", 4, first="alphabeta:2", second="human")
    assert Programs(driver.app.settings).all() == {}
    assert SettingsFile().settings.programs == {}


def test_a_deep_search_is_dropped_when_its_game_is_replaced(opened: Opener) -> None:
    driver = opened("konane", 8, first="minimax:40", second="human")
    driver.until(lambda: driver.session.state in AT_WORK)
    driver.play.commands.run("restart")
    assert driver.session.state not in AT_WORK
    driver.session.pause()
    driver.run_loop()
    assert driver.session.state is GameState.PAUSED
    assert driver.moves == []


def test_the_score_of_a_series_calls_them_in_short(opened: Opener) -> None:
    driver = opened("konane", 4, first="alphabeta:2", second="minimax:1")
    driver.session.demo.set_pace(0.0)
    driver.until(lambda: driver.session.outcome is not None)
    driver.run_loop()
    assert re.search(r"Games: Alpha-beta 2 won \d, Minimax 1 won \d, 0 draws", driver.status)


def test_new_game_proposes_the_last_board_size(opened: Opener) -> None:
    driver = opened("konane", 6)
    setup(driver)
    driver.tool("Start")
    assert driver.session.game.rules.notation.shape(driver.session.game.position) == (6, 6)


def test_player_choice_ends_with_programs() -> None:
    assert WHO == ("Human", "AI", "Simple", "Custom AI", "Program")
