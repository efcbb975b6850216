"""The file of a player's progress, which several windows change. No pygame.

A damaged one is kept under another name.
"""

from __future__ import annotations

import errno
import json
import logging
import os
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from congo_gui.store.last_answer import WatchedFile
from engine.system.files import free_path, read_file, replace_file

LOG = logging.getLogger(__name__)
DAMAGED = (ValueError, OverflowError, RecursionError, LookupError, TypeError, AttributeError)
"""The errors that reading damaged data may raise."""
PATIENT_TRIES, PATIENCE_S = 3, 0.1
"""How often a file that is held is tried again at the start, and the seconds between."""

Known = TypeVar("Known")


class ChangeFile(Protocol):
    """Changes a file in the background, and calls `done` when that is done."""

    def __call__(self, path: Path, change: Callable[[bytes], bytes], *, done: Callable[[], None]) -> None: ...


class ProgressFile(Generic[Known]):
    """Progress in a file that other windows change, too: each change is made to what the file has by now.

    `parse` makes the progress from the file's JSON, and may raise any error in `DAMAGED`; `text` makes the
    contents of the file, `copy` a copy that shares nothing that changes.
    """

    def __init__(
        self,
        path: Path,
        max_bytes: int,
        parse: Callable[[Any], Known],
        text: Callable[[Known], bytes],
        copy: Callable[[Known], Known],
        change_file: ChangeFile,
    ) -> None:
        self._path, self._max_bytes, self._change_file = path, max_bytes, change_file
        self._parse, self._text, self._copy = parse, text, copy
        self.known = parse({})
        """What the file had when it was last read, and all changes of this window."""
        self._unwritten: deque[Callable[[Known], object]] = deque()
        """The changes of this window that the file does not have yet."""
        self._file = WatchedFile(path, max_bytes)
        self._read_first()

    def _read_first(self) -> None:
        """Read the file; rename a damaged one, but not one that another program holds: it is read later."""
        seen = self._file.state()
        try:
            if data := read_patiently(self._path, self._max_bytes):  # empty: its first write failed
                self._take(json.loads(data))
        except FileNotFoundError:
            return
        except (OSError, *DAMAGED) as error:
            if isinstance(error, OSError) and is_held(error):
                LOG.warning("%s could not be read: %s", self._path, error)
                return
            LOG.warning("%s could not be read: %s", self._path, error)
            with suppress(OSError):
                aside = _aside(self._path)
                os.replace(self._path, aside)
                LOG.warning("it is kept as %s", aside.name)
        self._file.note(seen)

    def _take(self, data: Any) -> None:
        self.known = self._parse(data)

    def refresh(self) -> None:
        """Read the file again if another window has changed it, unless a change waits to be written."""
        if self._unwritten or not (data := self._file.news()):
            return
        # A file that is damaged by now is left for the next change, which keeps and replaces it.
        with suppress(*DAMAGED):
            self._take(json.loads(data))

    def change(self, change: Callable[[Known], object]) -> None:
        """Make a change here and in the file; replace a damaged file by what this window knows."""
        self.refresh()
        self._file.forget_question()
        change(self.known)
        known = self._copy(self.known)
        self._unwritten.append(change)

        def changed(data: bytes) -> bytes:
            try:
                found = self._parse(json.loads(data) if data else {})
            except DAMAGED:
                keep_damaged(self._path, data)
                return self._text(known)
            change(found)
            return self._text(found)

        def written() -> None:
            self._unwritten.popleft()

        self._change_file(self._path, changed, done=written)


def read_patiently(path: Path, max_bytes: int) -> bytes:
    """Return the bytes of a file that another program, such as a virus scanner, may hold for a moment.

    Raises:
        OSError: the file cannot be read; see `read_file`.
    """
    for _ in range(PATIENT_TRIES):
        try:
            return read_file(path, max_bytes)
        except OSError as error:
            if isinstance(error, FileNotFoundError) or not is_held(error):
                raise
            time.sleep(PATIENCE_S)
    return read_file(path, max_bytes)


def is_held(error: OSError) -> bool:
    """Return whether a file that cannot be read may be readable later."""
    return error.errno not in (errno.EISDIR, errno.EINVAL, errno.EFBIG)


def keep_damaged(path: Path, data: bytes) -> None:
    """Write the damaged contents of a file, which is about to be replaced, to a file beside it.

    Raises:
        OSError: it cannot be written: the file must not be replaced.
    """
    aside = _aside(path)
    LOG.warning("%s is damaged; its contents are kept as %s", path, aside.name)
    replace_file(aside, data)


def _aside(path: Path) -> Path:
    return free_path(path.with_suffix(".unreadable.json"))
