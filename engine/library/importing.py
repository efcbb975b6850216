"""Importing games from text files into the library, and exporting them."""

from __future__ import annotations

import errno
import os
import re
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TypeAlias, TypeVar

from engine.library import texts as library_texts
from engine.library.entry import (
    ID_TAG,
    Entry,
    identified,
    imported_entry,
    is_deleted_by,
    is_deletion,
    with_comments_of,
)
from engine.library.journal import LibraryError, is_text_file
from engine.library.library import INDEX, Library, library_dir
from engine.library.query import FoundGame
from engine.record.parse import split_games
from engine.record.record import TOURNAMENT_HEAD, GameResult
from engine.system.errors import UserError
from engine.system.files import MAX_TEXT_BYTES, read_text, reason_of
from engine.system.shared_file import write_shared
from engine.system.texts import not_readable, not_writable

BATCH_SIZE, BATCH_CHARS = 200, 10_000_000
"""How many games are appended at a time, fewer if they have so many characters: all go into one file."""
SUFFIXES = (".txt", ".pgn")
MAX_LINES = 4_000_000
MAX_VERSIONS = 9
"""How many versions of a game, each with something of its own, have numbers: one digit."""
MAX_BASE = 61
"""How many characters of an identity a number follows; identities have up to 64."""
_NUMBERED = re.compile(r"(.+)--[2-9]")
MAX_WINDOW_BYTES = 20_000_000
"""The largest file that a window imports: more would slow it down. The command line takes more."""
MAX_KEPT_CHARS = MAX_WINDOW_BYTES
"""How many characters of known games an import keeps: all versions of a game that such a file may have."""


@dataclass(frozen=True)
class ImportCounts:
    """How many games of a file were added, were already known, or are damaged."""

    added: int = 0
    known: int = 0
    """Games of which the library has everything, deleted ones included."""
    damaged: int = 0

    def __add__(self, other: ImportCounts) -> ImportCounts:
        return ImportCounts(self.added + other.added, self.known + other.known, self.damaged + other.damaged)


class ImportStopped(LibraryError):
    """An import was stopped between two games."""


def _never() -> bool:
    return False


def import_file(
    library: Library,
    path: Path,
    *,
    restore: bool = False,
    tournaments: bool = True,
    max_bytes: int = MAX_TEXT_BYTES,
    is_stopped: Callable[[], bool] = _never,
) -> Iterator[ImportCounts]:
    """Import the games of a file into the library; yield the counts after each batch.

    Games that the library has are skipped, as are deleted ones without `restore`, and those of tournaments
    without `tournaments`; `_version` says what is a new version. The file is not changed.
    Games are not played through: whether their moves are legal shows when their positions are indexed.

    Raises:
        ImportStopped: it `is_stopped`, which is asked at each game.
        UserError: the file cannot be read or is too large, or the library cannot be written.
    """
    count = ImportCounts()
    text = read_text(path, max_bytes)
    if text.count("\n") > MAX_LINES:
        raise UserError(not_readable(path, os.strerror(errno.EFBIG)))
    parts = _until(is_stopped, (part for _, part in split_games(text)))
    known = _KnownGames(library)
    while texts := _batch(parts):
        wanted = [each for each in texts if tournaments or not _is_of_tournament(each)]
        count += _import(library, wanted, restore, known, is_stopped)
        yield count


def _is_of_tournament(text: str) -> bool:
    """Return whether a game is a tournament's; one that a user has played on has an identity."""
    return text.startswith(TOURNAMENT_HEAD) and f'\n[{ID_TAG} "' not in text


def _batch(parts: Iterator[str]) -> list[str]:
    """Return the next games to append, none at the end."""
    found: list[str] = []
    chars = 0
    for part in islice(parts, BATCH_SIZE):
        found.append(part)
        chars += len(part)
        if chars >= BATCH_CHARS:
            break
    return found


Item = TypeVar("Item")


def _until(is_stopped: Callable[[], bool], items: Iterable[Item]) -> Iterator[Item]:
    """Yield items; raise `ImportStopped` before one if it `is_stopped`."""
    for item in items:
        if is_stopped():
            raise ImportStopped(library_texts.IMPORT_STOPPED)
        yield item


