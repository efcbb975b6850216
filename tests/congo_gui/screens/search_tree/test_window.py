"""The search tree at every window size: complete, without overlaps, readable."""

from __future__ import annotations

import itertools

import pygame
import pytest

from congo_gui.draw.theme import Role, Theme, scale_for
from congo_gui.screens.search_tree.examples import ExamplesScreen
from congo_gui.screens.search_tree.figures import Legend
from congo_gui.screens.search_tree.layout import search_tree_layout
from congo_gui.screens.search_tree.panel import VIEW_KEYS
from congo_gui.screens.search_tree.screen import SearchTreeScreen
from congo_gui.screens.window.settings_screen import UI_SCALES
from congo_gui.system.startup import EngineStage
from engine.trace.trace import SearchMethod
from tests.congo_gui.driver import Starter
from tests.congo_gui.screens.search_tree.student import Student
from tests.congo_gui.window_sizes import SIZES, parts_of


@pytest.mark.parametrize("percent", UI_SCALES)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_parts_lie_apart_inside_the_window(
    display: pygame.Surface, size: tuple[int, int], percent: int
) -> None:
    del display
    window = pygame.Rect((0, 0), size)
    theme = Theme(scale_for(*size, percent))
    layout = search_tree_layout(window, theme, theme.px(140))
    parts = parts_of(layout)
    if not layout.legend.height:
        del parts["legend"]  # then it lies over the tree when it is wanted
    for name, rect in parts.items():
        assert window.contains(rect), f"{name} leaves the window: {rect}"
        assert min(rect.size) > 0, name
    for (first, one), (second, other) in itertools.combinations(parts.items(), 2):
        assert not one.colliderect(other), f"{first} {one} overlaps {second} {other}"
    assert layout.tree.width >= theme.px(300)
    assert layout.tree.height >= theme.px(150)
    assert min(layout.board.size) >= theme.px(120)
    assert layout.text.height >= theme.line_height(Role.STRONG) + 3 * theme.line_height(Role.CAPTION)


@pytest.mark.parametrize("size", [(640, 480), (800, 600), (1280, 800), (480, 640), (3840, 2160)], ids=str)
def test_at_every_scale_controls_lie_apart_and_sentences_are_whole(
    student: Student, size: tuple[int, int]
) -> None:
    student.choose(2)
    student.driver.resize(*size)
    window = pygame.Rect((0, 0), size)
    for percent in (75, 100, 200):
        student.driver.app.settings.ui_scale = percent
        student.driver.run_loop()
        screen, theme = student.screen, student.screen.theme
        assert theme is not None
        visible = [
            widget for widget in screen.group.widgets if widget.visible and widget is not screen.panel.legend
        ]
        for widget in visible:
            assert window.contains(widget.rect)
            assert min(widget.rect.size) > 0
        for one, other in itertools.combinations(visible, 2):
            assert not one.rect.colliderect(other.rect), (percent, one, other)
        for at in range(0, screen.stepper.last + 1, 7):
            screen.go_to(at)
            role = screen.panel.text.role(theme)
            used = len(screen.panel.text._lines(theme, role)) * theme.line_height(role)
            assert used + theme.line_height(Role.STRONG) <= screen.panel.text.rect.height, (
                screen.panel.text.text
            )
        controls = screen.panel.controls
        texts = [controls.cut, controls.whole, controls.examples, controls.shallower, controls.deeper]
        for button in texts:
            assert theme.width(button.label, Role.SMALL) <= button.rect.width
        assert screen.panel.controls.timeline.rect.width >= theme.px(80)


@pytest.mark.thorough
@pytest.mark.parametrize("view", range(3))
def test_every_view_can_be_drawn_in_the_smallest_window(student: Student, view: int) -> None:
    student.driver.resize(640, 480)
    student.screen.commands.run(VIEW_KEYS[view])
    for line_only in (False, True):
        student.screen.line_only = line_only
        for at in range(0, student.screen.stepper.last + 1, 4):
            student.screen.go_to(at)
            student.driver.run_loop(1)


@pytest.mark.parametrize("size", [(800, 600), (1024, 768), (1180, 738), (1180, 800), (1280, 800)], ids=str)
def test_the_legend_has_its_own_place_in_usual_windows(student: Student, size: tuple[int, int]) -> None:
    student.driver.resize(*size)
    assert student.screen.panel.legend.visible
    assert not student.screen.panel.controls.legend.visible


def test_legend_can_overlay_the_tree_in_small_windows(student: Student) -> None:
    student.driver.resize(640, 480)
    assert not student.screen.panel.legend.visible
    student.driver.press(pygame.K_g, "g")
    assert student.screen.panel.legend.visible
    assert student.screen.panel.trees[SearchMethod.ALPHA_BETA].rect.contains(student.screen.panel.legend.rect)
    student.driver.command("legend")
    assert not student.screen.panel.legend.visible
    student.driver.resize(1280, 800)
    assert student.screen.panel.legend.visible


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_no_word_of_the_legend_is_cut_off(student: Student, size: tuple[int, int]) -> None:
    student.driver.resize(*size)
    if not student.screen.panel.legend.visible:
        student.driver.press(pygame.K_g, "g")
    legend, theme = student.screen.panel.legend, student.screen.theme
    assert theme is not None
    for _, words in Legend.ROWS:
        text = words.format(max="White", min="Black")
        assert theme.width(text, Role.CAPTION) <= legend.text_width(theme), text


def test_up_and_down_walk_the_examples(student: Student) -> None:
    student.driver.command("examples")
    dialog = student.driver.app.stack[-1]
    assert isinstance(dialog, ExamplesScreen)
    for key, at in ((pygame.K_DOWN, 0), (pygame.K_DOWN, 1), (pygame.K_UP, 0), (pygame.K_UP, -1)):
        student.driver.press(key)
        assert dialog.group.focus is dialog.buttons[at]


@pytest.mark.parametrize("from_analysis", [False, True], ids=["game", "analysis"])
def test_the_tree_does_not_open_before_its_code_is_compiled(start: Starter, from_analysis: bool) -> None:
    """It searches on the window's thread, which would compile the evaluation."""
    driver = start(stage=EngineStage.PLAYABLE)
    driver.thinker.is_ready = False
    if from_analysis:
        driver.command("analyse")
    driver.press(pygame.K_b, "b")
    assert not isinstance(driver.app.stack[-1], SearchTreeScreen)
    driver.thinker.is_ready = True
    driver.press(pygame.K_b, "b")
    driver.top(SearchTreeScreen)
