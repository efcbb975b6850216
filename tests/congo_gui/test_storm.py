"""The program under random input: nothing raises, and no resources leak."""

from __future__ import annotations

from multiprocessing import resource_tracker
from pathlib import Path
from random import Random

import pytest

from congo_gui import app as app_module
from congo_gui.app import App
from congo_gui.store.launch_options import LaunchOptions
from congo_gui.store.settings import SettingsFile
from congo_gui.system import clipboard
from engine.players import warmup
from tests.congo_gui.driver import AT_ONCE, CONGO
from tests.congo_gui.resources import HAS_PROC, Resources, wait_for_release
from tests.congo_gui.storm import NASTY, MoodyLoader, Storm, files

MOST_MIB = 60.0
"""A second storm may take so much more memory than the first, less than one hash table."""


@pytest.fixture(autouse=True)
def moody_world(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace clipboard and loaders, and hide all programs that a random word could name."""
    chance = Random(7)
    MoodyLoader.moods = Random(8)
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(clipboard, "paste", lambda: chance.choice(NASTY))
    monkeypatch.setattr(app_module, "EngineLoader", MoodyLoader)
    monkeypatch.setattr(warmup, "is_warm", lambda name: chance.random() < 0.7)


def blow(seed: int, times: int, dropped: list[Path]) -> None:
    """Run random input on a program, then close it."""
    app = App(LaunchOptions(CONGO, None, "human", "2"), SettingsFile(), AT_ONCE)
    app.running = True
    try:
        app.turn(0.0)
        app.loader.start()
        Storm(app, seed, dropped).blow(times)
    finally:
        app.close()


@pytest.mark.skipif(not HAS_PROC, reason="this system does not tell what a process holds")
@pytest.mark.parametrize(
    ("first", "times"),
    [pytest.param(200, 200, marks=pytest.mark.thorough), pytest.param(2000, 2000, marks=pytest.mark.slow)],
)
def test_random_input_does_no_harm(tmp_path: Path, first: int, times: int) -> None:
    """The first run loads everything that stays; the second one must leave nothing more."""
    dropped = files(tmp_path / "dropped")
    resource_tracker.ensure_running()  # a process of Python's own, which stays
    blow(1, first, dropped)
    before = Resources.now()
    blow(2, times, dropped)
    wait_for_release(before)
    assert Resources.now().mib < before.mib + MOST_MIB
