"""Drives the real program with posted events, and a scripted AI in place of the search thread."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Protocol, TypeVar

import pygame
import pytest

from congo_gui import app as app_module
from congo_gui.app import App
from congo_gui.commands.actions import BY_ID
from congo_gui.play.clocks import Timing
from congo_gui.play.game_state import GameState
from congo_gui.play.session import Session
from congo_gui.screens.files import reading
from congo_gui.screens.play.player_card import CardText
from congo_gui.screens.play.screen import PlayScreen
from congo_gui.screens.shared.base import Screen
from congo_gui.store import last_answer
from congo_gui.store.launch_options import LaunchOptions
from congo_gui.store.settings import SettingsFile
from congo_gui.system.startup import CompileProgress, EngineStage
from engine import rules as registry
from engine.game.game import KeyHistory
from engine.rules.rules import Rules
from engine.rules.values import Move, Position
from engine.search.limits import Limits, Score, SearchInfo, SearchOptions
from tests.waiting import PATIENCE

CONGO = registry.get("congo")
START = "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ w 1"
TRIPLE_JUMP = "7/4l2/7/4c2/7/2p4/1M1L3 w 1"
AMBIGUOUS = "4l2/7/7/1p1p3/7/1p1p3/2M1L2 w 1"
AT_WORK = (GameState.THINKING, GameState.HOLDING)
"""An AI thinks, or has thought and holds its move back."""


class FakeThinker:
    """A fake thinker that answers only when `answer` or `fail` is called, and records its requests."""

    def __init__(self) -> None:
        self.asked: list[tuple[Position, Limits]] = []
        self.options = SearchOptions()
        """Those of the last request."""
        self.cancelled = 0
        self.hash_mib = 64
        self.closed = False
        self.is_ready = True
        self.wake: Callable[[], None] = lambda: None
        self._queue: list[Any] = []
        self._id = 0
        self._running = False

    def go(
        self, rules: Rules, position: Position, history: KeyHistory, limits: Limits, options: SearchOptions
    ) -> int:
        del rules, history
        self.options = options
        self._id += 1
        self._running = True
        self._queue.clear()
        self.asked.append((position, limits))
        return self._id

    def cancel(self) -> None:
        self.cancelled += 1
        self._running = False
        self._queue.clear()

    def set_hash(self, hash_mib: int) -> None:
        self.cancel()
        self.hash_mib = hash_mib

    def events(self) -> list[Any]:
        queue, self._queue = self._queue, []
        return queue

    def close(self, wait_s: float | None) -> None:
        self.cancel()
        self.closed = True

    @property
    def thinking(self) -> bool:
        """True if a request is pending."""
        return self._running

    def info(self, *pv: Move, cp: int = 35, depth: int = 5, rank: int = 1) -> SearchInfo:
        return SearchInfo(depth, depth + 2, Score(cp), 123_456, 2_500_000, 49, pv, multipv=rank)

    def report(self, *pv: Move, cp: int = 35, depth: int = 5, rank: int = 1) -> None:
        """Report a depth."""
        from engine.search.thinker import SearchProgress

        self.deliver(SearchProgress(self._id, self.info(*pv, cp=cp, depth=depth, rank=rank)))

    def answer(self, text: str | None = None, cp: int = 35, **known: Any) -> Move:
        """Finish with a move, by default the first legal one; `known` are further fields of the result."""
        position = self.asked[-1][0]
        move = CONGO.parse_move(position, text) if text else CONGO.legal_moves(position)[0]
        return self.answer_with(move, cp, **known)

    def answer_with(self, move: Move, cp: int = 35, **known: Any) -> Move:
        """Finish with that move."""
        from engine.search.thinker import Finished

        self._running = False
        self.deliver(Finished(self._id, move, replace(self.info(move, cp=cp), **known)))
        return move

    def fail(self, message: str) -> None:
        """Fail with an error."""
        from engine.search.thinker import Failed

        self._running = False
        self.deliver(Failed(self._id, message))

    def deliver(self, event: Any) -> None:
        self._queue.append(event)
        self.wake()


AnyScreen = TypeVar("AnyScreen", bound=Screen)


class FakeLoader:
    """A loader that is ready at once unless a test sets another stage."""

    thinker: FakeThinker
    first_stage = EngineStage.READY

    def __init__(self, rules: Rules, wake: Callable[[], None]) -> None:
        self.rules, self.stage, self.progress, self.error = rules, self.first_stage, CompileProgress(), ""
        self.searcher = type(self).thinker
        self.searcher.wake = self._wake = wake
        self.started = 0

    def start(self) -> None:
        self.started += 1
        self._wake()

    def close(self, wait_s: float | None = None) -> None:
        pass


class Driver:
    """The running program and its input; every action goes through the event queue."""

    def __init__(self, app: App, thinker: FakeThinker) -> None:
        self.app, self.thinker = app, thinker
        app.running = True
        self.run_loop()

    # --- state

    @property
    def play(self) -> PlayScreen:
        return self.app.play

    @property
    def session(self) -> Session:
        return self.app.play.session

    def top(self, kind: type[AnyScreen]) -> AnyScreen:
        """Return the top screen, which must be of this kind."""
        screen = self.app.stack[-1]
        assert isinstance(screen, kind)
        return screen

    @property
    def moves(self) -> list[str]:
        """The texts of the moves played so far."""
        game = self.session.game
        return [ply.move.text for ply in game.plies[: game.cursor]]

    @property
    def fen(self) -> str:
        return CONGO.notation.format(self.session.game.position)

    @property
    def status(self) -> str:
        """All texts of the status."""
        status = self.play.panel.status.status
        return "\n".join((status.title, *status.warnings, *status.lines))

    def card(self, side: int) -> CardText:
        """Return the text of a side's card."""
        return next(card.text for card in self.play.panel.cards if card.text.side == side)

    @property
    def offered(self) -> list[str]:
        """The labels of the buttons in the status."""
        return [button.label for button in self.play.panel.status.buttons.values() if button.visible]

    # --- time

    def run_loop(self, times: int = 3) -> None:
        """Run the loop `times` times."""
        for _ in range(times):
            self.app.run_once(0.001)

    @contextmanager
    def slow_disk(self, monkeypatch: pytest.MonkeyPatch, module: object, name: str) -> Iterator[None]:
        """Let a function of a module wait for the end of the block: the window may not wait for it."""

        def slowly(*given: Any, **named: Any) -> Any:
            assert threading.current_thread() is not threading.main_thread(), f"the window waits for {name}"
            assert ready.wait(PATIENCE)
            return function(*given, **named)

        function, ready = getattr(module, name), threading.Event()
        earlier = set(threading.enumerate())
        with monkeypatch.context() as patch:
            patch.setattr(module, name, slowly)
            for at_once in (reading, last_answer):
                patch.setattr(at_once, "AT_ONCE_S", 0.0)
            try:
                yield
            finally:
                ready.set()
        for thread in set(threading.enumerate()) - earlier:
            if thread.name in ("file", "reader", "question"):
                thread.join(PATIENCE)
        self.run_loop()

    def until(self, condition: Callable[[], bool]) -> None:
        """Run the loop until a condition holds."""
        end = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < end, f"waited in vain; the status says: {self.status}"
            self.app.run_once(0.02)

    def settle(self) -> None:
        """Run the loop until all animations are over."""
        self.until(lambda: not self.play.board.display.animator.running)

    # --- input

    def point(self, position: tuple[int, int], held: bool = False) -> None:
        pygame.event.post(
            pygame.event.Event(
                pygame.MOUSEMOTION, pos=position, rel=(0, 0), buttons=(int(held), 0, 0), touch=False
            )
        )
        self.run_loop(1)

    def button(self, kind: int, position: tuple[int, int], button: int = 1) -> None:
        pygame.event.post(pygame.event.Event(kind, pos=position, button=button, touch=False))
        self.run_loop(1)

    def click(self, position: tuple[int, int], button: int = 1) -> None:
        self.point(position)
        self.button(pygame.MOUSEBUTTONDOWN, position, button)
        self.button(pygame.MOUSEBUTTONUP, position, button)

    def double_click(self, position: tuple[int, int]) -> None:
        self.click(position)
        self.click(position)

    def wheel(self, position: tuple[int, int], notches: int) -> None:
        self.point(position)
        pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=notches, flipped=False, touch=False))
        self.run_loop(1)

    def press(self, key: int, text: str = "", mod: int = 0) -> None:
        """Press and release a key; `text` is what it types."""
        values = {"key": key, "mod": mod, "unicode": text, "scancode": 0}
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, values))
        if text.isprintable() and text:
            pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=text))
        elif mod & pygame.KMOD_CTRL and ord(" ") < key < ord("~"):  # as X11 does
            pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=chr(key)))
        pygame.event.post(pygame.event.Event(pygame.KEYUP, values))
        if mod:
            pygame.event.post(pygame.event.Event(pygame.KEYUP, key=pygame.K_LCTRL, mod=0, scancode=0))
        self.run_loop(2)

    def control(self, letter: str) -> None:
        self.press(ord(letter), chr(ord(letter) - 96), pygame.KMOD_LCTRL)

    def type(self, text: str) -> None:
        for letter in text:
            self.press(ord(letter.lower()), letter)

    # --- the board and the panel

    def square(self, name: str) -> tuple[int, int]:
        """Return the middle of a square in the window."""
        square = CONGO.notation.square_at(self.session.game.position, name)
        assert square is not None
        return self.play.board.display.geometry.center(square)

    def click_squares(self, *names: str) -> None:
        for name in names:
            self.click(self.square(name))

    def drag(self, start: str, end: str) -> None:
        self.point(self.square(start))
        self.button(pygame.MOUSEBUTTONDOWN, self.square(start))
        (x, y), (to_x, to_y) = self.square(start), self.square(end)
        for step in range(1, 5):
            self.point((x + (to_x - x) * step // 4, y + (to_y - y) * step // 4), held=True)
        self.button(pygame.MOUSEBUTTONUP, self.square(end))

    def tool(self, label: str) -> None:
        """Click the button with that label, on the uppermost screen."""
        buttons = [
            widget
            for widget in self.app.stack[-1].group.widgets
            if widget.visible and getattr(widget, "label", None) == label
        ]
        assert buttons, f"no button says {label!r}"
        self.click(buttons[0].rect.center)

    def command(self, id: str) -> None:
        """Click the button of a command, on the uppermost screen."""
        action = BY_ID[id]
        shown = [widget for widget in self.app.stack[-1].group.widgets if widget.visible]
        is_short = action.short and any(getattr(widget, "label", "") == action.short for widget in shown)
        self.tool(action.short if is_short else action.label)

    def learn(self, section: str) -> None:
        """Open *Learn* and a section of it."""
        self.press(pygame.K_F2)
        self.tool(section)
        self.run_loop()

    def reply(self, text: str | None = None, **known: Any) -> Move:
        """Let the AI answer, and wait until its move is on the board."""
        self.until(lambda: self.thinker.thinking)
        plies = self.session.game.cursor
        move = self.thinker.answer(text, **known)
        self.until(lambda: self.session.game.cursor == plies + 1)
        return move

    def resize(self, width: int, height: int, times: int = 3) -> None:
        pygame.display.set_mode((width, height), pygame.RESIZABLE)
        pygame.event.post(pygame.event.Event(pygame.VIDEORESIZE, w=width, h=height, size=(width, height)))
        self.run_loop(times)


class Opener(Protocol):
    """Starts the program with any game, by default for two humans."""

    def __call__(self, name: str, size: int | None = None, **options: object) -> Driver: ...


def opener(monkeypatch: pytest.MonkeyPatch, thinker: FakeThinker) -> Iterator[Opener]:
    """Yield a function that starts the program with a game and closes it at the end."""
    monkeypatch.setattr(app_module, "EngineLoader", type("Loader", (FakeLoader,), {"thinker": thinker}))
    drivers: list[Driver] = []

    def start(name: str, size: int | None = None, **options: Any) -> Driver:
        rules = registry.get(name)
        settings_file = SettingsFile()
        settings_file.settings.animation = False
        settings_file.settings.fen_field = True
        players: dict[str, Any] = {} if options else {"first": "human", "second": "human"}
        begun = None if {"pick", "file"} & set(options) else rules.start(size)
        app = App(LaunchOptions(rules, begun, **players, **options), settings_file)
        drivers.append(Driver(app, thinker))
        return drivers[-1]

    yield start
    for one in drivers:
        one.app.close()


class Starter(Protocol):
    """Starts the program like the command line."""

    def __call__(
        self,
        fen: str | None = None,
        white: str = "human",
        black: str = "5",
        demo: bool = False,
        stage: EngineStage = EngineStage.READY,
    ) -> Driver: ...


AT_ONCE = Timing(reply_delay_s=0.0, next_game_after_s=0.0)
"""Nothing is held back."""


def starter(
    monkeypatch: pytest.MonkeyPatch, thinker: FakeThinker, timing: Timing = AT_ONCE
) -> Iterator[Starter]:
    """Yield a function that starts the program and closes it at the end."""
    drivers: list[Driver] = []

    def start(
        fen: str | None = None,
        white: str = "human",
        black: str = "5",
        demo: bool = False,
        stage: EngineStage = EngineStage.READY,
    ) -> Driver:
        loader = type("Loader", (FakeLoader,), {"thinker": thinker, "first_stage": stage})
        monkeypatch.setattr(app_module, "EngineLoader", loader)
        position = CONGO.notation.parse(fen) if fen else None
        settings_file = SettingsFile()
        settings_file.settings.animation = False
        settings_file.settings.fen_field = True
        options = LaunchOptions(CONGO, position, None if demo else white, None if demo else black, demo)
        drivers.append(Driver(App(options, settings_file, timing), thinker))
        return drivers[-1]

    yield start
    for one in drivers:
        one.app.close()


def thinking(driver: Driver) -> Driver:
    """Make the first move as White, and wait until the AI is thinking."""
    driver.click_squares("d2", "d3")
    driver.until(lambda: driver.thinker.thinking)
    return driver
