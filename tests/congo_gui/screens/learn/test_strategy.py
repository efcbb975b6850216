"""Lessons about strategy on the screen: replies, refutations, marks and words."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from congo_gui.commands.actions import BY_ID
from congo_gui.screens.analysis.screen import AnalyseScreen
from congo_gui.screens.learn import screen as learn_screen
from congo_gui.screens.learn import texts
from congo_gui.screens.learn.best_reply import BestReply
from congo_gui.screens.learn.course import FeedbackTone
from congo_gui.screens.learn.hub import LearnHub
from congo_gui.screens.learn.screen import ExerciseScreen
from congo_gui.screens.learn.strategy_course import StrategyCourse
from congo_gui.widgets.button import Look
from engine.learn import lessons
from engine.learn.lessons import AttemptStage
from engine.rules.values import Position
from tests.congo_gui.driver import CONGO, Driver

LESSONS = lessons.strategy_of(CONGO)
NUMBERS = {lesson.id: index for index, lesson in enumerate(LESSONS)}


def course_at(name: str, solved: list[str] | None = None) -> StrategyCourse:
    def answer(position: Position) -> BestReply:
        return BestReply(CONGO.legal_moves(position)[:1])

    course = StrategyCourse(CONGO, LESSONS, (), (solved if solved is not None else []).append, answer)
    course.go_to(NUMBERS[name])
    return course


def play(course: StrategyCourse, text: str) -> None:
    move = CONGO.parse_move(course.position, text)
    course.play(move, move.path)


# --- the course


def test_the_other_side_replies_with_the_written_move() -> None:
    solved: list[str] = []
    course = course_at("strategy-drag", solved)
    play(course, "d3d2")
    assert course.pending
    assert not course.open
    assert course.step()
    assert course.open
    assert course.page.feedback == texts.go_on("White's lion moves from d1 to d2, capturing a pawn.")
    play(course, "d7d2")
    assert course.stage is AttemptStage.SOLVED
    assert solved == ["strategy-drag"]


def test_a_wrong_move_is_refuted_and_taken_back_to_its_own_turn() -> None:
    course = course_at("strategy-drag")
    play(course, "d3d2")
    course.step()
    turn = course.position
    play(course, "a6a5")
    assert course.pending
    assert course.page.feedback == texts.NOT_BEST
    assert course.step()
    assert course.page.feedback.endswith("Try again.")
    refuted = course.position
    assert not course.pending
    course.retry()
    assert course.position == turn != refuted
    assert course.page.tone is FeedbackTone.BAD
    assert course.page.feedback.startswith("✗ Not the best. The reply: White")
    play(course, "d7d2")
    assert course.stage is AttemptStage.SOLVED


def test_any_of_several_right_moves_solves_it() -> None:
    for answer in LESSONS[NUMBERS["strategy-ending-lone"]].answers[0]:
        course = course_at("strategy-ending-lone")
        play(course, answer)
        assert course.stage is AttemptStage.SOLVED


def test_the_hint_is_about_the_first_move() -> None:
    course = course_at("strategy-drag")
    course.hint()
    play(course, "d3d2")
    course.step()
    assert course.page.tone is FeedbackTone.GOOD
    course.hint()
    assert course.arrows
    assert course.page.feedback.startswith("The move: Black's lion")


def test_marks_are_shown_until_the_first_move() -> None:
    course = course_at("strategy-crocodile")
    assert [CONGO.notation.square_name(course.position, each) for each in course.circles] == ["a4", "e5"]
    course.hint()
    course.hint()
    assert len(course.arrows) == 1
    play(course, "f1f4")
    assert not course.circles
    course = course_at("strategy-door")
    ((start, end),) = course.arrows
    assert [CONGO.notation.square_name(course.position, each) for each in (start, end)] == ["d6", "d1"]


def test_the_last_lesson_to_be_solved_ends_the_course() -> None:
    course = course_at("strategy-drag")
    course.solved |= {lesson.id for lesson in LESSONS if lesson.id != "strategy-drag"}
    play(course, "d3d2")
    course.step()
    assert not course.ends
    play(course, "d7d2")
    assert course.ends
    assert texts.ALL_LESSONS_SOLVED in course.page.feedback
    course.go_to(0)
    assert not course.ends


# --- on the screen


class StrategyLearner:
    """A simulated user of the strategy lessons."""

    def __init__(self, driver: Driver, name: str) -> None:
        self.driver = driver
        driver.learn(texts.STRATEGY)
        self.screen = driver.top(ExerciseScreen)
        driver.click(self.screen.panel.chips[NUMBERS[name]].rect.center)
        driver.run_loop()

    def click(self, *names: str) -> None:
        for name in names:
            square = CONGO.notation.square_at(self.screen.exercise.position, name)
            assert square is not None
            self.driver.click(self.screen.board.display.geometry.center(square))
        self.driver.run_loop()


def test_two_turns_are_clicked_with_the_reply_between(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(learn_screen, "REPLY_DELAY_S", 0.0)
    player = StrategyLearner(driver, "strategy-drag")
    course = player.screen.course
    assert course is not None
    player.click("d3", "d2")
    driver.until(lambda: course.open)
    player.click("d7", "d2")
    assert course.stage is AttemptStage.SOLVED
    assert player.screen.panel.next.look is Look.PRIMARY
    assert driver.app.settings.lessons == {"congo": ["strategy-drag"]}


def test_a_wrong_move_is_answered_by_the_engine(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learn_screen, "REPLY_DELAY_S", 0.0)
    player = StrategyLearner(driver, "strategy-door")
    lesson = player.screen.exercise.position
    player.click("d5", "e7")
    driver.until(lambda: not player.screen.exercise.pending)
    assert player.screen.panel.text.page.feedback.startswith(texts.LOSES)
    assert "lion" in player.screen.panel.text.page.feedback
    assert player.screen.exercise.position != lesson
    assert player.screen.next_change != 0.0  # nothing takes the refutation back by itself


@pytest.mark.parametrize("way", ["button", "click", "enter"])
def test_a_refutation_stays_until_the_learner_goes_on(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    monkeypatch.setattr(learn_screen, "REPLY_DELAY_S", 0.0)
    player = StrategyLearner(driver, "strategy-door")
    lesson = player.screen.exercise.position
    player.click("d5", "e7")
    driver.until(lambda: not player.screen.exercise.pending)
    feedback = player.screen.panel.text.page.feedback
    player.screen.update(60.0)
    assert player.screen.exercise.position != lesson
    if way == "button":
        driver.tool(texts.TRY_AGAIN)
    elif way == "click":
        player.click("a1")
    else:
        driver.press(pygame.K_RETURN)
    assert player.screen.exercise.position == lesson
    assert player.screen.exercise.open
    assert player.screen.panel.text.page.feedback == feedback


def test_the_board_s_enter_key_opens_the_next_lesson_after_a_solved_one(driver: Driver) -> None:
    player = StrategyLearner(driver, "strategy-ending-shield")
    player.click("d5", "d3")
    assert player.screen.course is not None
    assert player.screen.course.stage is AttemptStage.SOLVED
    player.screen.group.set_focus(player.screen.board)
    driver.press(pygame.K_RETURN)
    assert player.screen.course.stage is AttemptStage.OPEN


def test_a_move_that_only_draws_is_called_so(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learn_screen, "REPLY_DELAY_S", 0.0)
    player = StrategyLearner(driver, "strategy-ending-pin")
    player.click("g7", "g6")
    driver.until(lambda: not player.screen.exercise.pending)
    assert player.screen.panel.text.page.feedback.startswith(texts.ONLY_DRAWS)


def test_a_lesson_can_be_analysed_once_it_was_tried(driver: Driver) -> None:
    player = StrategyLearner(driver, "strategy-drag")
    analyse = player.screen.commands.own["analyse"]
    assert analyse.reason == texts.TRY_FIRST
    play_all = (("d3", "d2"), ("d7", "d2"))
    player.click(*play_all[0])
    driver.until(lambda: player.screen.exercise.open)
    player.click(*play_all[1])
    assert player.screen.panel.analyse.visible
    assert not player.screen.panel.hint.visible
    study = player.screen.exercise.study
    assert study is not None
    assert [recorded.move.text for recorded in study.moves] == ["d3d2", "d1d2", "d7d2"]
    driver.tool(BY_ID["analyse"].label)
    assert driver.top(AnalyseScreen).cursor.node.position == LESSONS[NUMBERS["strategy-drag"]].position
    driver.press(pygame.K_ESCAPE)
    assert driver.top(ExerciseScreen) is player.screen


def test_after_the_last_lesson_the_overview_comes_back(driver: Driver) -> None:
    driver.app.settings.lessons = {"congo": [lesson.id for lesson in LESSONS[:-1]]}
    player = StrategyLearner(driver, LESSONS[-1].id)
    first = LESSONS[-1].answers[0][0]
    player.click(first[:2], first[2:])
    assert texts.ALL_LESSONS_SOLVED in player.screen.exercise.page.feedback
    driver.tool(texts.LEAVE)
    hub = driver.top(LearnHub)
    card = next(card for card in hub.cards if card.label == texts.STRATEGY)
    assert card.progress == texts.lessons_solved(20, 20)


def test_lessons_are_spoken_with_the_position(driver: Driver) -> None:
    spoken: list[str] = []
    driver.app.screen_reader = spoken.append
    player = StrategyLearner(driver, "strategy-ending-shield")
    lesson = LESSONS[NUMBERS["strategy-ending-shield"]]
    assert lesson.task in spoken[-1]
    assert "White: lion d2, giraffe d5. Black: lion d6." in spoken[-1]
    driver.press(pygame.K_h, "h")
    assert spoken[-1] == lesson.hint
    player.click("d5", "d3")
    assert spoken[-1] == texts.solved(lesson.done)


def test_a_wrong_move_is_spoken_once_with_its_answer(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learn_screen, "REPLY_DELAY_S", 0.0)
    spoken: list[str] = []
    driver.app.screen_reader = spoken.append
    player = StrategyLearner(driver, "strategy-door")
    player.click("d5", "e7")
    driver.until(lambda: not player.screen.exercise.pending)
    driver.run_loop()
    assert [words for words in spoken if words.startswith("✗")] == [player.screen.panel.text.page.feedback]


@pytest.mark.parametrize("size", [(640, 480), (800, 600), (1180, 800), (700, 1000)], ids=str)
def test_every_text_is_shown_whole(driver: Driver, size: tuple[int, int]) -> None:
    screen = StrategyLearner(driver, LESSONS[0].id).screen
    driver.resize(*size)
    theme, text, course = screen.theme, screen.panel.text, screen.course
    assert theme is not None
    assert course is not None
    for index, lesson in enumerate(LESSONS):
        course.go_to(index)
        text.show(course.page)
        assert text.fitting(theme)[1] == text.page, lesson.id
        assert theme.width(BY_ID["hint"].label, screen.panel.hint.role) <= screen.panel.hint.rect.width
