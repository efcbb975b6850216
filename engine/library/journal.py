"""The library's text files, which hold the games: each is appended to the file of its month.

The files have the format of saved games (engine/record/record.py). A game begins with a line ``[Event ``,
has an identity in the tag ``Id``, and ends with its result and a blank line; a game that a crash has left
unfinished does not, and is skipped. An editor may have changed the line ends, added a byte order mark or
removed the blank line at the end of a file. Of several versions of a game with the same ``Id`` the last one
counts. A game with the tag ``Deleted`` is deleted. Nothing is ever rewritten, so the place of a game never
changes.
"""

from __future__ import annotations

import codecs
import errno
import os
import re
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, NamedTuple

from engine.library import texts
from engine.record.record import GameResult
from engine.system.errors import UserError
from engine.system.files import MAX_TEXT_BYTES, read_file
from engine.system.shared_file import append_to, is_at, opened_to_append
from engine.system.texts import NOT_A_FILE, not_writable

BEGIN = b"[Event "
MAX_FILE_BYTES = 50_000_000
"""When a file reaches this size, another one is begun for the same month."""
MAX_READ_BYTES = MAX_TEXT_BYTES + 2 * MAX_FILE_BYTES
"""The largest file that is read: earlier versions added to one all that a large file had, and tags."""
PIECE_BYTES = 16_000_000
"""The part of a file that is read and indexed at once; longer than any game."""
TAIL_BYTES = 512
"""How many bytes before a mark are checked to notice that older games have changed."""
LOCK_WAIT_S = 5.0
"""Seconds to wait for another process that changes the library; then it is changed without a lock."""
_MONTH = re.compile(r"(?P<month>\d{4}-\d\d)(?:-(?P<number>\d+))?\.txt", re.ASCII)
_RESULTS = b"|".join(re.escape(result.value.encode()) for result in GameResult)
_START = re.compile(rb"(?:\A|\n)(?:" + codecs.BOM_UTF8 + rb")?(?=" + re.escape(BEGIN) + rb")")
_TAG = rb'\[\s*[^\s"\]]+\s+"[^"\\\n]*(?:\\.[^"\\\n]*){0,1000}"\s*\]'
"""More letters with a backslash would fill the memory with places to go back to; then `_CUT_TAG` takes it."""
_CUT_TAG, _COMMENT = rb"\[[^\n]*", rb"\{[^}]*\}?|;[^\n]*"
_END = rb"(?<=\s)(?:" + _RESULTS + rb")(?:(?P<blank>\r?\n\r?\n)|(?P<loose>(?=(?P<cr>\r?)\s*\Z)))"
"""How a game ends, with a blank line, or with other white space if an editor has changed that."""
_TAG_COMMENT_OR_END = re.compile(b"|".join((_TAG, _CUT_TAG, _COMMENT, _END)))
"""A result in a tag or a comment, which a crash may have cut off, is no end."""


class LibraryError(UserError):
    """The library cannot do something; the message is one sentence for the user."""


class NoGames(LibraryError):
    """A text file has no games for the library: it is too large to be read, or a link that leads nowhere."""


NO_GAMES = (errno.EFBIG, errno.ELOOP, errno.ENAMETOOLONG)
"""The errors that say so; after others there may be games."""


class Place(NamedTuple):
    """Where a game is: the name of the file, and the offset and length in bytes.

    The length includes the blank line after it, even if that is missing at the end of the file.
    """

    file: str
    offset: int
    length: int


@dataclass(frozen=True)
class Mark:
    """How far a file has been read, in bytes, and a checksum of the bytes before that point."""

    size: int = 0
    tail: int = 0


