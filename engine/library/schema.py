"""The index of the library in SQLite: its schema with migrations, and opening it safely.

The index can be rebuilt from the text files at any time. So it uses write-ahead logging (WAL), which lets
other windows read while one writes, with ``synchronous=NORMAL``: a power failure may cost the last changes,
which are then read from the text files again, but never damages the file. Where a file system has no shared
memory for WAL, SQLite keeps its rollback journal.
"""

from __future__ import annotations

import os
import sqlite3
import stat
from contextlib import closing, suppress
from functools import cache, partial
from pathlib import Path

from engine.library import texts
from engine.library.journal import LibraryError
from engine.system.files import free_path
from engine.system.shared_file import sole_use

APPLICATION_ID = 0x436F6E67
"""Marks the file as an index of this program ("Cong")."""
BUSY_S = 5.0
"""How long to wait for another window that is writing."""
MIGRATIONS = (
    (
        """CREATE TABLE files (
            name TEXT PRIMARY KEY,
            size INTEGER NOT NULL,
            tail INTEGER NOT NULL
        ) WITHOUT ROWID""",
        """CREATE TABLE games (
            id INTEGER PRIMARY KEY,
            uid TEXT NOT NULL UNIQUE,
            file TEXT NOT NULL,
            start INTEGER NOT NULL,
            length INTEGER NOT NULL,
            digest TEXT NOT NULL,
            deleted INTEGER NOT NULL,
            kind TEXT NOT NULL,
            first TEXT NOT NULL,
            second TEXT NOT NULL,
            result TEXT NOT NULL,
            reason TEXT NOT NULL,
            date TEXT NOT NULL,
            event TEXT NOT NULL,
            plies INTEGER NOT NULL,
            opening TEXT NOT NULL,
            searched TEXT NOT NULL,
            positions INTEGER NOT NULL
        )""",
        "CREATE INDEX games_to_play ON games (positions) WHERE positions = 0",
        """CREATE TABLE tags (
            game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
            name TEXT NOT NULL,
            value TEXT NOT NULL,
            PRIMARY KEY (game, name)
        ) WITHOUT ROWID""",
        """CREATE TABLE positions (
            key INTEGER NOT NULL,
            game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
            ply INTEGER NOT NULL,
            move TEXT NOT NULL,
            PRIMARY KEY (key, game, ply)
        ) WITHOUT ROWID""",
        "CREATE INDEX positions_of_game ON positions (game)",
        """CREATE TABLE sources (
            path TEXT PRIMARY KEY,
            size INTEGER NOT NULL,
            changed INTEGER NOT NULL
        ) WITHOUT ROWID""",
    ),
)
"""For each version of the schema, from 0, the statements that lead to the next one."""


BESIDE = ("-wal", "-shm", "-journal")
"""The endings of the files that SQLite keeps beside an index."""
SUPER_JOURNAL = bytes.fromhex("d9d505f920a163d7")
"""The last bytes of a journal that names a file which SQLite deletes; ours never name one."""


class DamagedIndex(Exception):
    """The file is not a usable index."""


def migrate(connection: sqlite3.Connection, to: int = len(MIGRATIONS)) -> None:
    """Migrate an index to a version of the schema, in one transaction."""
    if version_of(connection) >= to:
        return  # another process may be writing, perhaps for long, and need not be waited for
    connection.execute("BEGIN IMMEDIATE")
    try:
        version = version_of(connection)
        for statement in (one for step in MIGRATIONS[version:to] for one in step):
            connection.execute(statement)
        if version < to:
            connection.execute(f"PRAGMA user_version = {to:d}")
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID:d}")
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        raise


