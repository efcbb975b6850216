"""Open and Save: a list of the games in a folder, and a file name to type."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pygame

from congo_gui.draw.drawing import draw_label
from congo_gui.draw.theme import Role, Theme
from congo_gui.play.game_file import FileGame, UnreadableGame, games_in
from congo_gui.screens.files import texts
from congo_gui.screens.files.preview_list import PreviewList
from congo_gui.screens.files.preview_loader import PreviewLoader, PreviewSource
from congo_gui.screens.shared.base import Host
from congo_gui.screens.shared.dialog import RemarkDialog
from congo_gui.widgets.button import Button, Look, place_from_right
from congo_gui.widgets.list_view import ListRow, ListView
from congo_gui.widgets.text_field import TextField
from engine.rules.rules import Rules
from engine.system.files import typed_path

GAME_SUFFIXES = (".txt", ".pgn")
SUFFIX = GAME_SUFFIXES[0]
TABLE_SUFFIX = f" table{SUFFIX}"
"""How the table of a tournament is called, after the name of the file of its games."""
RESERVED = '<>:"/\\|?*'
"""What no file name may contain on one of the systems."""
MAX_NAME_LENGTH = 200
FIELD = 34
BUTTON = 40
UP = ListRow(texts.FOLDER_ABOVE, icon="up")


@dataclass(frozen=True)
class FolderEntry:
    """A folder, or a file that may hold games."""

    path: Path
    is_folder: bool
    changed: float = 0.0
    """Seconds since the epoch."""

    @property
    def when(self) -> str:
        """When a file was changed, as text."""
        return "" if self.is_folder else time.strftime("%d %b %Y, %H:%M", time.localtime(self.changed))


class FolderError(Exception):
    """A folder that cannot be listed; the text is a sentence."""


def is_game(name: str) -> bool:
    """Return whether a file may hold games, by its name."""
    return name.lower().endswith(GAME_SUFFIXES)


def entries(folder: Path, shown: Callable[[str], bool] = is_game) -> list[FolderEntry]:
    """Return folders by name and then the files to show, the newest first.

    Raises:
        FolderError: the folder cannot be read.
    """
    found = []
    try:
        with os.scandir(folder) as listing:
            for item in listing:
                if not item.name.startswith("."):
                    found += _entry(item, shown)
    except OSError as error:
        reason = (error.strerror or texts.NOT_READABLE).lower()
        raise FolderError(texts.folder_problem(folder, reason)) from None
    names = {one.path.name for one in found}
    found = [one for one in found if not _is_table(one.path.name, names)]
    folders = sorted((one for one in found if one.is_folder), key=lambda one: one.path.name.lower())
    files = sorted((one for one in found if not one.is_folder), key=lambda one: (-one.changed, one.path.name))
    return folders + files


def _is_table(name: str, names: set[str]) -> bool:
    """Return whether a file is the table of a tournament whose games are beside it."""
    return name.endswith(TABLE_SUFFIX) and name.removesuffix(TABLE_SUFFIX) + SUFFIX in names


def _entry(item: os.DirEntry[str], shown: Callable[[str], bool]) -> list[FolderEntry]:
    """Return the entry of an item, None if it is not to be listed or cannot be accessed."""
    try:
        if item.is_dir():
            return [FolderEntry(Path(item.path), True)]
        if shown(item.name):
            return [FolderEntry(Path(item.path), False, item.stat().st_mtime)]
    except OSError:
        return []
    return []


def name_problem(name: str) -> str:
    """Return why a file name is invalid, as a sentence; empty if it is valid."""
    if not name.strip(" ."):
        return texts.NO_NAME
    bad = next((letter for letter in name if letter in RESERVED), "")
    if bad:
        return texts.bad_letter(bad)
    return texts.LONG_NAME if len(os.fsencode(name)) > MAX_NAME_LENGTH else ""


def with_suffix(name: str) -> str:
    """Return a file's name with the ending that files of games have."""
    name = name.strip()
    return name if name.lower().endswith(GAME_SUFFIXES) else name + SUFFIX


