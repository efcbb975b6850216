"""Stepping through a search: the tree, the window, cut-offs, both methods side by side, board and keys."""

from __future__ import annotations

import itertools
from typing import Any

import pygame
import pytest

from congo_gui import chosen_keys
from congo_gui.actions import BY_ID
from congo_gui.app import LONGEST_STEP
from congo_gui.keys import Key
from congo_gui.screens.analysis.screen import AnalyseScreen
from congo_gui.screens.search_tree import screen as search_tree
from congo_gui.screens.search_tree.canvas import TreeCanvas
from congo_gui.screens.search_tree.controls import BOTH
from congo_gui.screens.search_tree.examples import EXAMPLES, Example, ExamplesScreen
from congo_gui.screens.search_tree.figures import DECIDED, EVALUATED, Legend, share
from congo_gui.screens.search_tree.layout import search_tree_layout
from congo_gui.screens.search_tree.places import settle
from congo_gui.screens.search_tree.plan import Stub, one_line, stubs_of, whole_tree
from congo_gui.screens.search_tree.screen import SearchTreeScreen
from congo_gui.screens.search_tree.walk import SPEEDS, Subject, Walk
from congo_gui.screens.window.options import UI_SCALES
from congo_gui.theme import Role, Theme, scale_for
from engine import rules
from engine.lab.trace import Kind, Method, Node, Trace, unseen
from engine.rules import read_position
from engine.search.state import INFINITE, WIN
from tests.congo_gui.driver import CONGO, Driver, FakeLoader, Starter
from tests.congo_gui.test_layout import SIZES

PAWN_ENDING = "2l4/7/7/7/7/P6/4L2 w 1"
KONANE = rules.get("konane")


