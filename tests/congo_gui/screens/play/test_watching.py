"""Games between AIs: endless series with a score, and taking over a side."""

from __future__ import annotations

import pygame
import pytest

from congo_gui.play.demo import CountedGame, DemoSeries
from congo_gui.play.events import GameOver
from congo_gui.play.player import PlayerConfig
from congo_gui.screens.play import texts as play_texts
from congo_gui.screens.play.demo_dialogs import ScoreScreen, series_summary
from engine.match.pairing import WinDrawLoss
from engine.rules.congo.facts import LION_CAPTURED
from engine.rules.values import Outcome, Reason
from tests.congo_gui.driver import Driver, Starter

LAST_MOVE = "3l3/7/7/7/7/7/3L1P1 w 1"


@pytest.fixture
def demo(start: Starter) -> Driver:
    driver = start(LAST_MOVE, demo=True)
    driver.session.demo.set_pace(0.0)
    return driver


def finish(driver: Driver) -> None:
    """Let White capture the lion."""
    driver.until(lambda: driver.thinker.thinking)
    game = driver.session.game
    driver.thinker.answer("d1d7")
    driver.until(lambda: game.outcome is not None)


def test_game_follows_game_and_the_score_is_kept(demo: Driver) -> None:
    demo.press(pygame.K_i, "i")
    for games in (1, 2, 3):
        finish(demo)
        demo.until(lambda: demo.session.outcome is None)
        assert demo.session.demo.series.tally("5", 0) == WinDrawLoss(wins=games)
        assert demo.session.demo.series.tally("5", 1) == WinDrawLoss(losses=games)
        assert f"Games: White won {games}, Black won 0, 0 draws." in demo.status


def test_a_game_follows_one_that_was_looked_back_at(demo: Driver) -> None:
    demo.press(pygame.K_i, "i")
    stop = demo.session.events.subscribe(lambda _: demo.session.demo.set_pace(60.0), GameOver)
    finish(demo)
    stop()
    over = demo.session.game
    demo.press(pygame.K_LEFT)
    demo.session.demo.set_pace(0.0)
    demo.run_loop()
    assert demo.session.game is over
    demo.press(pygame.K_RIGHT)
    demo.run_loop()
    assert demo.session.game is not over
    demo.session.undo()
    demo.run_loop()
    assert demo.session.game is over  # it was brought back, and waits


def test_a_game_follows_one_that_was_adjudicated(demo: Driver) -> None:
    demo.press(pygame.K_i, "i")
    demo.reply("f1f2")
    demo.control("e")
    demo.tool(play_texts.DRAW)
    demo.run_loop()
    assert demo.session.demo.series.games == 1
    assert demo.session.outcome is None


def test_without_endless_games_the_ais_stop(demo: Driver) -> None:
    finish(demo)
    demo.run_loop(5)
    assert demo.session.outcome is not None
    assert demo.session.demo.series.games == 1
    assert "Games: White won 1" in demo.status


def test_paused_ais_begin_no_game(demo: Driver) -> None:
    demo.press(pygame.K_i, "i")
    demo.session.pause()
    demo.run_loop()
    assert not demo.thinker.thinking


def test_a_human_takes_over_the_side_to_move(start: Starter) -> None:
    driver = start(demo=True)
    driver.until(lambda: driver.thinker.thinking)
    driver.press(pygame.K_j, "j")
    assert not driver.thinker.thinking
    assert [player.is_human for player in driver.session.current.players] == [True, False]
    driver.click_squares("d2", "d3")
    driver.reply("d6d5")
    assert driver.moves == ["d2d3", "d6d5"]


