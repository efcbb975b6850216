"""Files shared by several processes: one appends to a file while another rewrites it."""

from __future__ import annotations

import errno
import os
import secrets
import stat
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from io import FileIO
from pathlib import Path
from typing import IO, BinaryIO, cast

from engine.system import texts
from engine.system.files import FileChanged, hidden_beside, read_file, replace_file

if sys.platform == "win32":
    import msvcrt
try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

LOCK_WAIT_S = 1.0
"""Seconds to wait for a lock, which a stopped process keeps; then the file is changed without it."""
LOCKED_BYTES = 1 << 30
"""The bytes, which need not exist, that a lock of a whole file covers on Windows."""
GAME_END = b"\n\n"
"""The end of a game in a file of games: a blank line."""
TRIES = 20
"""How often a change is tried if other processes keep writing to the file."""


@contextmanager
def opened_to_append(path: Path, wait_s: float = LOCK_WAIT_S) -> Iterator[BinaryIO]:
    """Open a file for reading and appending; it excludes others that do so, and `change_file`.

    After `wait_s` seconds, or without support for locks, it is opened all the same.

    Raises:
        OSError: the file cannot be written.
    """
    with _locked(path, "ab+", wait_s) as file:
        yield file


def append_data(path: Path, data: bytes) -> None:
    """Append to a file of games, each of which ends with `GAME_END`; if that fails, leave the file as it was.

    Raises:
        OSError: it cannot be written.
    """
    with opened_to_append(path) as file:
        append_to(file, data)


def _sync(number: int) -> None:
    """Sync a file to disk, if it is one that can be: /dev/null cannot."""
    try:
        os.fsync(number)
    except OSError as error:
        if error.errno != errno.EINVAL:
            raise


def append_to(file: BinaryIO, data: bytes) -> None:
    """Do what `append_data` does to a file from `opened_to_append`."""
    number = file.fileno()
    length = os.fstat(number).st_size
    file.seek(max(length - len(GAME_END), 0))
    unfinished = length > 0 and file.read() != GAME_END
    text = memoryview((GAME_END if unfinished else b"") + data)
    done = 0
    try:
        while done < len(text):
            done += os.write(number, text[done:])
        _sync(number)
    except OSError:
        with suppress(OSError):
            if os.fstat(number).st_size == length + done:  # no other process has written to it
                os.ftruncate(number, length)
        raise


def replace_end(path: Path, end: bytes, new: bytes) -> bool:
    """Write `new` in place of a file's `end`, without a copy of the file; return whether it has that end.

    If that fails, the file is left as it was.

    Raises:
        OSError: it cannot be written.
    """
    with path.open("rb+", buffering=0) as file:
        _lock(file)
        start = os.fstat(file.fileno()).st_size - len(end)
        file.seek(max(start, 0))
        if not is_at(file, path) or start < 0 or file.read(len(end)) != end:
            return False
        try:
            _write_end(file, start, new)
        except OSError:
            with suppress(OSError):
                _write_end(file, start, end)
            raise
    return True


def _write_end(file: FileIO, start: int, data: bytes) -> None:
    file.seek(start)
    done = 0
    while done < len(data):
        done += file.write(data[done:])
    file.truncate()
    _sync(file.fileno())


def change_file(path: Path, max_bytes: int, change: Callable[[bytes], bytes]) -> None:
    """Replace a file's contents by `change(contents)`; nothing appended in the meantime is lost.

    `change` is called again if the file was changed before it could be replaced.

    Raises:
        OSError: the file cannot be read or written.
    """
    path = Path(os.path.realpath(path))
    for _ in range(TRIES):
        with _locked_to_replace(path):
            seen = path.stat()
            try:
                replace_file(path, change(read_file(path, max_bytes)), seen=seen)
                return
            except FileChanged:
                continue
    raise OSError(errno.EBUSY, os.strerror(errno.EBUSY), str(path))


def write_shared(path: Path, data: bytes) -> None:
    """Replace a file regardless of its contents; a concurrent append goes to the new file.

    Raises:
        OSError: the file cannot be written.
    """
    path = Path(os.path.realpath(path))
    with _locked_to_replace(path):
        replace_file(path, data)


def _locked_to_replace(path: Path) -> AbstractContextManager[object]:
    """Lock a file, if there is one; not on Windows, which cannot replace an open file."""
    with suppress(FileNotFoundError):
        return nullcontext() if fcntl is None else _locked(path, "rb+")
    return nullcontext()


def _locked(path: Path, mode: str, wait_s: float = LOCK_WAIT_S) -> BinaryIO:
    """Open a file, and lock it until it is closed, if that is possible within `wait_s` seconds.

    Raises:
        OSError: it cannot be opened, or others replace it all the time.
    """
    for _ in range(TRIES):
        file = cast(BinaryIO, path.open(mode))
        _lock(file, wait_s)
        if is_at(file, path):
            return file
        file.close()  # it was replaced while we waited: its lock excludes nobody any more
    raise OSError(errno.EBUSY, os.strerror(errno.EBUSY), str(path))


