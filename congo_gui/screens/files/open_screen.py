"""The dialog *Open*: the games in a folder, and the autosaved ones."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pygame

from congo_gui.draw.theme import Theme
from congo_gui.play.game_file import TAG_BYTES, FileGame, first_game
from congo_gui.screens.files import texts
from congo_gui.screens.files.file_games_screen import FileGamesScreen
from congo_gui.screens.files.file_screen import BUTTON, FileScreen
from congo_gui.screens.files.folder import FolderEntry, Listing, listing
from congo_gui.screens.files.preview_list import PreviewList
from congo_gui.screens.files.preview_loader import PreviewLoader, PreviewSource
from congo_gui.screens.shared.base import Host, Screen
from congo_gui.widgets.button import Button
from congo_gui.widgets.list_view import ListRow
from engine.rules.rules import Rules


def _first_game(path: Path) -> FileGame | None:
    """Return the tags of a file's game, None if there are none, or another window has just removed it."""
    try:
        return first_game(path, TAG_BYTES)
    except OSError:
        return None


class OpenScreen(FileScreen):
    """Chooses a game: a file, and one of its games if it has several.

    `opened` is called with the file and the game; if it raises `UnreadableGame`, the message is shown.
    `kept` are the autosaved files by name; if there are any, a button lists them.
    `library` returns a screen with the games of the library; if it is given, a button shows it.
    `seen` are the numbers of the games that were opened last, by file.
    """

    _size = (820, 760)

    def __init__(
        self,
        host: Host,
        folder: Path,
        kept: Mapping[str, Sequence[Path]],
        rules: Rules,
        opened: Callable[[Path, FileGame], None],
        seen: Mapping[Path, int],
        library: Callable[[Callable[[Path, FileGame], None]], Screen] | None = None,
    ) -> None:
        self._loader = PreviewLoader(rules, host.wake)
        self._previews = 0
        """The number of previews loaded when the list was last drawn."""
        self._empty = texts.NO_GAMES_TO_OPEN if library is None else texts.NO_SAVED_GAMES
        super().__init__(host, texts.OPEN_TITLE, folder)
        self._opened, self._rules, self._seen = opened, rules, seen
        self._listed: list[Path] = []
        """The autosaved files, if they are listed instead of a folder."""
        self.cancel_button = Button(texts.CANCEL, self.dismiss)
        self.kept = [self._kept_button(name, paths) for name, paths in kept.items() if paths]
        if library is not None:
            show = lambda: host.push(library(self._open_listed))  # noqa: E731
            self.kept.insert(0, Button(texts.LIBRARY, show, tip=texts.LIBRARY_TIP))
        self._use_widgets([self.list, self.field, self.up, *self.kept, self.cancel_button])
        self._go_to(folder)
        self.group.set_focus(self.list)

    def _make_list(self) -> PreviewList:
        return PreviewList(self._chosen, texts.LOOKING, self._loader)

    def update(self, seconds: float) -> None:
        super().update(seconds)
        loaded = len(self._loader.found)
        if self._is_behind or loaded != self._previews:
            self._previews = loaded
            self.invalidate()

    def set_covered(self, covered: bool) -> None:
        super().set_covered(covered)
        if not covered and self._reader is None and not self._listed:
            self._look_up(self.folder, lambda: listing(self.folder, self._is_shown), self._renew)

    def _renew(self, found: Listing) -> None:
        """Show a folder again if its files have changed below the screen above, such as *Library*."""
        offset, problem = self.list.scroller.offset, self._message if self._is_error else ""
        if found.entries != self._entries:
            self._show_listing(found)
            self.list.scroller.scroll_to(offset)
        if problem:
            self._show_error(problem)
        elif self._message == texts.LOOKING:
            self._show_message(self._remark)

    @property
    def _is_behind(self) -> bool:
        """True if pictures are still to be drawn."""
        return isinstance(self.list, PreviewList) and self.list.pictures.is_behind

    @property
    def next_change(self) -> float | None:
        return 0.0 if self._is_behind else super().next_change

    def close(self) -> None:
        super().close()
        self._loader.close()

    def _kept_button(self, name: str, paths: Sequence[Path]) -> Button:
        if len(paths) == 1:
            return Button(name, lambda: self.file_chosen(paths[0]), tip=texts.KEPT_TIP)
        return Button(texts.SEVERAL[name], lambda: self._list_kept(paths), tip=texts.KEPT_TIP)

    def _show_listing(self, found: Listing) -> None:
        self._listed = []
        super()._show_listing(found)

    def _show_message(self, text: str) -> None:
        super()._show_message(text or (texts.CLICK_OR_DROP if self._entries else texts.DROP))

    def _chosen(self, row: int) -> None:
        if self._listed:
            self.file_chosen(self._listed[row])
        else:
            super()._chosen(row)

    def _go_up(self) -> None:
        # The list of kept games counts as a level below the folder.
        self._go_to(self.folder if self._listed else self.folder.parent)

    def file_chosen(self, path: Path) -> None:
        """Open a file's only game, or list its games above this screen."""
        self._stop_looking()
        number, failed = self._seen.get(path, 1), self._show_error
        FileGamesScreen(self._host, path, self._rules, self._open_listed, number, failed).show()

    def _open_listed(self, path: Path, game: FileGame) -> None:
        """Open a game of a file.

        Raises:
            UnreadableGame: it cannot be opened.
        """
        self._opened(path, game)
        self.dismiss()

    def _list_kept(self, paths: Sequence[Path]) -> None:
        """List the games of several files, each with its kind and time."""

        def find() -> list[tuple[Path, ListRow]]:
            games = [(path, game) for path in paths if (game := _first_game(path)) is not None]
            return [(path, self._kept_row(path, game)) for path, game in games]

        self._look_up(self.folder, find, self._show_kept)

    def _show_kept(self, found: list[tuple[Path, ListRow]]) -> None:
        self._listed = [path for path, _ in found]
        self.list.set_rows([row for _, row in found])
        super()._show_message(texts.LATEST_FIRST)
        self.group.set_focus(self.list)

    def _kept_row(self, path: Path, game: FileGame) -> ListRow:
        rules = game.rules or self._rules
        try:
            changed = os.path.getmtime(path)
        except OSError:  # another window has just removed it
            changed = 0.0
        when, source = FolderEntry(path, False, changed).when, PreviewSource.of(path, changed)
        return ListRow(f"{rules.facts.title}:  {game.title(rules)}", when, "game", source)

    def _arrange_below(self, inside: pygame.Rect, theme: Theme) -> int:
        top = self._place_buttons([self.cancel_button], inside, theme)
        gap, left = theme.px(8), inside.x
        for at, button in enumerate(self.kept):
            available = self.cancel_button.rect.x - left
            width = min(button.natural_width(theme), available // (len(self.kept) - at) - gap)
            button.place(pygame.Rect(left, top, width, theme.px(BUTTON)), theme)
            left += width + gap
        return top
