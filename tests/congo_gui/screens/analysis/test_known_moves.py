"""The moves of the opening book and of the tablebase in the analysis."""

from __future__ import annotations

import pygame

from congo_gui.screens.analysis import texts
from congo_gui.screens.analysis.known_moves import NOTHING, Tone, book_moves, table_moves
from congo_gui.screens.analysis.screen import AnalyseScreen
from tests.congo_gui.driver import CONGO, Driver, Starter

ENDING = "3l3/7/7/7/7/7/3L1Z1 w 1"


def opened(driver: Driver) -> AnalyseScreen:
    driver.press(pygame.K_a, "a")
    screen = driver.app.stack[-1]
    assert isinstance(screen, AnalyseScreen)
    return screen


def test_the_books_moves_have_shares_of_the_whole() -> None:
    known = book_moves(CONGO, CONGO.start())
    assert known.caption == texts.BOOK_CAPTION
    assert len(known.moves) > 1
    assert 98 <= sum(int(each.text.removesuffix("%")) for each in known.moves) <= 102
    assert {each.tone for each in known.moves} == {Tone.BOOK}
    assert book_moves(CONGO, CONGO.notation.parse(ENDING)) is NOTHING


def test_every_move_of_a_table_position_has_its_result_best_first() -> None:
    position = CONGO.notation.parse(ENDING)
    known = table_moves(CONGO, position)
    assert {each.move for each in known.moves} == set(CONGO.legal_moves(position))
    assert (known.moves[0].move.text, known.moves[0].text) == ("d1d7", "wins in 1")
    rank = {Tone.WIN: 0, Tone.DRAW: 1, Tone.LOSS: 2}
    ranks = [rank[each.tone] for each in known.moves]
    assert ranks == sorted(ranks)
    assert table_moves(CONGO, CONGO.start()) is NOTHING


def test_a_click_on_a_book_move_plays_it_and_the_pointer_shows_it(start: Starter) -> None:
    driver = start(black="human")
    screen = opened(driver)
    known = screen.panel.known
    move = known.known.moves[1].move
    driver.point(known.place_of(1).center)
    assert screen.board.display.position == CONGO.play(CONGO.start(), move)
    assert not screen.board.controller.state.arrows
    driver.click(known.place_of(1).center)
    assert screen.cursor.node.move == move


def test_the_keyboard_plays_a_move_of_the_tablebase(start: Starter) -> None:
    driver = start(ENDING, black="human")
    screen = opened(driver)
    driver.until(lambda: screen.panel.known.visible)
    assert screen.panel.known.known.caption == texts.tablebase_caption("White")
    screen.group.set_focus(screen.panel.known)
    driver.press(pygame.K_RIGHT)
    driver.press(pygame.K_RETURN)
    assert screen.cursor.node.move is not None
    assert screen.cursor.node.move.text == "d1d7"


def test_a_small_window_scrolls_fewer_rows_of_moves(start: Starter) -> None:
    driver = start(ENDING, black="human")
    screen = opened(driver)
    driver.until(lambda: screen.panel.known.visible)
    driver.resize(480, 640)
    known = screen.panel.known
    assert known.visible
    assert screen.panel.comment.visible
    last = len(known.known.moves) - 1
    assert not known.rect.contains(known.place_of(last))
    driver.wheel(known.rect.center, -20)
    assert known.rect.contains(known.place_of(last))
    move = known.known.moves[last].move
    driver.click(known.place_of(last).center)
    assert screen.cursor.node.move == move
