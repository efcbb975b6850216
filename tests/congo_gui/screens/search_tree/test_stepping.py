"""Stepping through a search: keys, time, cut-offs, and both methods side by side."""

from __future__ import annotations

import pygame

from congo_gui.app import MAX_STEP_S
from congo_gui.commands import actions
from congo_gui.commands.actions import BY_ID
from congo_gui.commands.command import Key
from congo_gui.play.wording import percent
from congo_gui.screens.search_tree import texts as search_tree_texts
from congo_gui.screens.search_tree.panel import BOTH
from congo_gui.screens.search_tree.stepper import SPEEDS
from engine.trace.trace import SearchMethod, StepKind
from tests.congo_gui.driver import CONGO
from tests.congo_gui.screens.search_tree.student import PAWN_ENDING, Student

# --- stepping


def test_starts_unsearched_at_the_position_on_the_board(student: Student) -> None:
    assert student.board == PAWN_ENDING
    assert student.step == 0
    assert student.trace.position == CONGO.notation.parse(PAWN_ENDING)
    assert "White looks for the move with the largest value" in student.screen.panel.text.text


def test_keys_step_on_and_back_and_to_the_ends(student: Student) -> None:
    student.driver.press(pygame.K_RIGHT)
    student.driver.press(pygame.K_PERIOD, ".")
    assert student.step == 2
    student.driver.press(pygame.K_LEFT)
    assert student.step == 1
    student.driver.press(pygame.K_LEFT)
    student.driver.press(pygame.K_LEFT)
    assert student.step == 0
    student.driver.press(pygame.K_END)
    assert student.step == len(student.trace.steps) - 1
    assert student.screen.panel.text.text.startswith(f"Done: {student.trace.best_move} is best")
    student.driver.press(pygame.K_RIGHT)
    assert student.step == len(student.trace.steps) - 1
    student.driver.press(pygame.K_HOME)
    assert student.step == 0


def test_playback_runs_to_the_end_and_can_be_paused(student: Student) -> None:
    student.driver.press(pygame.K_SPACE)
    assert student.screen.stepper.playing
    student.screen.update(3 / student.screen.stepper.speed)
    assert student.step >= 3
    student.driver.press(pygame.K_SPACE)
    held = student.step
    student.screen.update(5.0)
    assert student.step == held
    student.driver.press(pygame.K_SPACE)
    student.screen.update(1000.0)
    assert student.step == student.screen.stepper.last
    assert not student.screen.stepper.playing
    student.driver.press(pygame.K_SPACE)
    assert student.step == 0
    assert student.screen.stepper.playing


def test_playback_keeps_time_at_the_slowest_speed(student: Student) -> None:
    """The loop limits the duration of a frame, so it must run in between."""
    student.screen.stepper.speed = SPEEDS[0]
    student.driver.press(pygame.K_SPACE)
    wanted = student.screen.next_change
    assert wanted is not None
    assert wanted <= MAX_STEP_S


def test_plus_and_minus_change_the_speed(student: Student) -> None:
    usual = student.screen.stepper.speed
    student.driver.press(pygame.K_EQUALS, "+")
    assert student.screen.stepper.speed > usual
    for _ in SPEEDS:
        student.driver.press(pygame.K_MINUS, "-")
    assert student.screen.stepper.speed == SPEEDS[0] == student.screen.panel.controls.speed.value


def test_the_next_cut_off_is_found_and_explained(student: Student) -> None:
    for at in student.trace.cut_offs:
        student.driver.press(pygame.K_c, "c")
        assert student.step == at
        assert student.screen.panel.text.alarming
        assert student.screen.panel.text.text.startswith("Cut! ")
        assert student.screen.panel.text.heading == "Cut-off"
    assert not student.screen.panel.controls.cut.enabled
    student.driver.press(pygame.K_c, "c")
    assert student.step == student.trace.cut_offs[-1]


def test_the_timeline_leads_to_any_step(student: Student) -> None:
    timeline = student.screen.panel.controls.timeline
    assert len(timeline.values) == len(student.trace.steps)
    student.driver.click(timeline.rect.center)
    assert 0.4 < student.step / student.screen.stepper.last < 0.6
    student.driver.press(pygame.K_END)
    assert timeline.value == student.step