class _KnownGames:
    """The latest versions of games that an import compares with: each is read and parsed once.

    Otherwise a file with many games under one identity would take hours, since each is compared with all
    versions. What was not used for longest is forgotten beyond `MAX_KEPT_CHARS`.
    """

    def __init__(self, library: Library) -> None:
        self._library = library
        self._kept: OrderedDict[str, Entry] = OrderedDict()
        self._chars = 0

    def latest(self, uid: str) -> Entry | None:
        """Return the latest version of a game, None if there is none; another process may have written it."""
        known = self._kept.get(uid)
        if known is None or self._library.digests([uid]).get(uid) != known.digest:
            known = self._library.latest(uid)
        if known is not None:
            self.keep(known)
        return known

    def keep(self, entry: Entry) -> None:
        """Keep a version as the latest one of its game."""
        before = self._kept.pop(entry.uid, None)
        self._kept[entry.uid] = entry
        self._chars += len(entry.text) - (0 if before is None else len(before.text))
        while self._chars > MAX_KEPT_CHARS:
            self._chars -= len(self._kept.popitem(last=False)[1].text)


def _import(
    library: Library, texts: Sequence[str], restore: bool, known: _KnownGames, is_stopped: Callable[[], bool]
) -> ImportCounts:
    read: list[Entry] = []
    new: dict[str, Entry] = {}
    damaged = 0
    # The rest is notes, and says what was deleted from another library.
    texts = [text for text in texts if text.lstrip().startswith("[") and not is_deletion(text)]
    for text in _until(is_stopped, texts):
        try:
            read.append(imported_entry(text))
        except UserError:
            damaged += 1
    with library.locked():
        digests = library.digests([entry.uid for entry in read])
        for entry in _until(is_stopped, read):
            if digests.get(entry.uid) == entry.digest:
                continue
            version, _ = _version(lambda uid: new.get(uid) or known.latest(uid), entry, restore=restore)
            if version is not None:
                new[version.uid] = version
        library.put(list(new.values()))
    for version in new.values():
        known.keep(version)
    return ImportCounts(len(new), len(texts) - damaged - len(new), damaged)


def keep(library: Library, entry: Entry, before: Entry | None = None, *, on_board: bool = True) -> bool:
    """Add a game as the board has it, or had it earlier, unless the library has had it until it was deleted.

    `before` is the game as it was last kept, or opened. One that is no longer `on_board` is like one of a
    file. See `_version` for the versions that the library has.
    Return whether its text files have all of this version now; not if another version of it was deleted.

    Raises:
        LibraryError: it cannot be written.
    """
    with library.locked():
        version, has_all = _version(library.latest, entry, on_board=on_board, before=before)
        if version is not None:
            library.put([version])
    return has_all


Latest: TypeAlias = Callable[[str], Entry | None]
"""Returns the latest version of a game by its identity."""


def _version(
    latest: Latest,
    entry: Entry,
    *,
    on_board: bool = False,
    before: Entry | None = None,
    restore: bool = False,
) -> tuple[Entry | None, bool]:
    """Return a game as it goes into the library, and whether the library has all of it then.

    It is None if the library has all of it, or had it until it was deleted.

    Of two versions the one with everything of the other stays: see `_has_all`. If each has something of its
    own, both are kept, the second with a number after its identity.
    If both have the same, what is on the board replaces the known one, as it does if it was made from that
    one, `before`, and has its moves and its result.

    A deleted game comes back if `restore` is given, if it was continued on the board, or if another version
    of it is not deleted and it has something new.
    """
    first = latest(_base(entry.uid))
    if first is not None and _is_other(entry, first):
        entry = identified(entry, entry.fingerprint)
    deleted: dict[str, Entry] = {}
    is_kept, free = False, ""
    for uid in _identities(entry):
        known = latest(uid)
        if known is None:
            free = uid
            break
        if known.deleted:
            deleted[uid] = known
            continue
        is_kept = True
        version = with_comments_of(known, entry, before)
        is_next = before is not None and with_comments_of(known, before).content.facts == known.content.facts
        if (is_next and _has_line(version, known)) or (
            _has_all(version, known) and (on_board or not _has_all(known, version))
        ):
            return identified(version, uid), True
        if _has_all(known, version):
            return None, True
    for gone, deletion in deleted.items():
        is_it = is_deleted_by(deletion, entry, exactly=is_kept)
        if is_it or not (is_kept or on_board):
            if restore:
                return identified(entry, gone), True
            return None, is_deleted_by(deletion, entry, exactly=True)
    return (identified(entry, free), True) if free else (None, False)


