"""Compiled code on disk: what numba's own cache does, with the dependencies that numba does not see.

numba notices when the file of a compiled function changes, but not when a callee or a constant in another
file does. Here an entry is valid only for the fingerprint of all sources that it depends on: those that the
function's module imports and, where an argument is a position of a game, the modules that implement the
generic functions for this game. A damaged entry is compiled again. A full or read-only disk only makes
the next start slower.

Each signature of a function has a file, which the code of a changed source replaces. The file holds `MAGIC`,
the fingerprint, a checksum, and the code.
"""

from __future__ import annotations

import hashlib
import logging
import pickle
import re
import zlib
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from engine.compiled import sources
from engine.compiled.cache import code_folder
from engine.system.files import read_file, replace_file

LOG = logging.getLogger(__name__)

MAGIC = b"congo code 1\n"
CHECKSUM_BYTES = 4
MAX_BYTES = 64 << 20
"""The largest file that is read; the code of a search has half a megabyte."""
_WORD = re.compile(r"\w+")

_implementers: defaultdict[str, set[str]] = defaultdict(set)
_used: set[str] = set()
_failed: set[Path] = set()
"""Folders that could not be written to."""


def add_implementer(game: str, module: str) -> None:
    """Note that a module implements generic functions for a game.

    The game's name is a field of its position record, so it is found in the signatures of all code for it.
    """
    _implementers[game].add(module)
    sources.remember(module)


def used_modules() -> frozenset[str]:
    """Return the modules on which the code depends that this process has loaded or compiled."""
    return frozenset(_used)


class StoredCode:
    """The stored code of one function; the methods are those that numba calls on a dispatcher's cache."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._module = function.__module__
        self._name = f"{function.__module__}.{function.__qualname__}"
        self._line = function.__code__.co_firstlineno

    @property
    def cache_path(self) -> str:
        """The folder, for numba's statistics."""
        return str(code_folder() or "")

    def load_overload(self, signature: Any, context: Any) -> Any:
        """Return the code of a signature; None if it is not there, out of date or damaged."""
        context.refresh()
        path = self._path(signature, context.codegen())
        if path is None:
            return None
        try:
            data = _payload(read_file(path, MAX_BYTES), self._header(signature))
            if data is None:
                return None
            return CompileResult._rebuild(context, *pickle.loads(data))  # type: ignore[no-untyped-call]
        except FileNotFoundError:
            return None
        except Exception as error:
            # Whatever is wrong with the file, it can be compiled again.
            LOG.debug("%s cannot be used: %s", path, error)
            return None

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """Store the code of a signature."""
        path = self._path(signature, compiled.codegen)
        if path is None or path.parent in _failed or compiled.library.has_dynamic_globals:
            return
        data: bytes = dumps(compiled._reduce())  # type: ignore[no-untyped-call]
        try:
            replace_file(path, self._header(signature) + _checksum(data) + data, sync=False)
        except OSError as error:
            _failed.add(path.parent)
            LOG.warning("Compiled code cannot be kept: %s. The next start will take longer.", error)

    def enable(self) -> None:
        """Do nothing; it is always on."""

    def disable(self) -> None:
        """Do nothing; it is always on."""

    def flush(self) -> None:
        """Do nothing; entries are replaced one by one."""

    def _path(self, signature: Any, codegen: Any) -> Path | None:
        folder = code_folder()
        if folder is None:
            return None
        kind = hashlib.sha256(f"{signature}\n{codegen.magic_tuple()}".encode()).hexdigest()[:16]
        return folder / f"{re.sub('[<>]', '', self._name)}-{kind}.code"

    def _header(self, signature: Any) -> bytes:
        modules = {self._module}
        for game in _implementers.keys() & _WORD.findall(str(signature)):
            modules |= _implementers[game]
        _used.update(modules)
        return MAGIC + f"{self._line} {sources.fingerprint(modules)}\n".encode()


def _checksum(data: bytes) -> bytes:
    return zlib.crc32(data).to_bytes(CHECKSUM_BYTES, "big")


def _payload(entry: bytes, header: bytes) -> bytes | None:
    """Return the code in an entry, None if it is not for this header; raise `ValueError` if it is damaged."""
    if not entry.startswith(header):
        return None
    start = len(header) + CHECKSUM_BYTES
    data = entry[start:]
    if _checksum(data) != entry[len(header) : start]:
        raise ValueError("wrong checksum")
    return data
