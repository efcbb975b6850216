"""The games of a file are searched, sorted, opened, saved and deleted one by one."""

from __future__ import annotations

import errno
import os
import threading
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from congo_gui.play import game_file, game_list
from congo_gui.play.game_file import FileGame
from congo_gui.play.game_list import Column, ListedGame, listed, matching_games, sort_games
from congo_gui.screens.files import file_games_screen, game_table, preview_loader, reading
from congo_gui.screens.files import texts as files_texts
from congo_gui.screens.files.file_games_screen import FileGamesScreen
from congo_gui.screens.files.open_screen import OpenScreen
from congo_gui.screens.shared import dialog
from congo_gui.screens.shared.dialog import ConfirmScreen
from engine import rules
from engine.library.query import MAX_WORDS
from engine.record.parse import main_moves
from engine.record.record import GameRecord
from engine.rules.rules import Rules
from tests.congo_gui.driver import Driver
from tests.congo_gui.game_files import drop, written
from tests.waiting import PATIENCE

CONGO = rules.get("congo")
GAMES = (
    ("Ann", "Ben", "Club", "2026.03.01", "1-0", "1. d2d3 d6d5 2. e2e3 {(a; b} (2. c2c3 (2. a2a3) c6c5) 1-0"),
    ("Cem", "engine:level=5", "Open", "2026.01.09", "0-1", "1. e2e3! e6e5 $2 0-1"),
    ("Dee", "Ann", "Open", "2025.12.31", "*", "1. c2c3 *"),
    ("ann", "Eve", r"Cup \"x\"", "2026.02.01", "1/2-1/2", "; silence\n1/2-1/2"),
)


def game_text(white: str, black: str, event: str, date: str, result: str, moves: str) -> str:
    return (
        f'[Event "{event}"]\n[Game "congo"]\n[Date "{date}"]\n[White "{white}"]\n[Black "{black}"]\n'
        f'[Result "{result}"]\n\n{moves}\n\n\n'
    )


TEXTS = [game_text(*game) for game in GAMES]


@pytest.fixture
def some(tmp_path: Path) -> list[ListedGame]:
    return listed(game_file.games_in(written(tmp_path / "some.pgn", "".join(TEXTS))), CONGO)


def numbers(games: list[ListedGame]) -> list[int]:
    return [game.number for game in games]


def shown(screen: FileGamesScreen) -> list[str]:
    return [row.text.partition(".")[0] for row in screen.list.rows]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", [1, 2, 3, 4]),
        ("ANN", [1, 3, 4]),
        ("ann open", [3]),
        ("level 5", [2]),
        ("level 0", []),
        ("level", [2]),
        ("1-0", [1]),
        ("0-1", [2]),
        ("draw", [4]),
        ("Draw ann", [4]),
        ("1/2-1/2", [4]),
        ("1/2", [4]),
        ("unfinished", [3]),
        ("*", [3]),
        ("draw 1-0", []),
        ("2026.0", [1, 2, 4]),
        ("e2e3 e6e5", [2]),
        ("a2a3", []),
        ("silence", []),
    ],
)
def test_every_word_must_be_found(some: list[ListedGame], text: str, found: list[int]) -> None:
    assert numbers(matching_games(some, text)) == found


def test_a_pasted_text_of_many_words_takes_no_longer_than_one_of_a_hundred(some: list[ListedGame]) -> None:
    looked_for: list[str] = []

    class Searched(str):
        __slots__ = ()

        def __contains__(self, word: object) -> bool:
            looked_for.append(str(word))
            return True

    game = replace(some[0], searched=Searched())
    words = [f"w{number}" for number in range(1000)]
    assert matching_games([game], " ".join([*["e"] * 1000, *words])) == [game]
    assert looked_for == ["e", *words[: MAX_WORDS - 1]]


@pytest.mark.parametrize(
    ("column", "order"),
    [
        (Column.FIRST, [1, 4, 2, 3]),
        (Column.SECOND, [2, 3, 1, 4]),
        (Column.RESULT, [3, 2, 1, 4]),
        (Column.DATE, [3, 2, 4, 1]),
        (Column.LENGTH, [4, 3, 2, 1]),
    ],
)
def test_games_are_sorted_by_each_column(some: list[ListedGame], column: Column, order: list[int]) -> None:
    assert numbers(sort_games(some, column)) == order
    assert numbers(sort_games(reversed(some), Column.NUMBER, reverse=True)) == [4, 3, 2, 1]