class FileScreen(RemarkDialog):
    """A folder: its path, which can be edited, and a list of what is in it."""

    _size = (760, 600)
    _empty = texts.NO_GAMES

    def __init__(self, host: Host, title: str, folder: Path) -> None:
        super().__init__(host, title)
        self.folder = folder
        self.field = TextField(self._typed, lost=self._show_path, tip=texts.FOLDER_TIP)
        self.up = Button("", self._go_up, icon_name="up", tip=texts.FOLDER_ABOVE_TIP, role=Role.SMALL)
        self.list = self._make_list()
        self._entries: list[FolderEntry] = []

    def _make_list(self) -> ListView:
        """Return the list of what is in the folder."""
        return ListView((), self._chosen, empty=self._empty)

    def _row(self, entry: FolderEntry) -> ListRow:
        """Return the row of a folder or a file."""
        source = None if entry.is_folder else PreviewSource.of(entry.path, entry.changed)
        return ListRow(entry.path.name, entry.when, "folder" if entry.is_folder else "game", source)

    # --- the folder

    def _go_to(self, folder: Path) -> None:
        """Show a folder, the nearest existing one above it if there is none."""
        while not os.path.isdir(folder) and folder != folder.parent:
            folder = folder.parent
        try:
            self._entries = entries(folder, self._is_shown)
        except FolderError as error:
            self._complain(str(error))
            return
        self.folder = folder
        self._show_path()
        only_folders = bool(self._entries) and all(entry.is_folder for entry in self._entries)
        self._say(self._empty if only_folders else "")
        self.list.set_rows([self._row(one) for one in self._entries])
        self.invalidate()

    def _go_up(self) -> None:
        self._go_to(self.folder.parent)

    def _show_path(self) -> None:
        self.field.set_text(str(self.folder))

    def _typed(self, text: str) -> None:
        path = typed_path(text)
        path = path if path.is_absolute() else self.folder / path
        if os.path.isdir(path):
            self.group.set_focus(self.list)
            self._go_to(path)
        elif os.path.exists(path):
            self.file_chosen(path)
        else:
            self._complain(texts.no_such_path(path))

    def _chosen(self, row: int) -> None:
        entry = self._entries[row]
        if entry.is_folder:
            self._go_to(entry.path)
        else:
            self.file_chosen(entry.path)

    def _is_shown(self, name: str) -> bool:
        """Return whether a file of this name is listed."""
        return is_game(name)

    def file_chosen(self, path: Path) -> None:
        """Do with a file what the screen is for."""
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


def _games_or_none(path: Path) -> list[FileGame]:
    """Return the games in a file, none if it cannot be read."""
    try:
        return games_in(path)
    except UnreadableGame:
        return []


