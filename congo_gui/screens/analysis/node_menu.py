"""The menu of a move: its mark, its comment, and what to do with its line."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from congo_gui.commands.actions import BY_ID
from congo_gui.draw.theme import Theme
from congo_gui.screens.shared.base import Host
from congo_gui.screens.shared.commands import ScreenCommands
from congo_gui.screens.shared.dialog import TITLE_HEIGHT, Dialog
from congo_gui.widgets.list_view import ROW, ListRow, ListView

COMMANDS = (
    *(f"mark_{number}" for number in (3, 1, 5, 6, 2, 4)),
    *("comment", "promote", "remove_move", "copy_line"),
)
WIDTH, EDGE = 300, 32


class NodeMenu(Dialog):
    """Lists those of `COMMANDS` that are possible for the move on the board, `title`; opens at a pixel.

    `is_current` returns whether that move is still on the board.
    """

    _dims_below = False

    def __init__(
        self,
        host: Host,
        title: str,
        commands: ScreenCommands,
        pixel: tuple[int, int],
        is_current: Callable[[], bool],
    ) -> None:
        super().__init__(host, title)
        self._is_current = is_current
        self._commands, self._pixel = commands, pixel
        self._names = [name for name in COMMANDS if commands.handler(name).possible()]
        rows = [ListRow(BY_ID[name].label, BY_ID[name].key_text) for name in self._names]
        self._size = (WIDTH, TITLE_HEIGHT + len(rows) * ROW + EDGE)
        self.list = ListView(rows, self._chosen)
        self._use_widgets([self.list])

    @property
    def names(self) -> tuple[str, ...]:
        """The commands in the order of the rows."""
        return tuple(self._names)

    def _place_box(self, window: pygame.Rect, theme: Theme) -> pygame.Rect:
        box = super()._place_box(window, theme)
        box.topleft = self._pixel
        return box.clamp(window)

    def _arrange(self, inside: pygame.Rect, theme: Theme) -> None:
        self.list.place(inside, theme)

    def _chosen(self, row: int) -> None:
        self.dismiss()
        if self._is_current():
            self._commands.run(self._names[row])
