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
from tests.congo_gui.random_input import STRANGE_TEXTS, RandomInput, UnreliableLoader, files
from tests.congo_gui.resources import HAS_PROC, Resources, wait_for_release

MAX_MIB = 60.0
"""The maximum memory in MiB that a second run adds: less than one hash table."""


@pytest.fixture(autouse=True)
def unreliable_system(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace clipboard and loaders, and hide all programs that a random word could name."""
    chance = Random(7)
    UnreliableLoader.rng = Random(8)
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(clipboard, "paste", lambda: chance.choice(STRANGE_TEXTS))
    monkeypatch.setattr(app_module, "EngineLoader", UnreliableLoader)
    monkeypatch.setattr(warmup, "is_warm", lambda name: chance.random() < 0.7)


def run_random_input(seed: int, times: int, dropped: list[Path]) -> None:
    """Run random input on a program, then close it."""
    app = App(LaunchOptions(CONGO, None, "human", "2"), SettingsFile(), AT_ONCE)
    app.running = True
    try:
        app.run_once(0.0)
        app.loader.start()
        RandomInput(app, seed, dropped).perform(times)
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
    run_random_input(1, first, dropped)
    before = Resources.now()
    run_random_input(2, times, dropped)
    wait_for_release(before)
    assert Resources.now().mib < before.mib + MAX_MIB
