"""Seeded random input: clicks, keys, pastes, drops and changes of game, at every stage of loading."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pygame

from congo_gui.app import App
from congo_gui.commands.actions import ACTIONS
from congo_gui.play.player import PlayerConfig
from congo_gui.screens.shared.base import Screen
from congo_gui.system.startup import EngineLoader
from engine import rules as registry

STRANGE_TEXTS = (
    "",
    "a\0b",
    "\u200b",
    "\x1b[2J",
    "\udcff\ud800",
    "\u202e\u2028\ufffe",
    "{" * 3000,
    "x" * 20_000,
    "中" * 900,
    "1. d2d3 *",
    "-1",
    "1e999",
    "../../../etc/passwd",
    "7/4l2/7/4c2/7/2p4/1M1L3 w 1",
    "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ b 0",
    '[Game "konane"]\n\n*',
)
"""Texts to type and to paste."""
KEYS = (
    *(pygame.K_ESCAPE, pygame.K_RETURN, pygame.K_TAB, pygame.K_SPACE, pygame.K_BACKSPACE, pygame.K_DELETE),
    *(pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN, pygame.K_HOME, pygame.K_END),
    *range(pygame.K_a, pygame.K_z + 1),
    *range(pygame.K_0, pygame.K_9 + 1),
)
SIZES = ((640, 480), (1180, 800), (700, 1200), (320, 200), (2000, 700))
LEVELS = ("1", "2", "10")


def files(folder: Path) -> list[Path]:
    """Return paths to drop: a valid file of every game, invalid ones, and some that are not files."""
    folder.mkdir()
    contents: dict[str, bytes] = {
        f"{name}.txt": f'[Event "e"]\n[Game "{name}"]\n\n*\n'.encode() for name in registry.names()
    }
    congo = b'[Event "e"]\n[Game "congo"]\n[White "human"]\n[Black "engine:level=2"]\n\n'
    contents |= {
        "played.txt": congo + b"1. d2d3 d6d5 2. e2e3 *\n",
        "ai.txt": congo.replace(b"human", b"engine:level=1") + b"1. d2d3 {a\0b} *\n",
        "stranger.txt": congo.replace(b"human", b"uci:/bin/false") + b"1. d2d3 *\n",
        "two.txt": congo + b"1. d2d3 *\n\n" + congo.replace(b'"congo"', b'"conga"') + b"*\n",
        "illegal.txt": congo + b"1. d2d7 *\n",
        "bytes.txt": bytes(range(256)) * 20,
        "empty.txt": b"",
        "deep.txt": congo + b"1. d2d3 " + b"(" * 5000,
    }
    for name, text in contents.items():
        (folder / name).write_bytes(text)
    if hasattr(os, "mkfifo"):
        os.mkfifo(folder / "pipe.txt")
    return [*sorted(folder.iterdir()), folder, folder / "missing.txt"]


class UnreliableLoader(EngineLoader):
    """A loader that sometimes finds nothing compiled; its fake compiler takes a moment and may fail."""

    rng = Random(0)

    def __init__(self, rules: registry.Rules, wake: Callable[[], None]) -> None:
        script = f"import time; print('1 4 rules', flush=True); time.sleep({self.rng.random() / 4})"
        failing = f"{script}; raise SystemExit('no compiler today')"
        words = [sys.executable, "-I", "-S", "-c", self.rng.choice([script, script, failing])]
        super().__init__(rules, wake, words)


class RandomInput:
    """Performs random actions, which depend on `seed`, on a running program."""

    def __init__(self, app: App, seed: int, dropped: Sequence[Path]) -> None:
        self.app, self.chance, self.dropped = app, Random(seed), dropped
        self.done: list[str] = []
        self.actions: list[tuple[int, Callable[[], str]]] = [
            (30, self._click_control),
            (15, self._click_anywhere),
            (5, self._drag),
            (5, self._wheel),
            (20, self._give_command),
            (15, self._press_key),
            (6, self._type),
            (4, self._drop),
            (4, self._change_game),
            (2, self._resize),
            (2, self._leave_or_close),
            (8, self._wait),
        ]

    def perform(self, times: int) -> None:
        """Perform that many actions through the event queue, each followed by an iteration of the loop."""
        weights = [weight for weight, _ in self.actions]
        for _ in range(times):
            _, action = self.chance.choices(self.actions, weights)[0]
            self.done.append(action())
            self.app.running = True  # the input closed the window, but the test continues
            try:
                self.app.run_once(0.001)
            except Exception as error:
                raise AssertionError(f"after {self.done[-12:]}") from error

    # --- actions

    def _post(self, kind: int, **values: Any) -> None:
        pygame.event.post(pygame.event.Event(kind, **values))

    def _click(self, place: tuple[int, int]) -> None:
        button = self.chance.choice((1, 1, 1, 1, 3, 2))
        self._post(pygame.MOUSEMOTION, pos=place, rel=(0, 0), buttons=(0, 0, 0), touch=False)
        self._post(pygame.MOUSEBUTTONDOWN, pos=place, button=button, touch=False)
        if self.chance.random() < 0.95:
            self._post(pygame.MOUSEBUTTONUP, pos=place, button=button, touch=False)

    def _place(self) -> tuple[int, int]:
        width, height = pygame.display.get_surface().get_size()
        return self.chance.randrange(-5, width + 5), self.chance.randrange(-5, height + 5)

    def _click_anywhere(self) -> str:
        place = self._place()
        self._click(place)
        return f"click {place}"

    def _click_control(self) -> str:
        screen: Screen = self.app.stack[-1]
        shown = [widget for widget in screen.group.widgets if widget.visible and widget.rect.width]
        if not shown:
            return self._click_anywhere()
        widget = self.chance.choice(shown)
        rect = widget.rect
        place = (self.chance.randrange(*sorted((rect.left, rect.right))), rect.centery)
        self._click(place)
        return f"click {type(widget).__name__} {getattr(widget, 'label', '')!r} of {type(screen).__name__}"

    def _drag(self) -> str:
        start, end = self._place(), self._place()
        self._post(pygame.MOUSEBUTTONDOWN, pos=start, button=1, touch=False)
        self._post(pygame.MOUSEMOTION, pos=end, rel=(9, 9), buttons=(1, 0, 0), touch=False)
        self._post(pygame.MOUSEBUTTONUP, pos=end, button=1, touch=False)
        return f"drag {start} {end}"

    def _wheel(self) -> str:
        self._post(pygame.MOUSEMOTION, pos=self._place(), rel=(0, 0), buttons=(0, 0, 0), touch=False)
        self._post(pygame.MOUSEWHEEL, x=0, y=self.chance.randrange(-9, 10), flipped=False, touch=False)
        return "wheel"

    def _key(self, key: int, text: str = "", mod: int = 0) -> None:
        for kind in (pygame.KEYDOWN, pygame.KEYUP):
            self._post(kind, key=key, mod=mod, unicode=text, scancode=0)

    def _give_command(self) -> str:
        action = self.chance.choice(ACTIONS)
        if not action.keys:
            return "nothing"
        key = self.chance.choice(action.keys)
        self._key(key.code or ord(key.character), key.character, pygame.KMOD_LCTRL if key.control else 0)
        return f"give {action.id}"

    def _press_key(self) -> str:
        key = self.chance.choice(KEYS)
        mod = self.chance.choice((0, 0, 0, pygame.KMOD_LCTRL, pygame.KMOD_LSHIFT, pygame.KMOD_LALT))
        self._key(key, chr(key) if key < 127 else "", mod)
        return f"press {pygame.key.name(key)} {mod}"

    def _type(self) -> str:
        text = self.chance.choice(STRANGE_TEXTS)
        self._post(pygame.TEXTINPUT, text=text)
        return f"type {text[:20]!r}"

    def _drop(self) -> str:
        path = self.chance.choice(self.dropped)
        self._post(pygame.DROPFILE, file=str(path))
        return f"drop {path.name}"

    def _change_game(self) -> str:
        rules = registry.get(self.chance.choice(registry.names()))
        players = tuple(PlayerConfig(self.chance.choice((*LEVELS, ""))) for _ in range(2))
        self.app.change_game(rules, (players[0], players[1]), None)
        return f"change to {rules.name}"

    def _resize(self) -> str:
        width, height = self.chance.choice(SIZES)
        pygame.display.set_mode((width, height), pygame.RESIZABLE)
        self._post(pygame.VIDEORESIZE, w=width, h=height, size=(width, height))
        return f"resize {width} {height}"

    def _leave_or_close(self) -> str:
        kind = self.chance.choice((pygame.WINDOWFOCUSLOST, pygame.WINDOWFOCUSGAINED, pygame.QUIT))
        self._post(kind)
        return pygame.event.event_name(kind)

    def _wait(self) -> str:
        for _ in range(self.chance.choice((2, 5, 20))):
            self.app.run_once(0.01)
        return "wait"
