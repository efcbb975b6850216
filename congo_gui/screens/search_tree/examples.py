"""Small example positions of several games: their list, and preparing the engine for one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from congo_gui import games as skins
from congo_gui.draw.theme import Theme
from congo_gui.play.engine_service import CLOSE_WAIT_S
from congo_gui.play.wording import percent
from congo_gui.screens.search_tree import texts
from congo_gui.screens.shared.base import Host
from congo_gui.screens.shared.dialog import TITLE_HEIGHT, Dialog
from congo_gui.screens.shared.layout import grid
from congo_gui.system.startup import EngineLoader, EngineStage
from congo_gui.widgets.bubbles import Toast
from congo_gui.widgets.button import Button, place_all
from engine import rules as registry

ROW = 40
STEPS = {pygame.K_DOWN: 1, pygame.K_UP: -1}
POLL_INTERVAL_S = 0.1
"""Seconds between two checks of an engine in preparation."""
UNTIL_REPLACED_S = 3600.0
"""Seconds for a toast that the next one replaces."""


@dataclass(frozen=True)
class Example:
    """A position to search: its game, its text as on the command line, and the depth."""

    label: str
    game: str
    text: str
    depth: int


EXAMPLES = tuple(
    Example(example.label, name, example.text, example.depth)
    for name in skins.names()
    for example in registry.get(name).facts.search_examples
)


class ExamplesScreen(Dialog):
    """A list of examples; calls `chosen` with one, or with None for the current position."""

    def __init__(self, host: Host, chosen: Callable[[Example | None], None]) -> None:
        super().__init__(host, texts.EXAMPLES_TITLE)
        self._size = (360, TITLE_HEIGHT + (len(EXAMPLES) + 1) * (ROW + 6) + 16)
        self._chosen = chosen
        self.buttons = [self._button(texts.CURRENT_POSITION, None)]
        self.buttons += [self._button(example.label, example) for example in EXAMPLES]
        self._use_widgets(self.buttons)

    def _button(self, label: str, example: Example | None) -> Button:
        return Button(label, lambda: self._choose(example))

    def _choose(self, example: Example | None) -> None:
        self.dismiss()
        self._chosen(example)

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle Up and Down, which move between the buttons, and what every dialog handles."""
        if event.type != pygame.KEYDOWN or event.key not in STEPS:
            return super().handle(event)
        step, focus = STEPS[event.key], self.group.focus
        at = next((at for at, button in enumerate(self.buttons) if button is focus), -1 if step > 0 else 0)
        self.group.set_focus(self.buttons[(at + step) % len(self.buttons)])
        self.invalidate()
        return True

    def _arrange(self, inside: pygame.Rect, theme: Theme) -> None:
        place_all(self.buttons, grid(inside, 1, len(self.buttons), theme.px(6)), theme)


class ExampleLoader:
    """Prepares one example at a time, shows the progress as a toast, and passes the example to `ready`."""

    def __init__(self, toast: Toast, ready: Callable[[Example], None]) -> None:
        self._toast, self._ready = toast, ready
        self._wanted: tuple[Example, EngineLoader] | None = None

    @property
    def is_waiting(self) -> bool:
        """True if an example is being prepared."""
        return self._wanted is not None

    def load(self, example: Example) -> None:
        """Prepare the game of an example."""
        loader = EngineLoader(registry.get(example.game), lambda: None)
        self._wanted = example, loader
        loader.start()

    def update(self) -> None:
        """Pass the example on as soon as its engine is ready."""
        if self._wanted is None:
            return
        example, loader = self._wanted
        if loader.stage is EngineStage.FAILED:
            self.close()
            self._toast.show(texts.not_loaded(loader.rules.facts.title, loader.error))
        elif loader.stage is EngineStage.READY:
            self.cancel()
            self._ready(example)
        else:
            title, share = loader.rules.facts.title, percent(loader.progress.share)
            words = texts.loading(title, share)
            if self._toast.text != words:
                self._toast.show(words, UNTIL_REPLACED_S)

    def cancel(self) -> None:
        """Stop preparing the example, if there is one."""
        if self._wanted is not None:
            self.close()
            self._toast.hide()

    def close(self) -> None:
        """Close the engine that prepared a game: only its compiled code is needed."""
        wanted, self._wanted = self._wanted, None
        if wanted is not None:
            wanted[1].close(CLOSE_WAIT_S)

    @property
    def next_change(self) -> float | None:
        """Seconds until `update` has to be called, None if nothing is being prepared."""
        return POLL_INTERVAL_S if self.is_waiting else None
