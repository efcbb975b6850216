"""Writing the library's index: first games as their texts describe them, then their positions."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple

from engine.library import texts
from engine.library.entry import ID_TAG, Entry
from engine.library.journal import ChangedFile, Journal, LibraryError, Mark, NoGames, Place
from engine.library.positions import positions_of
from engine.system.errors import UserError

PENDING, PLAYED, DAMAGED = 0, 1, 2
"""The values of the column ``positions``: not indexed yet, indexed, cannot be played through."""
OWN_COLUMNS = ("Event", "Game", "Date", "Result", "Reason", ID_TAG)
"""Tags that have a column, besides those of the players."""
MAX_TEXT = 300
"""The longest text of a name or another tag in the index, in characters."""
_GAME_COLUMNS = (
    *("uid", "file", "start", "length", "digest", "deleted", "kind", "first", "second", "result", "reason"),
    *("date", "event", "plies", "opening", "searched", "positions"),
)
_UPSERT = (
    f"INSERT INTO games ({', '.join(_GAME_COLUMNS)}) VALUES ({', '.join('?' * len(_GAME_COLUMNS))})"
    f" ON CONFLICT (uid) DO UPDATE SET {', '.join(map('{0} = excluded.{0}'.format, _GAME_COLUMNS[1:]))}"
)


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Commit what the block writes, or nothing if it fails; within another transaction, with that."""
    if connection.in_transaction:
        yield
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        raise


def row_of(place: Place, entry: Entry) -> tuple[str | int, ...]:
    """Return the row of a game in the table ``games``, without its positions."""
    first, second = entry.players
    words = (entry.kind, first, second, entry.result, entry.reason, entry.date, entry.event)
    return (
        *(entry.uid, place.file, place.offset, place.length, entry.digest, int(entry.deleted)),
        *(text[:MAX_TEXT] for text in words),
        *(len(entry.moves), entry.opening, entry.search_text),
    )


def catch_up(connection: sqlite3.Connection, journal: Journal, report: Callable[[str], None]) -> int:
    """Index the games after the marks in the text files, one transaction per file; return how many.

    `report` is called with a sentence about each file that cannot be read.

    Raises:
        ChangedFile: older games in a file have changed, so the index must be rebuilt.
        LibraryError: the folder cannot be read.
    """
    count, files, known = 0, journal.files(), marks(connection)
    if not known.keys() <= set(files):
        raise ChangedFile
    for at, file in enumerate(files):
        if not is_text(file):
            report(texts.not_read(journal.folder / file, texts.NAME_NOT_TEXT))
            continue
        mark = known.get(file, Mark())
        try:
            while journal.size(file) != mark.size:
                before, (added, mark) = mark, _index_piece(connection, journal, file, files[at + 1 :])
                count += added
                if mark == before:
                    break  # the rest is an unfinished game
        except LibraryError as error:
            report(str(error))
    return count


class Unindexed(NamedTuple):
    """What the text files have after the marks."""

    games: dict[str, Entry]
    """The latest versions of the games, by identity."""
    problem: str
    """A sentence about a file that cannot be read, so that it may have later versions; or empty."""


def unindexed(connection: sqlite3.Connection | None, journal: Journal) -> Unindexed:
    """Return what the text files have after the marks, or, without a `connection`, all that they have.

    Nothing is written, so no other process is waited for.

    Raises:
        ChangedFile: older games in a file have changed, so the index must be rebuilt.
        LibraryError: the folder cannot be read.
    """
    found, problem = dict[str, Entry](), ""
    files, known = journal.files(), {} if connection is None else marks(connection)
    if not known.keys() <= set(files):
        raise ChangedFile
    for at, file in enumerate(files):
        mark, before = known.get(file, Mark()), None
        try:
            while is_text(file) and mark != before and journal.size(file) != mark.size:
                before, (games, mark) = mark, journal.read_from(file, mark)
                for _, text in games:
                    entry = Entry.parse(text)
                    if entry is not None and not _is_in(connection, entry.uid, files[at + 1 :]):
                        found[entry.uid] = entry
        except LibraryError as error:
            if not isinstance(error, NoGames):
                problem = problem or str(error)
    return Unindexed(found, problem)


def _is_in(connection: sqlite3.Connection | None, uid: str, files: Sequence[str]) -> bool:
    """Return whether the index has a version of a game that is in one of these files."""
    if connection is None or not files:
        return False
    row = connection.execute("SELECT file FROM games WHERE uid = ?", (uid,)).fetchone()
    return row is not None and row[0] in files


