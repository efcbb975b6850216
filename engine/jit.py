"""The one door to numba: where its cache lives, how functions are compiled, and two bit instructions.

Every module that compiles imports `jit` from here, because the cache directory has to be chosen before
numba is imported. numba notices neither a changed callee in another file nor a changed flag, so the
directory's name is a hash of all engine sources, the numba version and its flags.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import sys
import tempfile
from importlib import metadata
from pathlib import Path
from typing import Any

from platformdirs import user_cache_path

ENGINE = Path(__file__).parent
CACHES_KEPT = 4
"""Older directories kept beside the current one: another checkout may be in use at the same time."""


def source_hash() -> str:
    """Return a hash of everything that decides what the compiled code is."""
    digest = hashlib.sha256()
    for path in sorted(ENGINE.rglob("*.py")):
        digest.update(path.relative_to(ENGINE).as_posix().encode())
        digest.update(path.read_bytes())
    flags = sorted(
        f"{name}={value}"
        for name, value in os.environ.items()
        if name.startswith("NUMBA_") and name != "NUMBA_CACHE_DIR"
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


def _drop_older(folder: Path) -> None:
    siblings = [path for path in folder.parent.iterdir() if path.is_dir() and path != folder]
    siblings.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    for path in siblings[CACHES_KEPT:]:
        shutil.rmtree(path, ignore_errors=True)


def choose_cache() -> Path:
    """Return the directory for this version's machine code, made if need be; drop those of old versions.

    It lies in the user's cache directory, or in the one that the variable CONGO_CACHE_DIR names.
    """
    name = source_hash()
    base = os.environ.get("CONGO_CACHE_DIR")
    folder = (Path(base) if base else user_cache_path("congo", appauthor=False)) / "compiled" / name
    if not _writable(folder):
        folder = Path(tempfile.gettempdir()) / f"congo-compiled-{os.environ.get('USER', 'user')}" / name
        folder.mkdir(parents=True, exist_ok=True)
    os.utime(folder)
    _drop_older(folder)
    return folder


# Set even if it is set: a parent process may be another version of this program.
CACHE = choose_cache()
os.environ["NUMBA_CACHE_DIR"] = str(CACHE)

import numba  # noqa: E402
from llvmlite import ir  # noqa: E402
from numba import types  # noqa: E402
from numba.extending import intrinsic  # noqa: E402

numba.config.CACHE_DIR = str(CACHE)  # in case numba was imported before us

jit = numba.njit(nogil=True, cache=True)
"""Compile a function that releases the interpreter lock and is kept on disk."""


@intrinsic  # type: ignore[misc]
def popcount(typingctx: Any, word: Any) -> Any:
    """Return the number of set bits of an int64."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), codegen


@intrinsic  # type: ignore[misc]
def lowest(typingctx: Any, word: Any) -> Any:
    """Return the index of the lowest set bit of an int64 that is not zero."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), codegen


@intrinsic  # type: ignore[misc]
def word_at(typingctx: Any, address: Any, index: Any) -> Any:
    """Return the int64 number `index` of an array that starts at `address`; see `put_word`."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        base = builder.inttoptr(args[0], ir.IntType(64).as_pointer())
        return builder.load(builder.gep(base, [args[1]]))

    return types.int64(types.int64, types.int64), codegen


@intrinsic  # type: ignore[misc]
def put_word(typingctx: Any, address: Any, index: Any, word: Any) -> Any:
    """Store an int64 in an array given by its address.

    The transposition table is the only user: its size varies, so it cannot be part of the search record,
    and an array passed down the recursion costs seven words a call.
    """

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        base = builder.inttoptr(args[0], ir.IntType(64).as_pointer())
        builder.store(args[2], builder.gep(base, [args[1]]))
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64), codegen
