"""A list of moves over the panel, each shown on the board when it is pointed at."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from congo_gui.screens.shared.base import Host
from congo_gui.screens.shared.dialog import Dialog
from congo_gui.theme import Theme
from congo_gui.widgets.list_view import ListView
from engine.rules.base import Move


class MoveDialog(Dialog):
    """Lists `moves` by `texts` over `place`; `preview` shows a move, `chosen` gets the choice."""

    size = (420, 420)
    veiled = False

    def __init__(
        self,
        host: Host,
        title: str,
        moves: tuple[Move, ...],
        texts: tuple[str, ...],
        place: Callable[[], pygame.Rect],
        preview: Callable[[Move | None], None],
        chosen: Callable[[Move], None],
    ) -> None:
        super().__init__(host, title)
        self.moves = moves
        self._place, self._preview, self._chosen = place, preview, chosen
        self.list = ListView(texts, lambda row: self.choose(self.moves[row]), self._point)

    def place_box(self, window: pygame.Rect, theme: Theme) -> pygame.Rect:
        """Lie over the panel, so that the board stays in sight."""
        return self._place().clip(window)

    def dismiss(self) -> None:
        self._preview(None)
        super().dismiss()

    def choose(self, move: Move) -> None:
        """Close, and play a move."""
        self.dismiss()
        self._chosen(move)

    def _point(self, row: int | None) -> None:
        self._preview(None if row is None else self.moves[row])