def version_of(connection: sqlite3.Connection) -> int:
    """Return the version of an index's schema."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def open_index(path: Path) -> sqlite3.Connection:
    """Open an index, create it if it is missing, and migrate one of an earlier version.

    Raises:
        DamagedIndex: something else is there, or the file is damaged.
        LibraryError: it is from a newer version, and stays untouched.
        sqlite3.OperationalError: it cannot be opened or written.
    """
    if os.path.lexists(path) and not path.is_file():
        raise DamagedIndex(path)
    path = Path(os.path.realpath(path))  # SQLite, too, follows a link before it looks for the files beside it
    _check_files(path)
    if path.is_file():
        _check_version(path)
    connection = sqlite3.connect(path, timeout=BUSY_S, isolation_level=None)
    connection.text_factory = partial(str, encoding="utf-8", errors="replace")  # bits may have flipped
    try:
        connection.execute("PRAGMA trusted_schema = OFF")
        _check_header(connection, path)
        connection.execute("PRAGMA cell_size_check = ON")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("PRAGMA foreign_keys = ON")
        migrate(connection)
        _check(connection)
    except sqlite3.OperationalError:
        connection.close()
        raise
    except sqlite3.DatabaseError as error:
        connection.close()
        raise DamagedIndex(str(error)) from None
    except BaseException:
        connection.close()
        raise
    return connection


def open_in_memory() -> sqlite3.Connection:
    """Open an empty index in memory."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    migrate(connection)
    return connection


def _check_files(path: Path) -> None:
    """Check the files beside an index: SQLite could wait for a pipe for ever, or delete any file.

    Raises:
        DamagedIndex: one is not a file, or a journal names another file.
        OSError: one cannot be read.
    """
    for ending in BESIDE:
        with suppress(FileNotFoundError):
            if not stat.S_ISREG(os.lstat(f"{path}{ending}").st_mode):
                raise DamagedIndex(f"{path}{ending}")
    with suppress(FileNotFoundError), open(f"{path}-journal", "rb") as journal:
        journal.seek(max(0, journal.seek(0, os.SEEK_END) - len(SUPER_JOURNAL)))
        if journal.read() == SUPER_JOURNAL:
            raise DamagedIndex(journal.name)


def _check_version(path: Path) -> None:
    """Check the header of an index without writing.

    Raises:
        DamagedIndex: the file is not an index of this program.
        LibraryError: it is from a newer version.
    """
    if path.stat().st_size == 0:
        return  # just created, perhaps by another window
    try:
        with closing(
            sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=BUSY_S)
        ) as connection:
            _check_header(connection, path)
    except sqlite3.OperationalError:
        return  # it cannot be opened read-only; opening it for writing gives the reason
    except sqlite3.DatabaseError as error:
        raise DamagedIndex(str(error)) from None


def _check_header(connection: sqlite3.Connection, path: Path) -> None:
    """Check the application id and the version of an index.

    Raises:
        DamagedIndex: it is not an index of this program.
        LibraryError: it is from a newer version.
    """
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    version = version_of(connection)
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if application != APPLICATION_ID and (application or version or tables):
        raise DamagedIndex(path)
    if version > len(MIGRATIONS):
        raise LibraryError(texts.newer(path, version, len(MIGRATIONS)))


def _check(connection: sqlite3.Connection) -> None:
    """Check that an index is sound, and has this schema and no triggers.

    Raises:
        DamagedIndex: it is unsound, or has another schema.
    """
    if _schema(connection) != _expected_schema():
        raise DamagedIndex(_schema(connection))
    found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if found != "ok":
        raise DamagedIndex(found)


def _schema(connection: sqlite3.Connection) -> frozenset[tuple[str, ...]]:
    rows = connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL")
    return frozenset(rows)


@cache
def _expected_schema() -> frozenset[tuple[str, ...]]:
    with closing(open_in_memory()) as connection:
        return _schema(connection)


def set_aside(path: Path) -> Path:
    """Rename a damaged index, or whatever else is in its place; return the new path.

    Raises:
        OSError: it cannot be renamed.
    """
    aside = free_path(path.with_name(f"{path.stem}.damaged{path.suffix}"))
    with sole_use(path):
        if os.path.lexists(path):
            os.replace(path, aside)
        for ending in BESIDE:
            with suppress(OSError):
                os.replace(f"{path}{ending}", f"{aside}{ending}")
    return aside
