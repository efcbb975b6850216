"""The table of an earlier tournament, and the games of its cells."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from congo_gui.screens.files.dialogs import TABLE_SUFFIX, entries
from congo_gui.screens.tournament import texts
from congo_gui.screens.tournament.screen import TournamentScreen
from congo_gui.screens.tournament.setup import TournamentSetup
from congo_gui.screens.tournament.stored import OpenTournamentScreen
from tests.congo_gui.driver import Driver

GAME = """[Event "tournament"]
[Game "congo"]
[Round "{round}"]
[White "{white}"]
[Black "{black}"]
[Result "{result}"]
[Reason "{reason}"]
[Seats "{seats}"]
[Format "round-robin, 2 games a meeting"]
[Entrants "Rex=greedy | random | engine:level=3"]

1. d2d3 {result}

"""
NAMES = ("Rex", "random", "engine:level=3")
RESULTS = {"1.1": ("1 2", "1-0"), "1.2": ("2 1", "0-1"), "2.1": ("1 3", "1-0"), "2.2": ("3 1", "1/2-1/2")}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return the file of a tournament of three that was stopped after four of six games."""
    path = tmp_path / texts.file_name("2026")
    games = []
    for number, (seats, result) in RESULTS.items():
        white, black = (NAMES[int(seat) - 1] for seat in seats.split())
        reason = "lion captured" if result != "1/2-1/2" else "agreed"
        games.append(
            GAME.format(round=number, white=white, black=black, result=result, reason=reason, seats=seats)
        )
    path.write_text("".join(games))
    return path


@pytest.fixture
def screen(driver: Driver, file: Path) -> TournamentScreen:
    """Return the screen of that tournament, opened from the form."""
    driver.control("t")
    assert isinstance(driver.app.stack[-1], TournamentSetup)
    driver.tool(texts.OPEN)
    dialog = driver.app.stack[-1]
    assert isinstance(dialog, OpenTournamentScreen)
    dialog.file_chosen(file)
    shown = driver.app.stack[-1]
    assert isinstance(shown, TournamentScreen)
    driver.turn()
    return shown


def rows(screen: TournamentScreen) -> list[tuple[str, str]]:
    return [(row.text, row.note) for row in screen.games.rows]


ALL = [
    ("Level 3 – Rex   ½ – ½", "agreed, 1 turn"),
    ("Rex – Level 3   1 – 0", "lion captured, 1 turn"),
    ("Random – Rex   0 – 1", "lion captured, 1 turn"),
    ("Rex – Random   1 – 0", "lion captured, 1 turn"),
]


def test_a_stopped_tournament_shows_its_table_and_how_its_games_ended(screen: TournamentScreen) -> None:
    assert screen.title == "Congo tournament, round robin: stopped after 4 of 6 games"
    assert [screen.names[row.player] for row in screen.table.rows] == ["Rex", "Level 3", "Random"]
    assert [row.points for row in screen.table.rows] == [3.5, 0.5, 0]
    assert rows(screen) == ALL
    assert not screen.pause.enabled
    assert not screen.boards


def test_a_cell_lists_the_games_of_two_players(screen: TournamentScreen, driver: Driver) -> None:
    assert screen.theme is not None
    cells = screen.table._cross_rects(screen.theme, 0)
    driver.click(cells[2].center)
    assert rows(screen) == ALL[2:]
    assert screen._heading == "Rex against Random"
    driver.click(cells[0].center)  # nobody plays itself
    assert rows(screen) == ALL[2:]
    name = screen.table._row_rect(screen.theme, 1)
    driver.click((name.x + 40, name.centery))
    assert (rows(screen), screen._heading) == (ALL[:2], "Games of Level 3")
    driver.tool(texts.ALL_GAMES)
    assert (rows(screen), screen._heading) == (ALL, texts.FINISHED_GAMES)


def test_the_cells_by_keyboard(screen: TournamentScreen, driver: Driver) -> None:
    screen.group.set_focus(screen.table)
    for key in (pygame.K_DOWN, pygame.K_DOWN, pygame.K_RIGHT, pygame.K_RETURN):
        driver.press(key)
    assert screen.table.shown == (2, 0)
    assert rows(screen) == ALL[:2]
    driver.press(pygame.K_RETURN)
    assert rows(screen) == ALL


def test_another_file_is_refused_in_a_sentence(driver: Driver, tmp_path: Path) -> None:
    driver.control("t")
    driver.tool(texts.OPEN)
    dialog = driver.app.stack[-1]
    assert isinstance(dialog, OpenTournamentScreen)
    other = tmp_path / "diary.txt"
    other.write_text("Dear diary\n")
    dialog.file_chosen(other)
    assert driver.app.stack[-1] is dialog
    assert "is not a file of a tournament" in dialog._message


def test_tables_do_not_stand_among_the_games(file: Path) -> None:
    file.with_name(file.stem + TABLE_SUFFIX).write_text("#")
    file.with_name("dinner table.txt").write_text("#")
    assert {entry.path.name for entry in entries(file.parent)} == {file.name, "dinner table.txt"}
