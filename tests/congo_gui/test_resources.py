"""Long sessions: changes of game and games between AIs leak no resources."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Iterator
from random import Random

import pytest

from congo_gui.app import App
from congo_gui.play.player import PlayerConfig
from congo_gui.store.launch_options import LaunchOptions
from congo_gui.store.settings import SettingsFile
from congo_gui.system.display import Waker
from congo_gui.system.startup import EngineStage
from engine import rules
from engine.search.transposition import TranspositionTable
from tests.congo_gui import long_session
from tests.congo_gui.driver import AT_ONCE, CONGO, Driver, FakeThinker
from tests.congo_gui.every_screen import run_command
from tests.congo_gui.resources import HAS_PROC, Resources, wait_for_release
from tests.waiting import Signal

CHANGES = 50
LEVEL = PlayerConfig("1")
TWO_TABLES_MIB = 130.0
FLAT_MIB = 10.0
"""The maximum memory in MiB added between game 50 and game 200."""


@pytest.fixture
def app() -> Iterator[App]:
    """The program with two AIs, with the real loader and search."""
    settings_file = SettingsFile()
    settings_file.settings.animation = False
    app = App(LaunchOptions(CONGO, None, "1", "1"), settings_file, AT_ONCE)
    app.loader.start()
    yield app
    app.close()


@pytest.fixture
def tables(monkeypatch: pytest.MonkeyPatch) -> weakref.WeakSet[TranspositionTable]:
    """The existing hash tables."""
    found: weakref.WeakSet[TranspositionTable] = weakref.WeakSet()
    made = TranspositionTable.__init__

    def make(table: TranspositionTable, mib: int) -> None:
        made(table, mib)
        found.add(table)

    monkeypatch.setattr(TranspositionTable, "__init__", make)
    return found


@pytest.mark.thorough
@pytest.mark.skipif(not HAS_PROC, reason="this system does not tell what a process holds")
def test_changes_of_game_leave_no_thread_and_no_table(
    app: App, tables: weakref.WeakSet[TranspositionTable]
) -> None:
    """At every stage of loading, while the AIs think, and while they analyse; garbage is not collected."""
    driver, chance = Driver(app, FakeThinker()), Random(5)

    def change(number: int, at_once: bool, analysed: bool) -> None:
        app.change_game(rules.get(rules.names()[number % len(rules.names())]), (LEVEL, LEVEL), None)
        if at_once:
            for _ in range(chance.choice((0, 0, 1, 5))):
                app.run_once(0.01)
            return
        driver.until(lambda: app.loader.stage in (EngineStage.READY, EngineStage.FAILED))
        assert app.loader.stage is EngineStage.READY, app.loader.error
        if analysed:
            run_command("analyse")(driver)
        driver.run_loop(10)

    def settle() -> Resources:
        app.change_game(CONGO, (PlayerConfig(), PlayerConfig()), None)
        driver.until(lambda: app.loader.stage is EngineStage.READY)
        return Resources.now()

    for number in range(2 * len(rules.names())):
        change(number, at_once=False, analysed=True)
    before = settle()
    gc.disable()
    try:
        for number in range(CHANGES):
            change(number, at_once=number % 3 != 0, analysed=number % 2 == 0)
            assert len(tables) <= 2
    finally:
        gc.enable()
    after = settle()
    wait_for_release(before)
    assert after.mib < before.mib + TWO_TABLES_MIB


@pytest.mark.thorough
def test_a_search_that_no_screen_took_ends_with_its_game(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """The game is changed again before the loop lets the screen take the engine."""
    woken, wake = Signal(), Waker.__call__

    def note(waker: Waker) -> None:
        wake(waker)
        woken()

    monkeypatch.setattr(Waker, "__call__", note)
    for _ in range(3):
        app.change_game(CONGO, (LEVEL, LEVEL), None)
        woken.wait_until(lambda: app.loader.stage in (EngineStage.READY, EngineStage.FAILED))
        assert app.loader.stage is EngineStage.READY, app.loader.error
    assert [thread.name for thread in threading.enumerate()].count("thinker") == 1


@pytest.mark.thorough
def test_a_left_game_gives_its_table_back_without_a_collection_of_garbage(
    app: App, tables: weakref.WeakSet[TranspositionTable]
) -> None:
    driver, strongest = Driver(app, FakeThinker()), PlayerConfig("10")
    start = CONGO.notation.parse("1me1l2/1p2p1p/2p1c2/3E3/1PP2Z1/P3P1P/G1ELC2 w 1")  # not in the book
    app.change_game(CONGO, (strongest, strongest), start)
    driver.until(lambda: len(driver.moves) > 0)
    before = [weakref.ref(table) for table in tables]
    assert before
    gc.disable()
    try:
        app.change_game(rules.get("conga"), (PlayerConfig(), PlayerConfig()), None)
        driver.run_loop()
        assert [table() for table in before] == [None] * len(before)
    finally:
        gc.enable()


@pytest.mark.slow
@pytest.mark.skipif(not HAS_PROC, reason="this system does not tell what a process holds")
def test_two_hundred_games_between_ais_take_no_more_memory_than_fifty() -> None:
    figures = long_session.play(200, "1", "2", 50)
    assert len(figures) == 4
    assert figures[-1] < figures[0] + FLAT_MIB
