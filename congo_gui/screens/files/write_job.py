"""A file that is written in the background of the window. No pygame."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Generic, TypeVar

from congo_gui.screens.files import texts
from congo_gui.screens.files.reading import run_in_background
from congo_gui.share.export import Progress
from engine.system.errors import UserError

LOG = logging.getLogger(__name__)

Value = TypeVar("Value")


class _StoppedError(Exception):
    """The work was stopped before its file was written."""


class WriteJob(Generic[Value]):
    """Calls `write` with a progress function, on a thread; `wake` is called when there is news to show.

    Python waits for the thread before it shuts down: what was asked for is written. `failed` makes a sentence
    of the reason why the system refuses that.
    """

    def __init__(
        self,
        path: Path,
        write: Callable[[Progress], Value],
        wake: Callable[[], None],
        failed: Callable[[str], str] = texts.not_saved,
    ) -> None:
        self.path, self._write, self._wake, self._failed = path, write, wake, failed
        self.done, self.total = 0, 0
        """The work done, such as drawn frames of an animation, and the total; 0 if it is not known."""
        self.written: Value | None = None
        """What `write` has returned."""
        self.problem = ""
        """Why there is no file, as a sentence."""
        self.is_over = False
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="file", daemon=False)
        run_in_background(self._thread)

    @property
    def can_stop(self) -> bool:
        """True if it can be stopped, and has not been asked to."""
        return bool(self.total) and not self._stop.is_set()

    def stop(self) -> None:
        """Stop the work, unless the file is being written."""
        self._stop.set()

    def wait(self, seconds: float) -> None:
        """Wait until the thread has ended, but no longer than so many seconds."""
        if self._thread.ident is not None:
            self._thread.join(seconds)

    def _run(self) -> None:
        try:
            self.written = self._write(self._note)
        except _StoppedError:
            self.problem = texts.STOPPED
        except UserError as error:
            self.problem = str(error)
        except OSError as error:
            self.problem = self._failed((error.strerror or str(error)).lower())
        except Exception:
            # The window continues without this file, whatever the error.
            LOG.exception("%s could not be written", self.path)
            self.problem = self._failed(texts.PROGRAM_ERROR)
        self.is_over = True
        self._wake()

    def _note(self, done: int, total: int) -> None:
        if self._stop.is_set():
            raise _StoppedError
        self.done, self.total = done, total
        self._wake()
