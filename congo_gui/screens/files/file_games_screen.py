"""The games of one file: searched, sorted, opened, and deleted from the file."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from congo_gui.commands.actions import BY_ID
from congo_gui.commands.command import Handler, Handlers, Where
from congo_gui.play.game_file import FileGame, UnreadableGame, remove_game
from congo_gui.play.game_list import Column, ListedGame, matching_games, read_list, sort_games
from congo_gui.screens.files import texts
from congo_gui.screens.files.game_list_screen import GameListScreen
from congo_gui.screens.files.game_table import row_of
from congo_gui.screens.files.reading import FileReader
from congo_gui.screens.files.write_job import WriteJob
from congo_gui.screens.shared.base import Host
from congo_gui.screens.shared.dialog import ConfirmScreen
from congo_gui.widgets.list_view import ListRow
from engine.rules.rules import Rules


@dataclass(frozen=True)
class _Contents:
    """The games of a file, their rows by number, and when it was changed, in seconds since the epoch."""

    games: list[ListedGame]
    rows: dict[int, ListRow]
    changed: float


def _read(path: Path, rules: Rules, report: Callable[[int], None]) -> _Contents:
    """Return the contents of a file; see `read_list`."""
    changed = 0.0
    games = read_list(path, rules, report)
    with suppress(OSError):  # it is gone by now
        changed = os.path.getmtime(path)
    return _Contents(games, {game.number: row_of(game) for game in games}, changed)


class FileGamesScreen(GameListScreen):
    """Lists the games of a file, of which `number` is selected, or opens its only one.

    `opened` is called with the file and a game; if it raises `UnreadableGame`, the message is shown. `failed`
    is called with what is wrong with the file, or its only game.
    """

    _where = Where.FILE_GAMES
    _reads_itself = True

    def __init__(
        self,
        host: Host,
        path: Path,
        rules: Rules,
        opened: Callable[[Path, FileGame], None],
        number: int,
        failed: Callable[[str], None],
    ) -> None:
        super().__init__(host, path.name, rules)
        self._path, self._opened, self._failed = path, opened, failed
        self._is_listed = False
        """True once its games are listed, and not opened at once."""
        self._all: list[ListedGame] = []
        self._rows: dict[int, ListRow] = {}
        """By the numbers of the games."""
        self._sorted_by: tuple[Column, bool] | None = None
        """How the games are sorted."""
        self._selected_next = number - 1
        """The row to select when the file has been read."""
        self.deletion: WriteJob[None] | None = None
        """What deletes a game."""
        self._is_covered = False
        self._use_game_widgets(focuses=False)
        self._reader: FileReader[_Contents] | None = None
        self._read()

    # --- the file

    def show(self) -> None:
        """Open this screen, or its only game at once if the file is read by now."""
        self._host.push(self)
        self.update(0.0)

    def _read(self) -> None:
        """Read the file."""
        self._show_message(texts.READING)
        self._reader = FileReader(self._path, partial(_read, self._path, self._rules), self._host.wake)

    def update(self, seconds: float) -> None:
        super().update(seconds)
        if self._reader is not None and not self._is_covered:  # what it opens belongs to the top
            self._follow(self._reader)

    def set_covered(self, covered: bool) -> None:
        super().set_covered(covered)
        self._is_covered = covered

    def _follow(self, reader: FileReader[_Contents]) -> None:
        """Show the progress of reading the file, and then its games."""
        if reader.problem:
            self._give_up(reader.problem)
        elif reader.found is not None:
            self._reader = None
            self._take(reader.found)
        elif reader.done:
            self._show_message(texts.reading(reader.done))

    def _give_up(self, problem: str) -> None:
        self._reader = None
        self._host.pop(self)
        self._failed(problem)

    def _take(self, found: _Contents) -> None:
        """Open the file's only game, or list all of them."""
        if len(found.games) == 1 and not self._is_listed:
            self._open_only(found.games[0])
            return
        if not self._is_listed:
            self._is_listed = True
            self._host.screen_reader(f"{self.title}.")
            self.group.set_focus(self.search)
        self.preview.show_file(self._path, found.changed)
        self._all, self._rows, self._sorted_by = found.games, found.rows, None
        self._show()
        if self.list.rows:
            self.list.point_at(self._selected_next)

    def _open_only(self, game: ListedGame) -> None:
        try:
            self._opened(self._path, game.game)
        except UnreadableGame as error:
            self._give_up(str(error))
        else:
            self.dismiss()

    def close(self) -> None:
        super().close()
        if self._reader is not None:
            self._reader.close()
        self.deletion = None

    def _show(self) -> None:
        """List the games that match, in their order, the first of them selected."""
        if self._reader is not None:
            return
        if self._sorted_by != self._order:
            self._sorted_by = self._order
            self._all = sort_games(self._all, *self._order)
        found = matching_games(self._all, self._query)
        self.list.set_rows([self._rows[game.number] for game in found])
        self.preview.game = None
        if found:
            self.list.point_at(0)
        self._show_message(texts.found_games(len(found), len(self._all), BY_ID["delete_game"].key_text))

    # --- opening and deleting

    def _open(self, game: ListedGame) -> None:
        try:
            self._opened(self._path, game.game)
        except UnreadableGame as error:
            self._show_error(str(error))
            return
        self.dismiss()

    def _ask_to_delete(self) -> None:
        game = self.list.game
        assert game is not None
        words = texts.delete_words(game.number, texts.versus(*game.players), self._path.name)
        question = texts.DELETE_QUESTION
        self._host.push(ConfirmScreen(self._host, question, words, texts.DELETE, lambda: self._delete(game)))

    def _delete(self, game: ListedGame) -> None:
        """Delete a game from the file, in the background, and then read the file again."""
        self._show_message(texts.DELETING)
        self._selected_next = self.list.current or 0
        remove = lambda _: remove_game(self._path, game.game)  # noqa: E731
        self.deletion = job = WriteJob(self._path, remove, self._host.wake, texts.not_deleted)
        self._host.follow(job, lambda: self._finish_deletion(job, game.number))

    def _finish_deletion(self, job: WriteJob[None], number: int) -> None:
        if self.deletion is not job:  # this screen is closed by now
            self._host.show_toast(job.problem or texts.deleted(number))
            return
        self.deletion = None
        if job.problem:
            self._show_error(job.problem)
        else:
            self.toast.show(texts.deleted(number))
            self._read()

    def _handlers(self) -> Handlers:
        return {
            **super()._handlers(),
            "delete_game": Handler(
                self._ask_to_delete,
                lambda: self.list.game is not None and len(self._all) > 1 and not self._is_busy,
                self._why_not_deleted,
            ),
        }

    @property
    def _is_busy(self) -> bool:
        """True while the file is read or changed."""
        return self._reader is not None or self._host.is_writing(self._path)

    def _why_not_deleted(self) -> str:
        if self._is_busy:
            return texts.WAIT
        return texts.LAST_GAME if self.list.game is not None else texts.NO_GAME_CHOSEN
