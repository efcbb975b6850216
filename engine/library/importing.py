"""Importing games from text files into the library, and exporting them."""

from __future__ import annotations

import errno
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TypeAlias

from engine.library import texts as library_texts
from engine.library.entry import COMMENTED_TAG, ID_TAG, Entry, identified, imported_entry, with_comment_of
from engine.library.journal import is_text_file
from engine.library.library import INDEX, Library, library_dir
from engine.library.query import FoundGame
from engine.record.parse import split_games, split_tokens
from engine.record.record import GameResult
from engine.system.errors import UserError
from engine.system.files import MAX_TEXT_BYTES, read_text
from engine.system.shared_file import write_shared
from engine.system.texts import not_readable, not_writable

BATCH_SIZE = 200
"""How many games are appended at a time."""
SUFFIXES = (".txt", ".pgn")
MAX_LINES = 4_000_000
MAX_WINDOW_BYTES = 20_000_000
"""The largest file that a window imports: more would slow it down. The command line takes more."""


@dataclass(frozen=True)
class ImportCounts:
    """How many games of a file were added, were already known, or are damaged."""

    added: int = 0
    known: int = 0
    """Games that the library has in this version or a newer one, deleted ones included."""
    damaged: int = 0

    def __add__(self, other: ImportCounts) -> ImportCounts:
        return ImportCounts(self.added + other.added, self.known + other.known, self.damaged + other.damaged)


def import_file(
    library: Library, path: Path, *, restore: bool = False, max_bytes: int = MAX_TEXT_BYTES
) -> Iterator[ImportCounts]:
    """Import the games of a file into the library; yield the counts after each `BATCH_SIZE` games.

    Games that the library has are skipped, unless the file has a longer version, or one with something new,
    as are deleted ones without `restore`. The file is not changed.
    Games are not played through: whether their moves are legal shows when their positions are indexed.

    Raises:
        UserError: the file cannot be read or is too large, or the library cannot be written.
    """
    count = ImportCounts()
    text = read_text(path, max_bytes)
    if text.count("\n") > MAX_LINES:
        raise UserError(not_readable(path, os.strerror(errno.EFBIG)))
    parts = (part for _, part in split_games(text))
    while texts := list(islice(parts, BATCH_SIZE)):
        count += _import(library, texts, restore)
        yield count


def _import(library: Library, texts: Sequence[str], restore: bool) -> ImportCounts:
    read: list[Entry] = []
    new: dict[str, Entry] = {}
    damaged = 0
    texts = [text for text in texts if text.lstrip().startswith("[")]  # the rest is notes
    library.catch_up()
    for text in texts:
        try:
            read.append(imported_entry(text))
        except UserError:
            damaged += 1
    digests = library.digests([entry.uid for entry in read])
    for entry in read:
        if digests.get(entry.uid) == entry.digest:
            continue
        version = _version(lambda uid: new.get(uid) or library.latest(uid), entry, restore)
        if version is not None:
            new[version.uid] = version
    library.put(list(new.values()))
    return ImportCounts(len(new), len(texts) - damaged - len(new), damaged)


def keep(library: Library, entry: Entry) -> None:
    """Add a game as the board has it, unless the library has had it until it was deleted.

    It replaces no version with more moves or with a result that it lacks: what is new in it, such as a
    comment, is added as another game.

    Raises:
        LibraryError: it cannot be written.
    """
    if library.was_deleted(entry):
        return
    entry, known = _identified(library.latest, entry)
    if known is not None and not known.deleted:
        entry = with_comment_of(known, entry)
        if _has_less(entry, known):
            if not _content(entry) - _content(known):
                return
            entry = identified(entry, entry.fingerprint)
    library.put([entry])


Latest: TypeAlias = Callable[[str], Entry | None]
"""Returns the latest version of a game by its identity."""


def _version(latest: Latest, entry: Entry, restore: bool) -> Entry | None:
    """Return a game as it goes into the library; None if that has this version or a newer one.

    A deleted game comes back if `restore` is given.
    """
    entry, known = _identified(latest, entry)
    if known is None:
        return entry
    if known.deleted:
        return entry if restore else None
    entry = with_comment_of(known, entry)
    return entry if _is_newer(entry, known) else None


