"""Files: reading them within limits, and replacing one so that it holds the old content or the new."""

from __future__ import annotations

import errno
import os
import stat
import tempfile
from pathlib import Path

from engine.system.errors import UserError


def is_writable(folder: Path) -> bool:
    """Return whether files can be written to a folder; it is made if it is missing."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def read_file(path: Path, most: int) -> bytes:
    """Return what a file holds; raise `OSError`, with EFBIG for one of over `most` bytes.

    What is no file raises, too: a pipe might never end, and a device be endless.
    """
    mode = path.stat().st_mode
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "It is not a file", str(path))
    with path.open("rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
    return data


def replace_file(path: Path, data: bytes, *, sync: bool = True) -> None:
    """Write a file anew, by way of one beside it that takes its name; raise `OSError`.

    Without `sync` a power cut may leave it empty or damaged: for what can be made anew.
    """
    beside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with beside.open("wb") as file:
            file.write(data)
            if sync:
                file.flush()
                os.fsync(file.fileno())
        os.replace(beside, path)
    finally:
        beside.unlink(missing_ok=True)


def read_text(path: Path) -> str:
    """Return what is in a text file; raise `UserError`."""
    try:
        return path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UserError(f"{path} is no text in UTF-8") from None


def require_writable(path: Path | None) -> None:
    """Raise `UserError` if games could not be written to a file; it is made if it is missing."""
    if path is None:
        return
    try:
        path.open("ab").close()
    except OSError as error:
        raise UserError(f"{path} cannot be written: {error.strerror}") from None
