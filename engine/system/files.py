"""Files and folders: assets, games, reading within limits, and replacing a file as a whole."""

from __future__ import annotations

import errno
import os
import stat
import tempfile
import time
from contextlib import suppress
from glob import escape
from importlib import import_module
from importlib.util import find_spec
from itertools import chain, count
from pathlib import Path
from types import ModuleType

from engine.system import texts
from engine.system.errors import UserError

PACKAGE = Path(__file__).resolve().parents[1]


def find_assets(package: Path) -> Path:
    """Return the folder of the assets: an installed or frozen engine has it inside, a checkout beside it."""
    inside = package / "assets"
    return inside if inside.is_dir() else package.parent / "assets"


def asset_path(*parts: str) -> Path:
    """Return the path of an asset, such as ``asset_path("board", "fish.svg")``."""
    return find_assets(PACKAGE).joinpath(*parts)


BUILT_IN = Path(__file__).resolve().parents[1] / "rules"
VARIABLE = "CONGO_GAMES"
"""Names the registered folders, separated as in PATH, so that processes started later know them, too."""


def registered() -> tuple[Path, ...]:
    """Return the folders that were registered, each with games in ``rules/<name>`` and ``window/<name>``."""
    return tuple(
        Path(folder).resolve() for folder in os.environ.get(VARIABLE, "").split(os.pathsep) if folder
    )


def add_registered(folder: Path) -> None:
    """Register a folder of games in this process and those that it starts; see `engine.rules.register`."""
    known = (*registered(), folder.resolve())
    os.environ[VARIABLE] = os.pathsep.join(map(str, dict.fromkeys(known)))


def folders() -> tuple[Path, ...]:
    """Return the folder with the rules of every game, the built-in ones in front; its name is the game's."""
    places = (BUILT_IN, *(folder / "rules" for folder in registered()))
    files = (path for place in places for path in sorted(place.glob("*/rules.py")) if path.is_file())
    return tuple(path.parent for path in files)


def folder_of(game: str) -> Path:
    """Return the folder with the rules of a game."""
    return next(folder for folder in folders() if folder.name == game)


def has_module(game: str, name: str) -> bool:
    """Return whether there is a game that has a module of that name in its folder."""
    known = any(folder.name == game for folder in folders())
    return known and find_spec(f"engine.rules.{game}.{name}") is not None


def load_module(game: str, name: str) -> ModuleType | None:
    """Return the module of that name in a game's folder, None if it has none.

    So ``players``, ``tablebase`` and ``book`` are found, which import what lies above the rules.
    """
    return import_module(f"engine.rules.{game}.{name}") if has_module(game, name) else None


def typed_path(text: str) -> Path:
    """Return the path of typed text: quotes are removed and a leading ~ is expanded, if that user exists."""
    return Path(os.path.expanduser(text.strip().strip('"')))


def current_folder() -> Path:
    """Return the folder that the program runs in, the home folder if that is gone."""
    try:
        return Path.cwd()
    except OSError:
        return Path.home()


def absolute(path: Path) -> Path:
    """Return an absolute path."""
    return Path(os.path.normpath(current_folder() / path))


def is_writable(folder: Path) -> bool:
    """Return whether files can be written to a folder; it is made if it is missing."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def read_file(path: Path, max_bytes: int) -> bytes:
    """Return the bytes of a file.

    Raises:
        OSError: the file cannot be read, has more than `max_bytes` (EFBIG), is a pipe or a device, which
            might never end, or has a name that no file has (EINVAL).
    """
    try:
        status = path.stat()
    except ValueError:  # a NUL
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL), str(path)) from None
    mode, size = status.st_mode, status.st_size
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, texts.NOT_A_FILE, str(path))
    with path.open("rb") as file:
        # read() allocates as much as it is asked for: not `max_bytes` where the file is smaller.
        data = file.read(size + 1) if size <= max_bytes else b""
        if size < len(data) <= max_bytes:  # it grows, or has no size, as in /proc
            data += file.read(max_bytes + 1 - len(data))
    if max(size, len(data)) > max_bytes:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
    return data


def free_path(path: Path) -> Path:
    """Return `path`, or with a number before its ending if something has that name."""
    numbered = (path.with_name(f"{path.stem}-{number}{path.suffix}") for number in count(2))
    return next(one for one in chain([path], numbered) if not os.path.lexists(one))


ABANDONED_S = 3600
"""Age in seconds from which on a temporary file is taken to be abandoned."""


WRITABLE = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH


class FileChanged(OSError):
    """A file is no longer what it was when it was read."""


def replace_file(path: Path, data: bytes, *, sync: bool = True, seen: os.stat_result | None = None) -> None:
    """Replace a file atomically: write a temporary file beside it and rename that.

    A link stays one, and the file's permissions stay; one that must not be written to is not replaced.
    Without `sync` a power cut may leave it empty or damaged: for what the program can make again.
    `seen` is the state in which it was read.

    Raises:
        FileChanged: it has changed since it was `seen`.
        OSError: the file cannot be written.
    """
    path = Path(os.path.realpath(path))
    if os.path.exists(path) and not (os.path.isfile(path) or os.path.isdir(path)):
        raise OSError(errno.EINVAL, texts.NOT_A_FILE, str(path))
    if os.path.isfile(path) and not (os.access(path, os.W_OK) and path.stat().st_mode & WRITABLE):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    beside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with beside.open("wb") as file:
            with suppress(OSError, AttributeError):  # there is no file yet, or there are no permissions
                os.fchmod(file.fileno(), stat.S_IMODE(path.stat().st_mode))
            file.write(data)
            if sync:
                file.flush()
                os.fsync(file.fileno())
        if seen is not None and _state(path.stat()) != _state(seen):
            raise FileChanged(errno.EAGAIN, os.strerror(errno.EAGAIN), str(path))
        os.replace(beside, path)
    finally:
        beside.unlink(missing_ok=True)
    if sync:
        _sync_folder(path.parent)
        _remove_unfinished(path)


def _state(status: os.stat_result) -> tuple[int, int, int]:
    return status.st_ino, status.st_size, status.st_mtime_ns


def _sync_folder(folder: Path) -> None:
    """Sync a folder to disk, on systems where folders can be opened."""
    with suppress(OSError):
        file = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(file)
        finally:
            os.close(file)


def _remove_unfinished(path: Path) -> None:
    """Remove temporary files beside a file that were left by killed processes."""
    with suppress(OSError):
        for left in path.parent.glob(f".{escape(path.name)}.*.tmp"):
            if time.time() - left.stat().st_mtime > ABANDONED_S:
                left.unlink()


MAX_TEXT_BYTES = 200_000_000
"""More than the file of any long tournament has."""


def read_text(path: Path) -> str:
    """Return the contents of a text file.

    Raises:
        UserError: it cannot be read, or is not text.
    """
    try:
        return read_file(path, MAX_TEXT_BYTES).decode("utf-8-sig")
    except OSError as error:
        raise UserError(texts.not_readable(path, error.strerror)) from None
    except UnicodeDecodeError:
        raise UserError(texts.not_text(path)) from None


def require_writable(path: Path | None) -> None:
    """Check that games can be appended to a file, and create it if it is missing.

    Raises:
        UserError: it cannot be written.
    """
    if path is None:
        return
    try:
        if path.is_fifo():  # to open it may take for ever
            raise UserError(texts.is_not_a_file(path))
        path.open("ab").close()
    except OSError as error:
        raise UserError(texts.not_writable(path, error.strerror)) from None