class OpenScreen(FileScreen):
    """Chooses a game: a file, and one of its games if it has several.

    `opened` is called with the file and the game; if it raises `UnreadableGame` that is shown.
    `kept` are the files that the program keeps by itself, by name: where there are any, a button lists them.
    """

    _size = (820, 760)
    _empty = texts.NO_GAMES_TO_OPEN

    def __init__(
        self,
        host: Host,
        folder: Path,
        kept: Mapping[str, Sequence[Path]],
        rules: Rules,
        opened: Callable[[Path, FileGame], None],
    ) -> None:
        self._loader = PreviewLoader(rules, host.wake)
        self._previews = 0
        """How many previews were loaded when the list was drawn last."""
        super().__init__(host, texts.OPEN_TITLE, folder)
        self._opened, self._rules = opened, rules
        self._games: list[tuple[Path, FileGame]] = []
        """The games that are listed in place of a folder's files, with their files."""
        self.cancel_button = Button(texts.CANCEL, self.dismiss)
        self.kept = [self._kept_button(name, paths) for name, paths in kept.items() if paths]
        self._use_widgets([self.list, self.field, self.up, *self.kept, self.cancel_button])
        self._go_to(folder)
        self.group.set_focus(self.list)

    def _make_list(self) -> PreviewList:
        return PreviewList(self._chosen, self._empty, self._loader)

    def update(self, seconds: float) -> None:
        super().update(seconds)
        loaded = len(self._loader.found)
        if self._is_behind or loaded != self._previews:
            self._previews = loaded
            self.invalidate()

    @property
    def _is_behind(self) -> bool:
        """Whether pictures are still to be drawn."""
        return isinstance(self.list, PreviewList) and self.list.is_behind

    @property
    def next_change(self) -> float | None:
        return 0.0 if self._is_behind else super().next_change

    def close(self) -> None:
        self._loader.close()

    def _kept_button(self, name: str, paths: Sequence[Path]) -> Button:
        if len(paths) == 1:
            return Button(name, lambda: self.file_chosen(paths[0]), tip=texts.KEPT_TIP)
        return Button(texts.several(name), lambda: self._list_kept(paths), tip=texts.KEPT_TIP)

    def _go_to(self, folder: Path) -> None:
        self._games = []
        super()._go_to(folder)

    def _say(self, text: str) -> None:
        super()._say(text or (texts.CLICK_OR_DROP if self._entries else texts.DROP))

    def _chosen(self, row: int) -> None:
        if self._games:
            self._open(*self._games[row])
        else:
            super()._chosen(row)

    def _go_up(self) -> None:
        # From the games of a file it is one step up to the folder that the file is in.
        self._go_to(self.folder if self._games else self.folder.parent)

    def file_chosen(self, path: Path) -> None:
        """Open a file's only game, or list its games."""
        try:
            games = games_in(path)
        except UnreadableGame as error:
            self._complain(str(error))
            return
        if len(games) == 1:
            self._open(path, games[0])
            return
        self._games = [(path, game) for game in games]
        self.field.set_text(str(path))
        changed = os.path.getmtime(path)
        self.list.set_rows(
            [
                ListRow(f"{at}.  {one.title(self._rules)}", key=PreviewSource.of(path, changed, one))
                for at, one in enumerate(games, start=1)
            ]
        )
        super()._say(texts.several_games(len(games)))

    def _list_kept(self, paths: Sequence[Path]) -> None:
        """List the games of several files, each with its kind and when it was kept."""
        self._games = [(path, game) for path in paths for game in _games_or_none(path)]
        self.list.set_rows([self._kept_row(path, game) for path, game in self._games])
        super()._say(texts.earlier_games(len(self._games)))
        self.group.set_focus(self.list)

    def _kept_row(self, path: Path, game: FileGame) -> ListRow:
        rules = game.rules or self._rules
        changed = os.path.getmtime(path)
        when, source = FolderEntry(path, False, changed).when, PreviewSource.of(path, changed, game)
        return ListRow(f"{rules.facts.title}:  {game.title(rules)}", when, "game", source)

    def _open(self, path: Path, game: FileGame) -> None:
        try:
            self._opened(path, game)
        except UnreadableGame as error:
            self._complain(str(error))
            return
        self.dismiss()

    def _arrange_below(self, inside: pygame.Rect, theme: Theme) -> int:
        top = self._place_buttons([self.cancel_button], inside, theme)
        gap, left = theme.px(8), inside.x
        for at, button in enumerate(self.kept):
            available = self.cancel_button.rect.x - left
            width = min(button.natural_width(theme), available // (len(self.kept) - at) - gap)
            button.place(pygame.Rect(left, top, width, theme.px(BUTTON)), theme)
            left += width + gap
        return top


class SaveScreen(FileScreen):
    """Asks for a folder and a name; `saved` is called with the path and returns what went wrong.

    `warning` says what saving does to a file that is there already.
    """

    def __init__(
        self,
        host: Host,
        path: Path,
        saved: Callable[[Path], str],
        warning: Callable[[Path], str],
        title: str = texts.SAVE_TITLE,
    ) -> None:
        super().__init__(host, title, path.parent)
        self._saved, self._warning = saved, cache(warning)
        self._looked_at: Path | None = None
        self._exists = False
        self.name = TextField(lambda text: self._accept(), tip=texts.NAME_TIP)
        self.name.set_text(path.stem if path.suffix else path.name)
        self.save_button = Button(self._label, self._accept, look=Look.MAIN)
        self._cancel_button = Button(texts.CANCEL, self.dismiss)
        self._buttons = self._cancel_button, self.save_button
        self._use_widgets([self.name, self.list, self.field, self.up, *self._buttons])
        self._go_to(path.parent)
        self.group.set_focus(self.name)

    def _target(self) -> Path:
        return self.folder / self._with_suffix(self.name.text)

    def _with_suffix(self, name: str) -> str:
        return with_suffix(name)

    def _replaces(self) -> bool:
        """Return whether there was a file of that name when it was typed, hidden ones included."""
        if self._looked_at != self._target():
            self._check_existing()
        return self._exists

    def _check_existing(self) -> None:
        self._looked_at = self._target()
        self._exists = os.path.lexists(self._looked_at)

    def _label(self) -> str:
        return texts.REPLACE if self._replaces() else texts.SAVE

    def _say(self, text: str) -> None:
        super()._say("" if text == self._empty else text)

    def file_chosen(self, path: Path) -> None:
        """Take a file's name."""
        self.name.set_text(path.stem)
        self.group.set_focus(self.name)
        self.invalidate()

    def _appeared(self) -> bool:
        """Return whether such a file has just appeared; the button and the warning now say so."""
        replaces = self._replaces()
        self._check_existing()
        self.invalidate()
        return self._exists and not replaces

    def _accept(self) -> None:
        """Save, unless the name or the disk forbids it, or it has to be said first what is replaced."""
        if self._appeared():
            return
        problem = name_problem(self.name.text) or self._saved(self._target())
        if problem:
            self._complain(problem)
        else:
            self.dismiss()

    def _arrange_below(self, inside: pygame.Rect, theme: Theme) -> int:
        top = self._place_buttons([self.save_button, self._cancel_button], inside, theme)
        field = theme.px(FIELD)
        top -= theme.px(12) + field
        self.name.place(pygame.Rect(inside.x, top, inside.width, field), theme)
        return top - theme.line_height(Role.SMALL) - theme.px(2)

    def _draw_content(self, surface: pygame.Surface, theme: Theme) -> None:
        super()._draw_content(surface, theme)
        draw_label(surface, theme, texts.NAME, self.name.rect)
        if self._replaces() and not self._message:
            place = self._message_place
            words = theme.shorten(self._warning(self._target()), Role.BODY, place.width)
            surface.blit(theme.text(words, Role.BODY, theme.colours.danger), place.topleft)
