"""Files and folders: assets, games, reading within limits, and replacing a file as a whole."""

from __future__ import annotations

import codecs
import errno
import fnmatch
import hashlib
import os
import re
import secrets
import stat
import tempfile
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache, partial
from glob import escape
from importlib import import_module
from importlib.util import find_spec
from io import BufferedReader
from itertools import chain, count
from pathlib import Path
from types import ModuleType

from engine.system import texts
from engine.system.errors import UserError

PACKAGE = Path(__file__).resolve().parents[1]


def find_assets(package: Path) -> Path:
    """Return the assets folder: inside the package if installed or frozen, beside it in a checkout."""
    inside = package / "assets"
    return inside if inside.is_dir() else package.parent / "assets"


def asset_path(*parts: str) -> Path:
    """Return the path of an asset, such as ``asset_path("board", "fish.svg")``."""
    return find_assets(PACKAGE).joinpath(*parts)


BUILT_IN = Path(__file__).resolve().parents[1] / "rules"
GAMES_VARIABLE = "CONGO_GAMES"
"""The environment variable with the registered folders, separated as in PATH; child processes inherit it."""


def registered() -> tuple[Path, ...]:
    """Return the registered folders, each with games in ``rules/<name>`` and ``window/<name>``."""
    return tuple(Path(name).resolve() for name in _named() if _is_folder(name))


def not_folders() -> tuple[str, ...]:
    """Return what should be registered, but is not a folder, or one that cannot be read."""
    return tuple(name for name in _named() if not _is_folder(name))


def _is_folder(name: str) -> bool:
    return os.path.isdir(name) and os.access(name, os.R_OK | os.X_OK)


def _named() -> list[str]:
    return [name for name in os.environ.get(GAMES_VARIABLE, "").split(os.pathsep) if name]


def add_registered(folder: Path) -> None:
    """Register a folder of games in this process and its children; see `engine.rules.register`."""
    known = (*registered(), folder.resolve())
    os.environ[GAMES_VARIABLE] = os.pathsep.join(map(str, dict.fromkeys(known)))
    has_module.cache_clear()


def folders() -> tuple[Path, ...]:
    """Return the rules folder of every game, built-in games first; a folder has its game's name."""
    places = (BUILT_IN, *(folder / "rules" for folder in registered()))
    files = (path for place in places for path in sorted(place.glob("*/rules.py")) if path.is_file())
    return tuple(path.parent for path in files)


def folder_of(game: str) -> Path:
    """Return the folder with the rules of a game, even if the program was moved while it runs."""
    return next((folder for folder in folders() if folder.name == game), BUILT_IN / game)


@cache
def has_module(game: str, name: str) -> bool:
    """Return whether a game exists and has a module of that name in its folder.

    Cached, because files are also read for this when the process can open no more of them.
    """
    known = any(folder.name == game for folder in folders())
    return known and find_spec(f"engine.rules.{game}.{name}") is not None


def load_module(game: str, name: str) -> ModuleType | None:
    """Return the module of that name in a game's folder, None if there is none.

    This finds ``players``, ``tablebase`` and ``book``, which import packages above the rules.
    """
    return import_module(f"engine.rules.{game}.{name}") if has_module(game, name) else None


def typed_path(text: str) -> Path:
    """Return the path in typed text, without quotes and with a leading ~ expanded."""
    name = text.strip().strip('"')
    with suppress(ValueError):  # a NUL, which whatever opens the file will refuse
        name = os.path.expanduser(name)
    return Path(name)


def current_folder() -> Path:
    """Return the working folder, or the home folder if that no longer exists."""
    try:
        return Path.cwd()
    except OSError:
        return Path.home()


def absolute(path: Path) -> Path:
    """Return an absolute, normalised path."""
    return Path(os.path.normpath(current_folder() / path))


