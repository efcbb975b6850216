"""A dialog that chooses a file of one kind."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame

from congo_gui.draw.theme import Theme
from congo_gui.screens.files import texts
from congo_gui.screens.files.file_screen import FileScreen
from congo_gui.screens.shared.base import Host
from congo_gui.widgets.button import Button


class FindFileScreen(FileScreen):
    """Lists the files whose names end in `suffix`, unless they are `hidden`; calls `found` with one.

    `empty` is shown for a folder without any.
    """

    def __init__(
        self,
        host: Host,
        title: str,
        folder: Path,
        suffix: str | tuple[str, ...],
        empty: str,
        found: Callable[[Path], None],
        hidden: Callable[[str], bool] = lambda name: False,
    ) -> None:
        self._suffix, self._empty, self._found, self._hidden = suffix, empty, found, hidden
        super().__init__(host, title, folder)
        self.cancel_button = Button(texts.CANCEL, self.dismiss)
        self._use_widgets([self.list, self.field, self.up, self.cancel_button])
        self._go_to(folder)
        self.group.set_focus(self.list)

    def _is_shown(self, name: str) -> bool:
        return name.endswith(self._suffix) and not self._hidden(name)

    def file_chosen(self, path: Path) -> None:
        self.dismiss()
        self._found(path)

    def _arrange_below(self, inside: pygame.Rect, theme: Theme) -> int:
        return self._place_buttons([self.cancel_button], inside, theme)
