"""The base of the dialogs that show a folder."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import pygame

from congo_gui.draw.drawing import draw_label
from congo_gui.draw.theme import Role, Theme
from congo_gui.screens.files import texts
from congo_gui.screens.files.folder import FolderEntry, Listing, is_game, listing, look_up
from congo_gui.screens.files.preview_loader import PreviewSource
from congo_gui.screens.files.reading import FileReader
from congo_gui.screens.shared.base import Host
from congo_gui.screens.shared.dialog import RemarkDialog
from congo_gui.widgets.button import Button, place_from_right
from congo_gui.widgets.list_view import ListRow, ListView
from congo_gui.widgets.text_field import TextField
from engine.system.files import typed_path

FIELD = 34
BUTTON = 40

Value = TypeVar("Value")


class FileScreen(RemarkDialog):
    """A dialog with a folder: its path, which can be edited, and a list of its contents."""

    _size = (760, 600)
    _empty = texts.NO_GAMES

    def __init__(self, host: Host, title: str, folder: Path) -> None:
        super().__init__(host, title)
        self.folder = folder
        self.field = TextField(self._typed, focus_lost=self._show_path, tip=texts.FOLDER_TIP)
        self.up = Button("", self._go_up, icon_name="up", tip=texts.FOLDER_ABOVE_TIP, role=Role.SMALL)
        self.list = self._make_list()
        self._entries: list[FolderEntry] = []
        self._is_part = False
        """True if the folder has more than the list."""
        self._is_covered = False
        self._looked_up = folder
        self._reader: FileReader[Any] | None = None
        self._then: Callable[[Any], None] = lambda found: None
        """What to do with what the reader finds."""

    def _make_list(self) -> ListView:
        """Return the list of the folder's contents."""
        return ListView((), self._chosen, empty=texts.LOOKING)

    def _row(self, entry: FolderEntry) -> ListRow:
        """Return the row of a folder or a file."""
        source = None if entry.is_folder else PreviewSource.of(entry.path, entry.changed)
        return ListRow(entry.path.name, entry.when, "folder" if entry.is_folder else "game", source)

    # --- the folder

    def _go_to(self, folder: Path) -> None:
        """Show a folder, or the nearest existing one above it."""
        self._look_up(folder, lambda: listing(folder, self._is_shown), self._show_listing)

    def _look_up(
        self,
        path: Path,
        find: Callable[[], Value],
        then: Callable[[Value], None],
        message: str = texts.LOOKING,
    ) -> None:
        """Call `find` in the background, and `then` with what it returns, unless another call comes first.

        Show a message meanwhile.
        """
        self._stop_looking()
        self._looked_up = path
        self._reader, self._then = FileReader(path, lambda note: find(), self._host.wake), then
        self._follow_reader()
        if self._reader is not None:
            self._show_message(message)

    def _stop_looking(self) -> None:
        if self._reader is not None:
            self._reader.close()
            self._reader = None

    def _follow_reader(self) -> None:
        reader = self._reader
        if reader is None or not reader.is_over or self._is_covered:  # what it opens belongs to the top
            return
        self._reader = None
        if self.list.empty == texts.LOOKING:
            self.list.empty = ""
        if reader.problem:
            self._show_error(reader.problem)
        else:
            self._then(reader.found)

    @property
    def _is_elsewhere(self) -> bool:
        """True while another folder is looked up than the one that is shown."""
        return self._reader is not None and self._looked_up != self.folder

    def set_covered(self, covered: bool) -> None:
        super().set_covered(covered)
        self._is_covered = covered

    def update(self, seconds: float) -> None:
        super().update(seconds)
        self._follow_reader()

    def close(self) -> None:
        self._stop_looking()

    def _show_listing(self, found: Listing) -> None:
        self.folder, self._entries, self._is_part = found.folder, found.entries, found.is_part
        if self.group.focus is not self.field:  # while a folder is typed, it stays
            self._show_path()
        self._show_message(self._remark)
        self.list.empty = self._empty
        self.list.set_rows([self._row(entry) for entry in self._entries])
        self.invalidate()

    @property
    def _remark(self) -> str:
        """What there is to say about the list."""
        if self._is_part:
            return texts.ONLY_PART
        only_folders = bool(self._entries) and all(entry.is_folder for entry in self._entries)
        return self._empty if only_folders else ""

    def _go_up(self) -> None:
        self._go_to(self.folder.parent)

    def _show_path(self) -> None:
        self.field.set_text(str(self.folder))

    def _typed(self, text: str) -> None:
        path = typed_path(text)
        path = path if path.is_absolute() else self.folder / path
        self._look_up(path, lambda: look_up(path, self._is_shown), self._show_typed)

    def _show_typed(self, found: Listing | Path) -> None:
        if isinstance(found, Path):
            self.file_chosen(found)
        else:
            self.group.set_focus(self.list)
            self._show_listing(found)

    def _chosen(self, row: int) -> None:
        entry = self._entries[row]
        if entry.is_folder:
            self.pages_opened += 1
            self._go_to(entry.path)
        else:
            self.file_chosen(entry.path)

    def _is_shown(self, name: str) -> bool:
        """Return whether a file of this name is listed."""
        return is_game(name)

    def file_chosen(self, path: Path) -> None:
        """Handle the choice of a file."""
        raise NotImplementedError

    # --- layout and drawing

    def _arrange(self, inside: pygame.Rect, theme: Theme) -> None:
        label, field, gap = theme.line_height(Role.SMALL) + theme.px(2), theme.px(FIELD), theme.px(8)
        top = inside.y + label
        self.field.place(pygame.Rect(inside.x, top, inside.width - field - gap, field), theme)
        self.up.place(pygame.Rect(inside.right - field, top, field, field), theme)
        below = self._arrange_below(inside, theme)
        text = 2 * theme.line_height(Role.BODY)
        self._message_place = pygame.Rect(inside.x, below - gap - text, inside.width, text)
        top += field + gap
        height = max(1, self._message_place.y - gap - top)
        self.list.place(pygame.Rect(inside.x, top, inside.width, height), theme)

    def _arrange_below(self, inside: pygame.Rect, theme: Theme) -> int:
        """Place the controls below the list; return where they begin."""
        raise NotImplementedError

    def _place_buttons(self, buttons: list[Button], inside: pygame.Rect, theme: Theme) -> int:
        """Place buttons in the lower right corner, the first one rightmost; return their top."""
        height = theme.px(BUTTON)
        place_from_right(buttons, inside.bottomright, height, theme)
        return inside.bottom - height

    def _draw_content(self, surface: pygame.Surface, theme: Theme) -> None:
        draw_label(surface, theme, texts.FOLDER, self.field.rect)
        self._draw_remark(surface, theme, self._message)
