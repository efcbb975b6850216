"""Fixtures: no visible window, no sound, and no files in the user's folders."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "none")  # to close SDL's silent card takes longer than most tests
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from congo_gui.draw.theme import Role, Theme
from congo_gui.play.clocks import Timing
from congo_gui.screens.files import reading
from congo_gui.screens.shared import dialog
from congo_gui.screens.window import about, closing
from congo_gui.store import last_answer
from congo_gui.widgets import clicks
from tests.congo_gui.driver import AT_ONCE, Driver, FakeThinker, Opener, Starter, opener, starter
from tests.congo_gui.game_files import Feed, feeder
from tests.waiting import PATIENCE


@pytest.fixture(autouse=True)
def own_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Redirect settings, games and reports, but not compiled code: recompiling takes long."""
    monkeypatch.setenv("CONGO_CONFIG_DIR", str(tmp_path / "config"))
    monkeypatch.setenv("CONGO_LOG_DIR", str(tmp_path / "log"))
    monkeypatch.setenv("CONGO_STATE_DIR", str(tmp_path / "state"))
    monkeypatch.setenv("CONGO_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("CONGO_GAMES_DIR", str(tmp_path / "games"))
    # No test cuts the power: waiting for the disk would show nothing.
    monkeypatch.setattr(os, "fsync", lambda file: None)
    # Nor does a test go on before a file is read or written, unless it is about that.
    for module in (reading, closing, last_answer):
        monkeypatch.setattr(module, "AT_ONCE_S", PATIENCE)
    monkeypatch.setattr(about, "DISK_WAIT_S", PATIENCE)
    monkeypatch.setattr(closing, "AGAIN_S", 0.0)
    for module in (dialog, clicks):
        monkeypatch.setattr(module, "DOUBLE_CLICK_MS", 0)


@pytest.fixture
def display() -> Iterator[pygame.Surface]:
    """A window without the program."""
    pygame.display.init()
    pygame.font.init()
    yield pygame.display.set_mode((800, 600))
    pygame.quit()


@pytest.fixture
def wrapped(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that are wrapped from now on."""
    texts, wrap = list[str](), Theme.wrap

    def noted(theme: Theme, text: str, role: Role, width: int) -> list[str]:
        texts.append(text)
        return wrap(theme, text, role, width)

    monkeypatch.setattr(Theme, "wrap", noted)
    return texts


@pytest.fixture
def thinker() -> FakeThinker:
    """An AI that answers on request."""
    return FakeThinker()


@pytest.fixture
def timing() -> Timing:
    """The clock of the programs that `start` starts, which have no delays."""
    return AT_ONCE


@pytest.fixture
def start(monkeypatch: pytest.MonkeyPatch, thinker: FakeThinker, timing: Timing) -> Iterator[Starter]:
    """Return a function that starts the program with the scripted AI."""
    yield from starter(monkeypatch, thinker, timing)


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch, thinker: FakeThinker) -> Iterator[Opener]:
    """Return a function that starts the program with a game of any kind."""
    yield from opener(monkeypatch, thinker)


@pytest.fixture
def driver(start: Starter) -> Driver:
    """The program with a human as White against the scripted AI."""
    return start()


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """The folder for saved games."""
    folder = tmp_path / "games"
    folder.mkdir()
    return folder


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """The folder for the running game."""
    return tmp_path / "state"


@pytest.fixture
def fed(tmp_path: Path) -> Iterator[Feed]:
    """Return a function that makes a pipe with a text."""
    yield from feeder(tmp_path)
