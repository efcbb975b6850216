"""Partial redraws give the same picture as drawing everything."""

from __future__ import annotations

import pygame
import pytest

from congo_gui.board.animation import STEP_S
from congo_gui.board.display import PREPARATION_DELAY_S, RIVER_INTERVAL_S
from congo_gui.draw.window_surface import merged
from congo_gui.screens.files.save_screen import SaveScreen
from engine.rules.values import Piece, Transition
from tests.congo_gui.driver import TRIPLE_JUMP, Driver, FakeThinker, Starter

CAPTURE = "gmelecz/ppp1ppp/7/3p3/2P4/PP1PPPP/GMELECZ w 1"
DROWN = "3l3/7/7/2P4/7/P6/3L3 w 1"
PROMOTION = "3l3/P6/7/7/7/7/3L3 w 1"


def picture() -> bytes:
    return pygame.image.tobytes(pygame.display.get_surface(), "RGB")


def assert_complete(driver: Driver) -> None:
    """Compare the window with a complete redraw at the same moment."""
    partial = picture()
    driver.play.invalidate()
    driver.play.draw(pygame.display.get_surface())
    assert picture() == partial


def animate(driver: Driver) -> None:
    driver.app.settings.animation = True
    driver.play.apply_settings()


def river(driver: Driver) -> bytes:
    board = driver.play.board
    area = board.display.view.animated_area(board.display.geometry)
    assert area is not None
    return pygame.image.tobytes(pygame.display.get_surface().subsurface(area), "RGB")


@pytest.mark.parametrize("size", [(640, 480), (900, 620)], ids=str)
@pytest.mark.parametrize(
    ("fen", "squares", "key"),
    [
        (TRIPLE_JUMP, ("b1", "d3", "f5", "d7"), None),
        (TRIPLE_JUMP, ("b1", "d3", "f5", "d7"), pygame.K_z),
        (TRIPLE_JUMP, ("b1", "d3", "f5", "d7"), pygame.K_f),
        (TRIPLE_JUMP, ("b1", "d3"), pygame.K_ESCAPE),
        (DROWN, ("a2", "a3"), None),
        (CAPTURE, ("c3", "d4"), None),
        (PROMOTION, ("a6", "a7"), None),
    ],
    ids=["jump", "undo", "flip", "half a jump", "drown", "capture", "promote"],
)
def test_pieces_and_effects_leave_no_trace(
    start: Starter, fen: str, squares: tuple[str, ...], key: int | None, size: tuple[int, int]
) -> None:
    driver = start(fen, black="human")
    driver.resize(*size)
    animate(driver)
    for square in squares:
        driver.click_squares(square)
        assert_complete(driver)
    if key is not None:
        driver.app.run_once(0.001)
        driver.press(key, chr(key))
    frames = 0
    while driver.play.board.display.animator.running:
        driver.app.run_once(0.001)
        if frames % 2 == 0:
            assert_complete(driver)
        frames += 1
    driver.run_loop(2)
    assert_complete(driver)
    assert frames > 0


def test_the_river_is_drawn_by_itself_and_leaves_no_trace(start: Starter) -> None:
    driver = start("2elezg/1p5/7/pPzG3/7/3P3/2ELE2 w 1", black="human")
    animate(driver)
    driver.until(lambda: not driver.play.board.display.preparation.remaining)
    before, pictures = river(driver), driver.app.painter.frames_drawn
    drawn = []
    for _ in range(5):
        driver.play.update(RIVER_INTERVAL_S)
        drawn += driver.play.draw(pygame.display.get_surface())
        assert river(driver) != before
        before = river(driver)
        assert_complete(driver)
    board = driver.play.board
    assert drawn == [board.display.view.animated_area(board.display.geometry)] * 5
    assert driver.app.painter.frames_drawn == pictures


