"""Ending a game between AIs by one's word: who wins, or a draw."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from congo_gui.draw.theme import Role, Theme
from congo_gui.play.wording import side_name
from congo_gui.screens.shared.base import Host
from congo_gui.screens.shared.dialog import Dialog
from congo_gui.widgets.button import Button
from engine.rules.rules import Rules

BUTTON = 40
QUESTION = "How does this game end?"
GAP = 8


class DecideScreen(Dialog):
    """Asks how a game ends. `thought` is what the AI thinks, `decided` gets the winner, None for a draw.

    `left` is called where nothing is decided.
    """

    _size = (480, 184)

    def __init__(
        self,
        host: Host,
        rules: Rules,
        thought: str,
        decided: Callable[[int | None], None],
        left: Callable[[], None],
    ) -> None:
        super().__init__(host, "Decide the game")
        self._lines = [QUESTION, *([f"The AI's last word: {thought}."] if thought else [])]
        self._decided, self._left = decided, left
        self.choices = [
            Button(f"{side_name(rules, 0)} wins", lambda: self._choose(0)),
            Button("A draw", lambda: self._choose(None)),
            Button(f"{side_name(rules, 1)} wins", lambda: self._choose(1)),
        ]
        self._text = pygame.Rect(0, 0, 0, 0)
        self._use_widgets(self.choices)

    def _choose(self, winner: int | None) -> None:
        self._host.pop(self)
        self._decided(winner)

    def dismiss(self) -> None:
        super().dismiss()
        self._left()

    def _arrange(self, inside: pygame.Rect, theme: Theme) -> None:
        height, gap = theme.px(BUTTON), theme.px(GAP)
        self._text = pygame.Rect(inside.x, inside.y, inside.width, inside.height - height - gap)
        width = (inside.width - gap * (len(self.choices) - 1)) // len(self.choices)
        for index, button in enumerate(self.choices):
            left = inside.x + index * (width + gap)
            button.place(pygame.Rect(left, inside.bottom - height, width, height), theme)

    def _draw_content(self, surface: pygame.Surface, theme: Theme) -> None:
        y = self._text.y
        for line in self._lines:
            for words in theme.wrap(line, Role.BODY, self._text.width):
                surface.blit(theme.text(words, Role.BODY, theme.colours.text), (self._text.x, y))
                y += theme.line_height(Role.BODY)
