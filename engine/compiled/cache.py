"""Where compiled code is kept between launches. No numba here, so that asking costs nothing.

numba notices neither a changed callee in another file nor a changed flag, so the directory's name is a hash
of all engine sources, the numba version and its flags.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import stat
import sys
import tempfile
from importlib import metadata
from pathlib import Path

from platformdirs import user_cache_path

from engine import PROGRAM

ENGINE = Path(__file__).parents[1]
CACHES_KEPT = 4
"""Older directories kept beside the current one: another checkout may be in use at the same time."""


def source_hash() -> str:
    """Return a hash of everything that decides what the compiled code is."""
    digest = hashlib.sha256()
    for path in sorted([*ENGINE.rglob("*.py"), *ENGINE.rglob("*.json")]):
        digest.update(path.relative_to(ENGINE).as_posix().encode())
        digest.update(path.read_bytes())
    flags = sorted(
        f"{name}={value}"
        for name, value in os.environ.items()
        if name.startswith(("NUMBA_", "CONGO_WEIGHTS")) and name != "NUMBA_CACHE_DIR"
    )
    parts = (metadata.version("numba"), metadata.version("numpy"), sys.version, platform.processor(), *flags)
    digest.update("\n".join(parts).encode())
    return digest.hexdigest()[:16]


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _private(folder: Path) -> bool:
    """Return whether a folder, made if need be, is ours alone to write to."""
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        status = folder.lstat()
    except OSError:
        return False
    if not hasattr(os, "getuid"):
        return True  # users have temporary directories of their own
    return stat.S_ISDIR(status.st_mode) and status.st_uid == os.getuid() and not status.st_mode & 0o022


def _temporary(name: str) -> Path:
    """Return a temporary directory, if possible the same at every launch.

    What is loaded from it runs, so one that others may write to will not do.
    """
    base = Path(tempfile.gettempdir()) / f"congo-compiled-{os.environ.get('USER', 'user')}"
    if _private(base) and _writable(base / name):
        return base / name
    folder = Path(tempfile.mkdtemp(prefix="congo-compiled-")) / name
    folder.mkdir()
    return folder


def _last_used(folder: Path) -> float:
    try:
        return folder.stat().st_mtime
    except OSError:
        return 0.0  # deleted just now by another process


def _drop_older(folder: Path) -> None:
    siblings = [path for path in folder.parent.iterdir() if path.is_dir() and path != folder]
    siblings.sort(key=_last_used, reverse=True)
    for path in siblings[CACHES_KEPT:]:
        shutil.rmtree(path, ignore_errors=True)


def choose_cache() -> Path:
    """Return the directory for this version's machine code, made if need be; drop those of old versions.

    It lies in the user's cache directory, or in the one that the variable CONGO_CACHE_DIR names.
    """
    name = source_hash()
    base = os.environ.get("CONGO_CACHE_DIR")
    folder = (Path(base) if base else user_cache_path(PROGRAM, appauthor=False)) / "compiled" / name
    if not _writable(folder):
        folder = _temporary(name)
    os.utime(folder)
    _drop_older(folder)
    return folder


# Set even if it is set: a parent process may be another version of this program.
CACHE = choose_cache()
os.environ["NUMBA_CACHE_DIR"] = str(CACHE)
