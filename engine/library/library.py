"""The library of games: text files that hold the games, and an index in SQLite to search them.

Losing the index loses no game: it is rebuilt from the text files. A `Library` belongs to the
thread that opened it.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import cache, partial
from pathlib import Path
from types import TracebackType
from typing import TypeVar

from engine.library import index, texts
from engine.library.entry import Entry, deletion, entry_of
from engine.library.journal import ChangedFile, Journal, LibraryError
from engine.library.positions import move_in_index, position_key
from engine.library.query import FoundGame, GameQuery, PlayedMove, bindable, count_played, find, played_rows
from engine.library.schema import DamagedIndex, open_in_memory, open_index, set_aside
from engine.record.record import GameRecord
from engine.rules.rules import Rules
from engine.rules.values import Position
from engine.system.folders import data_dir

INDEX = "library.sqlite"
_BUSY, _FULL = "locked", "full"
Value = TypeVar("Value")


def library_dir() -> Path:
    """Return the folder of the user's library."""
    return data_dir() / "library"


def is_library(folder: Path) -> bool:
    """Return whether there is a library in a folder: its index or its text files.

    Raises:
        LibraryError: the folder cannot be read.
    """
    return os.path.isfile(folder / INDEX) or bool(Journal(folder).files())


class Library:
    """The games in a folder; close it after use, or use it as a context manager.

    `player_title` returns a player's name as shown; searches find the player by it and by the stored name.
    """

    def __init__(self, folder: Path | None = None, player_title: Callable[[str], str] = str) -> None:
        self.folder = folder or library_dir()
        self.journal = Journal(self.folder)
        self.path = self.folder / INDEX
        self.notices: list[str] = []
        """What the user should know about the index, as sentences."""
        self._player_title = player_title
        self._noted: set[str] = set()
        """The sentences that are reported only once."""
        self._unindexed: index.Unindexed | None = None
        """Within `locked`: what is only in the text files."""
        self._uses_index = True
        """False within `locked` if the index is outdated and cannot be rebuilt; all games were read then."""
        self._connection = self._open()
        try:
            self.catch_up()
        except LibraryError as error:
            self.note(str(error))

    def __enter__(self) -> Library:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the index."""
        self._connection.close()

    # --- the index

    def _open(self) -> sqlite3.Connection:
        """Open the index; set a damaged one aside; use one in memory if there can be none on disk."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            try:
                connection = open_index(self.path)
            except DamagedIndex:
                aside = set_aside(self.path)
                self.notices.append(texts.set_aside(aside))
                connection = open_index(self.path)
        except LibraryError as error:
            self.notices.append(f"{error}")
            connection = open_in_memory()
        except (OSError, sqlite3.Error, DamagedIndex) as error:
            reason = getattr(error, "strerror", None) or str(error)
            self.notices.append(texts.in_memory(self.path, reason))
            connection = open_in_memory()
        connection.create_function("shown", 1, cache(self._player_title), deterministic=True)
        connection.create_function("lowered", 1, cache(_lowered), deterministic=True)
        return connection

    def _run(self, action: Callable[[sqlite3.Connection], Value]) -> Value:
        """Return the result of `action` on the index; rebuild a damaged or outdated one and try again.

        Raises:
            LibraryError: another window is writing, the disk is full, or the folder cannot be read.
        """
        repair: Callable[[], object]
        try:
            return action(self._connection)
        except sqlite3.OperationalError as error:
            raise LibraryError(_sentence(error)) from None
        except ChangedFile:
            repair = self.rebuild
        except sqlite3.DatabaseError as error:
            repair = partial(self._replace_index, str(error))
        try:
            repair()
            return action(self._connection)
        except (sqlite3.Error, ChangedFile) as error:
            raise LibraryError(_sentence(error)) from None

    def _replace_index(self, reason: str) -> None:
        """Set a damaged index aside and build a new one."""
        self._connection.close()
        try:
            self.notices.append(texts.set_aside(set_aside(self.path)))
        except OSError as error:
            raise LibraryError(texts.not_written(error.strerror or reason)) from None
        self._connection = self._open()
        self._catch_up(self._connection)

    def catch_up(self) -> int:
        """Index the games that are so far only in the text files; return how many."""
        return self._run(self._catch_up)

    def _catch_up(self, connection: sqlite3.Connection) -> int:
        return index.catch_up(connection, self.journal, self.note)

    def note(self, sentence: str) -> None:
        """Add a sentence to the notices if that has not been done before."""
        if sentence not in self._noted:
            self._noted.add(sentence)
            self.notices.append(sentence)

    def rebuild(self) -> int:
        """Rebuild the index from the text files, without positions; return the number of games.

        It is one transaction: other processes, which would take its games for new ones, never see it empty.
        """

        def build(connection: sqlite3.Connection) -> int:
            with index.transaction(connection):
                index.clear(connection)
                return self._catch_up(connection)

        count = self._run(build)
        if self._unindexed is not None:  # a file that cannot be read is no longer indexed
            self._read_unindexed()
        return count

    def index_positions(self, kinds: Sequence[str] | None = None, limit: int = 1) -> int:
        """Index the positions of up to `limit` games of these kinds (None: of all); return how many games."""
        return self._run(lambda connection: index.index_positions(connection, self.journal, kinds, limit))

    def pending(self, kinds: Sequence[str] | None = None) -> int:
        """Return how many games of these kinds (None: of all) still have to be indexed by position."""
        return self._run(lambda connection: index.pending(connection, kinds))

    # --- searching

    def find(self, query: GameQuery) -> list[FoundGame]:
        """Return the games that match a query."""
        return self._run(lambda connection: find(connection, query))

    def game(self, uid: str) -> FoundGame | None:
        """Return a game that is not deleted, None if there is none with this identity."""
        return next(iter(self.find(GameQuery(uid=uid))), None)

    def count(self) -> int:
        """Return the number of games."""
        sql = "SELECT COUNT(*) FROM games WHERE deleted = 0"
        return int(self._run(lambda connection: connection.execute(sql).fetchone()[0]))

    def moves_from(self, rules: Rules, position: Position) -> list[PlayedMove]:
        """Return the moves that were played in a position, most frequent first."""
        key = position_key(rules, position)
        rows = self._run(lambda connection: played_rows(connection, key))
        uids = self._uids([row[-1] for row in rows])
        moves = [
            PlayedMove(move_in_index(rules, position, move), count, (first, second), draws, uids[sample])
            for move, count, first, second, draws, sample in rows
        ]
        return sorted(moves, key=lambda each: (-each.count, each.move))

    def games_from(self, rules: Rules, position: Position) -> int:
        """Return the number of games in which a move was played in a position."""
        key = position_key(rules, position)
        return self._run(lambda connection: count_played(connection, key))

    def _uids(self, numbers: Sequence[int]) -> dict[int, str]:
        sql = f"SELECT id, uid FROM games WHERE id IN ({', '.join('?' * len(numbers))})"
        return dict(self._run(lambda connection: connection.execute(sql, numbers).fetchall()))

    def tags(self, uid: str) -> dict[str, str]:
        """Return the tags of a game that are not fields of `FoundGame`."""
        sql = "SELECT name, value FROM tags JOIN games ON game = id WHERE uid = ?"
        return dict(self._run(lambda connection: connection.execute(sql, (uid,)).fetchall()))

    def text(self, found: FoundGame) -> str:
        """Return the text of a game, as in the text files.

        Raises:
            LibraryError: it cannot be read.
        """
        text = self.journal.read(found.place)
        entry = Entry.parse(text)
        if entry is None or entry.uid != found.uid:
            self.rebuild()
            again = self.game(found.uid)
            if again is None:
                raise LibraryError(texts.no_such_game(found.uid))
            return self.journal.read(again.place)
        return text

    def query_plan(self, sql: str, values: Sequence[str | int]) -> list[str]:
        """Return SQLite's plan for a statement, step by step."""
        rows = self._run(
            lambda connection: connection.execute(f"EXPLAIN QUERY PLAN {sql}", values).fetchall()
        )
        return [row[-1] for row in rows]

    def entry(self, found: FoundGame) -> Entry:
        """Return a game with its text.

        Raises:
            LibraryError: it cannot be read.
        """
        entry = Entry.parse(self.text(found))
        if entry is None:
            raise LibraryError(texts.no_such_game(found.uid))
        return entry

    # --- writing

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Let no other process change the library between what is read and what is written here.

        `latest` and `digests` know what others have written, even while the index cannot be written. It is
        indexed at the end, if that is possible.
        """
        if self._unindexed is not None:  # this is within another block
            yield
            return
        with self.journal.locked():
            self._read_unindexed()
            try:
                yield
            finally:
                self._unindexed, self._uses_index = None, True
        with suppress(LibraryError):
            self.catch_up()

    def _read_unindexed(self) -> None:
        try:
            self._unindexed = self._run(lambda connection: index.unindexed(connection, self.journal))
        except LibraryError:
            self._unindexed = self._run(lambda _: index.unindexed(None, self.journal))
            self._uses_index = False

    def add(self, record: GameRecord) -> str:
        """Add a game, or a new version of it, unless the library has exactly this one; return its identity.

        Raises:
            LibraryError: it cannot be written.
        """
        entry = entry_of(record)
        self.put([entry])
        return entry.uid

    def put(self, entries: Sequence[Entry]) -> int:
        """Append the entries that the library does not have in the same version; return how many.

        Raises:
            LibraryError: they cannot be written.
        """
        with self.locked():
            try:
                known = self.digests([entry.uid for entry in entries])
            except LibraryError:
                known = {}  # the text files take the game in any case
            new = [entry for entry in entries if known.get(entry.uid) != entry.digest]
            if new:
                self.journal.append([entry.text for entry in new])
                assert self._unindexed is not None
                self._unindexed.games.update((entry.uid, entry) for entry in new)
        return len(new)

    def digests(self, uids: Sequence[str]) -> dict[str, str]:
        """Return the digest, by identity, of each of these games that the library has or had."""

        def read(connection: sqlite3.Connection) -> dict[str, str]:
            rows = (connection.execute("SELECT uid, digest FROM games WHERE uid = ?", (uid,)) for uid in uids)
            return dict(row for found in rows for row in found)

        indexed = self._run(read) if self._uses_index else {}
        written = self._unindexed.games if self._unindexed else {}
        return indexed | {uid: written[uid].digest for uid in uids if uid in written}

    def latest(self, uid: str) -> Entry | None:
        """Return the latest version of a game, even a deleted one; None if there is none.

        Raises:
            LibraryError: a text file that has it, or may have it, cannot be read. An older version that is
                written now would replace it.
        """
        written, problem = self._unindexed or index.Unindexed({}, "")
        if uid in written:
            return written[uid]
        if problem:
            raise LibraryError(problem)
        if not self._uses_index:
            return None
        sql = "SELECT file, start, length FROM games WHERE uid = ?"
        places = self._run(lambda connection: [*map(index.place_of, connection.execute(sql, (uid,)))])
        return next((Entry.parse(self.journal.read(place)) for place in places), None)

    def updated(self, entry: Entry) -> Entry:
        """Return the latest version of a game, which another window may have changed; `entry` if deleted.

        Raises:
            LibraryError: it cannot be read.
        """
        latest = self.latest(entry.uid)
        return entry if latest is None or latest.deleted else latest

    def has_source(self, path: Path, size: int, changed: int) -> bool:
        """Return whether a file of this size and time of change was imported."""
        sql = "SELECT 1 FROM sources WHERE path = ? AND size = ? AND changed = ?"
        values = [bindable(value) for value in (str(path), size, changed)]
        return bool(self._run(lambda connection: connection.execute(sql, values).fetchall()))

    def note_source(self, path: Path, size: int, changed: int) -> None:
        """Note that a file of this size and time of change was imported."""
        sql = "INSERT OR REPLACE INTO sources VALUES (?, ?, ?)"
        values = [bindable(value) for value in (str(path), size, changed)]
        self._run(lambda connection: connection.execute(sql, values))

    def delete(self, games: Sequence[FoundGame]) -> list[Entry]:
        """Delete games; return the latest versions of them, with which `put` restores them.

        Raises:
            LibraryError: it cannot be written.
        """
        with self.locked():
            entries = [self.updated(self.entry(game)) for game in games]
            self.put([deletion(entry) for entry in entries])
        return entries

    # --- checking

    def check(self) -> list[str]:
        """Compare the index with the text files; return what is wrong, as sentences without a full stop.

        Raises:
            LibraryError: the text files change meanwhile, or their folder cannot be read.
        """
        problems: list[str] = []
        try:
            self._check_index(problems)
        except sqlite3.Error as error:
            problems.append(texts.index_damaged(str(error)))
        except ChangedFile:
            raise LibraryError(texts.IN_USE) from None
        unfinished = self.journal.unfinished()
        if unfinished:
            problems.append(texts.unfinished_games(unfinished))
        return problems

    def _check_index(self, problems: list[str]) -> None:
        found = [row[0] for row in self._connection.execute("PRAGMA integrity_check(3)")]
        problems += [texts.index_damaged(reason) for reason in found if reason != "ok"]
        if not problems:
            with closing(open_in_memory()) as other:
                index.catch_up(other, self.journal, problems.append)
                different = index.rows(self._connection) ^ index.rows(other)
            if different:
                problems.append(texts.index_differs(len({row[0] for row in different})))
        damaged = index.damaged(self._connection)
        if damaged:
            problems.append(texts.damaged_games(damaged))


def _lowered(value: object) -> str:
    return str(value).lower()  # SQLite puts any value into any column


def _sentence(error: Exception) -> str:
    """Return an error of SQLite as a sentence."""
    reason = str(error)
    if _BUSY in reason:
        return texts.IN_USE
    return texts.DISK_FULL if _FULL in reason else texts.not_written(reason or type(error).__name__)
