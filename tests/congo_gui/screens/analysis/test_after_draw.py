"""Analysis at a draw by repetition, and of lines that go on after it."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from congo_gui.play.game_file import kept_game
from congo_gui.screens.analysis import texts
from congo_gui.screens.analysis.context import line_through
from congo_gui.screens.analysis.screen import AnalyseScreen
from congo_gui.system import clipboard
from engine.record.parse import parse_games
from engine.record.record import GameTree
from engine.rules.words import sentence
from tests.congo_gui.driver import CONGO, Driver, Starter
from tests.congo_gui.game_files import OPENING, drop, written

DRAWN = ("g1f3", "g7f5", "f3g1", "f5g7") * 2
LINE = " ".join((*DRAWN, "d2d3", "d6d5"))
GAME = OPENING + " ".join(DRAWN) + " (f5g7 d2d3 {an idea} d6d5) 1/2-1/2\n"
"""A game with a variation that goes on after its end."""


def shown(driver: Driver) -> AnalyseScreen:
    driver.run_loop()
    return driver.top(AnalyseScreen)


def moves(screen: AnalyseScreen) -> list[str]:
    return [node.move.text for node in screen.cursor.node.line if node.move]


def test_a_known_move_cannot_be_played_at_a_draw(start: Starter) -> None:
    driver = start(black="human")
    for move in DRAWN:
        driver.click_squares(move[:2], move[2:])
        driver.settle()
    reason = driver.session.outcome
    assert reason is not None
    driver.press(pygame.K_a, "a")
    screen = shown(driver)
    known = screen.panel.known
    for place in (known.place_of(0).midleft, known.sample_place(0).center):
        screen.toast.show("")
        driver.click(place)
        assert shown(driver) is screen
        assert not screen.cursor.node.children
        assert len(moves(screen)) == len(DRAWN)
        assert screen.toast.text == texts.no_move_follows(sentence("a draw: " + reason.reason.shown))


def test_a_line_that_goes_on_after_a_draw_is_shown_and_saved(driver: Driver, games: Path) -> None:
    driver.press(pygame.K_a, "a")
    assert clipboard.copy(LINE)
    driver.control("v")
    screen = shown(driver)
    assert moves(screen) == LINE.split()
    driver.press(pygame.K_LEFT)
    driver.press(pygame.K_LEFT)
    assert screen.cursor.outcome is not None
    driver.press(pygame.K_RIGHT)
    assert screen.cursor.outcome is None
    driver.control("s")
    driver.press(pygame.K_RETURN)
    driver.until(lambda: bool(list(games.glob("*.txt"))))
    (record,) = parse_games(next(games.glob("*.txt")).read_text())
    assert record.replay().outcome is not None
    again = GameTree(record.rules, record.start, record.moves)
    assert [node.move.text for node in again.root.onward() if node.move] == LINE.split()


@pytest.mark.parametrize("key", ["a", "r"])
def test_a_game_with_a_variation_after_its_end_can_be_analysed(driver: Driver, games: Path, key: str) -> None:
    drop(driver, written(games / "drawn.txt", GAME))
    assert driver.moves == list(DRAWN)
    driver.press(pygame.key.key_code(key), key)
    screen = shown(driver)
    for _ in range(2):
        driver.press(pygame.K_RIGHT)
    assert moves(screen) == LINE.split()
    draw = screen.cursor.main_line[-1]
    screen.cursor.go_to(draw)
    screen.cursor.add(CONGO.parse_move(draw.position, "d2d3"))  # as by a click on a known move
    assert screen.cursor.node.parent is draw
    driver.press(pygame.K_ESCAPE)
    driver.run_loop()
    assert "an idea" in (driver.play.files.record().moves[-1].variations[0][1].comment)


def test_of_a_line_after_the_draw_only_the_position_is_shared() -> None:
    (record,) = parse_games(GAME)
    tree = GameTree(record.rules, record.start, record.moves)
    end = tree.main[-1]
    assert [each.move.text for each in line_through(tree, end, record).moves] == list(DRAWN)
    after = end.next
    assert after is not None
    shared = line_through(tree, after, record)
    assert (shared.start, shared.moves, shared.comment) == (after.position, (), "an idea")


def test_mistakes_are_those_before_the_draw(driver: Driver) -> None:
    driver.press(pygame.K_a, "a")
    assert clipboard.copy(LINE)
    driver.control("v")
    assert [node.plies for node in shown(driver).cursor.main_line] == list(range(len(DRAWN) + 1))


@pytest.mark.parametrize("is_pasted", [False, True])
def test_an_analysis_that_goes_on_after_a_draw_is_opened_with_a_variation(
    driver: Driver, games: Path, is_pasted: bool
) -> None:
    """As an earlier version has saved it."""
    text = f"{OPENING}{LINE.replace('d6d5', '{an idea} d6d5')} *\n"
    if is_pasted:
        driver.press(pygame.K_a, "a")
        assert clipboard.copy(text)
        driver.control("v")
    else:
        drop(driver, written(games / "on.txt", text))
        assert driver.moves == list(DRAWN)
        driver.press(pygame.K_a, "a")
    screen = shown(driver)
    screen.cursor.go_to(screen.cursor.end)
    assert moves(screen) == LINE.split()
    before = screen.cursor.node.parent
    assert before is not None
    assert before.comment == "an idea"


def test_an_analysis_that_an_earlier_version_has_kept_is_opened() -> None:
    found = kept_game(f'[Event "analysis"]\n[Game "congo"]\n\n{LINE} *\n')
    assert found is not None
    assert [each.move.text for each in found.moves] == list(DRAWN)


@pytest.mark.parametrize("tail", ["0-1", "g1f3 " * 20_000])
def test_a_game_that_would_lose_its_result_or_be_too_large_is_refused(tail: str) -> None:
    """Another program may let a game go on after a third repetition."""
    assert kept_game(f"{OPENING}{LINE} {tail}\n") is None