def _identified(latest: Latest, entry: Entry) -> tuple[Entry, Entry | None]:
    """Return a game with an identity of its own if that is another game's, and the latest version of it."""
    known = latest(entry.uid)
    if known is None or not _is_other(entry, known):
        return entry, known
    entry = identified(entry, entry.fingerprint)
    return entry, latest(entry.uid)


def _has_less(entry: Entry, known: Entry) -> bool:
    """Return whether a version of a game has fewer moves than the known one, or lacks its result."""
    unfinished = GameResult.NONE.value
    return len(entry.moves) < len(known.moves) or (
        len(entry.moves) == len(known.moves) and entry.result == unfinished != known.result
    )


def _is_other(entry: Entry, known: Entry) -> bool:
    """Return whether a game is no version of the known one with its identity: some programs number games."""
    shorter, longer = sorted((entry.moves, known.moves), key=len)
    if entry.kind != known.kind or longer[: len(shorter)] != shorter:
        return True
    if known.deleted:
        return False
    differs = entry.players != known.players, entry.date != known.date
    return all(differs) or (any(differs) and not shorter)  # a player may change during a game


def _is_newer(entry: Entry, known: Entry) -> bool:
    """Return whether a version of a game is longer than the known one, or as long and with something new."""
    if len(entry.moves) != len(known.moves):
        return len(entry.moves) > len(known.moves)
    return bool(_content(entry) - _content(known))


def _content(entry: Entry) -> Counter[tuple[str, str, str]]:
    """Return what a version of a game says: tags, moves, comments and a result."""
    tokens = ((token.kind, token.name, token.text) for token in split_tokens(entry.text, 1))
    return Counter(
        (kind, name, text)
        for kind, name, text in tokens
        if kind != "number" and name not in (ID_TAG, COMMENTED_TAG) and text != GameResult.NONE.value
    )


def game_files(folder: Path) -> list[tuple[Path, int, int]]:
    """Return the files in a folder that may hold games, with sizes in bytes and modification times in ns."""
    found = []
    try:
        with os.scandir(folder) as listing:
            for item in listing:
                if item.name.lower().endswith(SUFFIXES) and item.is_file():
                    status = item.stat()
                    found.append((Path(item.path), status.st_size, status.st_mtime_ns))
    except OSError:
        return []
    return sorted(found)


def import_folders(
    library: Library, folders: Iterable[Path], report: Callable[[ImportCounts], None] = lambda count: None
) -> Iterator[None]:
    """Import the files of folders that are new or have changed since they were imported, in small steps.

    It may be stopped at any time, and resumes there. `report` is called with the counts of each file.
    """
    for folder in folders:
        for path, size, changed in game_files(folder):
            if library.has_source(path, size, changed):
                continue
            counts = [ImportCounts()]
            try:
                for each in import_file(library, path, max_bytes=MAX_WINDOW_BYTES):
                    counts.append(each)
                    yield
            except UserError:
                continue  # it is tried again after the next start
            library.note_source(path, size, changed)
            report(counts[-1])


def _is_in_library(path: Path, *folders: Path) -> bool:
    """Return whether a file is in one of these folders, or in that of another library.

    That has an index, or is a copy of the text files alone.
    """
    real = Path(os.path.realpath(path))
    return (
        str(real.parent) in map(os.path.realpath, folders)
        or os.path.isfile(real.parent / INDEX)
        or (is_text_file(real.name) and os.path.lexists(real))
    )


def export_games(library: Library, games: Sequence[FoundGame], path: Path) -> None:
    """Write games to a file, replacing its contents.

    Raises:
        UserError: a game cannot be read, or the file not written, or it is in the folder of a library.
    """
    if _is_in_library(path, library.folder, library_dir()):
        raise UserError(library_texts.in_library(path))
    text = "".join(library.text(game).rstrip("\n") + "\n\n" for game in games)
    try:
        write_shared(path, text.encode(errors="replace"))
    except OSError as error:
        raise UserError(not_writable(path, error.strerror)) from None
