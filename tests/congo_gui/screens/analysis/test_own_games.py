"""The player's own games in the opening explorer."""

from __future__ import annotations

import pygame
import pytest

from congo_gui.screens.analysis import own_games, texts
from congo_gui.screens.analysis.screen import AnalyseScreen
from engine.library.library import Library
from engine.library.query import GameQuery
from engine.record.parse import parse_games
from tests.congo_gui.driver import Driver, Starter

GAMES = """[Event "e"]
[Game "congo"]
[White "Ann"]
[Black "Ben"]
[Date "2026.09.01"]
[Result "1-0"]

1. d2d3 d6d5 2. c2c3 1-0

[Event "e"]
[Game "congo"]
[White "Ann"]
[Black "Cem"]
[Result "0-1"]

1. d2d3 c6c5 0-1

[Event "e"]
[Game "congo"]
[White "Dee"]
[Black "Ann"]
[Result "*"]

1. c2c3 *

"""


@pytest.fixture
def opened(start: Starter, monkeypatch: pytest.MonkeyPatch) -> tuple[Driver, AnalyseScreen]:
    """An analysis of a game that has not begun, with three other games in the library.

    They are found by position one after another.
    """
    monkeypatch.setattr(own_games, "INDEXED_AT_ONCE", 1)
    driver = start(black="human")
    with Library() as library:
        for record in parse_games(GAMES):
            library.add(record)
    driver.press(pygame.K_a, "a")
    screen = driver.top(AnalyseScreen)
    driver.press(pygame.K_o, "o")
    known = screen.panel.known
    driver.until(lambda: known.known.caption == texts.own_games(3))
    return driver, screen


def test_own_games_are_counted_with_their_results(opened: tuple[Driver, AnalyseScreen]) -> None:
    _, screen = opened
    known = screen.panel.known.known
    assert known.caption == texts.own_games(3)
    assert [(each.move.text, each.text, each.score) for each in known.moves] == [
        ("d2d3", "2", ""),
        ("c2c3", "1", ""),
    ]
    first, second = known.moves
    assert first.results is not None
    assert (first.results.first, first.results.drawn, first.results.second) == (0.5, 0, 0.5)
    assert second.results is not None
    assert second.results.first + second.results.drawn + second.results.second == 0
    assert first.words == "d2d3: 2 games. White won 50%, 0% drawn, Black won 50%."


def test_the_page_of_a_move_adds_the_latest_game_with_it(opened: tuple[Driver, AnalyseScreen]) -> None:
    driver, screen = opened
    driver.click(screen.panel.known.sample_place(0).center)
    driver.until(lambda: screen.cursor.node.plies == 1)
    assert [node.move.text for node in screen.cursor.main_line if node.move] == ["d2d3", "c6c5"]
    assert screen.cursor.main_line[-1].comment == "Ann v Cem · 0-1"


def test_a_game_deleted_meanwhile_gets_one_sentence(opened: tuple[Driver, AnalyseScreen]) -> None:
    driver, screen = opened
    with Library() as library:
        library.delete(library.find(GameQuery()))
    driver.click(screen.panel.known.sample_place(0).center)
    driver.until(lambda: screen.toast.text == texts.no_sample(texts.GAME_DELETED))
    assert screen.cursor.node.plies == 0


def test_the_source_of_games_is_chosen_at_the_upper_right(opened: tuple[Driver, AnalyseScreen]) -> None:
    driver, screen = opened
    known = screen.panel.known
    driver.click(known.source_place(own=False).center)
    driver.until(lambda: known.known.own is False)
    assert not driver.app.settings.explorer_own
    driver.click(known.source_place(own=True).center)
    driver.until(lambda: known.known.own is True)
    assert driver.app.settings.explorer_own


def test_a_position_without_own_games_says_so_and_leads_back(opened: tuple[Driver, AnalyseScreen]) -> None:
    driver, screen = opened
    driver.press(pygame.K_END)
    screen.cursor.add(screen.cursor.tree.rules.parse_move(screen.cursor.position, "g1f3"))
    known = screen.panel.known
    driver.until(lambda: known.known.caption.endswith(texts.NO_GAMES))
    assert known.visible
    driver.click(known.source_place(own=False).center)
    driver.until(lambda: not known.known.own)


def test_the_board_returns_from_a_pointed_move_when_other_games_are_chosen(
    opened: tuple[Driver, AnalyseScreen],
) -> None:
    driver, screen = opened
    known, board = screen.panel.known, screen.board.display
    driver.point(known.place_of(0).center)
    assert board.position != screen.cursor.position
    driver.press(pygame.K_o, "o")
    driver.until(lambda: known.known.own is False)
    assert known.pointed is None
    assert board.position == screen.cursor.position
