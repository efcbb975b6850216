"""Questions to the disk that the window asks often, and must not wait for. No pygame."""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Generic, TypeVar

from engine.system.files import read_file
from engine.system.threads import begin_question

LOG = logging.getLogger(__name__)
AT_ONCE_S = 0.1
"""Seconds to wait for an answer; a disk in order takes far less."""

Value = TypeVar("Value")
FileState = tuple[int, int]
"""Size and time of a file."""


class LastAnswer(Generic[Value]):
    """Asks a question on a thread; as long as the disk does not answer, its last answer counts.

    `ask` must not raise an error; `first` counts before the first answer.
    """

    def __init__(self, ask: Callable[[], Value], first: Value) -> None:
        self._ask, self._value = ask, first
        self._thread: threading.Thread | None = None

    def update(self) -> Value:
        """Ask, unless the last question is still open, wait for a moment, and return the last answer."""
        if self._thread is None or not self._thread.is_alive():
            self._thread = begin_question(self._take, AT_ONCE_S)
        return self._value

    def _take(self) -> None:
        self._value = self._ask()


class WatchedFile:
    """A file of which new contents are wanted, as soon as another window has written them."""

    def __init__(self, path: Path, max_bytes: int) -> None:
        self._path, self._max_bytes = path, max_bytes
        self._seen: FileState | None = None
        self._news: LastAnswer[tuple[FileState, bytes] | None] = LastAnswer(self._look, None)

    def state(self) -> FileState | None:
        """Return the state of the file, None if there is none."""
        try:
            status = os.stat(self._path)
        except OSError:
            return None
        return status.st_size, status.st_mtime_ns

    def first(self) -> bytes:
        """Return the contents at the start, when no window waits; empty if they cannot be read."""
        found = self._look()
        self._seen, data = found or (None, b"")
        return data

    def note(self, state: FileState | None) -> None:
        """Note that the contents of this state are known."""
        self._seen = state

    def forget_question(self) -> None:
        """Ignore what a slow disk has yet to answer: this window is about to change the file."""
        self._news = LastAnswer(self._look, None)

    def news(self) -> bytes | None:
        """Return the contents once if they are new; None if not, or if the file cannot be read."""
        found = self._news.update()
        if found is None or found[0] == self._seen:
            return None
        self._seen, data = found
        self.forget_question()  # and its bytes
        return data

    def _look(self) -> tuple[FileState, bytes] | None:
        state = self.state()
        if state is None or state == self._seen:
            return None
        try:
            return state, read_file(self._path, self._max_bytes)
        except OSError as error:
            LOG.info("%s could not be read: %s", self._path, error)
            return None
