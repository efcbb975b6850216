"""kill -9 at many moments after a move is saved: no game is lost, and the next start offers it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from congo_gui import app as app_module
from congo_gui.app import App
from congo_gui.play.game_file import games_in, kept_game, read_game
from congo_gui.screens.files.game_autosave import WelcomeScreen
from congo_gui.store.launch_options import LaunchOptions
from congo_gui.store.settings import SettingsFile
from engine.record.record import GameRecord
from tests.congo_gui.driver import AT_ONCE, CONGO, Driver, FakeLoader, FakeThinker
from tests.congo_gui.game_files import OPENING, written

ROOT = Path(__file__).resolve().parents[2]
SITUATIONS = ("search", "animation", "save", "compile", "dialog", "analysis")
MAX_ITERATIONS = 60
"""The program is killed up to that many iterations of its loop after the move was found on disk."""

pytestmark = pytest.mark.skipif(os.name != "posix", reason="there is no such signal")


def game_on_disk(path: Path) -> GameRecord | None:
    """Return the saved game, which must be complete; None if there is no file yet."""
    if not path.exists():
        return None
    found = kept_game(path.read_text(encoding="utf-8"))
    assert found is not None, path.read_text(encoding="utf-8")
    return found


def moves_on_disk(state: Path) -> tuple[str, ...]:
    """Return the moves of the saved game."""
    found = game_on_disk(state / "game-1.txt")
    return tuple(each.move.text for each in found.moves) if found else ()


def kill_in(situation: str, turns: int, state: Path) -> tuple[str, ...]:
    """Kill the program some loop iterations after a move is saved; return the saved moves."""
    words = [sys.executable, "-m", "tests.congo_gui.killed_program", situation]
    with subprocess.Popen(
        words, cwd=ROOT, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as program:
        try:
            assert program.stdout is not None
            lines = iter(program.stdout.readline, "")
            seen: tuple[str, ...] = ()
            while not seen:
                assert next(lines, None) is not None, program.wait()
                seen = moves_on_disk(state)
            for _ in range(turns):
                assert next(lines, None) is not None, program.wait()
            seen = moves_on_disk(state) or seen
            program.kill()
        finally:
            os.killpg(program.pid, signal.SIGKILL)  # its compiler, too
    return seen


@pytest.mark.slow
@pytest.mark.parametrize("situation", SITUATIONS)
@pytest.mark.parametrize("seed", range(5))
def test_no_saved_move_is_lost(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, state: Path, situation: str, seed: int
) -> None:
    if situation == "compile":  # no move can be made yet, but one may be there from before
        monkeypatch.setenv("CONGO_CACHE_DIR", str(tmp_path / "cache"))
        state.mkdir()
        written(state / "game-1.txt", OPENING + "1. d2d3 d6d5 2. e2e3 *\n")
    seen = kill_in(situation, Random(seed).randrange(MAX_ITERATIONS), state)
    left, game = moves_on_disk(state), game_on_disk(state / "game-1.txt")
    assert game is not None
    assert left[: len(seen)] == seen
    for path in (tmp_path / "games").glob("*.txt"):
        (saved,) = games_in(path)
        assert read_game(path, saved, CONGO).moves
    thinker = FakeThinker()
    monkeypatch.setattr(app_module, "EngineLoader", type("Loader", (FakeLoader,), {"thinker": thinker}))
    app = App(LaunchOptions(CONGO, named=True), SettingsFile(), AT_ONCE)
    try:
        driver = Driver(app, thinker)
        if game.replay().outcome is None:
            driver.top(WelcomeScreen)
            driver.press(13, "\r")
            assert tuple(driver.moves) == left
        else:
            app.writer.close()
            assert game_on_disk(app.autosave.earlier.paths()[0]) == game
    finally:
        app.close()