def _base(uid: str) -> str:
    """Return a game's identity without the number of its version."""
    numbered = _NUMBERED.fullmatch(uid)
    return uid if numbered is None else numbered[1]


def _identities(entry: Entry) -> Iterator[str]:
    """Yield the identities that versions of a game have, the last one only if there are very many."""
    base = _base(entry.uid)
    yield base
    for number in range(2, MAX_VERSIONS + 1):
        yield f"{base[:MAX_BASE]}--{number}"
    yield entry.digest


def _has_all(entry: Entry, other: Entry) -> bool:
    """Return whether a version of a game has everything that another one has beside its tags.

    Each move, variation, whole comment, arrow, circle and mark has to be at the same move. White space, clock
    times and search results may differ.
    """
    return _has_line(entry, other) and entry.content.has_all(other.content)


def _has_line(entry: Entry, other: Entry) -> bool:
    """Return whether a version of a game has the main line and the result, if any, of another one."""
    begins = entry.moves[: len(other.moves)] == other.moves
    return begins and other.result in (GameResult.NONE.value, entry.result)


def _is_other(entry: Entry, known: Entry) -> bool:
    """Return whether a game is no version of the known one with its identity: some programs number games."""
    if entry.kind != known.kind or known.deleted:
        return entry.kind != known.kind
    differs = entry.players != known.players, entry.date != known.date
    is_begun = entry.moves and known.moves
    return all(differs) or (any(differs) and not is_begun)  # a player may change during a game


def game_files(folder: Path) -> list[tuple[Path, int, int]]:
    """Return the files in a folder that may hold games, with sizes in bytes and modification times in ns."""
    found = []
    try:
        with os.scandir(folder) as listing:
            for item in listing:
                if not item.name.lower().endswith(SUFFIXES):
                    continue
                with suppress(OSError):  # such as a link to itself: the others are found
                    if item.is_file():
                        status = item.stat()
                        found.append((Path(item.path), status.st_size, status.st_mtime_ns))
    except OSError:
        return []
    return sorted(found)


def import_folders(
    library: Library,
    folders: Iterable[Path],
    report: Callable[[ImportCounts], None] = lambda count: None,
    is_stopped: Callable[[], bool] = _never,
) -> Iterator[None]:
    """Import the files of folders that are new or have changed since they were imported, in small steps.

    The games of tournaments are left out: they are no games of the user. It may be stopped at any time, also
    between two steps, and resumes there. `report` is called with the counts of each file.
    """
    for folder in folders:
        for path, size, changed in game_files(folder):
            if library.has_source(path, size, changed):
                continue
            counts = [ImportCounts()]
            try:
                for each in import_file(
                    library, path, tournaments=False, max_bytes=MAX_WINDOW_BYTES, is_stopped=is_stopped
                ):
                    counts.append(each)
                    yield
            except ImportStopped:
                return
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


def export_games(library: Library, games: Sequence[FoundGame], path: Path, replaces: bool = True) -> None:
    """Write games to a new file, or to one whose contents this `replaces`.

    Raises:
        UserError: a game cannot be read, or the file not written, or it is in the folder of a library.
    """
    if _is_in_library(path, library.folder, library_dir()):
        raise UserError(library_texts.in_library(path))
    if not replaces and os.path.lexists(path):
        raise UserError(library_texts.appeared(path))
    text = "".join(library.text(game).rstrip("\n") + "\n\n" for game in games)
    try:
        write_shared(path, text.encode(errors="replace"))
    except OSError as error:
        raise UserError(not_writable(path, reason_of(error))) from None
