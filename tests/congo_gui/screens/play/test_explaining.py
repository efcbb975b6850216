"""Explanations of impossible clicks, and of animals under the pointer."""

from __future__ import annotations

import pygame
import pytest

from congo_gui.board.piece_help import HOVER_DELAY_S
from congo_gui.draw.theme import Theme, scale_for
from congo_gui.widgets.bubbles import draw_note
from tests.congo_gui.driver import CONGO, TRIPLE_JUMP, Driver, Starter

RIVER = "4l2/7/7/1E5/7/4p2/2L1E2 w 1"


def rest(driver: Driver) -> None:
    """Let the pointer rest until the explanation appears."""
    for _ in range(3):
        driver.play.update(HOVER_DELAY_S)


def shown(driver: Driver) -> set[str]:
    """Return the squares marked for the explained piece."""
    state = driver.play.board.controller.state
    return {
        CONGO.notation.square_name(driver.session.game.position, target.square) for target in state.explained
    }


@pytest.mark.parametrize("how", ["click", "drag", "keys"])
def test_an_impossible_square_is_explained_however_it_is_chosen(driver: Driver, how: str) -> None:
    if how == "click":
        driver.click_squares("a1", "b4")
    elif how == "drag":
        driver.drag("a1", "b4")
    else:
        driver.press(pygame.K_TAB)
        for key in [pygame.K_LEFT] * 6 + [pygame.K_DOWN] * 6 + [pygame.K_RETURN]:
            driver.press(key)
        for key in (pygame.K_RIGHT, pygame.K_UP, pygame.K_UP, pygame.K_UP, pygame.K_RETURN):
            driver.press(key)
    assert "giraffe" in driver.play.toast.text
    assert "b4 is further away" in driver.play.toast.text
    assert driver.moves == []


def test_a_wrong_jump_is_explained_and_costs_nothing(start: Starter) -> None:
    driver = start(TRIPLE_JUMP, black="human")
    driver.click_squares("b1", "d3", "d5")
    assert driver.play.toast.text == "There is no enemy on d4 for the monkey to jump over."
    assert len(driver.play.board.controller.state.path) == 2
    driver.click_squares("f5", "d7")
    driver.settle()
    assert driver.moves == ["b1d3f5d7"]
    assert driver.play.toast.text == ""


def test_an_animal_of_the_other_side_is_explained(driver: Driver) -> None:
    driver.click_squares("a7")
    assert driver.play.toast.text == "That giraffe is your opponent's; it is your turn."


def test_while_the_ai_thinks_clicks_are_not_explained(driver: Driver) -> None:
    driver.click_squares("d2", "d3", "a7", "a1")
    assert driver.play.toast.text == ""


def test_a_move_into_the_river_is_explained_beforehand(start: Starter) -> None:
    driver = start(RIVER, black="human")
    driver.click_squares("b4")
    driver.point(driver.square("d4"))
    driver.run_loop()
    assert "the elephant drowns if it is still there after this turn" in driver.status
    driver.point(driver.square("b6"))
    driver.run_loop()
    assert "after this turn" not in driver.status


def test_drowned_pieces_are_reported(start: Starter) -> None:
    driver = start(RIVER, black="human")
    driver.click_squares("e1", "f1")
    driver.settle()
    assert "White's elephant on b4 drowned." in driver.status


@pytest.mark.parametrize(("name", "owner"), [("b1", "Your"), ("b7", "Your opponent's")])
def test_hovering_explains_an_animal(driver: Driver, name: str, owner: str) -> None:
    driver.point(driver.square(name))
    assert driver.play.board.help.text == ""
    rest(driver)
    assert driver.play.board.help.text.startswith(f"{owner} monkey: one step without capturing.")
    driver.point(driver.square("d4"))
    assert driver.play.board.help.text == ""
    assert shown(driver) == set()


def test_marks_the_opponents_moves(start: Starter) -> None:
    driver = start("4l2/7/7/7/2e4/2P4/2L4 w 1", black="human")
    driver.point(driver.square("c3"))
    rest(driver)
    assert shown(driver) == {"a3", "b3", "d3", "e3", "c1", "c2", "c4", "c5"}


def test_hovering_explains_nothing_while_an_animal_is_selected(driver: Driver) -> None:
    driver.click_squares("a1")
    driver.point(driver.square("b7"))
    rest(driver)
    assert driver.play.board.help.text == ""


@pytest.mark.parametrize("name", ["a1", "a7"])
def test_a_long_press_explains_too(driver: Driver, name: str) -> None:
    pygame.event.post(
        pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=driver.square(name), button=1, touch=True)
    )
    driver.run_loop(1)
    rest(driver)
    assert "giraffe" in driver.play.board.help.text
    driver.button(pygame.MOUSEBUTTONUP, driver.square(name))
    assert driver.play.board.help.text == ""


def test_an_animal_just_moved_is_not_explained(driver: Driver) -> None:
    driver.click_squares("d2", "d3")
    driver.settle()
    rest(driver)
    assert driver.play.board.help.text == ""
    driver.reply("d6d5")
    driver.settle()
    rest(driver)
    assert driver.play.board.help.text == ""


def test_it_can_be_switched_off(driver: Driver) -> None:
    driver.press(pygame.K_x, "x")
    driver.point(driver.square("b1"))
    rest(driver)
    assert driver.play.board.help.text == ""
    assert driver.app.settings.explain is False
    driver.press(pygame.K_x, "x")
    rest(driver)
    assert "monkey" in driver.play.board.help.text


def test_an_ai_move_ends_the_explanation(driver: Driver) -> None:
    driver.click_squares("d2", "d3")
    driver.settle()
    driver.point(driver.square("a7"))
    rest(driver)
    assert driver.play.board.help.text
    driver.reply("a6a5")
    assert driver.play.board.help.text == ""


@pytest.mark.parametrize("size", [(640, 480), (1280, 800)])
@pytest.mark.parametrize("place", [(0.02, 0.02), (0.98, 0.98), (0.5, 0.5), (0.02, 0.6)])
def test_a_note_is_complete_and_covers_neither_its_square_nor_marks(
    display: pygame.Surface, size: tuple[int, int], place: tuple[float, float]
) -> None:
    del display
    window = pygame.Surface(size)
    anchor = pygame.Rect(0, 0, 60, 60)
    anchor.center = round(size[0] * place[0]), round(size[1] * place[1])
    marks = [anchor.move(0, -60), anchor.move(0, 60)]
    text = CONGO.prose.about(CONGO.start(), 0)
    box = draw_note(window, Theme(scale_for(*size)), text, anchor, marks)
    assert window.get_rect().contains(box)
    assert box.collidelist([anchor, *marks]) < 0


def test_a_note_covers_no_pieces_if_squares_are_free(display: pygame.Surface) -> None:
    del display
    window = pygame.Surface((1280, 800))
    anchor = pygame.Rect(400, 700, 90, 90)
    pieces = [pygame.Rect(90 * column, y, 90, 90) for column in range(8) for y in (610, 700)]
    box = draw_note(window, Theme(1.0), CONGO.prose.about(CONGO.start(), 0), anchor, [], pieces)
    assert box.collidelist(pieces) < 0
