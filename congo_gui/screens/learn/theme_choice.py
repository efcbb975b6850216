"""Choosing the theme of the puzzles."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from congo_gui.draw.theme import Role, Theme
from congo_gui.screens.learn import texts
from congo_gui.screens.learn.puzzle_course import PuzzleCourse
from congo_gui.screens.shared.base import Host
from congo_gui.screens.shared.dialog import Dialog
from congo_gui.widgets.button import Button, place_all
from engine.learn.puzzles import THEMES

COLUMNS = 2
ROW, GAP = 40, 8


class ThemeChoice(Dialog):
    """Lists the themes, each with its number of puzzles; `chosen` is called after a choice.

    `forget` asks whether to delete the progress.
    """

    _size = (480, 430)

    def __init__(
        self, host: Host, puzzles: PuzzleCourse, chosen: Callable[[], None], forget: Callable[[], None]
    ) -> None:
        super().__init__(host, texts.CHOOSE_THEME)
        self._puzzles, self._chosen = puzzles, chosen
        self.buttons = [self._button(theme) for theme in ("", *THEMES) if puzzles.fitting(theme)]
        self._forget = forget
        self.forget = Button(texts.FORGET, self._ask_to_forget, tip=texts.FORGET_TIP, role=Role.SMALL)
        self._use_widgets([*self.buttons, self.forget])

    def _button(self, theme: str) -> Button:
        puzzles = self._puzzles
        label = texts.theme_count(texts.theme_label(theme), puzzles.fitting(theme))
        return Button(label, partial(self._choose, theme), chosen=lambda: puzzles.theme == theme)

    def _ask_to_forget(self) -> None:
        self.dismiss()
        self._forget()

    def _choose(self, theme: str) -> None:
        self.dismiss()
        self._puzzles.filter(theme, self._puzzles.difficulty)
        self._chosen()

    def _arrange(self, inside: pygame.Rect, theme: Theme) -> None:
        gap, foot = theme.px(GAP), theme.px(ROW)
        width = min(self.forget.natural_width(theme), inside.width)
        self.forget.place(pygame.Rect(inside.right - width, inside.bottom - foot, width, foot), theme)
        inside = pygame.Rect(inside.x, inside.y, inside.width, inside.height - foot - gap)
        rows = -(-len(self.buttons) // COLUMNS)
        width = (inside.width - gap * (COLUMNS - 1)) // COLUMNS
        height = min(theme.px(ROW), (inside.height - gap * (rows - 1)) // max(rows, 1))
        cells = (divmod(at, COLUMNS) for at in range(len(self.buttons)))
        places = [
            pygame.Rect(inside.x + column * (width + gap), inside.y + row * (height + gap), width, height)
            for row, column in cells
        ]
        place_all(self.buttons, places, theme)
