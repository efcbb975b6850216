"""The overview of *Learn*: its sections, what comes next, and forgetting."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from congo_gui.screens.learn import sections, texts
from congo_gui.screens.learn.hub import LearnHub
from congo_gui.screens.learn.model_games import name_of
from congo_gui.screens.learn.puzzle_choice import daily_puzzle
from congo_gui.screens.learn.screen import ExerciseScreen
from congo_gui.screens.learn.section_card import SectionCard
from congo_gui.screens.play.screen import PlayScreen
from congo_gui.screens.shared.dialog import ConfirmScreen
from congo_gui.store.ending_progress import EndingProgress
from congo_gui.store.puzzle_progress import PuzzleProgress
from congo_gui.store.settings import settings_path
from congo_gui.system.startup import EngineStage
from engine.learn import lessons
from engine.learn.model_games import model_games_of
from engine.learn.puzzles import puzzles_of
from tests.congo_gui.driver import CONGO, Driver, Opener, Starter

RULES = [lesson.id for lesson in lessons.load(CONGO).lessons]
STRATEGY = [lesson.id for lesson in lessons.strategy_of(CONGO)]
GAMES = [name_of(game) for game in model_games_of(CONGO)]
TODAY = 700_000


@pytest.fixture(autouse=True)
def today(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let it be the same day for the whole test."""
    monkeypatch.setattr(sections, "_today", lambda: TODAY)


def opened_hub(driver: Driver) -> LearnHub:
    driver.press(pygame.K_F2)
    return driver.top(LearnHub)


def progress(hub: LearnHub) -> dict[str, str]:
    return {card.label: card.progress for card in hub.cards}


def test_sections_come_in_the_order_of_learning(driver: Driver) -> None:
    hub = opened_hub(driver)
    names = [card.label for card in hub.cards]
    assert names.index(texts.RULES) < names.index(texts.PUZZLES)
    assert progress(hub)[texts.RULES] == texts.lessons_solved(0, len(RULES))


def test_a_game_has_only_the_sections_that_it_offers(opened: Opener) -> None:
    hub = opened_hub(opened("conga"))
    assert [card.label for card in hub.cards] == [texts.RULES, "Stacks", texts.PROGRESS]
    assert hub.cards[-1].section.about == texts.PROGRESS_WITHOUT_PUZZLES


