"""Helpers for tests of saving and opening games."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pygame
import pytest

from congo_gui.screens.files.file_games_screen import FileGamesScreen
from congo_gui.screens.files.file_screen import FileScreen
from congo_gui.screens.files.open_screen import OpenScreen
from congo_gui.store.earlier_games import EarlierGames
from congo_gui.store.writer import Writer
from engine.library.query import GameQuery
from tests.congo_gui.driver import Driver, Starter

OPENING = '[Event "e"]\n[Game "congo"]\n[White "human"]\n[Black "engine:level=hard"]\n\n'


def written(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


Feed = Callable[[Path, str], Path]


def feeder(folder: Path) -> Iterator[Feed]:
    """Yield a function that makes a pipe with a text: reading an empty one would be a wait without end."""
    with ExitStack() as processes:

        def feed(pipe: Path, text: str) -> Path:
            os.mkfifo(pipe)
            source = written(folder / "fed.txt", text)
            command = ["/bin/sh", "-c", 'exec cat "$1" > "$2"', "sh", str(source), str(pipe)]
            processes.callback(processes.enter_context(subprocess.Popen(command)).kill)
            return pipe

        yield feed


def drop(driver: Driver, path: Path) -> None:
    pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(path)))
    driver.run_loop()


def play_two(driver: Driver) -> None:
    driver.click_squares("d2", "d3")
    driver.reply("d6d5")


def open_screen(driver: Driver) -> OpenScreen:
    driver.app.writer.close()  # games that were replaced are still being written
    driver.control("o")
    screen = driver.app.stack[-1]
    assert isinstance(screen, OpenScreen)
    return screen


def choose(driver: Driver, screen: FileScreen | FileGamesScreen, text: str) -> None:
    """Open the row of a list that contains a text: a file with a click, a game with two."""
    row = next(at for at, row in enumerate(screen.list.rows) if text in row.text)
    open_row = driver.double_click if isinstance(screen, FileGamesScreen) else driver.click
    open_row(screen.list.row_rect(row).center)


def last_earlier(state: Path) -> str:
    """Return the text of the last replaced game."""
    return EarlierGames(Writer(), state).paths()[0].read_text(encoding="utf-8")


def die(driver: Driver) -> None:
    """End the program like kill -9: nothing is closed, but the system releases the lock."""
    driver.app.writer.close()
    driver.app.autosave.close()
    driver.app.running = False
    driver.app.is_closed = True
    driver.app.stack.clear()


def start_again(
    start: Starter, monkeypatch: pytest.MonkeyPatch, white: str = "human", black: str = "5"
) -> Driver:
    """Start the program as without arguments, with these players."""
    monkeypatch.setattr("congo_gui.app.LaunchOptions.asks_for_a_game", property(lambda options: False))
    driver = start(white=white, black=black)
    driver.run_loop()
    return driver


def in_library(driver: Driver) -> list[str]:
    """Return the texts of the games in the library."""
    found = driver.app.library.ask(lambda library: [*map(library.text, library.find(GameQuery()))])
    driver.until(lambda: found.is_over)
    assert found.result is not None
    return found.result
