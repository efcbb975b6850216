"""Randomly damaged settings: the window and the screens that use them open, and nothing is lost."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from congo_gui import app as app_module
from congo_gui.app import App
from congo_gui.commands import actions
from congo_gui.screens.tournament.background import LiveTournament
from congo_gui.store.launch_options import LaunchOptions
from congo_gui.store.settings import SAVED_FIELDS, Settings, SettingsFile, settings_path
from engine import rules
from tests.congo_gui.driver import AT_ONCE, Driver, FakeLoader, FakeThinker
from tests.congo_gui.every_screen import run_command
from tests.congo_gui.random_input import STRANGE_TEXTS
from tests.earlier import EARLIER

READERS = (
    *("new_game", "programs", "games", "tournament", "experiment", "learn", "options", "keys", "menu"),
    *("open_game", "save_game", "score", "analyse", "help", "about", "see_search"),
)
"""Commands that open screens which read settings."""
JUNK: tuple[Any, ...] = (
    *(None, True, 0, 3, -1, 1e308, float("inf"), float("nan"), 10**30),
    *([], {}, [[]], {"": None}, [1, 2, 3, 4]),
    *("uci:false", "engine:level=9", "minimax:99", "30+2", "congo", "depth", "/dev/null", "/" + "d/" * 900),
    *STRANGE_TEXTS,
)


@pytest.fixture(autouse=True)
def default_keys(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Start no process, and reset the keys."""
    monkeypatch.setattr(LiveTournament, "start", lambda live: None)
    yield
    actions.reset_all_keys()


def whole(tmp_path: Path) -> dict[str, Any]:
    """Return settings in which every one has a value."""
    begun = tmp_path / "begun.txt"
    begun.touch()
    usual = {one.name: getattr(Settings(), one.name) for one in SAVED_FIELDS}
    names = ("full-screen.json", "settings.json")
    full_screen, settings = (json.loads((EARLIER / "settings" / name).read_text()) for name in names)
    values = usual | full_screen | settings
    values["tournament"] = {**full_screen["tournament"], "path": str(begun)}
    values["players"] = {"konane": ["human", "5", "-", "30+2"], "congo": ["3", "uci:./zebra", "-", "-"]}
    values["experiment"] = {"kind": "growth", "growth": {"games": "3"}, "ablation": {"rows": "12"}}
    return values


def damaged(value: Any, chance: Random) -> Any:
    """Return a value with a random part replaced by junk."""
    if isinstance(value, dict) and value and chance.random() < 0.85:
        key = chance.choice(sorted(value))
        if chance.random() < 0.1:
            return {**value, chance.choice(STRANGE_TEXTS): chance.choice(JUNK)}
        return {**value, key: damaged(value[key], chance)}
    if isinstance(value, list) and value and chance.random() < 0.8:
        at = chance.randrange(len(value))
        return [*value[:at], damaged(value[at], chance), *value[at + 1 :]]
    return chance.choice(JUNK)


def look_round(thinker: FakeThinker, name: str) -> None:
    """Start the program, open everything, and close it."""
    app = App(LaunchOptions(rules.get(name), named=True), SettingsFile(), AT_ONCE)
    try:
        driver = Driver(app, thinker)
        for command in READERS:
            run_command(command)(driver)
            while app.stack[-1] is not app.play:
                app.stack[-1].dismiss()
                driver.run_loop(1)
        assert app.running
    finally:
        app.close()


@pytest.mark.parametrize(
    "seeds",
    [
        range(2),
        pytest.param(range(2, 14), marks=pytest.mark.thorough),
        pytest.param(range(14, 74), marks=pytest.mark.slow),
    ],
    ids=["few", "more", "many"],
)
def test_the_window_opens_with_damaged_settings(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, seeds: range
) -> None:
    thinker = FakeThinker()
    monkeypatch.setattr(app_module, "EngineLoader", type("Loader", (FakeLoader,), {"thinker": thinker}))
    path, sound = settings_path(), whole(tmp_path)
    path.parent.mkdir()
    for seed in seeds:
        chance = Random(seed)
        values = sound
        for _ in range(chance.choice((1, 3, 10))):
            values = damaged(values, chance)
            values = values if isinstance(values, dict) else sound
        text = json.dumps(values)
        path.write_text(text, encoding="utf-8", errors="replace")
        try:
            look_round(thinker, chance.choice(rules.names()))
        except Exception as error:
            changed = {name: each for name, each in values.items() if each != sound.get(name)}
            raise AssertionError(f"seed {seed}: {str(changed)[:2000]}") from error
        kept = json.loads(path.read_text(encoding="utf-8"))
        assert set(values) <= set(kept), seed


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.thorough) for seed in (1, 2, 3))])
def test_unreadable_settings_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, seed: int) -> None:
    chance, thinker = Random(seed), FakeThinker()
    monkeypatch.setattr(app_module, "EngineLoader", type("Loader", (FakeLoader,), {"thinker": thinker}))
    data = bytearray(json.dumps(whole(tmp_path)).encode())
    del data[chance.randrange(1, len(data) - 1) :]
    for _ in range(seed * 5):
        data[chance.randrange(len(data))] = chance.randrange(256)
    settings_path().parent.mkdir()
    settings_path().write_bytes(data)
    look_round(thinker, "congo")
    assert settings_path().with_suffix(".unreadable.json").read_bytes() == bytes(data)
