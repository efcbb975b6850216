"""Asks before something is done that cannot be taken back."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from congo_gui.draw.texts import draw_lines
from congo_gui.draw.theme import Role, Theme
from congo_gui.screens.shared.base import Host
from congo_gui.screens.shared.dialog import TITLE_HEIGHT, Dialog
from congo_gui.widgets.button import Button
from congo_gui.widgets.placing import place_from_right

BUTTON, LINES = 38, 3


class ConfirmScreen(Dialog):
    """Asks a question; `do` is called if the answer is the button `verb`. Enter alone leaves all as it is."""

    _size = (460, TITLE_HEIGHT + LINES * 22 + BUTTON + 40)

    def __init__(self, host: Host, question: str, words: str, verb: str, do: Callable[[], None]) -> None:
        super().__init__(host, question)
        self._words, self._do = words, do
        self._text = pygame.Rect(0, 0, 0, 0)
        self.keep = Button("Cancel", self.dismiss)
        self.go = Button(verb, self._confirm)
        self._use_widgets([self.keep, self.go])
        self.group.set_focus(self.keep)

    def _confirm(self) -> None:
        self.dismiss()
        self._do()

    def _accept(self) -> None:
        self.dismiss()

    def _arrange(self, inside: pygame.Rect, theme: Theme) -> None:
        height = theme.px(BUTTON)
        place_from_right((self.keep, self.go), inside.bottomright, height, theme)
        self._text = pygame.Rect(inside.x, inside.y, inside.width, inside.height - height - theme.px(8))

    def _draw_content(self, surface: pygame.Surface, theme: Theme) -> None:
        lines = theme.wrap(self._words, Role.BODY, self._text.width)[:LINES]
        draw_lines(surface, theme, lines, Role.BODY, theme.colours.text, self._text.topleft)
