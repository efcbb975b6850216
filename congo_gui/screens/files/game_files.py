"""Saving the game on the board to a file, and opening other games."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Protocol
from weakref import WeakKeyDictionary

from congo_gui import games as skins
from congo_gui.draw.theme import Scheme
from congo_gui.play.events import GameReplaced
from congo_gui.play.game_file import (
    FileGame,
    file_name,
    read_game,
    shown_cursor,
    to_record,
    write_back,
    written_game,
)
from congo_gui.play.game_list import count_games
from congo_gui.play.played_game import PlayedGame
from congo_gui.play.player import PlayerConfigs
from congo_gui.play.session import Session
from congo_gui.screens.files import texts
from congo_gui.screens.files.file_games_screen import FileGamesScreen
from congo_gui.screens.files.library_screen import LibraryScreen
from congo_gui.screens.files.open_screen import OpenScreen
from congo_gui.screens.files.save_screen import SaveScreen
from congo_gui.screens.files.share_screen import ShareScreen
from congo_gui.screens.shared.base import Host
from congo_gui.share.export import SUFFIXES, Progress
from congo_gui.share.pictures import png_picture
from congo_gui.share.shared_game import SharedGame
from congo_gui.store.last_answer import LastAnswer
from congo_gui.system import clipboard
from engine.library.library import library_dir
from engine.record.format import save_games
from engine.record.record import GameRecord
from engine.rules.rules import Rules
from engine.rules.values import Position
from engine.system.files import free_path, is_there
from engine.system.folders import games_dir
from engine.system.threads import DISK_WAIT_S, answer_within

LONG_MESSAGE_S = 8.0
"""Seconds for which a long message is shown."""


@dataclass
class FileSource:
    """The file that a game was opened from, and its place in the file."""

    path: Path
    place: FileGame
    games: list[FileGame] = field(default_factory=list)
    """All games in the file."""

    def __post_init__(self) -> None:
        self.games = self.games or list(self.place.games) or [self.place]

    def saved_as(self, place: FileGame) -> None:
        """Note the game's current text in the file."""
        self.place = place
        if place.games:
            self.games[place.number - 1] = place
        else:  # the file was gone, and holds nothing else now
            self.games = [place]

    def neighbour(self, step: int) -> FileSource | None:
        """Return the game `step` games further in the file, None beyond its ends."""
        at = self.place.number - 1 + step
        return FileSource(self.path, self.games[at], self.games) if 0 <= at < len(self.games) else None


class FilesHost(Host, Protocol):
    """A host that can show a game of another kind than the one on the board."""

    def open_other_game(self, rules: Rules, open_it: Callable[[GameFiles], None]) -> None:
        """Switch the window to another game, in which `open_it` shows it."""


