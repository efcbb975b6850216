"""An export in the background of the window: a thread draws and writes."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from pathlib import Path

from congo_gui.share import texts
from congo_gui.share.export import export
from congo_gui.share.shared_game import SharedGame
from engine.system.errors import UserError

LOG = logging.getLogger(__name__)


class _StoppedError(Exception):
    """The export was stopped before its file was written."""


class ExportJob:
    """Writes a file on its own thread; `wake` is called when there is something new to show."""

    def __init__(self, path: Path, shared: SharedGame, wake: Callable[[], None]) -> None:
        self.path, self._shared, self._wake = path, shared, wake
        self.done, self.total = 0, 0
        """The number of drawn frames of an animation, and the total."""
        self.problem = ""
        """Why there is no file, as a sentence."""
        self.is_over = False
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="export", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop the work, unless the file is being written, and wait for the thread to end."""
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        try:
            export(self.path, self._shared, progress=self._note)
        except _StoppedError:
            self.problem = texts.STOPPED
        except UserError as error:
            self.problem = str(error)
        except Exception:
            # The window continues without this file, whatever the error.
            LOG.exception("%s could not be exported", self.path)
            self.problem = texts.not_written(self.path.name, texts.PROGRAM_ERROR)
        self.is_over = True
        self._wake()

    def _note(self, done: int, total: int) -> None:
        if self._stop.is_set():
            raise _StoppedError
        self.done, self.total = done, total
        self._wake()
