"""The library: all games played, to search by words, filters and position, open, comment on and delete."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TypeAlias

import pygame

from congo_gui.commands.command import Handler, Handlers, Where
from congo_gui.draw.theme import Theme
from congo_gui.play.file_players import player_title
from congo_gui.play.game_file import SHOWN_TAG, FileGame, UnreadableGame
from congo_gui.play.game_list import Column, ListedGame
from congo_gui.screens.files import texts
from congo_gui.screens.files.comment_dialog import MESSAGE_S, CommentDialog
from congo_gui.screens.files.file_screen import BUTTON
from congo_gui.screens.files.find_file_screen import FindFileScreen
from congo_gui.screens.files.folder import GAME_SUFFIXES
from congo_gui.screens.files.game_list_screen import GameListScreen
from congo_gui.screens.files.game_table import row_of
from congo_gui.screens.files.library_filters import LibraryFilter, library_filters
from congo_gui.screens.files.library_jobs import LibraryJobs
from congo_gui.screens.files.save_screen import SaveScreen
from congo_gui.screens.shared.base import Host
from congo_gui.widgets.button import Button, place_in_rows
from congo_gui.widgets.list_view import ListRow
from engine.library.entry import Entry, commented
from engine.library.importing import MAX_WINDOW_BYTES, ImportCounts, export_games, import_file
from engine.library.library import Library
from engine.library.query import FoundGame, GameQuery, Order
from engine.rules.rules import Rules
from engine.rules.values import Position
from engine.system.errors import UserError

Undo: TypeAlias = Callable[[Library], Entry]
"""Returns a game as it was before a change, with what another window has added since then."""
ORDERS = dict(zip(Column, Order, strict=True))


class LibraryScreen(GameListScreen):
    """Lists the games of the library in a window with a game of `rules`.

    `opened` is called with a text file of the library and a game; if it raises `UnreadableGame`, the message
    is shown. `position` is the one on the board; with `find_position` only games with it are listed. `folder`
    returns the folder of saved games, `now` is the time in seconds since the epoch. Without `all_kinds` only
    games of `rules` are listed.
    """

    _where = Where.LIBRARY
    _order = Column.NUMBER, True
    _no_match = texts.WAITING_FOR_LIBRARY

    def __init__(
        self,
        host: Host,
        rules: Rules,
        opened: Callable[[Path, FileGame], None],
        folder: Callable[[], Path],
        now: float,
        position: Position | None = None,
        find_position: bool = False,
        all_kinds: bool = True,
    ) -> None:
        super().__init__(host, texts.LIBRARY, rules)
        self._opened, self._folder = opened, folder
        self._games: dict[int, FoundGame] = {}
        """The listed games, by number."""
        self._jobs = LibraryJobs(host.library, self._show_error)
        self._ask = self._jobs.ask
        self._searching: object = None
        """The last search, until it is over."""
        self._undo: list[tuple[str, Undo]] = []
        """For each deletion and comment: what to say when it is undone, and what undoes it."""
        self._next_row = 0
        """The row to select after the search."""
        self._is_covered = False
        self.filters = library_filters(rules, position, find_position, all_kinds, now)
        self.filter_buttons = [self._filter_button(filter_) for filter_ in self.filters]
        has_game, run = self._has_selection, self.commands.run
        self.comment_button = Button(texts.COMMENT, lambda: run("comment"), enabled=has_game)
        self.delete_button = Button(texts.DELETE, self.list.remove_game, enabled=has_game)
        self.undo_button = Button(texts.UNDO, lambda: run("undo"), enabled=lambda: bool(self._undo))
        self.export_button = Button(texts.EXPORT_ONE, lambda: run("save_game"), enabled=has_game)
        self.export_all_button = Button(texts.EXPORT_ALL, lambda: run("share"), enabled=has_game)
        self.import_button = Button(texts.IMPORT, lambda: run("open_game"))
        self.actions = [
            self.comment_button,
            self.delete_button,
            self.undo_button,
            self.export_button,
            self.export_all_button,
            self.import_button,
        ]
        self._use_game_widgets(self.filter_buttons, self.actions)
        self._show()

    def _filter_button(self, filter_: LibraryFilter) -> Button:
        def step() -> None:
            filter_.step()
            self._next_row = 0
            self._show()

        labels = [choice.label for choice in filter_.choices]
        return Button(
            lambda: filter_.label, step, tip=filter_.tip, chosen=lambda: filter_.is_on, labels=labels
        )

    # --- asking the library

    def update(self, seconds: float) -> None:
        super().update(seconds)
        self._jobs.update(self._is_covered)

    def set_covered(self, covered: bool) -> None:
        super().set_covered(covered)
        self._is_covered = covered

    def close(self) -> None:
        super().close()
        self._searching = None
        self._jobs.close()

    @property
    def is_busy(self) -> bool:
        """True if the library has something to do for this screen."""
        return self._jobs.is_busy

    # --- searching

    @property
    def wanted(self) -> GameQuery:
        """The search by the words, filters and order that are chosen."""
        column, reverse = self._order
        search = GameQuery(words=self._query, order=ORDERS[column], descending=reverse)
        for filter_ in self.filters:
            search = filter_.applied_to(search)
        return search

    def _show(self) -> None:
        search = self._searching = self.wanted
        kinds = [search.kind] if search.kind else None

        def find(library: Library) -> tuple[list[tuple[FoundGame, ListRow]], int, int]:
            if self._searching is not search:  # it was replaced while it waited, or the screen was closed
                return [], 0, 0
            try:
                library.catch_up()
            except UserError as error:  # the disk is full, or another window writes: list what is known
                library.note(str(error))
            found = library.find(search)
            pending = library.pending(kinds) if search.position else 0
            return [(game, row_of(_listed(game))) for game in found], library.count(), pending

        def show(answer: tuple[list[tuple[FoundGame, ListRow]], int, int]) -> None:
            if self._searching is search:
                self._list(*answer)

        self._ask(find, show, self._not_found)

    def _not_found(self, problem: str) -> None:
        """Show why the library cannot be searched."""
        self.list.empty = texts.NOT_SEARCHED
        self._show_error(problem)

    def _list(self, found: Sequence[tuple[FoundGame, ListRow]], count: int, pending: int) -> None:
        """List the found games of `count`; the positions of `pending` games are not indexed yet."""
        self._searching = None
        self._games = {game.number: game for game, _ in found}
        self.preview.game = None
        self.list.empty = texts.NO_MATCH_FILTERED
        self.list.set_rows([row for _, row in found])
        if found:
            self.list.point_at(self._next_row)
        self._show_message(texts.in_library(len(found), count, pending))

    def _selected(self, row: int | None) -> None:
        super()._selected(row)
        game = self.list.game
        if game is None:
            return
        self.preview.game = None

        def show(shown: ListedGame) -> None:
            if self.list.game is game:
                self.preview.show_file(self._path(game), 0.0)
                self.preview.game = shown
                self.invalidate()

        self._ask(partial(_with_text, self._games[game.number]), show)

    def _path(self, game: ListedGame) -> Path:
        """Return a path that identifies a version of a game and its position, for the cache of pictures."""
        found = self._games[game.number]
        return Path(found.place.file) / f"{found.place.offset}" / f"{found.ply}"

    # --- opening

    def _open(self, game: ListedGame) -> None:
        found = self._games[game.number]

        def open_it(answer: tuple[Path, ListedGame]) -> None:
            if self._is_covered:  # by another screen, opened meanwhile, or by a comment not written
                return
            path, listed = answer
            try:
                self._opened(path, listed.game)
            except UnreadableGame as error:
                self._show_error(str(error))
                return
            self.dismiss()

        self._ask(lambda library: (library.folder / found.place.file, _with_text(found, library)), open_it)

    # --- changing

    def _has_selection(self) -> bool:
        return self.list.game is not None

    @property
    def _found(self) -> FoundGame:
        """The selected game."""
        game = self.list.game
        assert game is not None
        return self._games[game.number]

    def _delete(self) -> None:
        found = self._found
        self._next_row = self.list.current or 0
        players = _versus(found)

        def delete(library: Library) -> Undo:
            (entry,) = library.delete([found])
            return lambda library: library.updated(entry)

        self._change(delete, texts.game_deleted(players), texts.game_restored(players))

    def _comment(self) -> None:
        """Ask for a comment on the selected game."""
        found = self._found
        self._ask(lambda library: library.updated(library.entry(found)), self._open_comment)

    def _open_comment(self, entry: Entry, problem: str = "", typed: str = "") -> None:
        """Open the dialog for a game's comment; after a `problem` with what was typed.

        It opens only on this screen: another one may have been opened meanwhile.
        """
        if self._is_covered:
            return
        write = partial(self._write_comment, entry)
        dialog = CommentDialog(self._host, _versus(entry), entry.comment, write)
        if problem:
            dialog.show_again(typed, problem)
        self._host.push(dialog)

    def _write_comment(self, entry: Entry, text: str) -> None:
        def write(library: Library) -> Undo:
            with library.locked():
                now = library.updated(entry)
                written = commented(now, [text], entry.comments)
                library.put([written])

            def undo(library: Library) -> Entry:
                after = library.latest(written.uid) or written
                return after if after.deleted else commented(after, now.comments, written.comments)

            return undo

        self._next_row = self.list.current or 0
        again = partial(self._open_comment, entry, typed=text)
        lost = texts.unwritten_comment(text)
        self._change(write, texts.COMMENTED, texts.COMMENT_RESTORED, again, lost)

    def _change(
        self,
        action: Callable[[Library], Undo],
        done: str,
        undone: str,
        failed: Callable[[str], None] | None = None,
        lost: str = "",
    ) -> None:
        """Change the library, list its games again, and remember how to undo that; see `LibraryJobs.ask`."""

        def note(undo: Undo) -> None:
            self._undo.append((undone, undo))
            self.toast.show(texts.undoable(done), MESSAGE_S)
            self._show()

        self._ask(action, note, failed, lost)

    def _undo_last(self) -> None:
        last = self._undo.pop()
        undone, undo = last

        def put(library: Library) -> int:
            try:
                with library.locked():
                    return library.put([undo(library)])
            except UserError:
                self._undo.append(last)  # to try it again
                raise

        def show(_: int) -> None:
            self.toast.show(undone, MESSAGE_S)
            self._show()

        self._ask(put, show)

    # --- files

    def _export(self, games: Sequence[FoundGame]) -> None:
        """Ask for a file, and write games to it in the background."""

        def write(path: Path, replaces: bool) -> None:
            done = texts.exported_games(len(games), path.name)
            self._ask(
                lambda library: export_games(library, games, path, replaces),
                lambda _: self.toast.show(done, MESSAGE_S),
                lost=texts.not_exported(path.name),
            )

        path = self._folder() / texts.export_name(self._rules.facts.title, len(games))
        # The library's own thread writes it; a file that is there now is one that the user replaces.
        writer = lambda path: lambda progress: os.path.lexists(path)  # noqa: E731
        self._host.push(SaveScreen(self._host, path, writer, write, title=texts.EXPORT_TITLE))

    def _import(self) -> None:
        """Ask for a file, and import its games."""
        suffixes = (*GAME_SUFFIXES, *map(str.upper, GAME_SUFFIXES))
        screen = FindFileScreen(
            self._host,
            texts.IMPORT_TITLE,
            self._folder(),
            suffixes,
            texts.NO_GAMES_TO_OPEN,
            self._import_file,
        )
        self._host.push(screen)

    def _import_file(self, path: Path) -> None:
        def take(library: Library) -> ImportCounts:
            done = import_file(
                library,
                path,
                restore=True,
                max_bytes=MAX_WINDOW_BYTES,
                is_stopped=self._host.library.closing.is_set,
            )
            return [ImportCounts(), *done][-1]

        def show(count: ImportCounts) -> None:
            self.toast.show(texts.imported(count.added, count.known, count.damaged), MESSAGE_S)
            self._show()

        self._show_message(texts.READING)
        self._ask(take, show, lost=texts.not_imported(path.name))

    def _handlers(self) -> Handlers:
        chosen = self._has_selection
        return {
            **super()._handlers(),
            "delete_game": Handler(self._delete, chosen, texts.NO_GAME_CHOSEN),
            "comment": Handler(self._comment, chosen, texts.NO_GAME_CHOSEN),
            "undo": Handler(self._undo_last, lambda: bool(self._undo), texts.NOTHING_CHANGED),
            "save_game": Handler(lambda: self._export([self._found]), chosen, texts.NO_GAME_CHOSEN),
            "share": Handler(lambda: self._export(list(self._games.values())), chosen, texts.NO_GAME_CHOSEN),
            "open_game": Handler(self._import),
        }

    # --- layout

    def _arrange_filters(self, inside: pygame.Rect, top: int, theme: Theme) -> int:
        return place_in_rows(self.filter_buttons, inside, top, theme.px(BUTTON - 8), theme) + theme.px(4)

    def _arrange_actions(self, inside: pygame.Rect, bottom: int, theme: Theme) -> int:
        height = place_in_rows(self.actions, inside, bottom, theme.px(BUTTON - 8), theme) - bottom
        for button in self.actions:
            button.place(button.rect.move(0, -height), theme)
        return bottom - height - theme.px(8)


def _versus(game: FoundGame | Entry) -> str:
    return texts.versus(*map(player_title, game.players))


def _listed(found: FoundGame, text: str = "") -> ListedGame:
    """Return a found game as an entry of the list; its text is read when it is selected."""
    tags = {"Event": found.event, "Game": found.kind, "Result": found.result}
    tags |= {"Reason": found.reason, "Date": found.date}
    first, second = map(player_title, found.players)
    game = FileGame(found.number, text, tags)
    return ListedGame(found.number, game, (first, second), found.plies, found.opening, "")


def _with_text(found: FoundGame, library: Library) -> ListedGame:
    """Return a found game with its text, in which the position that was searched for is the one shown."""
    text = library.text(found)
    if found.ply is not None:
        head, _, rest = text.partition("\n")
        text = f'{head}\n[{SHOWN_TAG} "{found.ply}"]\n{rest}'
    return _listed(found, text)