def test_thoughts_of_a_taken_over_side_are_not_shown_for_the_opponent(start: Starter) -> None:
    driver = start(demo=True)
    driver.session.demo.set_pace(0.0)
    driver.reply("d2d3")
    driver.until(lambda: driver.thinker.thinking)
    driver.thinker.report(driver.session.game.rules.parse_move(driver.session.game.position, "c6c5"))
    driver.until(lambda: "c6c5" in driver.status)
    driver.press(pygame.K_SPACE, " ")
    assert "AI: " in driver.status
    driver.press(pygame.K_j, "j")
    assert "White's pawn moved from d2 to d3." in driver.status
    assert "AI: " not in driver.status
    assert "c6c5" not in driver.status


def test_other_players_begin_with_an_empty_score(demo: Driver) -> None:
    finish(demo)
    demo.run_loop()
    players = demo.session.current.players
    demo.session.games.new((players[0], type(players[0]).named("easy")))
    assert demo.session.demo.series.games == 0


def test_a_game_with_a_human_is_not_counted(start: Starter) -> None:
    driver = start(LAST_MOVE, black="human")
    driver.click_squares("d1", "d7")
    driver.run_loop()
    assert driver.session.demo.series.games == 0


# --- the score as a table


def rows(screen: ScoreScreen) -> list[tuple[str, ...]]:
    return [(line.name, *line.cells) for line in screen.table]


def opened(driver: Driver) -> ScoreScreen:
    driver.press(pygame.K_s, "s")
    screen = driver.app.stack[-1]
    assert isinstance(screen, ScoreScreen)
    return screen


def test_different_players_swap_colours_and_have_separate_rows(start: Starter) -> None:
    driver = start(LAST_MOVE, white="3", black="8", demo=True)
    driver.session.games.new((PlayerConfig("3"), PlayerConfig("8")), driver.session.game.position)
    driver.session.demo.set_pace(0.0)
    driver.press(pygame.K_i, "i")
    for _ in range(3):
        finish(driver)
        driver.until(lambda: driver.session.outcome is None)
    assert rows(opened(driver)) == [
        ("AI – level 3", "3", "2", "0", "1", "67%"),
        ("as White", "2", "2", "0", "0", "100%"),
        ("as Black", "1", "0", "0", "1", "0%"),
        ("AI – level 8", "3", "1", "0", "2", "33%"),
        ("as White", "1", "1", "0", "0", "100%"),
        ("as Black", "2", "0", "0", "2", "0%"),
    ]
    lengths, ends = play_texts.lengths(3, 1, 1, 1), play_texts.ends("3 × the lion was captured")
    assert series_summary(driver.session.demo.series) == (lengths, ends)
    wins = [play_texts.won("AI – level 3", 2), play_texts.won("AI – level 8", 1)]
    assert play_texts.series(", ".join(wins), 0) in driver.status


def test_score_table_is_shown_during_a_series_and_can_be_reset(demo: Driver) -> None:
    demo.press(pygame.K_i, "i")
    finish(demo)
    screen = opened(demo)
    assert [row[:4] for row in rows(screen)] == [
        ("AI – level 5 as White", "1", "1", "0"),
        ("AI – level 5 as Black", "1", "0", "0"),
    ]
    finish(demo)
    demo.until(lambda: screen.table[0].tally.games == 2)
    demo.tool(play_texts.RESET)
    assert demo.session.demo.series.games == 0
    demo.tool(play_texts.DONE)
    assert demo.app.stack == [demo.play]


def test_the_table_is_offered_at_the_end_of_a_game(demo: Driver) -> None:
    finish(demo)
    demo.run_loop()
    demo.command("score")
    assert isinstance(demo.app.stack[-1], ScoreScreen)


def test_draws_count_half_a_point() -> None:
    series = DemoSeries(("a", "b"))
    series.add(CountedGame(("a", "b"), Outcome(None, Reason.REPETITION), 30))
    series.add(CountedGame(("b", "a"), Outcome(0, LION_CAPTURED), 11))
    assert series.tally("a", 0) == WinDrawLoss(draws=1)
    assert (series.tally("b", 1) + series.tally("b", 0)).share == 0.75
    assert series.lengths == (11, 20.5, 30)
