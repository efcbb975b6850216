"""The folder of compiled code. No numba here, so that asking for it costs nothing.

Code that is loaded from a folder runs with the user's rights, so a folder is used only if no other user
can write to it.
"""

from __future__ import annotations

import hashlib
import logging
import os
import platform
import re
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from itertools import chain
from pathlib import Path

from platformdirs import user_cache_path

from engine import PROGRAM
from engine.system.errors import UserError
from engine.system.files import read_text

LOG = logging.getLogger(__name__)

CACHE_VARIABLE = "CONGO_CACHE_DIR"
"""The environment variable that names another folder than the user's cache."""
NOWHERE = Path(os.devnull) / PROGRAM
"""Used where there is neither a user's folder nor a temporary one: nothing can be stored there."""
TAG = "CACHEDIR.TAG"
"""Marks a cache folder of this program; backup programs know the name. See https://bford.info/cachedir/."""
TAG_TEXT = f"""Signature: 8a477f597d28d172789f06886806bc55
# Compiled code of {PROGRAM}; it may be deleted at any time.
"""
MAX_OLDER = 4
"""How many folders of other versions are kept: another checkout may be in use at the same time."""
_NAME = re.compile(r"code-[0-9a-f]{16}")
_EARLIER_NAME = re.compile(r"[0-9a-f]{16}")
"""The names of folders of version 1.0; each holds a file ``GAME.ready``."""


def base() -> Path:
    """Return the cache folder: for everything that the program can recreate."""
    named = os.environ.get(CACHE_VARIABLE)
    return Path(named) if named else _of_user() or next(_private_folders(), NOWHERE)


def _of_user() -> Path | None:
    """Return the user's cache folder, None for a user without a home."""
    try:
        folder = user_cache_path(PROGRAM, appauthor=False)
    except RuntimeError:
        return None
    return folder if folder.is_absolute() else None


@cache
def code_folder() -> Path | None:
    """Return this installation's folder for compiled code, created if needed; None if that is impossible."""
    wanted = base()
    for candidate in chain([wanted], _private_folders()):
        if (folder := _prepare_folder(candidate)) is not None:
            if candidate != wanted:
                LOG.warning("Compiled code cannot be kept in %s; using %s.", wanted, candidate)
            return folder
    LOG.warning("Compiled code cannot be kept in %s; every start compiles again.", wanted)
    return None


def environment_hash() -> str:
    """Return a hash of what compiled code depends on besides its sources."""
    flags = sorted(
        f"{name}={value}"
        for name, value in os.environ.items()
        if name.startswith(("NUMBA_", "CONGO_WEIGHTS")) and name != "NUMBA_CACHE_DIR"
    )
    machine = (platform.machine(), platform.node())
    versions = (sys.version, *map(package_version, ("numba", "llvmlite", "numpy")))
    text = "\n".join((*versions, *machine, _program(), *flags))
    return hashlib.sha256(text.encode(errors="surrogateescape")).hexdigest()[:16]  # a path may be no UTF-8


def package_version(package: str) -> str:
    """Return the version of an installed package, empty if that is not known."""
    from importlib import metadata  # slow to import, and the window's first frame does not need it

    try:
        found: str | None = metadata.version(package)
    except (LookupError, metadata.PackageNotFoundError, OSError, ValueError):
        return ""  # a frozen program is one with its packages; pip may leave a damaged folder behind
    return found or ""


def _program() -> str:
    """Return what identifies this installation: its folder, or the executable of a frozen program."""
    if not getattr(sys, "frozen", False):
        return str(Path(__file__).parents[1])
    status = os.stat(sys.executable)
    return f"{sys.executable} {status.st_size} {status.st_mtime_ns}"


def _private_folders() -> Iterator[Path]:
    """Yield temporary folders, first the one that is the same at every launch; a full disk has none.

    Where no other can be written, Python takes the current folder for that: code in it may be from elsewhere.
    """
    try:
        shared = Path(tempfile.gettempdir())
        if _is_current(shared) and not shared.stat().st_mode & stat.S_ISVTX:
            return
        yield shared / f"{PROGRAM}-compiled-{os.environ.get('USER', 'user')}"
        yield Path(tempfile.mkdtemp(prefix=f"{PROGRAM}-compiled-"))
    except OSError:
        return


def _is_current(folder: Path) -> bool:
    with suppress(OSError):  # the current folder was deleted
        return folder.samefile(os.curdir)
    return False


def _prepare_folder(candidate: Path) -> Path | None:
    """Create this installation's folder below `candidate`; return None if it is unsafe or not writable."""
    above = candidate / "compiled"
    folder = above / f"code-{environment_hash()}"
    try:
        candidate.mkdir(mode=0o700, parents=True, exist_ok=True)
        above.mkdir(mode=0o700, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)
        if not (_is_safe_above(candidate) and _is_private(above, fix=True) and _is_private(folder)):
            LOG.warning("Other users can write to %s.", folder)
            return None
        if not (folder / TAG).exists():
            (folder / TAG).write_text(TAG_TEXT, encoding="utf-8")
            _drop_older(folder)
        os.utime(folder)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        return None


def _is_safe_above(folder: Path) -> bool:
    """Return whether no other user can replace this user's files in a folder."""
    if not hasattr(os, "getuid"):
        return folder.resolve().is_relative_to(Path.home().resolve())  # which is closed to others there
    status = folder.stat()
    if folder.is_symlink() and folder.parent.stat().st_mode & stat.S_IWOTH:
        return False  # the owner of the link can change it later
    shared = status.st_mode & stat.S_IWOTH and not status.st_mode & stat.S_ISVTX
    return status.st_uid in (0, os.getuid()) and not shared


def _is_private(folder: Path, *, fix: bool = False) -> bool:
    """Return whether only this user can write to a folder; with `fix`, set its permissions if possible."""
    if not hasattr(os, "getuid"):
        return True
    status = folder.lstat()
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.getuid():
        return False
    if fix and status.st_mode & 0o022:
        folder.chmod(0o700)
        return True
    return not status.st_mode & 0o022


def _drop_older(folder: Path) -> None:
    """Delete the folders of other versions of this program beside `folder`, but for the newest few."""
    siblings = [path for path in folder.parent.iterdir() if path != folder and _is_own_cache(path)]
    siblings.sort(key=_last_used, reverse=True)
    for path in siblings[MAX_OLDER:]:
        shutil.rmtree(path, ignore_errors=True)


def _is_own_cache(folder: Path) -> bool:
    """Return whether a folder is a cache of this program, by its name and contents."""
    if folder.is_symlink() or not folder.is_dir():
        return False
    if _NAME.fullmatch(folder.name):
        try:
            return read_text(folder / TAG).splitlines() == TAG_TEXT.splitlines()
        except UserError:
            return False
    return bool(_EARLIER_NAME.fullmatch(folder.name)) and any(folder.glob("*.ready"))


def _last_used(folder: Path) -> float:
    try:
        return folder.stat().st_mtime
    except OSError:
        return 0.0  # another process has just deleted it
