"""Subjects of the search tree: depths, examples, finished games, and trees that are too large."""

from __future__ import annotations

from functools import partialmethod

import pygame
import pytest

from congo_gui.screens.analysis.screen import AnalyseScreen
from congo_gui.screens.search_tree import examples
from congo_gui.screens.search_tree import texts as search_tree_texts
from congo_gui.screens.search_tree.examples import EXAMPLES, Example
from congo_gui.system.startup import EngineStage
from engine import rules
from engine.rules import parse_position
from engine.trace.trace import LeafReason, SearchMethod, Trace
from tests.congo_gui.driver import CONGO, FakeLoader, Starter
from tests.congo_gui.screens.search_tree.student import KONANE, OF_KONANE, PAWN_ENDING, Student


def test_the_depth_can_be_chosen(student: Student) -> None:
    depth = student.screen.stepper.depth
    student.driver.press(pygame.K_PAGEUP)
    student.wait()
    assert student.trace.depth == depth + 1
    student.driver.tool("−")
    student.wait()
    assert student.trace.depth == depth
    for _ in range(9):
        student.driver.press(pygame.K_PAGEDOWN)
        student.wait()
    assert student.trace.depth == 1
    assert not student.screen.panel.controls.shallower.enabled


def test_too_large_a_tree_is_explained_and_a_smaller_one_offered(
    student: Student, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Trace, "__init__", partialmethod(Trace.__init__, max_positions=60))
    student.screen.search_to(4)
    student.wait()
    assert student.screen.stepper.shown is None
    assert "choose a smaller depth" in student.screen.panel.text.text
    for key in (pygame.K_RIGHT, pygame.K_END, pygame.K_SPACE, pygame.K_u):
        student.driver.press(key)
    student.screen.search_to(2)
    student.wait()
    assert student.trace.depth == 2


def test_saving_is_a_bound_if_minimax_is_too_large(student: Student, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Trace, "__init__", partialmethod(Trace.__init__, max_positions=100))
    student.screen.search_to(3)
    student.wait()
    assert student.trace.complete
    assert search_tree_texts.MORE_THAN in student.screen.panel.counts.saved
    student.driver.press(pygame.K_2, "2")
    assert student.screen.stepper.shown is None
    assert "minimax searches more than 100 positions" in student.screen.panel.text.text


def test_every_game_has_an_example() -> None:
    assert [name for name in rules.names() if not any(each.game == name for each in EXAMPLES)] == []


@pytest.mark.parametrize("example", range(len(EXAMPLES)))
def test_every_example_can_be_stepped_through(student: Student, example: int) -> None:
    student.choose(example)
    wanted = EXAMPLES[example]
    game = rules.get(wanted.game)
    assert student.trace.rules is game
    assert student.trace.position == parse_position(game, wanted.text)
    assert student.trace.depth == wanted.depth
    assert student.trace.cut_offs
    assert len(student.screen.stepper.traces[SearchMethod.MINIMAX].steps) > len(student.trace.steps)
    for _ in range(3):
        student.driver.press(pygame.K_c, "c")
    student.driver.press(pygame.K_END)
    assert student.board == game.notation.format(student.trace.position)


def test_example_leads_back_to_the_position_on_the_board(student: Student) -> None:
    student.choose(0)
    student.choose(-1)
    assert student.board == PAWN_ENDING
    student.driver.press(pygame.K_ESCAPE)
    assert student.driver.app.stack == [student.driver.play]
    assert student.driver.fen == PAWN_ENDING


@pytest.fixture
def compiling(student: Student, monkeypatch: pytest.MonkeyPatch) -> list[FakeLoader]:
    """Let the engines of examples compile until a test sets another stage; return their loaders."""
    started: list[FakeLoader] = []

    class CompilingLoader(FakeLoader):
        def start(self) -> None:
            started.append(self)
            self.stage = EngineStage.COMPILING
            self.progress.note(0.4, 0.4)

    kind = type("Loader", (CompilingLoader,), {"thinker": student.driver.thinker})
    monkeypatch.setattr(examples, "EngineLoader", kind)
    return started


