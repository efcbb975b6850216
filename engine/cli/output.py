"""Output other than the answer: progress on standard error, and report folders."""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.cli import texts
from engine.system.errors import UserError
from engine.system.status import print_status, write_status
from engine.system.texts import not_writable

PROGRESS_LINES = 20
"""The number of progress lines of a command if standard error is not a terminal."""


def check_output() -> None:
    """Check that standard output can be written, before a long run begins.

    Raises:
        UserError: standard output is closed.
        OSError: the disk is full.
    """
    if sys.stdout is None:
        raise UserError(texts.OUTPUT_CLOSED)
    try:
        file = sys.stdout.fileno()
    except ValueError:
        return  # not a file of the operating system
    mode = os.fstat(file).st_mode
    if stat.S_ISCHR(mode) and not os.isatty(file):
        os.write(file, b"\n")  # the only way to test devices such as /dev/full
    elif stat.S_ISREG(mode) and hasattr(os, "fstatvfs"):
        disk = os.fstatvfs(file)
        if disk.f_blocks and not disk.f_bavail:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def print_answer(text: str) -> None:
    """Print what was computed; if the disk has filled meanwhile, to standard error, so that it is not lost.

    Raises:
        OSError: standard output cannot be written.
    """
    try:
        print(text, flush=True)
    except BrokenPipeError:  # its reader needs no more
        raise
    except OSError:
        print_status(text)
        raise


def is_progress_due(done: int, total: int) -> bool:
    """Return whether one of the `PROGRESS_LINES` lines is due after `done` of `total` steps."""
    return done * PROGRESS_LINES // total != (done - 1) * PROGRESS_LINES // total


def make_folder(folder: Path) -> Path:
    """Create a folder for a report if it does not exist; return it.

    Raises:
        UserError: it cannot be created.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(texts.folder_not_made(folder, error.strerror)) from None
    return folder


@contextmanager
def reporting_write_errors(folder: Path) -> Iterator[None]:
    """Convert write errors in the block, such as a full disk, to `UserError`.

    Raises:
        UserError: a file cannot be written.
    """
    try:
        yield
    except OSError as error:
        raise UserError(not_writable(error.filename or folder, error.strerror)) from None


WIDTH = 30


class ProgressBar:
    """Shows how many of `total` steps are done: a redrawn line in a terminal, else one line per step."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._done = 0

    def step(self, label: str, done: int = 0) -> None:
        """Show that one more step, called `label`, is done, or `done` steps in total."""
        self._done = done or self._done + 1
        count = f"{self._done:{len(str(self._total))}}/{self._total}"
        if not sys.stderr.isatty():
            print_status(f"{count} {label}")
            return
        filled = WIDTH * self._done // self._total
        bar = "#" * filled + "." * (WIDTH - filled)
        end = "\n" if self._done == self._total else ""
        write_status(f"\r[{bar}] {count} {label:<30}{end}")
