"""Writes files without making the window wait for the disk. No pygame."""

from __future__ import annotations

import logging
import os
import queue
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from congo_gui.store import texts
from engine.system.files import replace_file

LOG = logging.getLogger(__name__)

Text = Callable[[], str]
"""Makes a text; the writer calls it later, on its own thread."""


class Job(NamedTuple):
    """A file that is to be written, or removed if there is no text."""

    path: Path
    text: Text | None
    instead: Path | None = None
    """A file with nearly the same text, which takes the place of what cannot be written."""
    needs: Path | None = None
    """A file without which, if it could not be written, another one is not removed."""


class Writer:
    """Writes files on a thread of its own: waiting for the disk would stop the pieces in mid-air.

    The texts are made there, too. Of several in a row for the same file the latest is written; what cannot be
    written is logged, and `tell` is called, once until that file can be written again.
    """

    def __init__(self, tell: Callable[[str], None] = lambda text: None) -> None:
        self._tell = tell
        self._unwritten: set[Path] = set()
        """The files that could not be written when that was last tried."""
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None

    def put(self, path: Path, text: Text, instead: Path | None = None) -> None:
        """Write a file, in place of its old contents.

        If that is impossible, as on a full disk, the file `instead` is renamed to it.
        """
        self._add(Job(path, text, instead))

    def remove(self, path: Path, needs: Path | None = None) -> None:
        """Remove a file, unless the file `needs`, which holds the same now, could not be written."""
        self._add(Job(path, None, needs=needs))

    def close(self) -> None:
        """Wait until everything is written, and end the thread."""
        if self._thread is not None:
            self._jobs.put(None)
            self._thread.join()
            self._thread = None

    def _add(self, job: Job) -> None:
        self._jobs.put(job)
        if self._thread is None or not self._thread.is_alive():
            self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
            self._thread.start()

    def _run(self) -> None:
        for jobs in self._batches():
            for job in jobs:
                self._do(job)

    def _batches(self) -> Iterator[list[Job]]:
        """Yield the jobs in order, the latest of several in a row for one file, until `close` is called.

        A game that makes way is written before the next one takes its file, whatever happens in between.
        """
        while (job := self._jobs.get()) is not None:
            jobs = [job]
            while not self._jobs.empty():
                more = self._jobs.get()
                if more is None:
                    yield jobs
                    return
                if more.path == jobs[-1].path:
                    jobs.pop()
                jobs.append(more)
            yield jobs

    def _do(self, job: Job) -> None:
        try:
            if job.text is not None:
                job.path.parent.mkdir(parents=True, exist_ok=True)
                replace_file(job.path, job.text().encode(errors="replace"))
                self._unwritten.discard(job.path)
            elif job.needs not in self._unwritten:
                job.path.unlink(missing_ok=True)
        except OSError as error:
            LOG.warning("%s could not be written: %s", job.path, error)
            if job.path not in self._unwritten:
                self._tell(texts.not_written(job.path, error.strerror))
            self._unwritten.add(job.path)
            _rename_instead(job)


def _rename_instead(job: Job) -> None:
    """Rename the file that is there instead of one that cannot be written, which needs no room on the disk.

    Where that one's folder cannot be used, it stays in its own.
    """
    if job.instead is None:
        return
    for target in (job.path, job.instead.with_name(job.path.name)):
        with suppress(OSError):
            os.replace(job.instead, target)
            return