UNDECIDED = (errno.EMFILE, errno.ENFILE, errno.ENOMEM)
"""Errors that do not tell whether a lock file can be used; others may last, as where there are no locks."""


def sole_use(path: Path) -> AbstractContextManager[bool]:
    """Lock a file or a folder for this process; yield False if another process holds the lock.

    The lock is a file beside it, which is released when the process is killed; where none can be written, a
    folder is locked itself. Without support for locks, always yield True.
    """
    return _use(path, is_shared=False)


def shared_use(path: Path) -> AbstractContextManager[bool]:
    """Lock a file for this process and others that share it; yield False if one has the `sole_use` of it."""
    return _use(path, is_shared=True)


@contextmanager
def _use(path: Path, *, is_shared: bool) -> Iterator[bool]:
    path = Path(os.path.realpath(path))
    beside = hidden_beside(path, "lock")
    try:
        file = _claim(beside, is_shared)
    except OSError as error:
        if error.errno in UNDECIDED:  # another process may hold it
            yield False
            return
        with _locked_folder(path) as is_free:
            yield is_free
        return
    if file is None:
        yield False
        return
    with file:
        try:
            yield True
        finally:
            with suppress(OSError):  # others still share it
                try_lock(file)
                _remove_lock(beside)
    if sys.platform == "win32":  # where an open file cannot be removed
        _remove_lock(beside)


@contextmanager
def _locked_folder(folder: Path) -> Iterator[bool]:
    """Lock a folder, if the system can; yield False if another process holds the lock."""
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except (OSError, AttributeError):  # a file, whose own lock is for writing to it; or Windows
        yield True
        return
    try:
        yield _is_free(descriptor)
    finally:
        os.close(descriptor)


def _is_free(descriptor: int) -> bool:
    """Lock an open folder until it is closed; return False if another process has locked it."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # the file system has no locks
        return True
    return True


def _claim(path: Path, is_shared: bool) -> BinaryIO | None:
    """Open and lock a lock file; return None if another process has locked it.

    To share it, wait for a process that is about to remove it.

    Raises:
        OSError: it cannot be created or locked.
    """
    while True:
        file = _open_lock(path)
        try:
            _wait_for_lock(file, LOCK_WAIT_S if is_shared else 0, is_shared)
        except OSError as error:
            file.close()
            if error.errno in (errno.EAGAIN, errno.EACCES, errno.EDEADLK):
                return None
            raise
        if is_at(file, path):
            return file
        file.close()  # its previous owner has removed it


def _open_lock(path: Path) -> BinaryIO:
    """Open a lock file to lock it; one of another user can be locked even if it can only be read."""
    try:
        return cast(BinaryIO, open(path, "ab+", opener=_open_no_link))
    except PermissionError:
        return cast(BinaryIO, open(path, "rb", opener=_open_no_link))


def _open_no_link(path: str, flags: int) -> int:
    """Open a file, but not through a link, and no pipe: another user may have planted it."""
    flags |= getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    descriptor = os.open(path, flags, 0o666)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, texts.NOT_A_FILE, path)
    return descriptor


def _remove_lock(path: Path) -> None:
    with suppress(OSError):
        if path.stat().st_size == 0:  # not a file of the user
            path.unlink()


def try_lock(file: IO[bytes], is_shared: bool = False) -> None:
    """Lock a file until it is closed or the process ends; several processes can share the lock.

    Raises:
        OSError: another process has locked it, or locking is not possible.
    """
    if sys.platform == "win32":  # has no shared locks: those who share a lock lock one byte of it each
        os.lseek(file.fileno(), secrets.randbelow(LOCKED_BYTES) if is_shared else 0, os.SEEK_SET)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1 if is_shared else LOCKED_BYTES)
    else:
        fcntl.flock(file, (fcntl.LOCK_SH if is_shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)


def _lock(file: BinaryIO | FileIO, wait_s: float = LOCK_WAIT_S) -> None:
    """Lock a file until it is closed; give up after `wait_s` seconds or without support for locks."""
    if fcntl is not None:
        with suppress(OSError):
            _wait_for_lock(file, wait_s)


def _wait_for_lock(file: BinaryIO | FileIO, wait_s: float, is_shared: bool = False) -> None:
    """Do as `try_lock` does, again and again for `wait_s` seconds if another process has locked the file."""
    end = time.monotonic() + wait_s
    while True:
        try:
            return try_lock(file, is_shared)
        except BlockingIOError:
            if time.monotonic() >= end:
                raise
            time.sleep(0.01)


def is_at(file: IO[bytes] | FileIO, path: Path) -> bool:
    """Return whether an open file is still the file at this path."""
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except FileNotFoundError:
        return False