def is_writable(folder: Path) -> bool:
    """Return whether files can be written to a folder; create it if it is missing."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def reason_of(error: OSError | ValueError) -> str:
    """Return why a file or program, whose name may have letters that the system lacks, cannot be used."""
    if isinstance(error, UnicodeEncodeError):
        return texts.not_in_character_set(error.object[error.start])
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def read_file(path: Path, max_bytes: int) -> bytes:
    """Return the bytes of a file.

    Raises:
        OSError: the file cannot be read, has more than `max_bytes` (EFBIG), is a pipe or device, which might
            never end, or its name is invalid (EINVAL).
    """
    with _opened(path) as file:
        size = os.fstat(file.fileno()).st_size
        # read() allocates its argument, so do not ask for `max_bytes` if the file is smaller.
        data = (file.read(size + 1) if size <= max_bytes else b"") or b""
        if size < len(data) <= max_bytes:  # it is growing, or reports no size, as in /proc
            data += file.read(max_bytes + 1 - len(data)) or b""
    if max(size, len(data)) > max_bytes:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
    return data


def read_lines(path: Path, max_bytes: int) -> Iterator[bytes]:
    """Yield the lines of a file of any size, each with its line feed; memory holds one at a time.

    Raises:
        OSError: as for `read_file`; a line has more than `max_bytes` (EFBIG).
    """
    with _opened(path) as file:
        while line := file.readline(max_bytes + 1):
            if len(line) > max_bytes:
                raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
            yield line


@contextmanager
def _opened(path: Path) -> Iterator[BufferedReader]:
    """Open a regular file."""
    try:
        status = path.stat()
    except ValueError:  # a NUL
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL), str(path)) from None
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    _require_regular(path, status)
    with open(path, "rb", opener=_open_without_waiting) as file:
        _require_regular(path, os.fstat(file.fileno()))  # it may have been replaced meanwhile
        yield file


def _require_regular(path: Path, status: os.stat_result) -> None:
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, texts.NOT_A_FILE, str(path))


def _open_without_waiting(path: str, flags: int) -> int:
    """Open a file so that nothing waits, not even a pipe, or one of Linux's own files such as /proc/kmsg."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def is_there(path: Path, *, follow_links: bool = True) -> bool:
    """Return whether anything has a path; unless it follows links, one that leads nowhere counts, too.

    Unlike `Path.exists`, it does not take a refusal of the system for an answer.

    Raises:
        OSError: the system does not say.
    """
    try:
        os.stat(path, follow_symlinks=follow_links)
    except (FileNotFoundError, NotADirectoryError, ValueError):  # a ValueError for a NUL
        return False
    return True


def files_in(folder: Path, pattern: str) -> list[Path]:
    """Return what a folder has of this pattern, by name; nothing if there is no folder.

    Raises:
        OSError: the folder cannot be listed; `Path.glob` would find nothing.
    """
    try:
        names = os.listdir(folder)
    except (FileNotFoundError, NotADirectoryError):
        return []
    return [folder / name for name in sorted(fnmatch.filter(names, pattern))]


def require_no_links(folder: Path) -> None:
    """Check that nothing in a folder, hidden ones aside, is a link: what is written would follow it.

    The folder, which need not exist, may come from elsewhere, such as a report that was unpacked.

    Raises:
        UserError: something is a link.
        OSError: it cannot be listed.
    """
    waiting = [os.fspath(folder)]
    while waiting:
        with suppress(FileNotFoundError, NotADirectoryError), os.scandir(waiting.pop()) as entries:
            for entry in entries:
                if entry.is_symlink():
                    raise UserError(texts.holds_link(entry.path))
                if entry.is_dir(follow_symlinks=False) and not entry.name.startswith("."):
                    waiting.append(entry.path)


def free_path(path: Path) -> Path:
    """Return `path`, with a number before its extension if the name is taken.

    Raises:
        OSError: the system does not say whether it is.
    """
    numbered = (path.with_name(f"{path.stem}-{number}{path.suffix}") for number in count(2))
    return next(one for one in chain([path], numbered) if not is_there(one, follow_links=False))


ABANDONED_S = 3600
"""Age in seconds at which a temporary file is considered abandoned."""


WRITABLE = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH


class FileChanged(OSError):
    """A file has changed since it was read."""


def replace_file(path: Path, data: bytes, *, sync: bool = True, seen: os.stat_result | None = None) -> None:
    """Replace a file atomically: write a temporary file beside it and rename that.

    Links and permissions are kept; a read-only file is not replaced. Without `sync` a power failure may leave
    the file empty or damaged: only for data that the program can recreate. `seen` is the file's status when
    it was read.

    Raises:
        FileChanged: the file has changed since it was `seen`.
        OSError: the file cannot be written.
    """
    path = Path(os.path.realpath(path))
    _check_replaceable(path)
    # Others may write to the folder too: a name that they cannot guess, and no link or pipe of theirs.
    beside = hidden_beside(path, f"{secrets.token_hex(4)}.tmp")
    try:
        with beside.open("xb") as file:
            with suppress(OSError, AttributeError):  # no file yet, or a system without permissions
                os.fchmod(file.fileno(), stat.S_IMODE(path.stat().st_mode))
            file.write(data)
            if sync:
                file.flush()
                os.fsync(file.fileno())
        if seen is not None and _state(path.stat()) != _state(seen):
            raise FileChanged(errno.EAGAIN, os.strerror(errno.EAGAIN), str(path))
        os.replace(beside, path)
    except OSError as error:
        if error.filename is None:
            raise
        raise type(error)(error.errno, error.strerror, str(path)) from None  # not the temporary file
    finally:
        beside.unlink(missing_ok=True)
    if sync:
        _sync_folder(path.parent)
        _remove_unfinished(path)


