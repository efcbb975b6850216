"""A second engine beside the AI, and the threads and memory of both."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from typing import Any, ClassVar

import pygame
import pytest

from congo_gui.screens.analysis import second_engine, texts
from congo_gui.screens.analysis.analyst import REVIEW_NODES, THREAT_NODES
from congo_gui.screens.analysis.engines_dialog import HASH_MIB, EnginesDialog
from congo_gui.screens.analysis.screen import AnalyseScreen
from congo_gui.screens.analysis.second_engine import UNTIL_STOPPED
from congo_gui.screens.new_game.programs import ProgramsScreen
from congo_gui.store.programs import Programs
from engine.game.game import Game
from engine.players import background
from engine.players.program_settings import UciOption
from engine.players.uci_client import UciPlayer
from engine.rules.values import Move
from engine.search.limits import Limits, Score, SearchInfo
from engine.search.thinker import Event, Failed, SearchProgress
from tests.congo_gui.driver import CONGO, Driver, Starter
from tests.congo_gui.screens.analysis.test_terms import AtOnce

REX = "uci:rex --fast"


class FakePlayer:
    """A fake program: records its requests, and reports what a test tells it to."""

    made: ClassVar[list[FakePlayer]] = []

    def __init__(self, make: Callable[[], Any], wake: Callable[[], None]) -> None:
        self.make, self.wake = make, wake
        self.asked: list[tuple[Game, Limits]] = []
        self.running = self.closed = False
        self._events: list[Event] = []
        self.made.append(self)

    def new_game(self, seed: int) -> None:
        self.running = False

    def go(self, game: Game, limits: Limits) -> int:
        self.asked.append((game, limits))
        self.running = True
        return len(self.asked)

    def cancel(self) -> None:
        self.running = False

    def say(self, event: Event) -> None:
        self._events.append(event)
        self.wake()

    def report(self, *pv: Move, cp: int) -> None:
        self.say(SearchProgress(1, SearchInfo(17, 20, Score(cp), 4_000_000, 1_000_000, 4000, pv)))

    def events(self) -> list[Event]:
        events, self._events = self._events, []
        return events

    def close(self) -> None:
        self.running, self.closed = False, True


class FakeProgram(UciPlayer):
    """A program with options for lines and threads, but not for memory; it is never started."""

    def __init__(self) -> None:
        super().__init__("fake", ["fake"], CONGO)
        self.options = {
            name: UciOption(name, "spin", "1", 1, high) for name, high in (("MultiPV", 5), ("Threads", 8))
        }


@pytest.fixture
def analysing(start: Starter, monkeypatch: pytest.MonkeyPatch) -> Driver:
    monkeypatch.setattr(FakePlayer, "made", [])
    monkeypatch.setattr(background, "BackgroundPlayer", FakePlayer)
    driver = start(black="human")
    Programs(driver.app.settings).add("Rex", REX)
    Programs(driver.app.settings).add("Own", "python:own:choose")
    driver.press(pygame.K_a, "a")
    return driver


def choose_rex(driver: Driver) -> FakePlayer:
    driver.press(pygame.K_i, "i")
    dialog = driver.top(EnginesDialog)
    assert [row.text for row in dialog.list.rows] == [texts.NO_SECOND, "Rex"]
    dialog._chosen(1)
    driver.press(pygame.K_ESCAPE)
    return FakePlayer.made[-1]


def test_a_program_analyses_beside_the_ai(analysing: Driver) -> None:
    assert not FakePlayer.made
    rex = choose_rex(analysing)
    screen = analysing.top(AnalyseScreen)
    assert analysing.app.settings.analysis_program == REX
    assert rex.asked[-1] == (rex.asked[-1][0], UNTIL_STOPPED)
    assert screen.panel.lines.footer == texts.second_starting("Rex")
    own, other = (CONGO.parse_move(CONGO.start(), text) for text in ("d2d3", "c2c3"))
    analysing.thinker.report(own, cp=10)
    rex.report(other, cp=-25)
    analysing.run_loop()
    assert [(row.badge, row.score, row.moves) for row in screen.panel.lines.rows] == [
        ("1", "+0.10", ("d2d3",)),
        ("P", "−0.25", ("c2c3",)),
    ]
    assert "Rex: depth 17" in screen.panel.lines.footer
    assert "4.0\N{NO-BREAK SPACE}M positions" in screen.panel.lines.footer
    theme = screen.theme
    assert theme is not None
    analysing.click(screen.panel.lines._places(theme, 1)[1][1].center)
    assert screen.cursor.node.move == other
    assert rex.asked[-1][0].position == screen.cursor.position


def test_the_program_stops_with_the_ai_and_ends_with_the_analysis(analysing: Driver) -> None:
    rex = choose_rex(analysing)
    analysing.press(pygame.K_SPACE, " ")
    assert not rex.running
    analysing.press(pygame.K_SPACE, " ")
    assert rex.running
    analysing.press(pygame.K_ESCAPE)
    assert rex.closed
    analysing.press(pygame.K_a, "a")
    assert FakePlayer.made[-1] is not rex


def test_a_program_shows_the_ais_number_of_lines_and_follows_the_settings(
    analysing: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(second_engine, "parse_player", lambda *given, **more: FakeProgram())
    rex = choose_rex(analysing)
    player = rex.make()
    screen = analysing.top(AnalyseScreen)
    moves = [CONGO.parse_move(CONGO.start(), text) for text in ("c2c3", "d2d3", "a2a3")]
    for rank in (3, 1, 2):
        info = SearchInfo(
            17, 20, Score(10 - rank), 4_000_000, 1_000_000, 4000, (moves[rank - 1],), multipv=rank
        )
        rex.say(SearchProgress(1, info))
    analysing.run_loop()
    rows = [(row.badge, row.moves) for row in screen.panel.lines.rows if row.badge[0] == "P"]
    assert rows == [("P1", ("c2c3",)), ("P2", ("d2d3",)), ("P3", ("a2a3",))]
    assert screen.panel.lines.footer.endswith(" · 1 thread")
    assert player._wanted == {"Hash": 64, "Threads": 1, "MultiPV": 3}
    asked = len(rex.asked)
    analysing.press(pygame.K_l, "l")
    assert player._wanted["MultiPV"] == 4
    assert len(rex.asked) == asked + 1
    assert FakePlayer.made[-1] is rex


def more_lines(driver: Driver) -> None:
    driver.press(pygame.K_l, "l")


def smaller_window(driver: Driver) -> None:
    driver.resize(700, 480)


def no_program(driver: Driver) -> None:
    driver.app.settings.analysis_program = ""
    driver.top(AnalyseScreen)._engines_chosen()


@pytest.mark.parametrize("change", [more_lines, smaller_window, no_program])
def test_a_programs_line_that_is_pointed_at_stays_until_the_pointer_leaves(
    analysing: Driver, monkeypatch: pytest.MonkeyPatch, change: Callable[[Driver], None]
) -> None:
    monkeypatch.setattr(second_engine, "parse_player", lambda *given, **more: FakeProgram())
    rex = choose_rex(analysing)
    rex.make()
    screen = analysing.top(AnalyseScreen)
    monkeypatch.setattr(screen, "_terms", AtOnce(CONGO, lambda: None))
    analysing.press(pygame.K_e, "e")
    moves = [CONGO.parse_move(CONGO.start(), text) for text in ("c2c3", "d2d3", "a2a3")]
    for rank, move in enumerate(moves, 1):
        rex.say(SearchProgress(1, SearchInfo(17, 20, Score(10 - rank), 4, 1, 4, (move,), multipv=rank)))
    analysing.run_loop()
    theme = screen.theme
    assert theme is not None
    analysing.point(screen.panel.lines._places(theme, 2)[1][1].center)
    shown = screen.board.display.position
    assert shown != screen.cursor.position
    change(analysing)
    analysing.run_loop()
    assert screen.board.display.position == shown
    analysing.point((2, 2))
    assert screen.board.display.position == screen.cursor.position


def test_a_failing_program_is_explained_and_the_ai_continues(analysing: Driver) -> None:
    rex = choose_rex(analysing)
    rex.say(Failed(1, "it crashed"))
    analysing.run_loop()
    assert analysing.top(AnalyseScreen).panel.lines.footer == texts.second_failed("Rex", "it crashed")
    assert analysing.thinker.thinking


def test_threads_and_memory_settings_apply_to_the_analysis(analysing: Driver) -> None:
    analysing.press(pygame.K_i, "i")
    dialog = analysing.top(EnginesDialog)
    dialog.memory._choose(HASH_MIB.index(256))
    dialog._set("analysis_threads", 2)
    analysing.press(pygame.K_ESCAPE)
    analysing.run_loop()
    assert analysing.thinker.hash_mib == 256
    assert analysing.thinker.options.threads == 2
    analysing.press(pygame.K_ESCAPE)
    assert analysing.thinker.hash_mib == 64


def test_more_threads_search_more_nodes_of_each_position(start: Starter) -> None:
    """The nodes of a search are shared by its threads."""
    driver = start(black="human")
    driver.app.settings.analysis_threads = 2
    driver.click_squares("d2", "d3")
    driver.press(pygame.K_a, "a")
    driver.press(pygame.K_d, "d")
    assert driver.thinker.asked[-1][1].nodes == 2 * THREAT_NODES
    driver.press(pygame.K_r, "r")
    assert driver.thinker.asked[-1][1].nodes == 2 * REVIEW_NODES


@pytest.mark.thorough
def test_our_own_engine_analyses_as_a_program(start: Starter) -> None:
    driver = start(black="human")
    program = "uci:" + shlex.join([sys.executable, "-m", "engine", "uci"])
    Programs(driver.app.settings).add("Own", program)
    driver.app.settings.analysis_program = program
    driver.press(pygame.K_a, "a")
    screen = driver.top(AnalyseScreen)
    driver.until(lambda: any(row.badge == "P1" for row in screen.panel.lines.rows))
    assert not screen._second.failure


def test_newly_added_program_can_be_chosen_at_once(analysing: Driver) -> None:
    analysing.press(pygame.K_i, "i")
    dialog = analysing.top(EnginesDialog)
    analysing.tool(texts.ADD_PROGRAM)
    assert isinstance(analysing.app.stack[-1], ProgramsScreen)
    Programs(analysing.app.settings).add("Zebra", "uci:zebra")
    analysing.press(pygame.K_ESCAPE)
    assert analysing.top(EnginesDialog) is dialog
    assert [row.text for row in dialog.list.rows] == [texts.NO_SECOND, "Rex", "Zebra"]
    dialog._chosen(2)
    assert analysing.app.settings.analysis_program == "uci:zebra"