def test_the_main_line_is_distinguished_from_comments_and_variations(some: list[ListedGame]) -> None:
    assert [main_moves(game.game.text) for game in some] == [
        ["d2d3", "d6d5", "e2e3"],
        ["e2e3", "e6e5"],
        ["c2c3"],
        [],
    ]
    assert some[3].event == 'Cup "x"'


def test_a_list_is_searched_sorted_and_opened(driver: Driver, games: Path) -> None:
    drop(driver, written(games / "some.pgn", "".join(TEXTS)))
    screen = driver.top(FileGamesScreen)
    driver.click(screen.headings.title_rect(Column.DATE).center)
    assert shown(screen) == ["3", "2", "4", "1"]
    driver.press(pygame.K_F6)
    assert shown(screen) == ["1", "4", "2", "3"]
    driver.press(pygame.K_F5)
    assert shown(screen) == ["4", "3", "2", "1"]
    driver.click(screen.search.rect.center)
    driver.type("ann d")
    assert shown(screen) == ["3", "1"]
    driver.press(pygame.K_DOWN)
    assert screen.preview.game is screen.list.game
    driver.press(pygame.K_RETURN)
    assert driver.moves == ["d2d3", "d6d5", "e2e3"]
    assert driver.app.stack == [driver.play]


def test_deleting_and_saving_games_keeps_the_rest(driver: Driver, games: Path) -> None:
    people = TEXTS[2].replace('"Dee"', '"human"').replace('"Ann"', '"human"')
    texts = [*TEXTS[:2], people, TEXTS[3]]
    path = written(games / "some.pgn", "".join(texts))
    drop(driver, path)
    driver.double_click(driver.top(FileGamesScreen).list.row_rect(2).center)
    drop(driver, path)
    screen = driver.top(FileGamesScreen)
    driver.click(screen.list.row_rect(0).center)
    driver.click(screen.list.cross_rect(0).center)
    driver.press(pygame.K_RETURN)
    assert path.read_text(encoding="utf-8") == "".join(texts)
    driver.press(pygame.K_DELETE)
    assert isinstance(driver.app.stack[-1], ConfirmScreen)
    driver.tool(files_texts.DELETE)
    assert path.read_text(encoding="utf-8") == "".join(texts[1:])
    assert screen.list.rows[0].text == "1.  Cem v AI – level 5"
    driver.press(pygame.K_ESCAPE)
    driver.click_squares("d6", "d5")
    driver.control("s")
    driver.press(pygame.K_RETURN)
    saved = path.read_text(encoding="utf-8")
    assert saved.startswith(texts[1])
    assert saved.endswith("1. c2c3 d6d5 *\n\n\n" + texts[3])


