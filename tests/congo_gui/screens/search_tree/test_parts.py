"""Parts of the search tree screen: layout, labels, and the number line."""

from __future__ import annotations

import itertools

import pygame
import pytest

from congo_gui.screens.search_tree import texts as search_tree_texts
from congo_gui.screens.search_tree.box_layout import spread_apart
from congo_gui.screens.search_tree.canvas import TreeCanvas
from congo_gui.screens.search_tree.examples import EXAMPLES, Example
from congo_gui.screens.search_tree.figures import MAX_EVALUATION_SHARE, WON_SHARE, share
from congo_gui.screens.search_tree.panel import BOTH, VIEW_KEYS
from congo_gui.screens.search_tree.plan import Stub, one_line, stubs_of, whole_tree
from congo_gui.screens.search_tree.stepper import SearchStepper, Subject
from engine.search.state import INFINITE, WIN
from engine.trace.trace import SearchMethod, Trace, TraceNode, pruned_moves
from tests.congo_gui.driver import CONGO
from tests.congo_gui.screens.search_tree.student import KONANE, OF_KONANE, Student


def test_the_plan_keeps_rows_apart_and_parents_above_their_children() -> None:
    trace = Trace(KONANE, KONANE.start(4), 4).finish()
    plan = whole_tree(trace.root, 4)
    rows: dict[int, list[float]] = {}
    for node, column in plan.middles.items():
        rows.setdefault(node.ply, []).append(column)
        for stub, cut in plan.stubs.get(node, []):
            rows.setdefault(node.ply + 1, []).append(cut)
            assert stub.node is node
        if node.children:
            assert plan.middles[node.children[0]] <= column <= plan.middles[node.children[-1]]
    for columns in rows.values():
        ordered = sorted(columns)
        assert all(right - left >= 0.999 for left, right in itertools.pairwise(ordered))
        assert ordered[0] > 0
        assert ordered[-1] < plan.shared(0)
    assert len(plan.middles) == trace.positions + 1


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda each: each.game)
def test_no_position_covers_another_in_any_view(student: Student, example: Example) -> None:
    student.choose(EXAMPLES.index(example))
    for size in [(640, 480), (480, 640), (800, 600), (1180, 800), (2560, 1440)]:
        student.driver.resize(*size)
        for line_only, view in itertools.product((False, True), (0, 1, BOTH)):
            student.screen.line_only = line_only
            student.screen.commands.run(VIEW_KEYS[view])
            last = student.screen.stepper.last
            for at in [1, last // 3, *student.trace.cut_offs[1:2], last]:
                student.screen.go_to(at)
                for canvas in student.screen.panel.trees.values():
                    if canvas.visible:
                        check_boxes(canvas, f"{size}, view {view}, {line_only=}, step {at}")


def check_boxes(canvas: TreeCanvas, where: str) -> None:
    """Check that drawn items do not overlap, are visible and readable."""
    assert canvas.view is not None
    spots = canvas.layout.spots
    rects = sorted((spot.rect for spot in spots.values()), key=lambda rect: rect.left)
    for at, rect in enumerate(rects):
        assert canvas.rect.contains(rect), (where, rect)
        beside = itertools.takewhile(lambda other: other.left < rect.right, rects[at + 1 :])  # noqa: B023
        assert not any(rect.colliderect(other) for other in beside), (where, rect)
    for node in canvas.view.special & canvas.scale.plan.middles.keys():
        assert spots[node].texts, (where, node.ply)


def test_cut_off_moves_are_labelled_all_or_not_at_all(student: Student) -> None:
    student.choose(EXAMPLES.index(OF_KONANE))
    student.screen.line_only = False
    for width in range(640, 1400, 60):
        student.driver.resize(width, width * 5 // 8)
        student.screen.go_to(student.screen.stepper.last)
        named: dict[TraceNode, set[bool]] = {}
        for key, spot in student.screen.panel.trees[SearchMethod.ALPHA_BETA].layout.spots.items():
            if isinstance(key, Stub):
                named.setdefault(key.node, set()).add(bool(spot.texts))
        assert all(len(kinds) == 1 for kinds in named.values())


@pytest.mark.parametrize("percent", [100, 200])
def test_many_moves_beside_each_other_can_all_be_read(student: Student, percent: int) -> None:
    """They are in two rows because one would be too wide for the window."""
    student.choose(next(at for at, each in enumerate(EXAMPLES) if each.game == "minichess"))
    student.driver.app.settings.ui_scale = percent
    student.driver.resize(800, 600)
    student.screen.line_only = True
    student.screen.go_to(student.screen.stepper.last)
    spots = student.screen.panel.trees[SearchMethod.ALPHA_BETA].layout.spots
    below = [spots[node] for node in student.trace.root.children]
    assert all(spot.texts for spot in below) == (percent == 100)
    assert len({spot.rect.centery for spot in below}) == (2 if percent == 100 else 1)


def test_a_large_tree_is_drawn_with_the_positions_of_the_step(student: Student) -> None:
    student.choose(next(at for at, each in enumerate(EXAMPLES) if each.game == "bonzee"))
    student.screen.search_to(5)
    student.wait()
    student.screen.line_only = False
    for size in [(640, 480), (1180, 800)]:
        student.driver.resize(*size)
        for at in (1000, student.screen.stepper.last // 2, student.screen.stepper.last):
            student.screen.go_to(at)
            check_boxes(student.screen.panel.trees[SearchMethod.ALPHA_BETA], f"{size}, step {at}")


def test_neighbours_push_each_other_aside_and_keep_their_order() -> None:
    assert spread_apart([10, 12, 50], [20, 20], 0, 100) == [1, 21, 50]
    assert spread_apart([2, 4, 6], [20, 20], 0, 100) == [0, 20, 40]
    assert spread_apart([98, 99, 100], [20, 20], 0, 100) == [60, 80, 100]
    assert spread_apart([10, 50, 90], [20, 20], 0, 100) == [10, 50, 90]
    assert spread_apart([10, 50, 90], [60, 60], 0, 100) is None


def test_alpha_and_beta_stand_beside_every_row_of_the_line(student: Student) -> None:
    for at in range(0, student.screen.stepper.last, 5):
        student.screen.go_to(at)
        view = student.screen.panel.trees[SearchMethod.ALPHA_BETA].view
        assert view is not None
        line = [node for node in view.current.line if node.moves]
        shown = [view.bounds(ply) for ply in range(student.trace.depth + 1)]
        states = [student.trace.state(node, at) for node in line]
        assert shown[: len(line)] == [(state.alpha, state.beta) for state in states if state]
        assert not any(shown[len(line) :])
    student.driver.press(pygame.K_2, "2")
    view = student.screen.panel.trees[SearchMethod.MINIMAX].view
    assert view is not None
    assert view.bounds(0) is None


def test_a_cut_off_marks_its_reason(student: Student) -> None:
    for at in student.trace.cut_offs:
        student.screen.go_to(at)
        canvas = student.screen.panel.trees[SearchMethod.ALPHA_BETA]
        step, view = student.trace.steps[at], canvas.view
        assert view is not None
        assert view.holder is not None
        bound = step.beta if step.node.maximises else step.alpha
        state = student.trace.state(view.holder, at)
        assert state is not None
        assert state.best == bound or state.value == bound
        name = search_tree_texts.EQUALS_BETA if step.node.maximises else search_tree_texts.EQUALS_ALPHA
        assert name in [text for text, _ in canvas.layout.spots[view.holder].texts]
        assert f"has {student.trace.move(view.holder)} above" in student.screen.panel.text.text
    student.screen.go_to(0)
    view = student.screen.panel.trees[SearchMethod.ALPHA_BETA].view
    assert view is not None
    assert view.holder is None


def test_alpha_beta_is_compared_with_minimax_at_the_end(student: Student) -> None:
    student.driver.press(pygame.K_END)
    full = student.screen.stepper.traces[SearchMethod.MINIMAX]
    assert student.screen.panel.text.text.endswith(search_tree_texts.comparison(full.positions))
    assert full.best_move == student.trace.best_move
    student.driver.press(pygame.K_LEFT)
    assert "Minimax" not in student.screen.panel.text.text


def test_few_cut_off_moves_are_shown_singly_and_many_together() -> None:
    trace = Trace(CONGO, CONGO.start(), 2).finish()
    for step in trace.steps:
        stubs = stubs_of(step.node)
        assert sum(stub.count for stub in stubs) == len(pruned_moves(step.node))
        assert len(stubs) <= 3


def test_a_line_has_a_row_for_each_position_on_it() -> None:
    trace = Trace(KONANE, KONANE.start(4), 3).finish()
    line = trace.best_line(trace.root, len(trace.steps))
    plan = one_line([trace.root, *line])
    assert set(plan.columns) == {0, 1, 2, 3}
    assert all(node in plan.middles for node in line)


def test_the_number_line_keeps_the_order_of_values() -> None:
    values = [-INFINITE, 2 - WIN, -900, -30, 0, 30, 900, WIN - 3, INFINITE]
    places = [share(value, 100.0) for value in values]
    assert places == sorted(places)
    assert places[0] == -1
    assert places[-1] == 1
    assert abs(places[2]) < MAX_EVALUATION_SHARE < WON_SHARE == places[-2]


@pytest.mark.parametrize(
    ("alpha", "beta"), [(WIN - 3, INFINITE), (-INFINITE, 3 - WIN), (30, 30), (35, 30), (-INFINITE, INFINITE)]
)
def test_the_names_of_alpha_and_beta_lie_apart_below_the_number_line(
    student: Student, alpha: int, beta: int
) -> None:
    bar, theme = student.screen.panel.bar, student.screen.theme
    assert theme is not None
    for width in (150, 228, 500):
        bar.place(pygame.Rect(10, 10, width, bar.rect.height), theme)
        track = bar._track(theme)
        left, right = bar._x(track, alpha), bar._x(track, beta)
        (one, place), (other, beside) = bar.names(theme, track, left, right)
        assert [one, other] == (["alpha", "beta"] if alpha <= beta else ["beta", "alpha"])
        assert place.right < beside.left
        assert bar.rect.contains(place)
        assert bar.rect.contains(beside)


def test_a_stepper_needs_no_window() -> None:
    stepper = SearchStepper(Subject(KONANE, KONANE.start(4)), 3)
    while stepper.work(0.05):
        pass
    assert stepper.last == len(stepper.traces[SearchMethod.ALPHA_BETA].steps) - 1
    assert stepper.next_cut == stepper.traces[SearchMethod.ALPHA_BETA].cut_offs[0]
    stepper.go_to(10**6)
    assert stepper.here == stepper.last
    assert stepper.next_cut is None
