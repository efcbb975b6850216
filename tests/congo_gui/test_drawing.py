"""Drawing only what changed gives the picture that drawing everything gives."""

from __future__ import annotations

import pygame
import pytest

from congo_gui.skins.base import Skin
from tests.congo_gui.driver import TRIPLE_JUMP, Driver, Starter


@pytest.fixture
def still_river(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop the river, which would be at another second in parts that are drawn later."""
    from congo_gui.skins.congo import CongoSkin

    monkeypatch.setattr(CongoSkin, "animate_board", Skin.animate_board)


def picture() -> bytes:
    return pygame.image.tobytes(pygame.display.get_surface(), "RGB")


def assert_complete(driver: Driver) -> None:
    """Compare the window with one in which everything is drawn anew at this very moment."""
    partial = picture()
    driver.play.invalidate()
    driver.play.draw(pygame.display.get_surface())
    assert picture() == partial


@pytest.mark.usefixtures("still_river")
@pytest.mark.parametrize("name", ["jump", "drown", "undo", "flip"])
def test_pieces_on_their_way_leave_no_trace(start: Starter, name: str) -> None:
    driver = start("3l3/7/7/2P4/7/P6/3L3 w 1" if name == "drown" else TRIPLE_JUMP, black="human")
    driver.app.settings["animation"] = True
    driver.play._set_pace(1.0)
    if name == "drown":
        driver.click_squares("a2", "a3")
    else:
        driver.click_squares("b1", "d3", "f5", "d7")
    if name == "undo":
        driver.settle()
        driver.press(pygame.K_z, "z")
    if name == "flip":
        driver.press(pygame.K_f, "f")
    frames = 0
    while driver.play.board.animator.running:
        driver.app.turn(0.001)
        frames += 1
        if frames % 3 == 0:
            assert_complete(driver)
    driver.turn(2)
    assert_complete(driver)
    assert frames > 0


@pytest.mark.usefixtures("still_river")
def test_messages_tooltips_and_errors_leave_no_trace(driver: Driver) -> None:
    driver.control("c")
    assert driver.play.toast.text
    assert_complete(driver)
    driver.play.toast.update(100.0)
    driver.play._toast_changed = True
    driver.turn()
    assert_complete(driver)
    driver.point(driver.play.panel.tools[0].rect.center)
    driver.until(lambda: driver.play.group.tip_shown)
    driver.turn()
    assert_complete(driver)
    driver.point(driver.square("d4"))
    driver.turn()
    assert_complete(driver)
    driver.play.set_up_text("nonsense")
    driver.turn()
    assert_complete(driver)
    driver.press(pygame.K_ESCAPE)
    assert_complete(driver)


@pytest.mark.usefixtures("still_river")
def test_what_opens_above_leaves_no_trace(driver: Driver) -> None:
    driver.point((5, 5))
    driver.turn()
    before = picture()
    driver.control("n")
    assert picture() != before
    driver.press(pygame.K_ESCAPE)
    assert picture() == before


def test_only_the_neighbourhood_of_a_moving_piece_is_drawn(start: Starter) -> None:
    driver = start(black="human")
    driver.app.settings["animation"] = True
    driver.play._set_pace(1.0)
    driver.click_squares("a2", "a3")
    board = driver.play.board
    areas = []
    while board.animator.running:
        driver.app.turn(0.001)
        areas.append(board._moving)
    shown = [area for area in areas if area is not None]
    assert shown
    assert max(area.width for area in shown) < board.rect.width // 2