def _check_replaceable(path: Path) -> None:
    """Check that there is no file, or one that may be replaced.

    Raises:
        OSError: it may not, or its name is too long.
    """
    try:
        status = path.stat()
    except FileNotFoundError:
        return
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    _require_regular(path, status)
    if not (os.access(path, os.W_OK) and status.st_mode & WRITABLE):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))


LONGEST_NAME = 200
"""Bytes of a file's name that another name can contain: systems allow 255."""


def hidden_beside(path: Path, ending: str) -> Path:
    """Return a hidden file beside a file, named after it."""
    name = os.fsencode(path.name)
    start = path.name if len(name) <= LONGEST_NAME else hashlib.sha256(name).hexdigest()
    return path.parent / f".{start}.{ending}"


def file_state(path: Path) -> tuple[int, int, int] | None:
    """Return what differs if a file is changed or replaced; None if there is none."""
    try:
        return _state(path.stat())
    except OSError:
        return None


def _state(status: os.stat_result) -> tuple[int, int, int]:
    return status.st_ino, status.st_size, status.st_mtime_ns


def _sync_folder(folder: Path) -> None:
    """Sync a folder to disk, if the system can open folders."""
    with suppress(OSError):
        file = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(file)
        finally:
            os.close(file)


def _remove_unfinished(path: Path) -> None:
    """Remove a file's temporary files that killed processes have left behind."""
    with suppress(OSError):
        for left in path.parent.glob(escape(hidden_beside(path, "").name) + "[0-9a-f]" * 8 + ".tmp"):
            if time.time() - left.stat().st_mtime > ABANDONED_S:
                left.unlink()


MAX_TEXT_BYTES = 200_000_000
"""More than any tournament's file needs."""
MAX_TEXT_LINES = 8_000_000
"""More than such a file can have. To split a text into more lines would hold all threads for seconds."""
PIECE_BYTES = 1 << 20
"""How much of a text is changed or decoded at a time."""


def with_line_feeds(data: bytes) -> bytes:
    """Return the bytes of a text file; if its lines end with CR alone, they end with LF.

    They do if there is no LF, or only after a blank line of CRs, as when a game was appended. In other files
    a lone CR is part of a line.
    """
    end = data.find(b"\n")
    if end >= 0 and b"\r\r" not in data[:end].rstrip(b"\r"):
        return data
    return b"".join(_pieces_with_line_feeds(data))


def _pieces_with_line_feeds(data: bytes) -> Iterator[bytes]:
    """Yield a text with LF for its lone CRs in pieces: one of 100 MB would hold all threads for seconds."""
    start = 0
    while start < len(data):
        end = start + PIECE_BYTES
        end += data[end - 1 : end + 1] == b"\r\n"
        lines = data[start:end].split(b"\r\n")
        yield b"\r\n".join(line.replace(b"\r", b"\n") for line in lines)
        start = end


def decoded(data: bytes) -> str:
    """Return the text of bytes, with replacement characters for what is not UTF-8.

    If any of it is not UTF-8, it is decoded in pieces: 200 MB at once would hold all threads for seconds.
    """
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        return data.decode()
    except UnicodeDecodeError:
        pieces = (data[start : start + PIECE_BYTES] for start in range(0, len(data), PIECE_BYTES))
        return "".join(codecs.iterdecode(pieces, "utf-8", "replace"))


class NotText(UserError):
    """A file is not text in UTF-8."""


def read_text(path: Path, max_bytes: int = MAX_TEXT_BYTES, *, strict: bool = True) -> str:
    """Return the contents of a text file; if not `strict`, with replacement characters as in `decoded`.

    Raises:
        NotText: it is not text.
        UserError: it cannot be read.
    """
    try:
        data = with_line_feeds(read_file(path, max_bytes))
        text = data.decode("utf-8-sig") if strict else decoded(data)
    except OSError as error:
        raise UserError(texts.not_readable(path, error.strerror)) from None
    except UnicodeDecodeError:
        raise NotText(texts.not_text(path)) from None
    if text.count("\n") > MAX_TEXT_LINES:
        raise UserError(texts.not_readable(path, os.strerror(errno.EFBIG)))
    return text


def checksum(contents: str | bytes) -> str:
    """Return the CRC-32 of a text or file in hexadecimal."""
    return f"{zlib.crc32(contents.encode() if isinstance(contents, str) else contents):08x}"


def checksum_of_file(path: Path) -> str:
    """Return the `checksum` of a file of any size, empty if it is missing, empty, or no file.

    Raises:
        OSError: it cannot be read.
    """
    try:
        status = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return ""
    if not stat.S_ISREG(status.st_mode) or not status.st_size:
        return ""
    found = 0
    with path.open("rb") as file:
        while part := file.read(1 << 20):
            found = zlib.crc32(part, found)
    return f"{found:08x}"