class Journal:
    """The text files in a folder; `now` returns seconds since the epoch."""

    def __init__(self, folder: Path, now: Callable[[], float] = time.time) -> None:
        self.folder, self._now = folder, now
        self._locked: BinaryIO | None = None
        """The file to append to, while it is locked."""

    def files(self) -> list[str]:
        """Return the names of the files in the order in which they were written.

        Raises:
            LibraryError: the folder cannot be read, which does not mean that it has no games.
        """
        try:
            with os.scandir(self.folder) as listing:
                names = [item.name for item in listing if item.name.endswith(".txt") and _may_be_file(item)]
        except (FileNotFoundError, NotADirectoryError):
            return []
        except OSError as error:
            raise LibraryError(texts.not_read(self.folder, error.strerror)) from None
        return sorted(names, key=_order)

    def size(self, file: str) -> int | None:
        """Return a file's size in bytes, None if the system does not say."""
        try:
            return (self.folder / file).stat().st_size
        except OSError:
            return None

    # --- writing

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Let no other journal append meanwhile; where that is not possible, go on without a lock.

        Raises:
            LibraryError: the folder cannot be read.
        """
        with ExitStack() as stack:
            with suppress(OSError):
                self.folder.mkdir(parents=True, exist_ok=True)
                opened = opened_to_append(self._file_to_append(), LOCK_WAIT_S)
                self._locked = stack.enter_context(opened)
            try:
                yield
            finally:
                self._locked = None

    def append(self, games: Sequence[str]) -> None:
        """Append games to the file of the month, and sync it to disk: either all of them or none.

        Raises:
            LibraryError: the file cannot be written.
        """
        data = "".join(games).encode(errors="replace")
        path = self.folder
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            path = self._file_to_append()
            locked = self._locked
            if locked is not None and not is_at(locked, path):  # it was replaced, or another month has begun
                locked = None
            with nullcontext(locked) if locked is not None else opened_to_append(path) as file:
                append_to(file, data)
        except OSError as error:
            raise LibraryError(not_writable(path, error.strerror)) from None

    def _file_to_append(self) -> Path:
        """Return the file of this month, or of the newest one if the system's clock was set back.

        Raises:
            LibraryError: the folder cannot be read.
        """
        month = time.strftime("%Y-%m", time.localtime(self._now()))
        number, known = 1, self.files()
        last = _MONTH.fullmatch(known[-1]) if known else None
        if last is not None and last["month"] >= month:
            month, number = last["month"], int(last["number"] or 1)
        while True:
            path = self.folder / (f"{month}.txt" if number == 1 else f"{month}-{number}.txt")
            is_own = path.is_file() and not path.is_symlink()  # a link may lead elsewhere
            if not os.path.lexists(path) or (is_own and (self.size(path.name) or 0) < MAX_FILE_BYTES):
                return path
            number += 1

    # --- reading

    def read(self, place: Place) -> str:
        """Return the text of a game.

        Raises:
            LibraryError: it cannot be read.
        """
        path = self.folder / place.file
        try:
            if path.parent != self.folder or not path.is_file():  # a damaged index may name anything
                raise OSError(errno.EINVAL, NOT_A_FILE)
            with path.open("rb") as file:
                file.seek(place.offset)
                return _text(file.read(min(max(place.length, 0), MAX_FILE_BYTES)))
        except OSError as error:
            raise LibraryError(texts.not_read(path, error.strerror)) from None

    def read_from(self, file: str, mark: Mark) -> tuple[list[tuple[Place, str]], Mark]:
        """Return the complete games in the next piece of a file after a mark, and the mark after them.

        If a piece has none, the mark moves on, since no game is so long. At the end of a file it stays.

        Raises:
            ChangedFile: the bytes before the mark are not those that were read, or are missing.
            LibraryError: it cannot be read.
        """
        path = self.folder / file
        try:
            with path.open("rb") as opened:
                left = os.fstat(opened.fileno()).st_size - mark.size
                opened.seek(max(0, mark.size - TAIL_BYTES))
                tail = opened.read(min(TAIL_BYTES, mark.size))
                if left < 0 or zlib.crc32(tail) != mark.tail:
                    raise ChangedFile
                if left > MAX_READ_BYTES:
                    raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
                data = opened.read(min(left, PIECE_BYTES))
        except OSError as error:
            failure = NoGames if error.errno in NO_GAMES else LibraryError
            raise failure(texts.not_read(path, error.strerror)) from None
        games = [
            (Place(file, mark.size + start, end - start), _text(data[start:end]))
            for start, end in _game_spans(data, has_end=left == len(data))
        ]
        done = 0
        if games:
            done = min(len(data), games[-1][0].offset + games[-1][0].length - mark.size)
        elif left > len(data):
            starts = _game_starts(data)
            done = starts[-1] if starts and starts[-1] else len(data) - len(BEGIN)
        return games, Mark(mark.size + done, zlib.crc32((tail + data[:done])[-TAIL_BYTES:]))

    def unfinished(self) -> int:
        """Return the number of games that crashes have left unfinished in the files.

        Raises:
            LibraryError: the folder cannot be read.
        """
        count = 0
        for name in self.files():
            with suppress(OSError):
                data = read_file(self.folder / name, MAX_READ_BYTES)
                count += len(_game_starts(data)) - len(list(_game_spans(data, has_end=True)))
        return count


class ChangedFile(Exception):
    """Older games in a text file have changed, so places in it are no longer valid."""


def is_text_file(name: str) -> bool:
    """Return whether a file has a name that the library gives its text files."""
    return _MONTH.fullmatch(name) is not None


def _may_be_file(item: os.DirEntry[str]) -> bool:
    """Return whether an entry is a file, or one of which the system does not say what it is."""
    try:
        return item.is_file()
    except OSError:
        return True


def _order(name: str) -> tuple[bool, str, int, str]:
    """Return a key that sorts files by month and number; other names come first."""
    found = _MONTH.fullmatch(name)
    if found is None:
        return False, "", 0, name
    return True, found["month"], int(found["number"] or 1), name


def _text(game: bytes) -> str:
    return game.decode(errors="replace").replace("\r\n", "\n").rstrip() + "\n\n"


def _game_starts(data: bytes) -> list[int]:
    """Return the offsets at which games begin."""
    return [found.end() for found in _START.finditer(data)]


def _game_spans(data: bytes, has_end: bool) -> Iterator[tuple[int, int]]:
    """Yield the bounds of the complete games; `has_end` if the file ends with the data.

    They include the blank line, even if it is missing at the end of the file.
    """
    starts = _game_starts(data)
    for start, end in zip(starts, [*starts[1:], len(data)], strict=False):
        tokens = _TAG_COMMENT_OR_END.finditer(data, start, end)
        found = next((each for each in tokens if each["blank"] or each["loose"] is not None), None)
        if found is None:
            continue
        if found["blank"]:
            yield start, found.end()
        elif end < len(data) or has_end:
            behind = found.end() + len(b"\n\n") + len(found["cr"])
            yield start, min(behind, end) if end < len(data) else behind


def is_complete(game: bytes) -> bool:
    """Return whether a text is one game that ends with a result and a blank line."""
    return list(_game_spans(game, has_end=False)) == [(0, len(game))]
