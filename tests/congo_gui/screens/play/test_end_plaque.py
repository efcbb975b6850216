"""The label on the board with the result."""

from __future__ import annotations

import pygame

from tests.congo_gui.driver import Driver, Starter


def plaque_of(driver: Driver) -> pygame.Rect | None:
    """Return the label's rectangle, None if it is not drawn."""
    assert driver.play.theme is not None
    return driver.play.end_plaque.draw(pygame.display.get_surface().copy(), driver.play.theme)


def test_a_resignation_is_shown_beside_the_pieces(start: Starter) -> None:
    driver = start("2l3e/7/7/2CCC2/7/7/4L1P w 1", black="human")
    driver.click_squares("e1", "e2")
    assert plaque_of(driver) is None
    driver.session.ends.resign()
    driver.run_loop()
    assert driver.play.end_plaque.lines == ("White wins!", "Black resigned.")
    box = plaque_of(driver)
    assert box is not None
    geometry, position = driver.play.board.display.geometry, driver.session.game.position
    assert pygame.Rect(geometry.board_rect).contains(box)
    pieces = driver.session.game.rules.notation.pieces(position)
    assert box.collidelist([pygame.Rect(geometry.square_rect(at)) for at in pieces]) == -1
    driver.session.view(0)
    driver.run_loop()
    assert plaque_of(driver) is None


def test_the_line_of_the_flying_lion_stays_free(start: Starter) -> None:
    driver = start("3l3/7/7/7/7/7/3L1P1 w 1", black="human")
    driver.click_squares("d1", "d7")
    driver.until(lambda: bool(driver.play.end_plaque.lines[0]))
    assert driver.play.end_plaque.lines == ("White wins!", "Black's lion was captured.")
    box, geometry = plaque_of(driver), driver.play.board.display.geometry
    ((start_at, end_at),) = driver.play.board.controller.state.end_paths
    assert box is not None
    assert not box.clipline(geometry.center(start_at), geometry.center(end_at))
