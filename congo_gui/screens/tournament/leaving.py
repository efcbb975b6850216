"""The question before a tournament is left while its games are running."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from congo_gui.draw.theme import Theme
from congo_gui.screens.shared.base import Host
from congo_gui.screens.shared.dialog import ConfirmScreen
from congo_gui.screens.tournament import texts
from congo_gui.widgets.button import Button, place_from_right


class LeaveScreen(ConfirmScreen):
    """Asks whether to finish the running games first, stop at once, or stay."""

    def __init__(self, host: Host, running: int, later: Callable[[], None], now: Callable[[], None]) -> None:
        words = texts.running_games(running)
        super().__init__(host, texts.LEAVE_QUESTION, words, texts.LEAVE_NOW, now, texts.STAY)
        self.later = Button(texts.LEAVE_LATER, lambda: self._wait(later))
        self._use_widgets([self.keep, self.go, self.later])
        self.group.set_focus(self.keep)

    def _arrange(self, inside: pygame.Rect, theme: Theme) -> None:
        super()._arrange(inside, theme)
        place_from_right((self.keep, self.go, self.later), inside.bottomright, self.keep.rect.height, theme)

    def _wait(self, later: Callable[[], None]) -> None:
        self.dismiss()
        later()
