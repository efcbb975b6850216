"""Small positions whose search is worth looking at, of several games, and the list to choose one from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from congo_gui import games as skins
from congo_gui.draw.theme import Theme
from congo_gui.screens.shared.base import Host
from congo_gui.screens.shared.dialog import TITLE_HEIGHT, Dialog
from congo_gui.screens.shared.layout import grid
from congo_gui.widgets.button import Button, place_all
from engine import rules as registry

ROW = 40
STEPS = {pygame.K_DOWN: 1, pygame.K_UP: -1}


@dataclass(frozen=True)
class Example:
    """A position to search: of which game, its text as the command line takes it, and to which depth."""

    label: str
    game: str
    text: str
    depth: int


EXAMPLES = tuple(
    Example(each.label, name, each.text, each.depth)
    for name in skins.names()
    for each in registry.get(name).facts.search_examples
)


class ExamplesScreen(Dialog):
    """Lets one choose an example; `chosen` gets it, or None for the position one came from."""

    def __init__(self, host: Host, chosen: Callable[[Example | None], None]) -> None:
        super().__init__(host, "What to search")
        self._size = (360, TITLE_HEIGHT + (len(EXAMPLES) + 1) * (ROW + 6) + 16)
        self._chosen = chosen
        self.buttons = [self._button("The position on the board", None)]
        self.buttons += [self._button(example.label, example) for example in EXAMPLES]
        self._use_widgets(self.buttons)

    def _button(self, label: str, example: Example | None) -> Button:
        return Button(label, lambda: self._choose(example))

    def _choose(self, example: Example | None) -> None:
        self.dismiss()
        self._chosen(example)

    def handle(self, event: pygame.event.Event) -> bool:
        """Up and Down walk the buttons, besides what every box does."""
        if event.type != pygame.KEYDOWN or event.key not in STEPS:
            return super().handle(event)
        step, focus = STEPS[event.key], self.group.focus
        at = next((at for at, button in enumerate(self.buttons) if button is focus), -1 if step > 0 else 0)
        self.group.set_focus(self.buttons[(at + step) % len(self.buttons)])
        self.invalidate()
        return True

    def _arrange(self, inside: pygame.Rect, theme: Theme) -> None:
        place_all(self.buttons, grid(inside, 1, len(self.buttons), theme.px(6)), theme)
