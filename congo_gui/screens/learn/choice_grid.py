"""A dialog with a grid of buttons to choose from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from congo_gui.draw.theme import Role, Theme
from congo_gui.screens.shared.base import Host
from congo_gui.screens.shared.dialog import Dialog
from congo_gui.screens.shared.layout import grid
from congo_gui.widgets.button import Button, place_all

ROW, GAP, FRAME = 40, 8, 64
"""Height of a row, the gap between rows, and the height of what is around them, at scale 1."""


@dataclass(frozen=True)
class GridChoice:
    """A button's label and explanation, what it does after the dialog is closed, and whether it is chosen."""

    label: str
    run: Callable[[], None]
    is_chosen: bool = False
    tip: str = ""


class ChoiceGrid(Dialog):
    """Lists choices in columns; one click chooses and closes."""

    def __init__(
        self, host: Host, title: str, choices: Sequence[GridChoice], columns: int, width: int = 480
    ) -> None:
        super().__init__(host, title)
        self._columns = columns
        self._rows = -(-len(choices) // columns)
        self._size = (width, FRAME + self._rows * (ROW + GAP))
        self.buttons = [self._button(choice) for choice in choices]
        self._use_widgets(self.buttons)

    def _button(self, choice: GridChoice) -> Button:
        return Button(
            choice.label, lambda: self._choose(choice), tip=choice.tip, chosen=lambda: choice.is_chosen
        )

    def _choose(self, choice: GridChoice) -> None:
        self.dismiss()
        choice.run()

    def _arrange(self, inside: pygame.Rect, theme: Theme) -> None:
        gap = theme.px(GAP)
        height = min(inside.height, self._rows * (theme.px(ROW) + gap) - gap)
        places = grid(pygame.Rect(inside.x, inside.y, inside.width, height), self._columns, self._rows, gap)
        fits = all(
            theme.width(button.label, Role.STRONG) <= place.width - theme.px(8)
            for button, place in zip(self.buttons, places, strict=False)
        )
        for button in self.buttons:
            button.role = Role.STRONG if fits else Role.SMALL
        place_all(self.buttons, places[: len(self.buttons)], theme)