def test_each_step_has_its_search_window(student: Student) -> None:
    for _ in range(12):
        student.driver.press(pygame.K_RIGHT)
        step = student.trace.steps[student.step]
        assert student.screen.panel.bar.window.bounds == (step.alpha, step.beta)
        assert student.screen.panel.bar.window.value == step.value


def test_open_tooltips_show_a_changed_key(student: Student) -> None:
    views = student.screen.panel.controls.views
    assert views.tip == f"{search_tree_texts.VIEW_TIP} (1, 2, 3)"
    actions.assign_key(BY_ID["only_minimax"], Key("9", character="9"))
    assert views.tip == f"{search_tree_texts.VIEW_TIP} (1, 9, 3)"
    actions.reset_all_keys()


def test_arrow_keys_walk_the_focused_tree(student: Student) -> None:
    student.driver.press(pygame.K_END)
    screen, canvas, root = (
        student.screen,
        student.screen.panel.trees[SearchMethod.ALPHA_BETA],
        student.trace.root,
    )
    for _ in screen.group.widgets:
        if screen.group.focus is not canvas:
            student.driver.press(pygame.K_TAB)
    assert screen.group.focus is canvas
    student.driver.press(pygame.K_DOWN)
    assert screen.selected is root.children[0]
    student.driver.press(pygame.K_RIGHT)
    assert screen.selected is root.children[1]
    student.driver.press(pygame.K_DOWN)
    assert screen.selected is root.children[1].children[0]
    student.driver.press(pygame.K_UP)
    student.driver.press(pygame.K_LEFT)
    assert screen.selected is root.children[0]
    student.driver.press(pygame.K_LEFT)
    assert screen.selected is root.children[0]


# --- both methods


def test_minimax_has_its_own_steps_and_no_window(student: Student) -> None:
    student.driver.press(pygame.K_2, "2")
    assert student.trace.method is SearchMethod.MINIMAX
    student.driver.press(pygame.K_RIGHT)
    assert student.screen.panel.bar.window.bounds is None
    assert not student.screen.panel.controls.cut.enabled
    student.driver.press(pygame.K_END)
    assert student.step == len(student.trace.steps) - 1


def test_both_trees_are_at_the_same_position(student: Student) -> None:
    student.driver.press(pygame.K_3, "3")
    stepper = student.screen.stepper
    assert student.screen.panel.controls.views.index == BOTH
    assert all(canvas.visible for canvas in student.screen.panel.trees.values())
    part, full = (stepper.traces[method] for method in (SearchMethod.ALPHA_BETA, SearchMethod.MINIMAX))
    for at in range(0, stepper.last + 1, 3):
        student.screen.go_to(at)
        here, there = (
            part.steps[stepper.at[SearchMethod.ALPHA_BETA]],
            full.steps[stepper.at[SearchMethod.MINIMAX]],
        )
        assert [node.code for node in here.node.line] == [node.code for node in there.node.line]
        assert (here.kind is StepKind.RETURN) == (there.kind is StepKind.RETURN)
    student.driver.press(pygame.K_END)
    assert stepper.at[SearchMethod.MINIMAX] == len(full.steps) - 1


def test_changing_the_method_keeps_the_place(student: Student) -> None:
    for _ in range(15):
        student.driver.press(pygame.K_RIGHT)
    line = [node.code for node in student.trace.steps[student.step].node.line]
    before = student.step
    student.driver.press(pygame.K_2, "2")
    assert [node.code for node in student.trace.steps[student.step].node.line] == line
    student.driver.press(pygame.K_1, "1")
    assert student.step == before


def test_shows_the_counts_of_both_searches(student: Student) -> None:
    student.driver.press(pygame.K_END)
    stepper = student.screen.stepper
    totals = [stepper.traces[method].positions for method in (SearchMethod.ALPHA_BETA, SearchMethod.MINIMAX)]
    assert [count.total for count in student.screen.panel.counts.counts] == totals
    assert [count.so_far for count in student.screen.panel.counts.counts] == totals
    saved = search_tree_texts.saved(6, percent(1 - totals[0] / totals[1]))
    assert student.screen.panel.counts.saved == saved