def with_checksum(header: str, body: str) -> bytes:
    """Return a text file whose first line is a header and the `checksum` of all the rest."""
    return f"{header} {checksum(body)}\n{body}".encode()


def replace_with_checksum(path: Path, data: bytes) -> None:
    """Replace a text made `with_checksum` as `replace_file` does; one that was edited is first renamed.

    Raises:
        OSError: the file cannot be written; an edited one may have been renamed.
    """
    _keep_edited(path, data, _has_its_checksum)
    replace_file(path, data)


def _has_its_checksum(data: bytes) -> bool:
    """Return whether a file is as it was made `with_checksum`."""
    first, _, body = data.partition(b"\n")
    return first.rpartition(b" ")[2] == checksum(body).encode()


def replace_generated(path: Path, text: str, *, sync: bool = True) -> None:
    """Replace a text that people may edit, as `replace_file` does; a line with its `checksum` is added.

    If the old one was edited since it was written, it is first renamed: a number is added to its name. One
    without a checksum, by an earlier version, is kept, too, if it is another text.

    Raises:
        OSError: the file cannot be written, or is a link; an edited one may have been renamed.
    """
    if path.is_symlink():  # which may come from elsewhere, with the folder
        raise OSError(errno.ELOOP, texts.IS_LINK, str(path))
    _keep_edited(path, text.encode(), partial(_is_as_generated, path))
    replace_file(path, _generated(path, text), sync=sync)


def _keep_edited(path: Path, new: bytes, is_as_written: Callable[[bytes], bool]) -> None:
    """Rename a file that is to be replaced, unless it is empty, as it was written, or as the `new` one."""
    path = Path(os.path.realpath(path))
    _check_replaceable(path)
    if is_there(path):
        old = read_file(path, MAX_TEXT_BYTES)
        if old not in (b"", new) and not is_as_written(old):
            path.rename(free_path(path))


def _generated(path: Path, text: str) -> bytes:
    return f"{text}\n{texts.checksum_line(checksum(text), path.suffix)}\n".encode()


def _is_as_generated(path: Path, data: bytes) -> bool:
    """Return whether a file is as `replace_generated` has written it."""
    text, line_feed, last = data.removesuffix(b"\n").rpartition(b"\n")
    line = texts.checksum_line(checksum(text), path.suffix).encode()
    return (line_feed, last, data[-1:]) == (b"\n", line, b"\n")


def require_writable(path: Path | None, mode: str = "ab+") -> None:
    """Check that a file can be opened in a mode, by default to add games to it; create it if it is missing.

    Raises:
        UserError: it cannot be written.
    """
    if path is None:
        return
    try:
        if path.is_fifo():  # opening it could block for ever
            raise UserError(texts.is_not_a_file(path))
        path.open(mode, buffering=0).close()
    except (OSError, UnicodeEncodeError) as error:
        raise UserError(texts.not_writable(path, reason_of(error))) from None


TRIED_BYTES = 4096
"""The size of the file with which `require_replaceable` tries: a full disk takes an empty one."""


def require_replaceable(path: Path, begins: str = "") -> None:
    """Check that `replace_file` could write a file, and that one that is there is empty, or `begins` so.

    `begins` is a regular expression: what was made by something else is not replaced.

    Raises:
        UserError: it could not.
    """
    try:
        target = Path(os.path.realpath(path))
        _check_replaceable(target)
        if (
            begins
            and is_there(target)
            and not re.match(begins.encode() + b"|$", read_file(target, MAX_TEXT_BYTES))
        ):
            raise UserError(texts.holds_something_else(path))
        beside = hidden_beside(target, f"{secrets.token_hex(4)}.tmp")
        try:
            beside.write_bytes(bytes(TRIED_BYTES))
        finally:
            beside.unlink(missing_ok=True)
    except (OSError, UnicodeEncodeError) as error:
        raise UserError(texts.not_writable(path, reason_of(error))) from None


def require_other(path: Path, *sources: Path | None) -> None:
    """Check that a file to be written is none of those that are read for it.

    Raises:
        UserError: it is one of them.
    """
    if any(is_same_file(path, source) for source in sources if source is not None):
        raise UserError(texts.is_its_source(path))


def is_same_file(path: Path, other: Path) -> bool:
    """Return whether two paths lead to the same file, which need not exist."""
    with suppress(ValueError):  # a NUL, which whatever opens the file will refuse
        try:
            return os.path.samefile(path, other)  # also by a hard link, or in other capitals
        except OSError:
            return os.path.realpath(path) == os.path.realpath(other)
    return False