class GameFiles:
    """Saves and opens games; `players_of` returns the players to continue a game of a file with."""

    def __init__(
        self, host: FilesHost, session: Session, players_of: Callable[[GameRecord], PlayerConfigs]
    ) -> None:
        self._host, self._session, self.players_of = host, session, players_of
        self.source: FileSource | None = None
        """The file that the game on the board is in."""
        self._sources: WeakKeyDictionary[PlayedGame, FileSource] = WeakKeyDictionary()
        """The files of the replaced games that `undo` can restore."""
        self._saved_contents: object = None
        """The `_contents` of the game at the last save."""
        self._seen: dict[Path, int] = {}
        """The number of the last opened game, by file."""
        self._kept = LastAnswer(self._find_kept, dict[str, list[Path]]())
        session.events.subscribe(self._change_source, GameReplaced)

    def _change_source(self, event: GameReplaced) -> None:
        if self.source is not None:
            self._sources[event.before] = self.source
        self.source = self._sources.pop(self._session.current, None)

    # --- the game on the board

    def record(self, clocks: bool = False) -> GameRecord:
        """Return the record of the game on the board; with `clocks`, including the current times."""
        return to_record(self._session.current, clocks)

    def show(self, found: GameRecord, resume: bool = False) -> None:
        """Put a game on the board; the AI is paused unless `resume` is given."""
        self._session.games.open(found, self.players_of(found), shown_cursor(found), resume)

    def restore_replaced(self, kept: GameRecord, message: str, path: Path | None) -> None:
        """Restore a replaced game, which has a file if it was kept; show a message."""
        self.show(kept)
        if path is not None:
            self._host.autosave.earlier.note_returned(path)
        self._host.show_toast(message)

    @property
    def is_saved(self) -> bool:
        """True if the game has no unsaved changes."""
        return self._contents == self._saved_contents

    @property
    def _contents(self) -> object:
        """A value that changes whenever the text of the game in a file would."""
        current = self._session.current
        game, clocks = current.game, current.game.clocks
        stopped = clocks.times if clocks is not None and clocks.running is None else None
        remarks = tuple(current.remarks), current.introduction
        shown = game.cursor, current.is_taken_back, self._session.outcome
        return game, len(game.plies), shown, current.players, remarks, stopped

    # --- saving

    def save(self) -> None:
        """Ask for a name and save the game, even if another one has replaced it by then."""
        current, own = self._session.current, self.source
        contents: list[object] = []

        def record() -> GameRecord:
            contents[:] = [self._contents]
            return to_record(current)

        def saved(source: FileSource) -> None:
            if current is self._session.current:
                self._note(source, contents[0])

        path = own.path if own is not None else self._new_path(file_name(current))
        self._ask_to_save(path, own, record, saved)

    def save_other(
        self, other: GameRecord, saved: Callable[[], None], source: FileSource | None = None
    ) -> None:
        """Ask for a name and save another game than the one on the board; call `saved` afterwards.

        In the file of its `source` it replaces the game that it was read from.
        """
        path = source.path if source is not None else self._new_path(_analysis_name(other))
        self._ask_to_save(path, source, lambda: other, lambda written: saved())

    def _ask_to_save(
        self,
        path: Path,
        source: FileSource | None,
        record: Callable[[], GameRecord],
        saved: Callable[[FileSource], None],
    ) -> None:
        """Ask for a name, `path` by default, save a game, and call `saved` with its file."""

        def place_in(path: Path) -> FileGame | None:
            return source.place if source is not None and path == source.path else None

        def writer(path: Path) -> Callable[[Progress], FileGame]:
            game, place = record(), place_in(path)
            return lambda progress: _write_game(path, game, place)

        def written(path: Path, place: FileGame) -> None:
            self._host.show_toast(texts.saved(path.name), LONG_MESSAGE_S / 2)
            if source is not None and path == source.path:
                source.saved_as(place)
                saved(source)
            else:
                saved(FileSource(path, place))

        warning = lambda path: _warning(path, place_in(path))  # noqa: E731
        self._host.push(SaveScreen(self._host, path, writer, written, warning))

    def _note(self, source: FileSource, contents: object) -> None:
        """Remember the file of the game and what it contains, and its folder for the next one."""
        self.source, self._saved_contents = source, contents
        self._host.settings.games_folder = str(source.path.parent)

    def folder(self) -> Path:
        """Return the folder for saving games; if the disk is slow to answer, that of the last game."""
        last = Path(self._host.settings.games_folder)
        if not last.is_absolute():
            last = games_dir()
        return answer_within(DISK_WAIT_S, partial(_usable_folder, last), last)

    def _new_path(self, name: str) -> Path:
        """Return a path in that folder that no file has, as far as the disk says so in time."""
        path = self.folder() / name

        def unused() -> Path:
            with contextlib.suppress(OSError):  # to save there says what is wrong
                return free_path(path)
            return path

        return answer_within(DISK_WAIT_S, unused, path)

    # --- sharing

    def share(self, flipped: bool) -> None:
        """Open the export of the game on the board, with the current orientation of the board."""
        self._ask_to_share(file_name(self._session.current), self.record(), flipped)

    def share_analysis(self, line: GameRecord, flipped: bool) -> None:
        """Open the export of a line of an analysis; its tags contain the position to show."""
        self._ask_to_share(_analysis_name(line), line, flipped)

    def copy_picture(self, flipped: bool) -> None:
        """Copy the position on the board as a picture, with the current orientation of the board."""
        self.copy_picture_of(self.record(), flipped)

    def copy_picture_of(self, game: GameRecord, flipped: bool) -> None:
        """Copy the position named in a game's tags as a picture, and show a message."""
        shared = SharedGame(game, Scheme.named(self._host.settings.theme), flipped)
        if clipboard.copy_picture(png_picture(shared, shared.shown)):
            self._host.show_toast(texts.PICTURE_COPIED)
        else:
            program = clipboard.missing_program()
            self._host.show_toast(texts.picture_needs(program) if program else texts.NO_PICTURE_COPIED)

    def _ask_to_share(self, name: str, game: GameRecord, flipped: bool) -> None:
        scheme = Scheme.named(self._host.settings.theme)
        path = self.folder() / (Path(name).stem + SUFFIXES[0])
        self._host.push(ShareScreen(self._host, path, SharedGame(game, scheme, flipped)))

    # --- opening

    def open(self) -> None:
        """Ask for a file and open it."""
        self._host.push(self._open_screen())

    def find_position(self) -> None:
        """List the games of the library with the position on the board, to open one."""
        self._host.push(self._library(self._session.game.position, self._open, find_position=True))

    def find_other(self, position: Position, opened: Callable[[GameRecord], None]) -> None:
        """List the games of the library with a position; call `opened` with the chosen one.

        It is not put on the board.
        """

        def open_it(path: Path, game: FileGame) -> None:
            opened(self.read(FileSource(path, game)))

        self._host.push(self._library(position, open_it, find_position=True, all_kinds=False))

    def _library(
        self,
        position: Position,
        opened: Callable[[Path, FileGame], None],
        find_position: bool = False,
        all_kinds: bool = True,
    ) -> LibraryScreen:
        """Return the library, with a filter for games with a position."""
        rules = self._session.game.rules
        return LibraryScreen(
            self._host, rules, opened, self.folder, time.time(), position, find_position, all_kinds
        )

    def open_other(self, opened: Callable[[GameRecord, FileSource], None]) -> None:
        """Ask for a game of a file, and call `opened` with it instead of putting it on the board."""
        rules = self._session.game.rules

        def open_it(path: Path, game: FileGame) -> None:
            source = FileSource(path, game)
            found = self.read(source)
            self._host.settings.games_folder = str(path.parent)
            opened(found, source)

        self._host.push(OpenScreen(self._host, self.folder(), {}, rules, open_it, self._seen))

    def read(self, source: FileSource) -> GameRecord:
        """Return a game of a file, and remember it as the last opened one in that file.

        Raises:
            UnreadableGame: it cannot be read, or is not a game of the kind on the board.
        """
        found = read_game(source.path, source.place, self._session.game.rules)
        self._seen[source.path] = source.place.number
        return found

    def _find_kept(self) -> dict[str, list[Path]]:
        """Return the autosaved games and analyses."""
        store = self._host.autosave
        return {texts.PREVIOUS_GAME: store.earlier.paths(), texts.LAST_ANALYSIS: store.analyses.paths()}

    def _open_screen(self) -> OpenScreen:
        store, rules = self._host.autosave, self._session.game.rules
        store.adopt_left_games()
        kept = self._kept.update()
        library = partial(self._library, self._session.game.position)
        return OpenScreen(self._host, self.folder(), kept, rules, self._open, self._seen, library)

    def open_file(self, path: Path) -> None:
        """Open a file dropped on the window: its only game, or a list of its games."""
        rules, seen = self._session.game.rules, self._seen.get(path, 1)
        failed = lambda problem: self._host.show_toast(problem, LONG_MESSAGE_S)  # noqa: E731
        FileGamesScreen(self._host, path, rules, self._open, seen, failed).show()

    def _open(self, path: Path, game: FileGame) -> None:
        """Show a game of a file, switching the window to another kind of game if necessary.

        Raises:
            UnreadableGame: the game cannot be read; the one on the board stays.
        """
        rules = game.rules
        if rules is None or rules is self._session.game.rules or rules.name not in skins.names():
            self.open_here(path, game)
        else:
            self._host.open_other_game(rules, lambda files: files.open_here(path, game))

    def open_here(self, path: Path, game: FileGame) -> None:
        """Show a game of a file that is of the kind on the board.

        Raises:
            UnreadableGame: there is no such game in the file.
        """
        self.show(self.read(FileSource(path, game)))
        store = self._host.autosave
        store.earlier.note_returned(path)
        if path.parent not in (store.earlier.folder, store.analyses.folder, library_dir()):
            self._note(FileSource(path, game), self._contents)


