"""The window with the real search thread, at the weakest level."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pygame
import pytest

from congo_gui.app import App
from congo_gui.commands.actions import BY_ID
from congo_gui.play.player import PlayerConfig
from congo_gui.screens.play import texts as play_texts
from congo_gui.store.launch_options import LaunchOptions
from congo_gui.store.settings import SettingsFile
from congo_gui.system.startup import EngineStage
from engine.game.game import Game
from tests.congo_gui.driver import AT_ONCE, AT_WORK, CONGO, Driver, FakeThinker


@pytest.fixture
def table() -> Iterator[Driver]:
    """The program with a human as White against the real AI at its strongest level."""
    settings_file = SettingsFile()
    settings_file.settings.animation = False
    app = App(LaunchOptions(CONGO, None, "human", "10"), settings_file, AT_ONCE)
    driver = Driver(app, FakeThinker())
    app.loader.start()
    driver.until(lambda: app.loader.stage in (EngineStage.READY, EngineStage.FAILED))
    assert app.loader.stage is EngineStage.READY, app.loader.error
    driver.run_loop()
    yield driver
    app.close()
    assert not [thread for thread in threading.enumerate() if thread.name in ("thinker", "engine loader")]


def test_undo_new_game_paste_and_flip_while_it_thinks(table: Driver) -> None:
    for _ in range(3):
        table.click_squares("d2", "d3")
        table.until(lambda: table.session.state in AT_WORK)
        table.press(pygame.K_z, "z")
        table.run_loop(20)
        assert table.moves == []
    table.click_squares("d2", "d3")
    table.press(pygame.K_f, "f")
    table.control("n")
    table.press(pygame.K_RETURN, "\r")
    assert table.moves == []
    table.play.panel.position.set_up("7/4l2/7/4c2/7/2p4/1M1L3 b 1")
    table.until(lambda: len(table.moves) == 1)


def test_a_demo_of_the_weakest_ends_by_itself(table: Driver) -> None:
    table.session.games.new((PlayerConfig("1"), PlayerConfig("1")))
    table.session.demo.set_pace(0.0)
    table.until(lambda: table.session.outcome is not None)
    game = Game(CONGO)
    for text in table.moves:
        game.play(CONGO.parse_move(game.position, text))
    assert game.outcome == table.session.outcome
    assert table.offered == [play_texts.REMATCH, BY_ID["new_game"].label, BY_ID["score"].label]


def test_depth_score_and_line_are_shown(table: Driver) -> None:
    table.app.settings.thoughts = True
    table.click_squares("d2", "d3")
    table.until(lambda: "Depth" in table.status and "Best line" in table.status)
    table.until(lambda: len(table.moves) == 2)
    assert "Black's" in table.status