def test_river_stops_moving_while_hidden(start: Starter) -> None:
    driver = start(black="human")
    animate(driver)
    driver.until(lambda: not driver.play.board.display.preparation.remaining)
    assert driver.play.board.next_change is not None
    driver.control("n")
    assert driver.play.board.next_change is None
    driver.press(pygame.K_ESCAPE)
    assert driver.play.board.next_change is not None
    pygame.event.post(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    driver.run_loop()
    assert driver.play.board.next_change is None


def test_marks_are_drawn_in_advance_when_idle(driver: Driver) -> None:
    board = driver.play.board
    assert board.display.preparation.remaining
    left = board.display.preparation.remaining
    driver.play.update(PREPARATION_DELAY_S)
    assert board.display.preparation.remaining == left - 1
    assert board.next_change is not None
    driver.until(lambda: not board.display.preparation.remaining)
    assert board.next_change is None
    driver.resize(700, 480)
    assert board.display.preparation.remaining > left // 2


def test_animation_time_advances_once(start: Starter) -> None:
    driver = start(black="human")
    animate(driver)
    driver.click_squares("d2")
    animator = driver.play.board.display.animator
    animator.start(Transition(Piece(0, "P"), (10, 17)))
    driver.play.update(STEP_S / 2)
    (sprite,) = animator.sprites()
    assert sprite.row == pytest.approx(1.5)


def test_hovering_leaves_no_trace(driver: Driver) -> None:
    for name in ("d2", "b1", "g7", "a4"):
        driver.point(driver.square(name))
        assert_complete(driver)
    (x, y), edge = driver.square("d2"), driver.play.board.rect.right + 40
    driver.point((x, y))
    driver.button(pygame.MOUSEBUTTONDOWN, (x, y))
    for place in ((x + 9, y - 30), (edge, y), (edge + 90, y + 20), (x, y - 60)):
        driver.point(place, held=True)
        assert_complete(driver)
    driver.button(pygame.MOUSEBUTTONUP, driver.square("d3"))
    assert_complete(driver)
    for key in (pygame.K_TAB, pygame.K_UP, pygame.K_TAB, pygame.K_TAB):
        driver.press(key)
        assert_complete(driver)


def test_search_reports_leave_no_trace(driver: Driver, thinker: FakeThinker) -> None:
    driver.app.settings.thoughts = True
    tool = driver.play.panel.tools[0].rect.center
    driver.click_squares("d2", "d3")
    driver.until(lambda: thinker.thinking)
    driver.point(tool)
    moves = driver.session.game.legal_moves()
    for move in moves[:4]:
        thinker.report(move)
        driver.run_loop()
        assert_complete(driver)
    assert "Best line" in driver.status
    driver.until(lambda: driver.play.group.tip_shown)
    thinker.report(*moves[:3])
    driver.run_loop()
    assert_complete(driver)
    driver.reply()
    assert_complete(driver)


def test_a_report_of_the_ai_draws_the_status_alone(driver: Driver, thinker: FakeThinker) -> None:
    driver.app.settings.thoughts = True
    driver.click_squares("d2", "d3")
    driver.until(lambda: thinker.thinking)
    driver.run_loop()
    thinker.report(driver.session.game.legal_moves()[0])
    driver.play.update(0.0)
    (area,) = driver.play.draw(pygame.display.get_surface())
    assert driver.play.panel.status.rect.inflate(20, 20).contains(area)


def test_messages_tooltips_and_errors_leave_no_trace(driver: Driver) -> None:
    driver.control("c")
    assert driver.play.toast.text
    assert_complete(driver)
    driver.play.toast.hide()
    driver.run_loop()
    assert not driver.play.toast.text
    assert_complete(driver)
    driver.point(driver.play.panel.tools[0].rect.center)
    driver.until(lambda: driver.play.group.tip_shown)
    driver.run_loop()
    assert_complete(driver)
    driver.point(driver.square("d4"))
    driver.run_loop()
    assert_complete(driver)
    driver.play.panel.position.set_up("nonsense")
    driver.run_loop()
    assert_complete(driver)
    driver.press(pygame.K_ESCAPE)
    assert_complete(driver)


def test_a_dialog_leaves_no_trace_on_the_screen_below(driver: Driver) -> None:
    driver.point((5, 5))
    driver.run_loop()
    before = picture()
    driver.control("n")
    assert picture() != before
    driver.press(pygame.K_ESCAPE)
    assert picture() == before


@pytest.mark.parametrize("is_dialog", [True, False])
def test_a_field_that_loses_the_focus_is_drawn_without_it(driver: Driver, is_dialog: bool) -> None:
    if is_dialog:
        driver.control("s")
        box = driver.top(SaveScreen).box
        driver.point(beside := (box.x + 3, box.bottom - 3))
    else:
        driver.press(pygame.K_q, "q")
        driver.point(beside := (1, 1))
    screen = driver.app.stack[-1]
    driver.run_loop()
    assert screen.group.focus is not None
    driver.click(beside)
    assert screen.group.focus is None
    shown = picture()
    screen.invalidate()
    driver.run_loop()
    assert picture() == shown


def test_only_the_neighbourhood_of_a_moving_piece_is_drawn(start: Starter) -> None:
    driver = start(black="human")
    driver.app.settings.animation = True
    driver.play.board.display.animator.pace = 1.0
    driver.click_squares("a2", "a3")
    board = driver.play.board
    areas: list[pygame.Rect] = []
    while board.display.animator.running:
        driver.play.update(0.02)
        areas += driver.play.draw(pygame.display.get_surface())
    shown = [area for area in areas if area.colliderect(board.rect)]
    assert shown
    assert max(area.width for area in shown) <= 2 * board.display.geometry.cell
    assert max(area.height for area in shown) <= 3 * board.display.geometry.cell


def test_merged_areas_cover_all_and_are_no_larger_together() -> None:
    areas = [pygame.Rect(x, y, 30, 20) for x, y in ((0, 0), (90, 90), (10, 0), (200, 0), (60, 60), (0, 5))]
    result = merged([*areas, pygame.Rect(5, 5, 0, 9)])
    assert all(any(one.contains(area) for one in result) for area in areas)
    assert sum(one.width * one.height for one in result) <= 30 * 20 * len(areas)
    assert len(result) == len(areas) - 2, result
    assert merged([]) == []


def test_a_diagonal_of_small_areas_stays_small() -> None:
    diagonal = [pygame.Rect(90 * step, 90 * step, 100, 100) for step in range(7)]
    assert merged(diagonal) == diagonal
