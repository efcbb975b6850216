"""Model games on the screen: steps by button and key, words, and which games were seen."""

from __future__ import annotations

import pygame
import pytest

from congo_gui.commands.actions import BY_ID
from congo_gui.play.game_state import GameState
from congo_gui.screens.analysis.screen import AnalyseScreen
from congo_gui.screens.learn import texts
from congo_gui.screens.learn.hub import LearnHub
from congo_gui.screens.learn.model_games import ModelGames, name_of
from congo_gui.screens.learn.screen import ExerciseScreen
from engine.learn.model_games import model_games_of
from tests.congo_gui.driver import CONGO, Driver

GAMES = model_games_of(CONGO)


def opened(driver: Driver) -> tuple[ExerciseScreen, ModelGames]:
    driver.learn(texts.MODEL_GAMES)
    screen = driver.top(ExerciseScreen)
    games = screen.games
    assert games is not None
    return screen, games


def test_moves_are_stepped_through_by_button_and_key(driver: Driver) -> None:
    screen, games = opened(driver)
    start = games.position
    assert screen.panel.text.page.text == GAMES[0].comment
    driver.tool(texts.NEXT)
    assert games.ply == 1
    driver.press(pygame.K_RIGHT)
    driver.press(pygame.K_RETURN)
    assert games.ply == 3
    assert screen.panel.text.page.note == texts.model_game(1, len(GAMES), 3, len(GAMES[0].moves))
    driver.tool(texts.PREVIOUS)
    driver.press(pygame.K_LEFT)
    driver.press(pygame.K_LEFT)
    assert games.position == start
    assert screen.commands.own["back"].reason == texts.FIRST_MOVE


@pytest.mark.parametrize("focus", ["board", "next"])
def test_holding_enter_stops_at_the_end_of_a_game(driver: Driver, focus: str) -> None:
    screen, games = opened(driver)
    screen.group.set_focus(screen.board if focus == "board" else screen.panel.next)
    games.go_to_ply(len(GAMES[0].moves) - 2)
    for _ in range(4):
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="\r"))
        driver.run_loop(1)
    assert (games.index, games.at_end) == (0, True)
    pygame.event.post(pygame.event.Event(pygame.KEYUP, key=pygame.K_RETURN, mod=0))
    driver.press(pygame.K_RETURN)
    assert (games.index, games.ply) == (1, 0)


def test_next_comment_skips_the_moves_without_one(driver: Driver) -> None:
    screen, games = opened(driver)
    commented = [ply for ply, recorded in enumerate(GAMES[0].moves, 1) if recorded.comment]
    assert commented[0] > 1
    driver.press(pygame.K_c, "c")
    assert games.ply == commented[0]
    driver.tool(BY_ID["next_comment"].label)
    assert games.ply == commented[1]
    driver.press(pygame.K_HOME)
    assert games.ply == 0
    assert screen.commands.own["first"].reason == texts.FIRST_MOVE
    games.go_to_ply(len(GAMES[0].moves))
    assert screen.commands.own["next_comment"].reason == texts.LAST_MOVE


def test_a_game_goes_on_where_it_was_left(driver: Driver) -> None:
    _, games = opened(driver)
    games.go_to(1)
    games.go_to_ply(7)
    driver.press(pygame.K_ESCAPE)
    driver.press(pygame.K_ESCAPE)
    _, games = opened(driver)
    assert (games.index, games.ply) == (1, 7)
    games.go_to_ply(len(GAMES[1].moves))
    driver.press(pygame.K_ESCAPE)
    driver.press(pygame.K_ESCAPE)
    _, games = opened(driver)
    assert (games.index, games.ply) == (0, 0)


def test_the_jumps_are_refused_in_other_exercises(driver: Driver) -> None:
    driver.learn(texts.STRATEGY)
    commands = driver.top(ExerciseScreen).commands
    assert commands.own["next_comment"].reason == texts.ONLY_IN_MODEL_GAMES
    assert commands.own["first"].reason == texts.ONLY_IN_MODEL_GAMES


def test_the_analysis_begins_at_the_position_on_the_board(driver: Driver) -> None:
    screen, games = opened(driver)
    games.go_to_ply(5)
    shown = games.position
    driver.tool(BY_ID["analyse"].label)
    assert driver.top(AnalyseScreen).cursor.node.position == shown
    driver.press(pygame.K_ESCAPE)
    assert driver.top(ExerciseScreen) is screen
    assert games.ply == 5


def test_a_comment_stands_with_its_move(driver: Driver) -> None:
    screen, games = opened(driver)
    ply = next(at for at, recorded in enumerate(GAMES[0].moves, 1) if recorded.comment)
    for _ in range(ply):
        driver.press(pygame.K_RIGHT)
    assert screen.panel.text.page.text == GAMES[0].moves[ply - 1].comment
    assert screen.panel.text.page.task
    assert games.last is not None


def test_a_game_seen_to_the_end_is_remembered(driver: Driver) -> None:
    screen, games = opened(driver)
    games.go_to_ply(len(GAMES[0].moves) - 1)
    driver.press(pygame.K_RIGHT)
    assert driver.app.settings.lessons == {"congo": [name_of(GAMES[0])]}
    assert screen.panel.chips[0].done
    driver.tool(texts.NEXT_GAME)
    assert (games.index, games.ply) == (1, 0)
    driver.press(pygame.K_ESCAPE)
    card = next(card for card in driver.top(LearnHub).cards if card.label == texts.MODEL_GAMES)
    assert card.progress == texts.games_seen(1, len(GAMES))


@pytest.mark.parametrize("dialogs", [(), ((pygame.K_i, "i"),), ((pygame.K_i, "i"), (pygame.K_F10, ""))])
def test_an_analysis_below_learn_is_left_for_that_of_a_model_game(
    driver: Driver, dialogs: tuple[tuple[int, str], ...]
) -> None:
    driver.run_loop()
    driver.press(pygame.K_a, "a")
    for key, text in dialogs:
        driver.press(key, text)
    assert len(driver.app.stack) == 2 + len(dialogs)
    _, games = opened(driver)
    games.go_to_ply(5)
    shown = games.position
    driver.press(pygame.K_a, "a")
    assert driver.top(AnalyseScreen).cursor.node.position == shown
    for _ in range(3):  # the analysis, the model game, *Learn*
        driver.press(pygame.K_ESCAPE)
    assert driver.app.stack == [driver.play]
    assert driver.session.state is GameState.IDLE


def test_moves_and_comments_are_spoken(driver: Driver) -> None:
    spoken: list[str] = []
    driver.app.screen_reader = spoken.append
    screen, games = opened(driver)
    assert GAMES[0].comment in spoken[-1]
    driver.press(pygame.K_RIGHT)
    assert spoken[-1] == screen.panel.text.page.task
    assert games.ply == 1
    assert not any(".." in words for words in spoken)


@pytest.mark.parametrize("size", [(640, 480), (800, 600), (1180, 800), (700, 1000)], ids=str)
def test_every_comment_is_shown_whole(driver: Driver, size: tuple[int, int]) -> None:
    screen, games = opened(driver)
    driver.resize(*size)
    theme, text = screen.theme, screen.panel.text
    assert theme is not None
    for index, game in enumerate(GAMES):
        games.go_to(index)
        for ply in range(len(game.moves) + 1):
            games.go_to_ply(ply)
            text.show(games.page)
            assert text.fitting(theme)[1] == text.page, (index, ply)
