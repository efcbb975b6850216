"""Lessons and playgrounds in the real loop, and how a newcomer finds them."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest

from congo_gui.board.piece_help import HOVER_DELAY_S
from congo_gui.commands.actions import BY_ID
from congo_gui.screens.analysis import texts as analysis_texts
from congo_gui.screens.help.screen import HelpScreen
from congo_gui.screens.learn import screen as learn_screen
from congo_gui.screens.learn import texts as learn_texts
from congo_gui.screens.learn.course import Course, FeedbackTone
from congo_gui.screens.learn.hub import LearnHub
from congo_gui.screens.learn.pieces import Pieces
from congo_gui.screens.learn.screen import ExerciseScreen
from congo_gui.screens.play.screen import PlayScreen
from congo_gui.screens.shared.move_chooser import ChooseMoveScreen
from congo_gui.system import clipboard
from congo_gui.system.startup import EngineStage
from congo_gui.widgets.button import Look
from engine import rules as registry
from engine.learn import lessons
from engine.learn.lessons import AttemptStage, Lesson
from engine.rules.bonzee import texts as bonzee_texts
from engine.rules.rules import Rules
from engine.rules.words import sentence
from engine.tablebase import tablebase
from tests.congo_gui.driver import CONGO, Driver, Opener, Starter
from tests.congo_gui.game_files import last_earlier, play_two
from tests.congo_gui.screens.analysis.analysis_user import LONELY, AnalysisUser

NAMES = registry.names()
COURSE = lessons.load(CONGO).lessons
SIZES = [(640, 480), (800, 600), (1180, 800), (700, 1000), (2560, 1440)]


class Learner:
    """A simulated user of the lessons."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver

    @property
    def screen(self) -> ExerciseScreen:
        screen = self.driver.app.stack[-1]
        assert isinstance(screen, ExerciseScreen)
        return screen

    @property
    def course(self) -> Course:
        assert self.screen.course is not None
        return self.screen.course

    @property
    def pieces(self) -> Pieces:
        exercise = self.screen.exercise
        assert isinstance(exercise, Pieces)
        return exercise

    @property
    def rules(self) -> Rules:
        return self.screen.exercise.rules

    @property
    def feedback(self) -> str:
        return self.screen.panel.text.page.feedback

    def click(self, *names: str) -> None:
        for name in names:
            square = self.rules.notation.square_at(self.screen.exercise.position, name)
            assert square is not None
            self.driver.click(self.screen.board.display.geometry.center(square))
        self.driver.run_loop()

    def press(self, label: str) -> None:
        self.driver.tool(label)
        self.driver.run_loop()

    def open(self, lesson: Lesson | str) -> None:
        name = lesson if isinstance(lesson, str) else lesson.id
        course = self.course.lessons
        index = next(index for index, one in enumerate(course) if one.id == name)
        self.driver.click(self.screen.panel.chips[index].rect.center)

    def choose(self, kind: str) -> None:
        kinds = [one.kind for one in self.pieces.playgrounds]
        self.driver.click(self.screen.panel.pieces[kinds.index(kind)].rect.center)

    def solve(self, lesson: Lesson) -> None:
        """Click the written solution; click the last square again if the piece could continue jumping."""
        for text in lesson.solution:
            position = self.screen.exercise.position
            move = self.rules.parse_move(position, text)
            squares = [self.rules.notation.square_name(position, square) for square in move.path]
            self.click(*squares)
            if self.screen.board.controller.waiting:
                self.click(squares[-1])


