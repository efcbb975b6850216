"""The picture of the tree and the board beside it follow the steps, clicks and drags."""

from __future__ import annotations

import pygame

from congo_gui.screens.search_tree.canvas import TreeCanvas
from engine.trace.trace import SearchMethod, TraceNode
from tests.congo_gui.driver import CONGO
from tests.congo_gui.screens.search_tree.student import PAWN_ENDING, Student


def drawn(canvas: TreeCanvas) -> list[TraceNode]:
    """Return the positions that are drawn."""
    return [node for node in canvas.layout.spots if isinstance(node, TraceNode)]


def test_the_board_follows_the_steps_and_arrows_show_the_line(student: Student) -> None:
    student.driver.press(pygame.K_RIGHT)
    student.driver.press(pygame.K_RIGHT)
    node = student.trace.steps[student.step].node
    assert student.board == CONGO.notation.format(student.trace.position_of(node))
    arrows = student.screen.board.controller.state.arrows
    assert [arrow.label for arrow in arrows] == ["1", "2"]
    assert [(arrow.start, arrow.end) for arrow in arrows] == [
        student.trace.move(one).path for one in node.line[1:]
    ]


def test_only_visited_nodes_are_drawn(student: Student) -> None:
    canvas = student.screen.panel.trees[SearchMethod.ALPHA_BETA]
    assert drawn(canvas) == [student.trace.root]
    student.driver.press(pygame.K_RIGHT)
    assert len(drawn(canvas)) == 2
    student.driver.press(pygame.K_END)
    assert len(drawn(canvas)) == student.trace.positions + 1


def test_clicking_a_position_shows_and_describes_it(student: Student) -> None:
    student.driver.press(pygame.K_END)
    node = student.trace.root.children[1]
    student.click(node)
    assert student.screen.selected is node
    assert student.board == CONGO.notation.format(student.trace.position_of(node))
    assert "goes up" in student.screen.panel.text.text
    student.click(node)
    assert student.screen.selected is None
    assert student.board == PAWN_ENDING


def test_stepping_lets_the_clicked_position_go(student: Student) -> None:
    student.driver.press(pygame.K_END)
    student.click(student.trace.root.children[1])
    student.driver.press(pygame.K_LEFT)
    assert student.screen.selected is None
    assert student.step == student.screen.stepper.last - 1


def test_dragging_moves_the_tree_and_is_no_click(student: Student) -> None:
    student.driver.press(pygame.K_END)
    canvas = student.screen.panel.trees[SearchMethod.ALPHA_BETA]
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
    canvas = student.screen.panel.trees[SearchMethod.ALPHA_BETA]
    before = canvas.scale.column(1)
    student.driver.wheel(canvas.scale.area.center, 3)
    assert canvas.scale.column(1) > before
    student.driver.wheel(canvas.scale.area.center, -9)
    assert canvas.scale.column(1) == before


def test_one_line_shows_all_moves_of_the_positions_on_it(student: Student) -> None:
    student.driver.press(pygame.K_END)
    student.driver.press(pygame.K_u, "u")
    canvas = student.screen.panel.trees[SearchMethod.ALPHA_BETA]
    assert {node.ply for node in drawn(canvas)} == {0, 1}
    child = student.trace.root.children[0]
    student.click(child)
    assert set(drawn(canvas)) == {student.trace.root, *student.trace.root.children, *child.children}


def test_stepping_scrolls_the_position_into_view(student: Student) -> None:
    canvas = student.screen.panel.trees[SearchMethod.ALPHA_BETA]
    student.driver.press(pygame.K_END)
    for _ in range(20):
        student.driver.wheel(canvas.scale.area.center, 1)
    for at in range(0, student.screen.stepper.last, 9):
        student.screen.go_to(at)
        assert canvas.scale.area.collidepoint(canvas.place_of(student.trace.steps[at].node))
