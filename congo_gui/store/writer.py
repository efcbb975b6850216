"""Writing files without making the window wait for the disk. No pygame."""

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
from engine.system.errors import UserError
from engine.system.files import replace_file
from engine.system.shared_file import change_file
from engine.system.threads import start_thread

LOG = logging.getLogger(__name__)

MAX_CHANGED_BYTES = 64 << 20
"""The largest file that is changed."""
RETRY_INTERVAL_S = 5.0
"""Seconds until files that could not be written are tried again."""

TextFunction = Callable[[], str]
"""Makes a text; the writer calls it later, on its own thread."""


Archive = Callable[[TextFunction, Callable[[], None]], None]
"""Adds a game, as text, to the library, on another thread; calls the second function if it has all of it."""


class Job(NamedTuple):
    """A file to write, or to remove if there is no text, or to change."""

    path: Path
    text: TextFunction | None = None
    fallback: Path | None = None
    """A file with nearly the same text, renamed to `path` if that cannot be written."""
    needs: Path | None = None
    """A file with the same contents: `path` is not removed before it is written."""
    change: Callable[[bytes], bytes] | None = None
    """Makes the new contents of a file that other windows write, too, from the old ones."""
    replaces: bool = True
    """True if it has all that earlier jobs for the file have."""
    done: Callable[[], None] = lambda: None
    """Called when the file has been changed."""
    reached: threading.Event | None = None
    """Set when it is this job's turn; nothing is written."""