def test_the_second_click_of_a_double_click_does_not_delete(
    driver: Driver, games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The question may open with *Delete* below the pointer."""
    path = written(games / "some.pgn", "".join(TEXTS))
    drop(driver, path)
    monkeypatch.setattr(dialog, "DOUBLE_CLICK_MS", 1 << 40)
    driver.press(pygame.K_DELETE)
    driver.tool(files_texts.DELETE)
    assert isinstance(driver.app.stack[-1], ConfirmScreen)
    monkeypatch.setattr(dialog, "DOUBLE_CLICK_MS", 0)
    assert path.read_text(encoding="utf-8") == "".join(TEXTS)
    driver.tool(files_texts.DELETE)
    assert path.read_text(encoding="utf-8") != "".join(TEXTS)


def test_open_shows_what_has_changed_below_another_screen(driver: Driver, games: Path) -> None:
    for name in ("one", "two"):
        written(games / f"{name}.txt", "".join(TEXTS))
    driver.control("o")
    screen = driver.top(OpenScreen)
    assert sorted(row.text for row in screen.list.rows) == ["one.txt", "two.txt"]
    screen.file_chosen(games / "one.txt")
    (games / "two.txt").rename(games / "three.txt")
    driver.press(pygame.K_ESCAPE)
    driver.run_loop()
    assert driver.app.stack[-1] is screen
    assert sorted(row.text for row in screen.list.rows) == ["one.txt", "three.txt"]


def test_open_stays_where_it_was_and_keeps_its_message_below_another_screen(
    driver: Driver, games: Path
) -> None:
    for number in range(100):
        written(games / f"{number}.txt", TEXTS[0])
    driver.control("o")
    screen = driver.top(OpenScreen)
    screen.list.scroller.scroll_to(screen.list.scroller.last)
    offset = screen.list.scroller.offset
    screen._show_error("a problem")
    driver.click(screen.kept[0].rect.center)
    written(games / "new.txt", TEXTS[0])
    driver.press(pygame.K_ESCAPE)
    driver.run_loop()
    assert driver.app.stack[-1] is screen
    assert len(screen.list.rows) == 101
    assert (screen.list.scroller.offset, screen.message) == (offset, "a problem")


def test_deleting_does_not_wait_for_a_slow_disk(
    driver: Driver, games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*given: object) -> None:
        assert disk.wait(PATIENCE)
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    disk = threading.Event()
    monkeypatch.setattr(file_games_screen, "remove_game", refuse)
    path = written(games / "some.pgn", "".join(TEXTS))
    drop(driver, path)
    screen = driver.top(FileGamesScreen)
    monkeypatch.setattr(reading, "AT_ONCE_S", 0.0)
    driver.press(pygame.K_DELETE)
    delete = next(
        widget
        for widget in driver.top(ConfirmScreen).group.widgets
        if getattr(widget, "label", "") == files_texts.DELETE
    )
    for kind in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        pygame.event.post(pygame.event.Event(kind, pos=delete.rect.center, button=1, buttons=(0,) * 3))
        driver.app.run_once(0.001)
    assert screen.message == files_texts.DELETING
    driver.press(pygame.K_DELETE)
    assert screen.toast.text == files_texts.WAIT
    disk.set()
    driver.until(lambda: screen.message == files_texts.not_deleted("no space left on device"))
    assert len(screen.list.rows) == len(TEXTS)


def test_the_last_game_of_a_file_is_not_deleted(driver: Driver, games: Path) -> None:
    path = written(games / "some.pgn", "".join(TEXTS[:2]))
    drop(driver, path)
    driver.press(pygame.K_DELETE)
    driver.tool(files_texts.DELETE)
    before = path.read_bytes()
    driver.press(pygame.K_DELETE)
    assert driver.top(FileGamesScreen).toast.text == files_texts.LAST_GAME
    assert path.read_bytes() == before


def test_large_file_draws_only_visible_rows(
    driver: Driver, games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    count = 400_000 // len(TEXTS[0])
    path = written(games / "many.pgn", TEXTS[0] * count)
    readers: list[threading.Thread] = []
    drawn: list[ListedGame] = []
    played: list[int] = []

    def cells(game: ListedGame) -> dict[Column, str]:
        drawn.append(game)
        return real_cells(game)

    def read(path: Path, game: FileGame, own: Rules) -> GameRecord:
        played.append(game.line)
        return game_file.read_game(path, game, own)

    def games_in(path: Path) -> list[FileGame]:
        readers.append(threading.current_thread())
        return game_file.games_in(path)

    real_cells = game_table._cells
    monkeypatch.setattr(game_table, "_cells", cells)
    monkeypatch.setattr(preview_loader, "read_game", read)
    monkeypatch.setattr(game_list, "games_in", games_in)
    drop(driver, path)
    screen = driver.top(FileGamesScreen)
    driver.until(lambda: len(screen.list.rows) == count)
    driver.until(lambda: bool(screen.preview.pictures.drawn))
    assert [thread is threading.main_thread() for thread in readers] == [False]
    assert played == [1]
    in_sight = screen.list.rect.height // screen.list.row_rect(0).height + 2
    drawn.clear()
    driver.type("a")
    frames = 3
    assert 0 < len(drawn) <= frames * in_sight < count


def test_one_game_is_not_called_games() -> None:
    assert files_texts.games_in_file(1) == "1 game"
    assert files_texts.found_games(1, 1, "Delete").startswith("1 game.")
    assert files_texts.found_games(0, 1, "Delete").startswith("0 of 1 game.")
    assert files_texts.found_games(2, 1500, "Delete").startswith("2 of 1,500 games.")
