"""A file or folder that is read in the background of the window. No pygame."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Generic, TypeVar

from congo_gui.play import texts as play_texts
from congo_gui.screens.files import texts
from engine.rules.words import sentence
from engine.system.errors import UserError
from engine.system.threads import start_or_run

LOG = logging.getLogger(__name__)
AT_ONCE_S = 0.1
"""Seconds to wait for work in the background: mostly it is done by then, and nothing flickers."""

Value = TypeVar("Value")


class _ClosedError(Exception):
    """The reader is closed: its result is no longer needed."""


class FileReader(Generic[Value]):
    """Calls `read` with a progress function, on a thread: disks can be slow.

    `wake` is called when there is something new to show.
    """

    def __init__(
        self, path: Path, read: Callable[[Callable[[int], None]], Value], wake: Callable[[], None]
    ) -> None:
        self._path, self._read, self._wake = path, read, wake
        self.done = 0
        """The progress, in the units of `read`."""
        self.found: Value | None = None
        self.problem = ""
        """Why nothing was found, as a sentence."""
        self._closed = False
        run_in_background(threading.Thread(target=self._run, name="reader", daemon=True))

    @property
    def is_over(self) -> bool:
        """True if the file is read, or cannot be read."""
        return self.found is not None or bool(self.problem)

    def close(self) -> None:
        """Give up reading."""
        self._closed = True

    def _run(self) -> None:
        try:
            self.found = self._read(self._note)
        except _ClosedError:
            return
        except UserError as error:
            self.problem = str(error)
        except Exception:
            # The window continues without this file.
            LOG.exception("%s could not be read", self._path)
            self.problem = play_texts.not_opened(self._path.name, texts.PROGRAM_ERROR)
        self._wake()

    def _note(self, done: int) -> None:
        if self._closed:
            raise _ClosedError
        self.done = done
        self._wake()


def explained(read: Callable[[], Value]) -> Callable[[], Value]:
    """Return a function whose errors are sentences, and not clauses as on the command line."""

    def read_or_explain() -> Value:
        try:
            return read()
        except UserError as error:
            raise UserError(sentence(str(error))) from None

    return read_or_explain


def run_in_background(thread: threading.Thread) -> None:
    """Start a thread, and wait for `AT_ONCE_S` at most; if there can be no more threads, do its work here."""
    if start_or_run(thread):
        thread.join(AT_ONCE_S)