class Writer:
    """Writes files on its own thread: waiting for the disk would interrupt animations.

    The texts are made on that thread, too. Of consecutive texts for the same file only the latest is written.
    An error is logged and passed to `report_error` as a sentence, once per file until that can be written.
    That is tried again every `RETRY_INTERVAL_S`, as soon as another file could be written, and by `close`: a
    full disk may have room, or a drive be back.
    """

    def __init__(self, report_error: Callable[[str], None] = lambda text: None) -> None:
        self._report_error = report_error
        self._unwritten: dict[Path, list[Job]] = {}
        """The jobs for each file that failed, in order: one that replaces its contents, and later changes."""
        self._renamed: dict[Path, tuple[Path, bool]] = {}
        """Of those files, what the fallback was renamed to, and whether that has all their contents."""
        self._waiting: dict[Path, list[Job]] = {}
        """For each file that could not be written, the removals that need it."""
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._left, self._counting = 0, threading.Lock()
        """The number of jobs that have not been tried."""
        self._thread: threading.Thread | None = None
        self._is_refused = False
        """True if the system has not allowed a thread the last time."""
        self._starting = threading.Lock()
        self._working = threading.Lock()
        """Held while jobs are done, by the thread or, if the system allows none, by the window."""

    def put(self, path: Path, text: TextFunction, fallback: Path | None = None) -> None:
        """Write a file, replacing its contents.

        If that fails, for instance on a full disk, `fallback` is renamed to it.
        """
        self._add(Job(path, text, fallback))

    def remove(self, path: Path, needs: Path | None = None) -> None:
        """Remove a file, but only when `needs`, which has the same contents, could be written."""
        self._add(Job(path, None, needs=needs))

    def change(
        self,
        path: Path,
        change: Callable[[bytes], bytes],
        replaces: bool = False,
        done: Callable[[], None] = lambda: None,
    ) -> None:
        """Change a file that other windows write, too; a missing one is empty. Call `done` when that is done.

        If it `replaces` the changes passed before, those that still wait are not made.
        """
        self._add(Job(path, change=change, replaces=replaces, done=done))

    def reached(self) -> threading.Event:
        """Return an event that is set when what was passed so far, or has failed, was tried."""
        reached = threading.Event()
        if self._thread is None:
            self._work_if_refused()
            reached.set()
        else:
            self._add(Job(Path(), replaces=False, reached=reached))
        return reached

    def failed_in(self, folder: Path) -> list[Path]:
        """Return the files of a folder that could not be written the last time, and would be lost now."""
        failed = [path for path, jobs in list(self._unwritten.items()) if any(job.text for job in jobs)]
        return [
            path for path in failed if path.parent == folder and not self._renamed.get(path, (path, False))[1]
        ]

    def has_failed(self, path: Path) -> bool:
        """Return whether a file could not be written, or changed, the last time."""
        return path in self._unwritten

    def close(self) -> None:
        """Wait until everything is written, then end the thread."""
        if self._thread is None:
            self._work_if_refused()
        else:
            self._jobs.put(None)
            self._thread.join()
            self._thread = None

    @property
    def is_idle(self) -> bool:
        """True if everything that was passed has been written, or tried."""
        return self._left == 0

    def _count(self, change: int) -> None:
        with self._counting:
            self._left += change

    def _add(self, job: Job) -> None:
        self._count(1)
        self._jobs.put(job)
        with self._starting:
            if self._thread is None or not self._thread.is_alive():
                self._start()
        self._work_if_refused()

    def _start(self) -> None:
        """Start the thread; if the system does not allow one, the next job tries it again."""
        thread = threading.Thread(target=self._run, name="writer", daemon=True)
        try:
            start_thread(thread)
            self._thread = thread
        except UserError:
            self._thread = None
        self._is_refused = self._thread is None

    def _work_if_refused(self) -> None:
        """Do the jobs that are waiting, or have failed, if there can be no thread that does it."""
        is_left = True
        while is_left and self._is_refused and self._working.acquire(blocking=False):
            try:
                self._work(waits=False)
            finally:
                self._working.release()
            is_left = not self._jobs.empty()  # one that came too late, when nobody else could work

    def _run(self) -> None:
        with self._working:
            self._work(waits=True)

    def _work(self, waits: bool) -> None:
        for count, jobs in self._batches(waits):
            for job in jobs:
                self._do(job)
            self._count(-count)
            if not jobs or jobs[-1].path not in self._unwritten:
                self._try_again()
        self._try_again()

    def _try_again(self) -> None:
        """Do the jobs that have failed."""
        for path in list(self._unwritten):
            if path in self._unwritten:  # else another one has removed it
                self._perform(path, self._unwritten[path])

    def _batches(self, waits: bool) -> Iterator[tuple[int, list[Job]]]:
        """Yield the jobs in order, of consecutive ones for one file only the last.

        It `waits` for more until `close` is called, or ends when none are left.
        Yield also how many there were. Thus a replaced game is always written before the next one takes its
        file. Yield no jobs when it is time to try again.
        """
        while True:
            try:
                job = self._jobs.get(waits, RETRY_INTERVAL_S if self._unwritten else None)
            except queue.Empty:
                if not waits:
                    return
                yield 0, []
                continue
            if job is None:
                self._end_thread(waits)
                return
            count, jobs = 1, [job]
            while not self._jobs.empty():
                more = self._jobs.get()
                if more is None:
                    self._end_thread(waits)
                    yield count, jobs
                    return
                count += 1
                if more.path == jobs[-1].path and more.replaces:
                    jobs.pop()
                jobs.append(more)
            yield count, jobs

    def _end_thread(self, waits: bool) -> None:
        """Leave the end of the jobs to the thread, unless this is the thread, which `waits`."""
        if not waits:
            self._jobs.put(None)

    def _do(self, job: Job) -> None:
        """Do a job, after the changes of its file that have failed."""
        if job.reached is not None:
            self._try_again()
            job.reached.set()
            return
        if job.needs in self._unwritten:
            self._waiting.setdefault(job.needs, []).append(job)
            return
        for removals in self._waiting.values():  # of what is replaced now
            removals[:] = [removal for removal in removals if removal.path != job.path]
        if job.fallback is not None:  # `path` has its contents from now on
            self._waiting.setdefault(job.path, []).extend(self._waiting.pop(job.fallback, []))
        failed = [] if job.replaces else self._unwritten.get(job.path, [])
        self._perform(job.path, [*failed, job])

    def _perform(self, path: Path, jobs: list[Job]) -> None:
        """Do the jobs for a file in order; keep those that fail."""
        left = list(jobs)
        try:
            while left:
                _write(left[0])
                del left[0]
        except Exception as error:  # of any kind: the other files must be written
            is_new = path not in self._unwritten
            # By the next try, the fallback may be another game's.
            self._unwritten[path] = [job._replace(fallback=None) for job in left]
            if is_new:
                LOG.warning("%s could not be written: %s", path, error)
                reason = (isinstance(error, OSError) and error.strerror) or str(error)
                self._report_error(texts.not_written(path, reason))
            if (renamed := _rename_fallback(left[0])) is not None:
                self._renamed[path] = renamed, left[0].fallback not in self._unwritten
            return
        self._unwritten.pop(path, None)
        self._remove_renamed(path)
        removals = self._waiting.pop(path, [])
        if jobs[-1].text is not None:
            for removal in removals:
                self._do(removal)

    def _remove_renamed(self, path: Path) -> None:
        """Remove what a fallback was renamed to beside the folder of a file that is written now."""
        renamed, _ = self._renamed.pop(path, (path, False))
        if renamed != path:
            with suppress(OSError):
                renamed.unlink()


def _write(job: Job) -> None:
    """Write, change or remove a file; raise `OSError`, or what the function that makes the text raises."""
    if job.change is not None:
        job.path.parent.mkdir(parents=True, exist_ok=True)
        job.path.touch()
        change_file(job.path, MAX_CHANGED_BYTES, job.change)
        job.done()
    elif job.text is not None:
        job.path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(job.path, job.text().encode(errors="replace"))
    else:
        job.path.unlink(missing_ok=True)


def _rename_fallback(job: Job) -> Path | None:
    """Rename the fallback to the file that could not be written, which needs no disk space.

    If that file's folder is unusable, rename it within its own folder. Return its new name, None for none.
    """
    if job.fallback is None:
        return None
    for target in (job.path, job.fallback.with_name(job.path.name)):
        with suppress(OSError):
            os.replace(job.fallback, target)
            return target
    return None