def _usable_folder(last: Path) -> Path:
    """Return a folder if it exists, else the one for games, which is made."""
    if os.path.isdir(last):
        return last
    with contextlib.suppress(OSError):
        games_dir().mkdir(parents=True, exist_ok=True)
    return games_dir()


def _write_game(path: Path, record: GameRecord, place: FileGame | None) -> FileGame:
    """Write a game to its place in a file, or to a new file; return its place.

    Raises:
        UnreadableGame: the file is not as it was when the game was read.
        OSError: the file cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    if place is not None:
        try:
            return write_back(path, place, record)
        except FileNotFoundError:
            if is_there(path):  # another program has put it back meanwhile
                return write_back(path, place, record)
    save_games(path, [record])
    return written_game(record)


def _warning(path: Path, place: FileGame | None) -> str:
    """Return a warning about saving to an existing file, in which the game has this place."""
    count = _count(path)
    if place is not None:
        return texts.replaces_one(count)
    return texts.FILE_EXISTS if count == 1 else texts.replaces_all(count)


def _count(path: Path) -> int:
    """Return the approximate number of games in a file, one if it cannot be read."""
    try:
        return count_games(path)
    except OSError:
        return 1


def _analysis_name(record: GameRecord) -> str:
    """Return a file name for an analysis."""
    return texts.analysis_file(record.rules.facts.title, time.strftime("%Y-%m-%d %H.%M"))