def test_the_search_continues_until_another_game_is_prepared(
    student: Student, compiling: list[FakeLoader]
) -> None:
    student.screen.choose_example(OF_KONANE)
    student.driver.press(pygame.K_RIGHT)
    assert student.step == 1
    assert student.screen.toast.text == search_tree_texts.loading("Konane", "40%")
    compiling[0].stage = EngineStage.READY
    student.driver.until(lambda: student.screen.board.display.rules is KONANE)
    student.driver.run_loop()
    assert not student.screen.toast.text


@pytest.mark.parametrize("instead", [None, next(each for each in EXAMPLES if each.game == "congo")])
def test_choosing_another_example_cancels_the_pending_one(
    student: Student, compiling: list[FakeLoader], instead: Example | None
) -> None:
    student.screen.choose_example(OF_KONANE)
    student.driver.run_loop()
    student.screen.choose_example(instead)
    compiling[0].stage = EngineStage.READY
    student.driver.run_loop()
    student.driver.run_loop()
    assert student.screen.board.display.rules is student.driver.session.game.rules
    assert not student.screen.toast.text


def test_failed_preparation_keeps_the_search(student: Student, monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken(FakeLoader):
        def start(self) -> None:
            self.stage, self.error = EngineStage.FAILED, "no room on the disk"

    monkeypatch.setattr(
        examples, "EngineLoader", type("Loader", (Broken,), {"thinker": student.driver.thinker})
    )
    student.choose(EXAMPLES.index(OF_KONANE))
    assert "no room on the disk" in student.screen.toast.text
    assert student.board == PAWN_ENDING


def test_finished_game_has_nothing_to_search(start: Starter) -> None:
    student = Student(start("3l3/7/7/7/7/7/3L3 w 1", black="human"))
    problem = student.screen.stepper.problems[student.screen.stepper.method]
    assert student.screen.panel.text.text == search_tree_texts.nothing_to_search(problem, "K")
    assert not student.screen.panel.counts.visible
    assert not student.screen.panel.bar.visible
    assert not student.screen.panel.legend.visible
    assert student.screen.toast.text == ""
    for key in (pygame.K_RIGHT, pygame.K_SPACE, pygame.K_c, pygame.K_END, pygame.K_PAGEUP):
        student.driver.press(key)
    student.driver.press(pygame.K_ESCAPE)
    assert student.driver.app.stack == [student.driver.play]


def test_example_can_be_searched_from_a_finished_game(
    start: Starter, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = start("3l3/7/7/7/7/7/3L3 w 1", black="human")
    loader = type("Loader", (FakeLoader,), {"thinker": driver.thinker})
    monkeypatch.setattr(examples, "EngineLoader", loader)
    student = Student(driver)
    student.choose(0)
    assert student.screen.stepper.shown is not None
    assert student.screen.panel.counts.visible
    assert student.screen.panel.bar.visible


def test_the_introduction_hides_nothing_of_the_board(student: Student) -> None:
    screen = student.screen
    assert screen.toast.text
    assert not screen.toast_place.colliderect(screen.board.rect)


def test_the_start_position_of_congo_works_too(start: Starter) -> None:
    student = Student(start(black="human"))
    assert student.trace.depth == 2
    assert len(CONGO.legal_moves(CONGO.start())) < student.trace.positions < 200


def test_opens_from_the_analysis_and_returns_there(start: Starter) -> None:
    driver = start(PAWN_ENDING, black="human")
    driver.press(pygame.K_a, "a")
    analysis = driver.app.stack[-1]
    assert isinstance(analysis, AnalyseScreen)
    student = Student(driver)
    assert student.board == PAWN_ENDING
    driver.press(pygame.K_b, "b")
    assert driver.app.stack[-1] is analysis


def test_draws_by_repetition_of_the_game_are_seen(start: Starter) -> None:
    driver = start(PAWN_ENDING, black="human")
    for start_square, end in [
        ("e1", "e2"),
        ("c7", "c6"),
        ("e2", "e1"),
        ("c6", "c7"),
        ("e1", "e2"),
        ("c7", "c6"),
        ("e2", "e1"),
    ]:
        driver.click_squares(start_square, end)
    student = Student(driver)
    assert any(step.leaf_reason is LeafReason.DRAW_RULE for step in student.trace.steps)