def test_sections_that_replay_moves_open_when_the_rules_are_loaded(
    start: Starter, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = start(stage=EngineStage.COMPILING)
    with monkeypatch.context() as patch:
        patch.setattr(type(CONGO), "core", lambda rules: pytest.fail("it would be compiled"))
        hub = opened_hub(driver)
        waiting = {card.label for card in hub.cards if not card.enabled}
        assert waiting == {texts.MODEL_GAMES, texts.PUZZLES}
        assert all(progress(hub)[label] == texts.OPENS_WHEN_LOADED for label in waiting)
        driver.tool(texts.PUZZLES)
        assert driver.top(LearnHub) is hub
    driver.app.loader.stage = EngineStage.READY
    driver.run_loop()
    assert all(card.enabled and card.progress != texts.OPENS_WHEN_LOADED for card in hub.cards)
    driver.tool(texts.PUZZLES)
    driver.top(ExerciseScreen)


def test_the_next_step_follows_the_progress(driver: Driver) -> None:
    assert opened_hub(driver).next.label == texts.next_is(texts.next_lesson(texts.RULES, 1, "The pawn"))
    driver.press(pygame.K_ESCAPE)
    driver.app.settings.lessons = {"congo": RULES[:3]}
    hub = opened_hub(driver)
    assert progress(hub)[texts.RULES] == texts.lessons_solved(3, len(RULES))
    driver.tool(hub.next.label)
    course = driver.top(ExerciseScreen).course
    assert course is not None
    assert course.index == 3


def test_the_puzzle_of_the_day_and_missed_ones_follow_the_lessons(driver: Driver) -> None:
    driver.app.settings.lessons = {"congo": [*RULES, *STRATEGY, *GAMES]}
    puzzles, solved = puzzles_of("congo"), driver.app.puzzle_progress
    hub = opened_hub(driver)
    assert hub.next.label == texts.next_is(texts.DAILY)
    driver.press(pygame.K_RETURN)
    course = driver.top(ExerciseScreen).puzzles
    assert course is not None
    assert course.puzzle == puzzles[daily_puzzle("congo", TODAY, len(puzzles))]
    solved.note("congo", course.puzzle, True, TODAY)
    driver.press(pygame.K_ESCAPE)
    assert progress(hub)[texts.PUZZLES] == texts.puzzles_solved(1, len(puzzles))
    solved.note("congo", puzzles[0], False, TODAY - 1)
    driver.press(pygame.K_ESCAPE)
    assert opened_hub(driver).next.label == texts.next_is(texts.puzzles_due(1))


def test_the_overview_has_what_was_done_in_another_window(driver: Driver) -> None:
    def write(path: Path, change: Callable[[bytes], bytes], done: Callable[[], None]) -> None:
        path.write_bytes(change(b""))
        done()

    puzzles = puzzles_of("congo")
    PuzzleProgress(settings_path().parent, write).note("congo", puzzles[0], True, TODAY)
    EndingProgress(settings_path().parent, write).note("congo", "LZ-L", True, 2, TODAY)
    hub = opened_hub(driver)
    assert progress(hub)[texts.PUZZLES] == texts.puzzles_solved(1, len(puzzles))
    assert progress(hub)[texts.ENDINGS] == texts.endings_solved(1, 1)


def test_with_nothing_left_to_learn_the_game_continues(opened: Opener) -> None:
    driver = opened("conga")
    rules = driver.session.game.rules
    driver.app.settings.lessons = {"conga": [lesson.id for lesson in lessons.load(rules).lessons]}
    hub = opened_hub(driver)
    assert hub.next.label == texts.ALL_DONE
    driver.press(pygame.K_RETURN)
    assert isinstance(driver.app.stack[-1], PlayScreen)


def test_arrow_keys_and_enter_open_a_section(driver: Driver) -> None:
    hub = opened_hub(driver)
    driver.press(pygame.K_DOWN)
    driver.press(pygame.K_RIGHT)
    assert hub.group.focus is hub.cards[1]
    driver.press(pygame.K_LEFT)
    driver.press(pygame.K_UP)
    assert hub.group.focus is hub.next
    driver.press(pygame.K_DOWN)
    driver.press(pygame.K_RETURN)
    assert driver.top(ExerciseScreen).course is not None


def test_the_overview_is_spoken_with_the_progress(driver: Driver) -> None:
    spoken: list[str] = []
    driver.app.screen_reader = spoken.append
    hub = opened_hub(driver)
    assert spoken == [hub.words]
    assert hub.next.label in hub.words
    assert texts.lessons_solved(0, len(RULES)) in hub.words
    driver.press(pygame.K_RETURN)
    driver.app.settings.lessons = {"congo": RULES[:1]}
    driver.press(pygame.K_ESCAPE)
    assert spoken[-1] == hub.words
    assert texts.lessons_solved(1, len(RULES)) in spoken[-1]


def test_a_screen_reader_reads_the_cards_and_the_question(driver: Driver) -> None:
    spoken: list[str] = []
    driver.app.screen_reader = spoken.append
    hub = opened_hub(driver)
    driver.press(pygame.K_DOWN)
    assert spoken[-1] == hub.cards[0].words
    driver.press(pygame.K_TAB)
    assert spoken[-1] == hub.cards[1].words
    driver.press(pygame.K_F1)
    assert spoken[-1].startswith("How to play Congo.")
    driver.press(pygame.K_ESCAPE)
    driver.tool(texts.FORGET)
    assert any(texts.FORGET_WORDS in words for words in spoken)
    driver.press(pygame.K_LEFT)
    assert spoken[-1] == texts.FORGET_VERB


def test_progress_is_forgotten_after_a_question(driver: Driver) -> None:
    driver.app.settings.lessons = {"congo": RULES, "konane": ["x"]}
    solved = driver.app.puzzle_progress
    solved.note("congo", puzzles_of("congo")[0], True, TODAY)
    hub = opened_hub(driver)
    driver.tool(texts.FORGET)
    assert solved.attempts("congo")
    driver.click(driver.top(ConfirmScreen).action_button.rect.center)
    assert driver.app.settings.lessons == {"konane": ["x"]}
    assert not solved.attempts("congo")
    assert progress(hub)[texts.RULES] == texts.lessons_solved(0, len(RULES))


@pytest.mark.parametrize("size", [(640, 480), (480, 640)], ids=str)
def test_large_text_leaves_every_card_its_title(driver: Driver, size: tuple[int, int]) -> None:
    hub = opened_hub(driver)
    driver.app.settings.ui_scale = 150
    driver.resize(*size)
    theme = hub.theme
    assert theme is not None
    for card in hub.cards:
        assert isinstance(card, SectionCard)
        assert hub.box.contains(card.rect)
        assert card.rect.height >= theme.px(20)