@pytest.fixture(autouse=True)
def no_reset(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave wrong moves on the board, however long the test takes."""
    monkeypatch.setattr(learn_screen, "RESET_DELAY_S", math.inf)


@pytest.fixture
def learner(driver: Driver) -> Learner:
    driver.learn(learn_texts.RULES)
    return Learner(driver)


@pytest.fixture
def playground_user(driver: Driver) -> Learner:
    """A simulated user of the playgrounds."""
    driver.learn("Animals")
    return Learner(driver)


def learning(opened: Opener, name: str) -> Learner:
    """Start the program with a game and open its lessons."""
    driver = opened(name)
    driver.learn(learn_texts.RULES)
    return Learner(driver)


def trying(opened: Opener, name: str) -> Learner:
    """Start the program with a game and open the playgrounds of its pieces."""
    driver = opened(name)
    driver.learn(registry.get(name).facts.piece_words[1].capitalize())
    return Learner(driver)


# --- the way there


@pytest.mark.parametrize("way", ["status", "toolbar", "key", "menu"])
def test_a_newcomer_finds_the_lessons(driver: Driver, way: str) -> None:
    if way == "status":
        driver.tool("Learn to play")
    elif way == "toolbar":
        driver.command("learn")
    elif way == "key":
        driver.press(pygame.K_F2)
    else:
        driver.press(pygame.K_F10)
        driver.type("lessons")
        driver.press(pygame.K_RETURN)
    assert isinstance(driver.app.stack[-1], LearnHub)
    driver.press(pygame.K_RETURN)
    assert Learner(driver).course.lesson.id == COURSE[0].id


def test_a_solved_lesson_ends_the_newcomer_hints(learner: Learner) -> None:
    driver = learner.driver
    assert "Learn to play" in driver.offered
    learner.solve(COURSE[0])
    driver.press(pygame.K_ESCAPE)
    driver.press(pygame.K_ESCAPE)
    driver.run_loop()
    assert isinstance(driver.app.stack[-1], PlayScreen)
    assert driver.offered == []


def test_the_card_of_an_animal_in_the_help_leads_to_its_board(driver: Driver) -> None:
    driver.press(pygame.K_F1)
    help_screen = driver.top(HelpScreen)
    place = next(rect for rect, kind in help_screen._card_places if kind == "G")
    driver.click(place.center)
    assert Learner(driver).screen.panel.text.page.title == "Giraffe"


def test_the_help_has_a_button_to_the_animals(driver: Driver) -> None:
    driver.press(pygame.K_F1)
    driver.tool("Try the animals")
    assert Learner(driver).pieces.index == 0


def test_scrolling_the_help_opens_nothing(driver: Driver) -> None:
    driver.press(pygame.K_F1)
    help_screen = driver.top(HelpScreen)
    thumb = help_screen.paper.scroller.thumb()
    assert thumb is not None
    driver.click(thumb.center)
    assert driver.app.stack[-1] is help_screen


def test_the_game_on_the_board_is_untouched(learner: Learner) -> None:
    before = learner.driver.fen
    learner.solve(COURSE[0])
    learner.driver.press(pygame.K_ESCAPE)
    assert learner.driver.fen == before
    assert learner.driver.moves == []


# --- the course


@pytest.mark.parametrize("name", NAMES)
def test_every_lesson_is_solved_by_clicking_its_solution(opened: Opener, name: str) -> None:
    learner = learning(opened, name)
    for lesson in learner.course.lessons:
        learner.open(lesson)
        assert learner.screen.panel.text.page.task == lesson.task
        learner.solve(lesson)
        assert learner.course.stage is AttemptStage.SOLVED, lesson.id
        assert lesson.done in learner.feedback
        assert learner.screen.panel.next.look is Look.PRIMARY
    assert learner.course.all_solved
    assert set(learner.driver.app.settings.lessons) == {name}


def test_a_missed_task_is_explained_and_tried_again(learner: Learner) -> None:
    learner.open("drowning")
    learner.click("b4", "c4")
    assert learner.feedback == learn_texts.missed("Your elephant drowned.")
    assert learner.screen.panel.text.page.tone is FeedbackTone.BAD
    learner.click("f4", "f5")
    assert learner.course.stage is AttemptStage.MISSED
    learner.press(learn_texts.TRY_AGAIN)
    assert learner.feedback == ""
    learner.click("b4", "b5")
    assert learner.course.stage is AttemptStage.SOLVED


def test_a_wrong_move_is_taken_back_and_explained(learner: Learner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learn_screen, "RESET_DELAY_S", 0.0)
    learner.open("drowning")
    start = learner.screen.exercise.position
    learner.click("b4", "c4")
    learner.driver.until(lambda: learner.course.stage is AttemptStage.OPEN)
    assert learner.screen.exercise.position == start
    assert learner.feedback == learn_texts.missed("Your elephant drowned.")
    learner.click("b4", "b5")
    assert learner.course.stage is AttemptStage.SOLVED
    assert learner.screen.panel.text.page.tone is FeedbackTone.GOOD


def test_every_lesson_has_a_chapter(learner: Learner) -> None:
    course = learner.course
    assert all(course.chapters)
    assert len(set(course.chapters)) > 1
    assert learner.screen.panel.text.page.chapter == course.chapters[0]


def test_help_on_a_solved_lesson_reports_it_solved(learner: Learner) -> None:
    learner.open("drowning")
    learner.click("b4", "b2")
    assert learner.screen.commands.own["hint"].reason == learn_texts.LESSON_SOLVED


def test_a_lesson_can_be_skipped_and_resumed(learner: Learner) -> None:
    learner.press(learn_texts.SKIP)
    assert learner.course.lesson.id == COURSE[1].id
    learner.press(learn_texts.PREVIOUS)
    assert learner.course.lesson.id == COURSE[0].id
    assert learner.course.solved == set()


def test_accepts_another_solution(learner: Learner) -> None:
    learner.open("drowning")
    learner.click("b4", "b2")
    assert learner.course.stage is AttemptStage.SOLVED


def test_enter_continues_a_solved_lesson_and_repeats_a_missed_one(learner: Learner) -> None:
    learner.click("c1", "c2")
    assert learner.course.stage is AttemptStage.MISSED
    learner.driver.press(pygame.K_RETURN)
    assert learner.course.stage is AttemptStage.OPEN
    learner.click("d2", "d3")
    learner.driver.press(pygame.K_RETURN)
    assert learner.course.lesson.id == COURSE[1].id


def test_a_hint_comes_first_in_words_and_then_as_an_arrow(learner: Learner) -> None:
    learner.press(BY_ID["hint"].label)
    assert learner.feedback == COURSE[0].hint
    assert not learner.screen.board.controller.state.arrows
    learner.driver.press(pygame.K_h, "h")
    (arrow,) = learner.screen.board.controller.state.arrows
    assert CONGO.notation.square_name(CONGO.start(), arrow.end) == "d3"
    assert not learner.screen.panel.hint.enabled
    learner.solve(COURSE[0])
    assert not learner.screen.board.controller.state.arrows


def test_a_lesson_of_two_turns_waits_in_between(learner: Learner) -> None:
    learner.open("river-cross")
    learner.click("b3", "b4")
    assert learner.feedback == learn_texts.turns_left("Black", 1)
    learner.click("b4", "b5")
    assert learner.course.stage is AttemptStage.SOLVED


def test_an_impossible_square_is_explained_here_too(learner: Learner) -> None:
    learner.click("d2", "d4")
    assert learner.feedback == "The pawn goes only one step forward, straight or diagonally."
    assert learner.course.stage is AttemptStage.OPEN


def test_text_explains_how_to_stop_a_continuable_jump(learner: Learner) -> None:
    learner.open("monkey-stop")
    learner.click("a1", "c3")
    assert "click the same square again or press Enter" in learner.feedback
    learner.driver.press(pygame.K_RETURN)
    assert learner.course.stage is AttemptStage.SOLVED


def test_escape_takes_a_jump_back_before_it_leaves(learner: Learner) -> None:
    learner.open("monkey-stop")
    learner.click("a1", "c3")
    for _ in range(2):
        learner.driver.press(pygame.K_ESCAPE)
        assert isinstance(learner.driver.app.stack[-1], ExerciseScreen)
    learner.driver.press(pygame.K_ESCAPE)
    assert isinstance(learner.driver.app.stack[-1], LearnHub)


def test_ambiguous_drag_asks(learner: Learner) -> None:
    screen, course = learner.screen, learner.course
    position = CONGO.notation.parse("4l2/7/7/1p1p3/7/1p1p3/2M1L2 w 1")
    course.position = course._attempt.position = position
    screen._show()
    start, end = (
        screen.board.display.geometry.center(CONGO.notation.square_at(position, name) or 0)
        for name in ("c1", "c5")
    )
    learner.driver.point(start)
    learner.driver.button(pygame.MOUSEBUTTONDOWN, start)
    learner.driver.point((start[0], start[1] - 30), held=True)
    learner.driver.point(end, held=True)
    learner.driver.button(pygame.MOUSEBUTTONUP, end)
    assert isinstance(learner.driver.app.stack[-1], ChooseMoveScreen)
    learner.driver.press(pygame.K_DOWN)
    learner.driver.press(pygame.K_RETURN)
    assert learner.course.stage is AttemptStage.MISSED


def test_solved_lessons_are_remembered(start: Starter) -> None:
    driver = start()
    driver.learn(learn_texts.RULES)
    learner = Learner(driver)
    learner.solve(COURSE[0])
    learner.open(COURSE[2])
    learner.solve(COURSE[2])
    assert driver.app.settings.lessons == {"congo": [COURSE[0].id, COURSE[2].id]}
    driver.press(pygame.K_ESCAPE)
    driver.press(pygame.K_RETURN)
    assert learner.course.lesson.id == COURSE[1].id
    assert [chip.done for chip in learner.screen.panel.chips[:4]] == [True, False, True, False]


@pytest.mark.parametrize("rubbish", [{"congo": "pawn"}, {"congo": [1, None, "no such lesson"]}, {}])
def test_progress_of_another_version_is_harmless(driver: Driver, rubbish: dict[str, Any]) -> None:
    driver.app.settings.lessons = rubbish
    driver.learn(learn_texts.RULES)
    learner = Learner(driver)
    assert learner.course.solved == set()
    learner.solve(COURSE[0])
    assert COURSE[0].id in driver.app.settings.lessons["congo"]


def test_a_first_game_keeps_the_variations_of_an_analysis_below(driver: Driver, state: Path) -> None:
    play_two(driver)
    driver.app.settings.lessons = {"congo": [lesson.id for lesson in COURSE[:-1]]}
    analysis = AnalysisUser(driver)
    driver.press(pygame.K_LEFT)
    analysis.click("c6", "c5")
    driver.learn(learn_texts.RULES)
    learner = Learner(driver)
    learner.solve(COURSE[-1])
    learner.press(learn_texts.PLAY_FIRST_GAME)
    driver.app.writer.close()
    assert "(1... c6c5)" in last_earlier(state)


@pytest.mark.parametrize("below", ["", "analyse", "edit", "new_game", "help"])
def test_the_last_lesson_leads_to_the_game(driver: Driver, below: str) -> None:
    driver.run_loop()
    if below:
        driver.play.commands.run(below)
    driver.app.settings.lessons = {"congo": [lesson.id for lesson in COURSE[:-1]]}
    driver.learn(learn_texts.RULES)
    learner = Learner(driver)
    assert learner.course.is_last
    learner.solve(COURSE[-1])
    learner.press(learn_texts.PLAY_FIRST_GAME)
    assert isinstance(driver.app.stack[-1], PlayScreen)
    assert [player.name for player in driver.session.current.players] == ["human", "1"]
    assert driver.moves == []


def test_a_first_game_above_an_unsaved_analysis_says_where_that_is(driver: Driver) -> None:
    driver.run_loop()
    assert clipboard.copy(LONELY)
    analysis = AnalysisUser(driver)
    driver.control("v")
    analysis.click("d1", "d2")
    driver.app.settings.lessons = {"congo": [lesson.id for lesson in COURSE[:-1]]}
    driver.learn(learn_texts.RULES)
    learner = Learner(driver)
    learner.solve(COURSE[-1])
    learner.press(learn_texts.PLAY_FIRST_GAME)
    assert driver.app.stack == [driver.play]
    assert driver.play.toast.text == analysis_texts.KEPT_UNDER_OPEN
    driver.app.writer.close()
    assert "d1d2" in driver.app.autosave.analyses.paths()[0].read_text("utf-8")


def test_hovering_explains_an_animal(learner: Learner) -> None:
    square = CONGO.notation.square_at(learner.screen.exercise.position, "d2")
    learner.driver.point(learner.screen.board.display.geometry.center(square or 0))
    for _ in range(3):
        learner.screen.update(HOVER_DELAY_S)
    assert "pawn" in learner.screen.board.help.text


@pytest.mark.parametrize("card", [learn_texts.RULES, learn_texts.STRATEGY, "Animals"])
def test_nothing_is_compiled_to_show_an_exercise(
    start: Starter, monkeypatch: pytest.MonkeyPatch, card: str
) -> None:
    """At the first start the rules are compiled in another process, and the window does not wait for them."""
    driver = start(stage=EngineStage.COMPILING)
    monkeypatch.setattr(type(CONGO), "core", lambda rules: pytest.fail("it would be compiled"))
    monkeypatch.setattr(tablebase, "load_module", lambda game, name: pytest.fail(f"it would import {name}"))
    driver.learn(card)
    hint = driver.top(ExerciseScreen).panel.hint
    for _ in range(2):
        if hint.visible:
            Learner(driver).press(hint.label)
    assert not hint.enabled


def test_nothing_moves_before_the_rules_are_ready(start: Starter) -> None:
    driver = start(stage=EngineStage.LOADING)
    driver.learn(learn_texts.RULES)
    learner = Learner(driver)
    assert learner.feedback == learn_texts.LOADING
    learner.click("d2", "d3")
    assert learner.course.stage is AttemptStage.OPEN
    driver.app.loader.stage = EngineStage.READY
    driver.run_loop()
    assert learner.feedback == ""
    learner.click("d2", "d3")
    assert learner.course.stage is AttemptStage.SOLVED


# --- the pieces


@pytest.mark.parametrize("name", NAMES)
def test_every_piece_moves_by_the_rules(opened: Opener, name: str) -> None:
    learner, rules = trying(opened, name), registry.get(name)
    screen = learner.screen
    for kind in rules.facts.kind_names:
        learner.choose(kind)
        assert rules.facts.kind_names[kind] in screen.panel.text.page.title.lower()
        position = learner.pieces.position
        pieces = rules.notation.pieces(position)
        move = next(move for move in rules.legal_moves(position) if pieces[move.path[0]].kind == kind)
        after = rules.null_move(rules.play(position, move))
        learner.click(*(rules.notation.square_name(position, square) for square in move.path))
        if screen.board.controller.waiting:
            learner.driver.press(pygame.K_RETURN)
        assert learner.pieces.position == after
        learner.press(learn_texts.START_AGAIN)
        assert learner.pieces.position == position


@pytest.mark.parametrize(
    ("name", "kind", "moves", "message"),
    [
        ("minichess", "K", ("d6e5",), ""),
        ("konane", "B", ("d3d1",), "It captured the stone."),
        ("bonzee", "G", ("C5C6",), "It captured the token."),
        ("conga", "B", ("b3N",), ""),
    ],
)
def test_a_playground_names_the_captures(
    opened: Opener, name: str, kind: str, moves: tuple[str, ...], message: str
) -> None:
    learner, rules = trying(opened, name), registry.get(name)
    learner.choose(kind)
    for text in moves:
        move = rules.parse_move(learner.screen.exercise.position, text)
        position = learner.screen.exercise.position
        learner.click(*(rules.notation.square_name(position, square) for square in move.path))
    assert learner.feedback == message


def test_a_playground_without_moves_can_be_restarted(opened: Opener) -> None:
    learner = trying(opened, "conga")
    screen = learner.screen
    learner.choose("W")
    shut_in = learner.rules.notation.parse("b10,w2,-,-/-,-,w4,-/-,w4,-,-/-,-,-,- w")
    learner.pieces.position = shut_in
    screen._show()
    learner.click("c3", "b3")
    assert learner.feedback == learn_texts.would_have_won("There is no legal move.")
    learner.driver.press(pygame.K_RETURN)
    assert learner.pieces.open


@pytest.mark.parametrize(("name", "turned"), [("minichess", True), ("bonzee", False)])
def test_the_learner_is_at_the_first_sides_end(opened: Opener, name: str, turned: bool) -> None:
    assert learning(opened, name).screen.board.display.flipped == turned


@pytest.mark.parametrize(
    ("name", "lesson", "squares", "message"),
    [
        ("minichess", "pawn-capture", ("c2", "c3"), "A pawn cannot capture straight ahead."),
        ("konane", "jump", ("c4", "c2"), "There is no stone on c3 to jump over."),
        ("conga", "blocked", ("b1", "c1"), "White holds c1, the first square on the way."),
        ("bonzee", "light-cell", ("C4", "B5"), sentence(bonzee_texts.light_cell("C4"))),
    ],
)
def test_an_impossible_square_is_explained_in_the_words_of_the_game(
    opened: Opener, name: str, lesson: str, squares: tuple[str, ...], message: str
) -> None:
    learner = learning(opened, name)
    learner.open(lesson)
    learner.click(*squares)
    assert learner.feedback == message
    assert learner.course.stage is AttemptStage.OPEN


def test_an_animal_can_be_dragged_about(playground_user: Learner) -> None:
    playground_user.choose("E")
    board = playground_user.screen.board
    start, end = (
        board.display.geometry.center(CONGO.notation.square_at(board.display.position, name) or 0)
        for name in ("c2", "c4")
    )
    playground_user.driver.point(start)
    playground_user.driver.button(pygame.MOUSEBUTTONDOWN, start)
    playground_user.driver.point((start[0], start[1] - 30), held=True)
    playground_user.driver.point(end, held=True)
    playground_user.driver.button(pygame.MOUSEBUTTONUP, end)
    playground_user.driver.run_loop()
    assert playground_user.pieces.last is not None
    playground_user.click("b2", "b3")
    assert playground_user.feedback == learn_texts.drowned(["elephant"])


def test_capturing_a_lion_ends_the_playground_until_restarted(playground_user: Learner) -> None:
    playground_user.choose("L")
    playground_user.click("c1", "d2")
    assert playground_user.feedback == learn_texts.it_did([learn_texts.captured("zebra")])
    playground_user.click("d2", "d7")
    assert playground_user.feedback == learn_texts.would_have_won("The lion was captured.")
    assert not playground_user.pieces.open
    playground_user.driver.press(pygame.K_RETURN)
    assert playground_user.pieces.open


# --- places


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("section", [learn_texts.RULES, "Animals"])
def test_nothing_overlaps_and_all_is_in_the_window(
    driver: Driver, size: tuple[int, int], section: str
) -> None:
    driver.learn(section)
    learner = Learner(driver)
    learner.driver.resize(*size)
    window = pygame.Rect((0, 0), size)
    places = [widget.rect for widget in learner.screen.group.widgets if widget.visible]
    for index, place in enumerate(places):
        assert window.contains(place), place
        assert min(place.size) > 0, place
        assert place.collidelist(places[index + 1 :]) < 0, place
    assert learner.screen.board.rect.width >= min(size) // 2


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", NAMES)
def test_every_text_is_shown_whole(opened: Opener, name: str, size: tuple[int, int]) -> None:
    learner = learning(opened, name)
    learner.driver.resize(*size)
    screen, theme, course = learner.screen, learner.screen.theme, learner.course
    assert theme is not None
    for index, lesson in enumerate(course.lessons):
        course.go_to(index)
        screen._show()
        for feedback in (lesson.hint, learn_texts.solved(lesson.done)):
            page = course.page
            screen.panel.text.show(replace(page, feedback=feedback, tone=FeedbackTone.GOOD))
            assert screen.panel.text.fitting(theme)[1] == screen.panel.text.page, lesson.id


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", NAMES)
def test_every_text_of_a_playground_is_shown_whole(opened: Opener, name: str, size: tuple[int, int]) -> None:
    learner = trying(opened, name)
    learner.driver.resize(*size)
    screen, theme = learner.screen, learner.screen.theme
    assert theme is not None
    for index, playground in enumerate(learner.pieces.playgrounds):
        screen._go_to(index)
        assert screen.panel.text.fitting(theme)[1] == screen.panel.text.page, playground.kind


@pytest.mark.parametrize("section", [learn_texts.RULES, learn_texts.PUZZLES])
def test_large_text_leaves_the_task_to_be_read_in_a_small_window(opened: Opener, section: str) -> None:
    driver = opened("congo")
    driver.learn(section)
    learner = Learner(driver)
    driver.app.settings.ui_scale = 150
    screen, text, exercise = learner.screen, learner.screen.panel.text, learner.screen.exercise
    exercise.go_to(1)
    for size in ((480, 640), (640, 480)):
        driver.resize(*size)
        theme = screen.theme
        assert theme is not None
        for feedback in ("", "Look at the monkey on b3."):
            text.show(replace(exercise.page, feedback=feedback))
            role, shown = text.fitting(theme)
            assert text.height(theme, role, shown) <= text.rect.height
            assert (shown.title, shown.task) == (exercise.page.title, exercise.page.task)
            assert feedback or shown.text == exercise.page.text or section == learn_texts.PUZZLES
        steps = (screen.panel.hint, screen.panel.again, screen.panel.next)
        assert all(each.rect.y >= text.rect.bottom for each in steps)


@pytest.mark.parametrize("size", SIZES)
def test_labels_fit_their_buttons(learner: Learner, size: tuple[int, int]) -> None:
    learner.driver.resize(*size)
    screen, theme = learner.screen, learner.screen.theme
    assert theme is not None
    for button in (
        screen.panel.hint,
        screen.panel.again,
        screen.panel.previous,
        screen.panel.next,
        *screen.panel.chips,
    ):
        assert theme.width(button.label, button.role) <= button.rect.width - theme.px(8), button.label


def test_the_game_below_is_not_drawn(learner: Learner) -> None:
    screen = learner.driver.play
    drawn: list[int] = []
    original = screen.draw
    screen.draw = lambda surface: drawn.append(1) or original(surface)  # type: ignore[method-assign, func-returns-value]
    learner.solve(COURSE[0])
    assert drawn == []
    learner.driver.press(pygame.K_ESCAPE)
    learner.driver.run_loop()
    assert drawn


@pytest.mark.parametrize(("animation", "speed", "still"), [(False, "normal", True), (True, "fast", False)])
def test_animations_follow_the_settings(driver: Driver, animation: bool, speed: str, still: bool) -> None:
    driver.app.settings.animation = animation
    driver.app.settings.animation_speed = speed
    driver.learn(learn_texts.RULES)
    board = Learner(driver).screen.board
    assert (board.display.animator.pace == 0) == still
    assert board.display.animator.pace < 1
