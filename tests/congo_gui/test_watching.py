"""AI against AI: game after game with the score, and a person who takes a side over."""

from __future__ import annotations

import pygame
import pytest

from congo_gui.screens import session as session_module
from tests.congo_gui.driver import Driver, Starter

LAST_MOVE = "3l3/7/7/7/7/7/3L1P1 w 1"


@pytest.fixture
def demo(start: Starter, monkeypatch: pytest.MonkeyPatch) -> Driver:
    monkeypatch.setattr(session_module, "NEXT_GAME_AFTER", 0.0)
    driver = start(LAST_MOVE, demo=True)
    driver.session.pace = 0.0
    return driver


def finish(driver: Driver) -> None:
    """Have White take the lion."""
    driver.until(lambda: driver.thinker.thinking)
    game = driver.session.game
    driver.thinker.answer("d1d7")
    driver.until(lambda: game.outcome is not None)


def test_game_follows_game_and_the_score_is_kept(demo: Driver) -> None:
    demo.press(pygame.K_i, "i")
    for games in (1, 2, 3):
        finish(demo)
        demo.until(lambda: demo.session.outcome is None)
        assert demo.session.score == [games, 0, 0]
        assert f"Score: White {games}, Black 0, 0 draws." in demo.status


def test_without_endless_games_the_ais_stop(demo: Driver) -> None:
    finish(demo)
    demo.turn(5)
    assert demo.session.outcome is not None
    assert demo.session.score == [1, 0, 0]
    assert "Score: White 1" in demo.status


def test_paused_ais_begin_no_game(demo: Driver) -> None:
    demo.press(pygame.K_i, "i")
    demo.session.pause()
    demo.turn()
    assert not demo.thinker.thinking


def test_a_person_takes_over_the_side_to_move(start: Starter) -> None:
    driver = start(demo=True)
    driver.until(lambda: driver.thinker.thinking)
    driver.press(pygame.K_j, "j")
    assert not driver.thinker.thinking
    assert [player.is_human for player in driver.session.players] == [True, False]
    driver.click_squares("d2", "d3")
    driver.reply("d6d5")
    assert driver.moves == ["d2d3", "d6d5"]


def test_other_players_begin_with_an_empty_score(demo: Driver) -> None:
    finish(demo)
    demo.turn()
    players = demo.session.players
    demo.session.new_game((players[0], type(players[0]).named("easy")))
    assert demo.session.score == [0, 0, 0]


def test_a_game_with_a_person_is_not_counted(start: Starter) -> None:
    driver = start(LAST_MOVE, black="human")
    driver.click_squares("d1", "d7")
    driver.turn()
    assert driver.session.score == [0, 0, 0]