def is_text(name: str) -> bool:
    """Return whether a file name can be stored: on some systems names are any bytes."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def _index_piece(
    connection: sqlite3.Connection, journal: Journal, file: str, later: Sequence[str]
) -> tuple[int, Mark]:
    """Index the games in the next piece of a file; return how many, and the mark after them.

    Those with a version in one of the `later` files are not the latest, as when a file was copied late.
    """
    with transaction(connection):
        row = connection.execute("SELECT name, size, tail FROM files WHERE name = ?", (file,)).fetchone()
        mark = Mark() if row is None else _mark(row)  # another window may have indexed it meanwhile
        games, after = journal.read_from(file, mark)
        for place, text in games:
            entry = Entry.parse(text)
            if entry is not None and not _is_in(connection, entry.uid, later):
                _put(connection, place, entry)
        connection.execute("INSERT OR REPLACE INTO files VALUES (?, ?, ?)", (file, after.size, after.tail))
    return len(games), after


def marks(connection: sqlite3.Connection) -> dict[str, Mark]:
    """Return how far each file is indexed.

    Raises:
        sqlite3.DatabaseError: a row is damaged.
    """
    return {row[0]: _mark(row) for row in connection.execute("SELECT name, size, tail FROM files")}


def _mark(row: Sequence[Any]) -> Mark:
    """Return the mark in a row of the table ``files``.

    Raises:
        sqlite3.DatabaseError: it is none, since SQLite puts any value into any column.
    """
    if list(map(type, row)) != [str, int, int] or row[1] < 0:
        raise sqlite3.DatabaseError(texts.WRONG_TYPE)
    return Mark(*row[1:])


def place_of(row: Sequence[Any]) -> Place:
    """Return the place in a row of the index: file, start and length.

    Raises:
        sqlite3.DatabaseError: it is none, since SQLite puts any value into any column.
    """
    if list(map(type, row)) != [str, int, int]:
        raise sqlite3.DatabaseError(texts.WRONG_TYPE)
    return Place(*row)


def _put(connection: sqlite3.Connection, place: Place, entry: Entry) -> None:
    """Write a game, replacing its earlier version; its positions are indexed later."""
    done = PLAYED if entry.deleted else PENDING
    connection.execute(_UPSERT, (*row_of(place, entry), done))
    number = connection.execute("SELECT id FROM games WHERE uid = ?", (entry.uid,)).fetchone()[0]
    for table in ("tags", "positions"):
        connection.execute(f"DELETE FROM {table} WHERE game = ?", (number,))
    rows = [(number, name[:MAX_TEXT], value[:MAX_TEXT]) for name, value in entry.tags.items()]
    connection.executemany(
        "INSERT OR IGNORE INTO tags VALUES (?, ?, ?)", [row for row in rows if row[1] not in OWN_COLUMNS]
    )


def clear(connection: sqlite3.Connection) -> None:
    """Empty the index."""
    with transaction(connection):
        for table in ("positions", "tags", "games", "files", "sources"):
            connection.execute(f"DELETE FROM {table}")


def rows(connection: sqlite3.Connection) -> set[tuple[str | int, ...]]:
    """Return a row for each game, as `row_of` makes it, and for each of their tags (uid, name, value)."""
    columns = ", ".join(_GAME_COLUMNS[:-1])
    games = set(connection.execute(f"SELECT {columns} FROM games"))
    return games | set(connection.execute("SELECT uid, name, value FROM tags JOIN games ON game = id"))


def damaged(connection: sqlite3.Connection) -> int:
    """Return how many games cannot be played through."""
    sql = "SELECT COUNT(*) FROM games WHERE positions = ? AND deleted = 0"
    return int(connection.execute(sql, (DAMAGED,)).fetchone()[0])


# --- positions


def pending(connection: sqlite3.Connection, kinds: Sequence[str] | None = None) -> int:
    """Return how many games of these kinds (None: of all) still have to be indexed by position."""
    condition, values = _of_kinds(kinds)
    sql = f"SELECT COUNT(*) FROM games WHERE positions = 0 {condition}"
    return int(connection.execute(sql, values).fetchone()[0])


def index_positions(
    connection: sqlite3.Connection, journal: Journal, kinds: Sequence[str] | None = None, limit: int = 1
) -> int:
    """Index the positions of up to `limit` games of these kinds (None: of all); return how many games.

    Raises:
        LibraryError: a game cannot be read.
        sqlite3.DatabaseError: the index is damaged: a game has no place, or cannot be marked as indexed.
    """
    condition, values = _of_kinds(kinds)
    sql = (
        "SELECT id, digest, file, start, length FROM games"
        f" WHERE positions = 0 {condition} ORDER BY id DESC LIMIT ?"
    )
    waiting = connection.execute(sql, (*values, limit)).fetchall()
    played = [(number, digest, _positions(journal.read(place_of(row)))) for number, digest, *row in waiting]
    with transaction(connection):
        for number, digest, rows in played:
            _put_positions(connection, number, digest, rows)
        if waiting and connection.execute(sql, (*values, limit)).fetchall() == waiting:
            raise sqlite3.DatabaseError(texts.NOT_MARKED)  # otherwise they would be indexed for ever
    return len(waiting)


def _positions(text: str) -> list[tuple[int, int, str]] | None:
    """Return the positions of a game, None if it cannot be played through."""
    entry = Entry.parse(text)
    try:
        return None if entry is None else list(positions_of(entry.record()))
    except UserError:
        return None


def _put_positions(
    connection: sqlite3.Connection, number: int, digest: str, rows: list[tuple[int, int, str]] | None
) -> None:
    """Write the positions of a game, unless a new version has replaced it meanwhile."""
    state = DAMAGED if rows is None else PLAYED
    sql = "UPDATE games SET positions = ? WHERE id = ? AND digest = ? AND positions = 0"
    if connection.execute(sql, (state, number, digest)).rowcount and rows is not None:
        connection.executemany(
            "INSERT OR REPLACE INTO positions (key, ply, move, game) VALUES (?, ?, ?, ?)",
            [(*row, number) for row in rows],
        )


def _of_kinds(kinds: Sequence[str] | None) -> tuple[str, tuple[str, ...]]:
    if kinds is None:
        return "", ()
    return f"AND kind IN ({', '.join('?' * len(kinds))})", tuple(kinds)