class Student:
    """Somebody in front of the search tree."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver
        driver.press(pygame.K_b, "b")
        self.wait()

    @property
    def screen(self) -> SearchTreeScreen:
        screen = self.driver.app.stack[-1]
        assert isinstance(screen, SearchTreeScreen)
        return screen

    @property
    def trace(self) -> Trace:
        assert self.screen.trace is not None
        return self.screen.trace

    @property
    def step(self) -> int:
        return self.screen.walk.here

    @property
    def board(self) -> str:
        return self.screen.board.rules.write(self.screen.board.position)

    def wait(self) -> None:
        """Wait until both searches are finished."""
        self.driver.until(lambda: not self.screen.walk.working)
        self.driver.turn()

    def choose(self, example: int) -> None:
        """Choose an example in the dialog."""
        self.driver.tool("Examples")
        dialog = self.driver.app.stack[-1]
        assert isinstance(dialog, ExamplesScreen)
        self.driver.click(dialog.buttons[example + 1].rect.center)
        self.driver.until(lambda: self.screen._loader is None)
        self.wait()

    def click(self, node: Node, method: Method = Method.ALPHA_BETA) -> None:
        """Click a position of the tree."""
        self.driver.click(self.screen.trees[method].place_of(node))


@pytest.fixture
def student(start: Starter, monkeypatch: pytest.MonkeyPatch) -> Student:
    driver = start(PAWN_ENDING, black="human")
    monkeypatch.setattr(
        search_tree, "EngineLoader", type("Loader", (FakeLoader,), {"thinker": driver.thinker})
    )
    return Student(driver)


# --- stepping


def test_it_begins_with_the_position_on_the_board_and_nothing_searched(student: Student) -> None:
    assert student.board == PAWN_ENDING
    assert student.step == 0
    assert student.trace.position == CONGO.parse(PAWN_ENDING)
    assert "White looks for the move with the largest value" in student.screen.text.text


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
    assert student.screen.text.text.startswith(f"Done: {student.trace.best_move} is best for White")
    student.driver.press(pygame.K_RIGHT)
    assert student.step == len(student.trace.steps) - 1
    student.driver.press(pygame.K_HOME)
    assert student.step == 0


def test_it_plays_by_itself_until_the_end_and_can_be_held(student: Student) -> None:
    student.driver.press(pygame.K_SPACE)
    assert student.screen.walk.playing
    student.screen.update(3 / student.screen.walk.speed)
    assert student.step >= 3
    student.driver.press(pygame.K_SPACE)
    held = student.step
    student.screen.update(5.0)
    assert student.step == held
    student.driver.press(pygame.K_SPACE)
    student.screen.update(1000.0)
    assert student.step == student.screen.walk.last
    assert not student.screen.walk.playing
    student.driver.press(pygame.K_SPACE)
    assert student.step == 0
    assert student.screen.walk.playing


def test_it_plays_in_time_at_the_slowest_speed_too(student: Student) -> None:
    """The loop cuts short what it takes for a turn, so it has to be called in between."""
    student.screen.walk.speed = SPEEDS[0]
    student.driver.press(pygame.K_SPACE)
    wanted = student.screen.next_change
    assert wanted is not None
    assert wanted <= LONGEST_STEP


def test_plus_and_minus_change_how_fast_it_plays(student: Student) -> None:
    usual = student.screen.walk.speed
    student.driver.press(pygame.K_EQUALS, "+")
    assert student.screen.walk.speed > usual
    for _ in SPEEDS:
        student.driver.press(pygame.K_MINUS, "-")
    assert student.screen.walk.speed == SPEEDS[0] == student.screen.controls.speed.value


def test_the_next_cut_off_is_found_and_explained(student: Student) -> None:
    for at in student.trace.cut_offs:
        student.driver.press(pygame.K_c, "c")
        assert student.step == at
        assert student.screen.text.alarming
        assert student.screen.text.text.startswith("Cut! ")
        assert student.screen.text.heading == "Cut-off"
    assert not student.screen.controls.cut.enabled
    student.driver.press(pygame.K_c, "c")
    assert student.step == student.trace.cut_offs[-1]


def test_the_timeline_leads_to_any_step(student: Student) -> None:
    timeline = student.screen.controls.timeline
    assert len(timeline.values) == len(student.trace.steps)
    student.driver.click(timeline.rect.center)
    assert 0.4 < student.step / student.screen.walk.last < 0.6
    student.driver.press(pygame.K_END)
    assert timeline.value == student.step


def test_the_window_is_that_of_the_step(student: Student) -> None:
    for _ in range(12):
        student.driver.press(pygame.K_RIGHT)
        step = student.trace.steps[student.step]
        assert student.screen.bar.window.bounds == (step.alpha, step.beta)
        assert student.screen.bar.window.value == step.value


def test_a_changed_key_is_named_by_the_tooltips_that_are_open(student: Student) -> None:
    views = student.screen.controls.views
    assert views.tip == "Which search (1, 2, 3)"
    chosen_keys.choose_key(BY_ID["only_minimax"], Key("9", character="9"))
    assert views.tip == "Which search (1, 9, 3)"
    chosen_keys.restore_all_keys()


def test_the_arrow_keys_go_through_the_tree_that_has_the_keyboard(student: Student) -> None:
    student.driver.press(pygame.K_END)
    screen, canvas, root = student.screen, student.screen.trees[Method.ALPHA_BETA], student.trace.root
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


# --- the tree and the board


def test_the_board_follows_the_steps_and_arrows_show_the_line(student: Student) -> None:
    student.driver.press(pygame.K_RIGHT)
    student.driver.press(pygame.K_RIGHT)
    node = student.trace.steps[student.step].node
    assert student.board == CONGO.write(student.trace.position_of(node))
    arrows = student.screen.board.controller.state.arrows
    assert [arrow.label for arrow in arrows] == ["1", "2"]
    assert [(arrow.start, arrow.end) for arrow in arrows] == [
        student.trace.move(one).path for one in node.line[1:]
    ]


def test_only_what_was_entered_is_drawn(student: Student) -> None:
    canvas = student.screen.trees[Method.ALPHA_BETA]
    assert [node for node, _, _ in canvas.in_sight()] == [student.trace.root]
    student.driver.press(pygame.K_RIGHT)
    assert len(list(canvas.in_sight())) == 2
    student.driver.press(pygame.K_END)
    assert len(list(canvas.in_sight())) == student.trace.positions + 1


def test_a_click_on_a_position_shows_it_and_says_what_happened_there(student: Student) -> None:
    student.driver.press(pygame.K_END)
    node = student.trace.root.children[1]
    student.click(node)
    assert student.screen.selected is node
    assert student.board == CONGO.write(student.trace.position_of(node))
    assert "goes up" in student.screen.text.text
    student.click(node)
    assert student.screen.selected is None
    assert student.board == PAWN_ENDING


def test_stepping_lets_the_clicked_position_go(student: Student) -> None:
    student.driver.press(pygame.K_END)
    student.click(student.trace.root.children[1])
    student.driver.press(pygame.K_LEFT)
    assert student.screen.selected is None
    assert student.step == student.screen.walk.last - 1


def test_dragging_moves_the_tree_and_is_no_click(student: Student) -> None:
    student.driver.press(pygame.K_END)
    canvas = student.screen.trees[Method.ALPHA_BETA]
    node = student.trace.root.children[1]
    x, y = canvas.place_of(node)
    student.driver.point((x, y))
    student.driver.button(pygame.MOUSEBUTTONDOWN, (x, y))
    student.driver.point((x + 40, y + 10), held=True)
    student.driver.button(pygame.MOUSEBUTTONUP, (x + 40, y + 10))
    assert canvas.place_of(node) == (x + 40, y + 10)
    assert student.screen.selected is None


def test_the_wheel_widens_the_tree_and_back(student: Student) -> None:
    student.driver.press(pygame.K_END)
    canvas = student.screen.trees[Method.ALPHA_BETA]
    before = canvas.column(1)
    student.driver.wheel(canvas.area.center, 3)
    assert canvas.column(1) > before
    student.driver.wheel(canvas.area.center, -9)
    assert canvas.column(1) == before


def test_one_line_shows_all_moves_of_the_positions_on_it(student: Student) -> None:
    student.driver.press(pygame.K_END)
    student.driver.press(pygame.K_u, "u")
    canvas = student.screen.trees[Method.ALPHA_BETA]
    assert {node.ply for node, _, _ in canvas.in_sight()} == {0, 1}
    child = student.trace.root.children[0]
    student.click(child)
    assert {node for node, _, _ in canvas.in_sight()} == {
        student.trace.root,
        *student.trace.root.children,
        *child.children,
    }


def test_a_position_out_of_sight_comes_into_sight_when_it_is_stepped_to(student: Student) -> None:
    canvas = student.screen.trees[Method.ALPHA_BETA]
    student.driver.press(pygame.K_END)
    for _ in range(20):
        student.driver.wheel(canvas.area.center, 1)
    for at in range(0, student.screen.walk.last, 9):
        student.screen.go_to(at)
        assert canvas.area.collidepoint(canvas.place_of(student.trace.steps[at].node))


# --- both methods


def test_minimax_has_its_own_steps_and_no_window(student: Student) -> None:
    student.driver.press(pygame.K_2, "2")
    assert student.trace.method is Method.MINIMAX
    student.driver.press(pygame.K_RIGHT)
    assert student.screen.bar.window.bounds is None
    assert not student.screen.controls.cut.enabled
    student.driver.press(pygame.K_END)
    assert student.step == len(student.trace.steps) - 1


def test_both_trees_are_at_the_same_position(student: Student) -> None:
    student.driver.press(pygame.K_3, "3")
    walk = student.screen.walk
    assert student.screen.view == BOTH
    assert all(canvas.visible for canvas in student.screen.trees.values())
    part, full = (walk.traces[method] for method in (Method.ALPHA_BETA, Method.MINIMAX))
    for at in range(0, walk.last + 1, 3):
        student.screen.go_to(at)
        here, there = part.steps[walk.at[Method.ALPHA_BETA]], full.steps[walk.at[Method.MINIMAX]]
        assert [node.code for node in here.node.line] == [node.code for node in there.node.line]
        assert (here.kind is Kind.RETURN) == (there.kind is Kind.RETURN)
    student.driver.press(pygame.K_END)
    assert walk.at[Method.MINIMAX] == len(full.steps) - 1


def test_changing_the_method_keeps_the_place(student: Student) -> None:
    for _ in range(15):
        student.driver.press(pygame.K_RIGHT)
    line = [node.code for node in student.trace.steps[student.step].node.line]
    before = student.step
    student.driver.press(pygame.K_2, "2")
    assert [node.code for node in student.trace.steps[student.step].node.line] == line
    student.driver.press(pygame.K_1, "1")
    assert student.step == before


def test_the_counts_are_those_of_both_searches(student: Student) -> None:
    student.driver.press(pygame.K_END)
    walk = student.screen.walk
    totals = [walk.traces[method].positions for method in (Method.ALPHA_BETA, Method.MINIMAX)]
    assert [count.total for count in student.screen.counts.counts] == totals
    assert [count.so_far for count in student.screen.counts.counts] == totals
    assert student.screen.counts.saved == f"Saves {1 - totals[0] / totals[1]:.0%} by 6 cut-offs".replace(
        "%", " %"
    )


# --- what is searched


def test_the_depth_can_be_chosen(student: Student) -> None:
    depth = student.screen.walk.depth
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
    assert not student.screen.controls.shallower.enabled


def test_too_large_a_tree_says_so_and_a_smaller_one_can_be_chosen(
    student: Student, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = Trace.__init__

    def small(self: Trace, *given: Any) -> None:
        original(self, *given, most_positions=60)

    monkeypatch.setattr(Trace, "__init__", small)
    student.screen.search_to(4)
    student.wait()
    assert student.screen.trace is None
    assert "choose a smaller depth" in student.screen.text.text
    for key in (pygame.K_RIGHT, pygame.K_END, pygame.K_SPACE, pygame.K_u):
        student.driver.press(key)
    student.screen.search_to(2)
    student.wait()
    assert student.trace.depth == 2


def test_where_only_minimax_is_too_large_the_saving_is_a_bound(
    student: Student, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = Trace.__init__
    monkeypatch.setattr(Trace, "__init__", lambda self, *given: original(self, *given, most_positions=100))
    student.screen.search_to(3)
    student.wait()
    assert student.trace.complete
    assert student.screen.counts.saved.startswith("Saves more than ")
    student.driver.press(pygame.K_2, "2")
    assert student.screen.trace is None
    assert "minimax looks at more than 100 positions" in student.screen.text.text


OF_KONANE = next(each for each in EXAMPLES if each.game == "konane")


def test_every_game_has_an_example() -> None:
    assert [name for name in rules.names() if not any(each.game == name for each in EXAMPLES)] == []


@pytest.mark.parametrize("example", range(len(EXAMPLES)))
def test_every_example_can_be_stepped_through(student: Student, example: int) -> None:
    student.choose(example)
    wanted = EXAMPLES[example]
    game = rules.get(wanted.game)
    assert student.trace.rules is game
    assert student.trace.position == read_position(game, wanted.text)
    assert student.trace.depth == wanted.depth
    assert student.trace.cut_offs
    assert len(student.screen.walk.traces[Method.MINIMAX].steps) > len(student.trace.steps)
    for _ in range(3):
        student.driver.press(pygame.K_c, "c")
    student.driver.press(pygame.K_END)
    assert student.board == game.write(student.trace.position)


def test_from_an_example_one_comes_back_to_the_position_on_the_board(student: Student) -> None:
    student.choose(0)
    student.choose(-1)
    assert student.board == PAWN_ENDING
    student.driver.press(pygame.K_ESCAPE)
    assert student.driver.app.stack == [student.driver.play]
    assert student.driver.fen == PAWN_ENDING


def test_until_another_game_is_prepared_the_search_goes_on(
    student: Student, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Slow(FakeLoader):
        def start(self) -> None:
            self.stage, self.share = search_tree.Stage.COMPILING, 0.4

    kind = type("Loader", (Slow,), {"thinker": student.driver.thinker})
    monkeypatch.setattr(search_tree, "EngineLoader", kind)
    student.screen.choose_example(OF_KONANE)
    student.driver.press(pygame.K_RIGHT)
    assert student.step == 1
    assert "Konane is being prepared (40%)" in student.screen.toast.text
    loader = student.screen._loader
    assert loader is not None
    loader.stage = search_tree.Stage.READY
    student.driver.until(lambda: student.screen.board.rules is KONANE)
    student.driver.turn()
    assert not student.screen.toast.text


@pytest.mark.parametrize("instead", [None, next(each for each in EXAMPLES if each.game == "congo")])
def test_an_example_that_is_waited_for_is_forgotten_when_another_is_chosen(
    student: Student, monkeypatch: pytest.MonkeyPatch, instead: Example | None
) -> None:
    class Slow(FakeLoader):
        def start(self) -> None:
            self.stage = search_tree.Stage.COMPILING

    kind = type("Loader", (Slow,), {"thinker": student.driver.thinker})
    monkeypatch.setattr(search_tree, "EngineLoader", kind)
    student.screen.choose_example(OF_KONANE)
    student.driver.turn()
    loader = student.screen._loader
    assert loader is not None
    student.screen.choose_example(instead)
    loader.stage = search_tree.Stage.READY
    student.driver.turn()
    student.driver.turn()
    assert student.screen.board.rules is student.driver.play.rules
    assert not student.screen.toast.text


def test_a_game_that_cannot_be_prepared_leaves_the_search_as_it_is(
    student: Student, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Broken(FakeLoader):
        def start(self) -> None:
            self.stage, self.error = search_tree.Stage.FAILED, "no room on the disk"

    monkeypatch.setattr(
        search_tree, "EngineLoader", type("Loader", (Broken,), {"thinker": student.driver.thinker})
    )
    student.choose(EXAMPLES.index(OF_KONANE))
    assert "no room on the disk" in student.screen.toast.text
    assert student.board == PAWN_ENDING


def test_a_game_that_is_over_has_nothing_to_search(start: Starter) -> None:
    student = Student(start("3l3/7/7/7/7/7/3L3 w 1", black="human"))
    assert "The game is over in this position" in student.screen.text.text
    assert "Examples (K) offers positions that go on." in student.screen.text.text
    assert not student.screen.counts.visible
    assert not student.screen.bar.visible
    assert not student.screen.legend.visible
    assert student.screen.toast.text == ""
    for key in (pygame.K_RIGHT, pygame.K_SPACE, pygame.K_c, pygame.K_END, pygame.K_PAGEUP):
        student.driver.press(key)
    student.driver.press(pygame.K_ESCAPE)
    assert student.driver.app.stack == [student.driver.play]


def test_from_a_game_that_is_over_an_example_is_searched(
    start: Starter, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = start("3l3/7/7/7/7/7/3L3 w 1", black="human")
    loader = type("Loader", (FakeLoader,), {"thinker": driver.thinker})
    monkeypatch.setattr(search_tree, "EngineLoader", loader)
    student = Student(driver)
    student.choose(0)
    assert student.screen.trace is not None
    assert student.screen.counts.visible
    assert student.screen.bar.visible


def test_the_greeting_hides_nothing_of_the_board(student: Student) -> None:
    screen = student.screen
    assert screen.toast.text
    assert not screen.toast_place.colliderect(screen.board.rect)


def test_the_start_position_of_congo_works_too(start: Starter) -> None:
    student = Student(start(black="human"))
    assert student.trace.depth == 2
    assert student.trace.positions == 94


def test_it_opens_from_the_analysis_and_goes_back_there(start: Starter) -> None:
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
    assert any(step.why is not None and step.why.value == "history" for step in student.trace.steps)


# --- the parts


def test_the_plan_keeps_rows_apart_and_parents_above_their_children() -> None:
    trace = Trace(KONANE, KONANE.start(4), 4).finish()
    plan = whole_tree(trace.root, 4)
    rows: dict[int, list[float]] = {}
    for node, column in plan.places.items():
        rows.setdefault(node.ply, []).append(column)
        for stub, cut in plan.stubs.get(node, []):
            rows.setdefault(node.ply + 1, []).append(cut)
            assert stub.node is node
        if node.children:
            assert plan.places[node.children[0]] <= column <= plan.places[node.children[-1]]
    for columns in rows.values():
        ordered = sorted(columns)
        assert all(right - left >= 0.999 for left, right in itertools.pairwise(ordered))
        assert ordered[0] > 0
        assert ordered[-1] < plan.shared(0)
    assert len(plan.places) == trace.positions + 1


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda each: each.game)
def test_no_position_covers_another_in_any_view(student: Student, example: Example) -> None:
    student.choose(EXAMPLES.index(example))
    for size in [(640, 480), (480, 640), (800, 600), (1180, 800), (2560, 1440)]:
        student.driver.resize(*size)
        for line_only, view in itertools.product((False, True), (0, 1, BOTH)):
            student.screen.line_only = line_only
            student.screen.show_view(view)
            last = student.screen.walk.last
            for at in [*range(1, last, max(1, last // 5)), *student.trace.cut_offs[1:2], last]:
                student.screen.go_to(at)
                for canvas in student.screen.trees.values():
                    if canvas.visible:
                        check_boxes(canvas, f"{size}, view {view}, {line_only=}, step {at}")


def check_boxes(canvas: TreeCanvas, where: str) -> None:
    """Check that what is drawn lies apart and in sight, and that what is told about can be read."""
    assert canvas.view is not None
    spots = canvas.places.spots
    rects = [spot.rect for spot in spots.values()]
    for spot in spots.values():
        assert len(spot.rect.collidelistall(rects)) == 1, (where, spot)
        assert canvas.rect.contains(spot.rect), (where, spot.rect)
    for node in canvas.view.special & canvas.plan.places.keys():
        assert spots[node].texts, (where, node.ply)


def test_either_all_that_is_cut_off_below_a_position_is_named_or_nothing(student: Student) -> None:
    student.choose(EXAMPLES.index(OF_KONANE))
    student.screen.line_only = False
    for width in range(640, 1400, 60):
        student.driver.resize(width, width * 5 // 8)
        student.screen.go_to(student.screen.walk.last)
        named: dict[Node, set[bool]] = {}
        for key, spot in student.screen.trees[Method.ALPHA_BETA].places.spots.items():
            if isinstance(key, Stub):
                named.setdefault(key.node, set()).add(bool(spot.texts))
        assert all(len(kinds) == 1 for kinds in named.values())


@pytest.mark.parametrize("percent", [100, 200])
def test_many_moves_beside_each_other_can_all_be_read(student: Student, percent: int) -> None:
    """In one row they would be too wide for the window, so they stand in two."""
    student.choose(next(at for at, each in enumerate(EXAMPLES) if each.game == "minichess"))
    student.driver.app.settings["ui_scale"] = percent
    student.driver.resize(800, 600)
    student.screen.line_only = True
    student.screen.go_to(student.screen.walk.last)
    spots = student.screen.trees[Method.ALPHA_BETA].places.spots
    below = [spots[node] for node in student.trace.root.children]
    assert all(spot.texts for spot in below) == (percent == 100)
    assert len({spot.rect.centery for spot in below}) == (2 if percent == 100 else 1)


def test_a_large_tree_is_drawn_with_what_is_told_about(student: Student) -> None:
    student.choose(next(at for at, each in enumerate(EXAMPLES) if each.game == "bonzee"))
    student.screen.search_to(5)
    student.wait()
    student.screen.line_only = False
    for size in [(640, 480), (1180, 800)]:
        student.driver.resize(*size)
        for at in (1000, student.screen.walk.last // 2, student.screen.walk.last):
            student.screen.go_to(at)
            check_boxes(student.screen.trees[Method.ALPHA_BETA], f"{size}, step {at}")


def test_neighbours_push_each_other_aside_and_keep_their_order() -> None:
    assert settle([10, 12, 50], [20, 20], 0, 100) == [1, 21, 50]
    assert settle([2, 4, 6], [20, 20], 0, 100) == [0, 20, 40]
    assert settle([98, 99, 100], [20, 20], 0, 100) == [60, 80, 100]
    assert settle([10, 50, 90], [20, 20], 0, 100) == [10, 50, 90]
    assert settle([10, 50, 90], [60, 60], 0, 100) is None


def test_alpha_and_beta_stand_beside_every_row_of_the_line(student: Student) -> None:
    for at in range(0, student.screen.walk.last, 5):
        student.screen.go_to(at)
        view = student.screen.trees[Method.ALPHA_BETA].view
        assert view is not None
        line = [node for node in view.current.line if node.moves]
        shown = [view.bounds(ply) for ply in range(student.trace.depth + 1)]
        states = [student.trace.state(node, at) for node in line]
        assert shown[: len(line)] == [(state.alpha, state.beta) for state in states if state]
        assert not any(shown[len(line) :])
    student.driver.press(pygame.K_2, "2")
    assert student.screen.trees[Method.MINIMAX].view is not None
    assert student.screen.trees[Method.MINIMAX].view.bounds(0) is None


def test_a_cut_off_marks_the_move_that_is_the_reason(student: Student) -> None:
    for at in student.trace.cut_offs:
        student.screen.go_to(at)
        canvas = student.screen.trees[Method.ALPHA_BETA]
        step, view = student.trace.steps[at], canvas.view
        assert view is not None
        assert view.holder is not None
        bound = step.beta if step.node.maximises else step.alpha
        state = student.trace.state(view.holder, at)
        assert state is not None
        assert state.best == bound or state.value == bound
        name = "= beta" if step.node.maximises else "= alpha"
        assert name in [text for text, _ in canvas.places.spots[view.holder].texts]
        assert f"by {student.trace.move(view.holder)} above" in student.screen.text.text
    student.screen.go_to(0)
    assert student.screen.trees[Method.ALPHA_BETA].view is not None
    assert student.screen.trees[Method.ALPHA_BETA].view.holder is None


def test_at_its_end_alpha_beta_is_held_against_minimax(student: Student) -> None:
    student.driver.press(pygame.K_END)
    full = student.screen.walk.traces[Method.MINIMAX]
    assert student.screen.text.text.endswith(
        f"Minimax looks at {full.positions:,} and finds the same move and value."
    )
    assert full.best_move == student.trace.best_move
    student.driver.press(pygame.K_LEFT)
    assert "Minimax" not in student.screen.text.text


def test_few_moves_that_are_cut_off_are_shown_each_and_many_together() -> None:
    trace = Trace(CONGO, CONGO.start(), 2).finish()
    for step in trace.steps:
        stubs = stubs_of(step.node)
        assert sum(stub.count for stub in stubs) == len(unseen(step.node))
        assert len(stubs) <= 3


def test_a_line_has_a_row_for_each_position_on_it() -> None:
    trace = Trace(KONANE, KONANE.start(4), 3).finish()
    line = trace.best_line(trace.root, len(trace.steps))
    plan = one_line([trace.root, *line])
    assert set(plan.columns) == {0, 1, 2, 3}
    assert all(node in plan.places for node in line)


def test_the_number_line_keeps_the_order_of_values() -> None:
    values = [-INFINITE, 2 - WIN, -900, -30, 0, 30, 900, WIN - 3, INFINITE]
    places = [share(value, 100.0) for value in values]
    assert places == sorted(places)
    assert places[0] == -1
    assert places[-1] == 1
    assert abs(places[2]) < EVALUATED < DECIDED == places[-2]


@pytest.mark.parametrize(
    ("alpha", "beta"), [(WIN - 3, INFINITE), (-INFINITE, 3 - WIN), (30, 30), (35, 30), (-INFINITE, INFINITE)]
)
def test_the_names_of_alpha_and_beta_lie_apart_below_the_number_line(
    student: Student, alpha: int, beta: int
) -> None:
    bar, theme = student.screen.bar, student.screen.theme
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


def test_a_walk_needs_no_window() -> None:
    walk = Walk(Subject(KONANE, KONANE.start(4)), 3)
    while walk.work(0.05):
        pass
    assert walk.last == len(walk.traces[Method.ALPHA_BETA].steps) - 1
    assert walk.next_cut == walk.traces[Method.ALPHA_BETA].cut_offs[0]
    walk.go_to(10**6)
    assert walk.here == walk.last
    assert walk.next_cut is None


# --- every window


@pytest.mark.parametrize("percent", UI_SCALES)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_parts_lie_apart_inside_the_window(
    display: pygame.Surface, size: tuple[int, int], percent: int
) -> None:
    del display
    window = pygame.Rect((0, 0), size)
    theme = Theme(scale_for(*size, percent))
    places = search_tree_layout(window, theme, theme.px(140))
    parts = places.parts()
    for name, rect in parts.items():
        assert window.contains(rect), f"{name} leaves the window: {rect}"
        assert min(rect.size) > 0, name
    for (first, one), (second, other) in itertools.combinations(parts.items(), 2):
        assert not one.colliderect(other), f"{first} {one} overlaps {second} {other}"
    assert places.tree.width >= theme.px(300)
    assert places.tree.height >= theme.px(150)
    assert min(places.board.size) >= theme.px(120)
    assert places.text.height >= theme.line_height(Role.STRONG) + 3 * theme.line_height(Role.CAPTION)


@pytest.mark.parametrize("size", [(640, 480), (800, 600), (1280, 800), (480, 640), (3840, 2160)], ids=str)
def test_at_every_scale_controls_lie_apart_and_sentences_are_whole(
    student: Student, size: tuple[int, int]
) -> None:
    student.choose(2)
    student.driver.resize(*size)
    window = pygame.Rect((0, 0), size)
    for percent in (75, 100, 200):
        student.driver.app.settings["ui_scale"] = percent
        student.driver.turn()
        screen, theme = student.screen, student.screen.theme
        assert theme is not None
        visible = [
            widget for widget in screen.group.widgets if widget.visible and widget is not screen.legend
        ]
        for widget in visible:
            assert window.contains(widget.rect)
            assert min(widget.rect.size) > 0
        for one, other in itertools.combinations(visible, 2):
            assert not one.rect.colliderect(other.rect), (percent, one, other)
        for at in range(0, screen.walk.last + 1, 7):
            screen.go_to(at)
            role = screen.text.role(theme)
            used = len(screen.text._lines(theme, role)) * theme.line_height(role)
            assert used + theme.line_height(Role.STRONG) <= screen.text.rect.height, screen.text.text
        controls = screen.controls
        texts = [controls.cut, controls.whole, controls.examples, controls.shallower, controls.deeper]
        for button in texts:
            assert theme.width(button.label, Role.SMALL) <= button.rect.width
        assert screen.controls.timeline.rect.width >= theme.px(80)


@pytest.mark.parametrize("view", range(3))
def test_every_view_can_be_drawn_in_the_smallest_window(student: Student, view: int) -> None:
    student.driver.resize(640, 480)
    student.screen.show_view(view)
    for line_only in (False, True):
        student.screen.line_only = line_only
        for at in range(0, student.screen.walk.last + 1, 4):
            student.screen.go_to(at)
            student.driver.turn(1)


@pytest.mark.parametrize("size", [(800, 600), (1024, 768), (1180, 738), (1180, 800), (1280, 800)], ids=str)
def test_the_legend_has_a_place_of_its_own_in_usual_windows(student: Student, size: tuple[int, int]) -> None:
    student.driver.resize(*size)
    assert student.screen.legend.visible
    assert not student.screen.controls.legend.visible


def test_the_legend_can_be_laid_over_the_tree_where_it_has_no_place(student: Student) -> None:
    student.driver.resize(640, 480)
    assert not student.screen.legend.visible
    student.driver.press(pygame.K_g, "g")
    assert student.screen.legend.visible
    assert student.screen.trees[Method.ALPHA_BETA].rect.contains(student.screen.legend.rect)
    student.driver.tool("Legend")
    assert not student.screen.legend.visible
    student.driver.resize(1280, 800)
    assert student.screen.legend.visible


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_no_word_of_the_legend_is_cut_off(student: Student, size: tuple[int, int]) -> None:
    student.driver.resize(*size)
    if not student.screen.legend.visible:
        student.driver.press(pygame.K_g, "g")
    legend, theme = student.screen.legend, student.screen.theme
    assert theme is not None
    for _, words in Legend.ROWS:
        text = words.format(max="White", min="Black")
        assert theme.width(text, Role.CAPTION) <= legend.room(theme), text


def test_up_and_down_walk_the_examples(student: Student) -> None:
    student.driver.tool("Examples")
    dialog = student.driver.app.stack[-1]
    assert isinstance(dialog, ExamplesScreen)
    for key, at in ((pygame.K_DOWN, 0), (pygame.K_DOWN, 1), (pygame.K_UP, 0), (pygame.K_UP, -1)):
        student.driver.press(key)
        assert dialog.group.focus is dialog.buttons[at]
