"""Crash reports: a file on disk, and a clear message."""

from __future__ import annotations

import os
import platform
import sys
import threading
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

import pygame

from congo_gui.system import texts
from engine import __version__
from engine.system.files import read_file
from engine.system.folders import log_dir

MAX_BYTES = 10_000_000
"""The maximum size of a report that is shown."""
Describe = Callable[[], str]


def report_text(error: BaseException, game: str) -> str:
    """Return the text of a crash report."""
    trace = "".join(traceback.format_exception(type(error), error, error.__traceback__))
    return texts.report(
        __version__, platform.python_version(), pygame.version.ver, platform.platform(), game, trace
    )


def write_report(error: BaseException, describe: Describe) -> Path | None:
    """Write a report; return its path, None if it cannot be written."""
    try:
        game = describe()
    except Exception as second:
        # The game itself may be broken: then the report is even more important.
        game = texts.no_description(second)
    name = f"crash-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.txt"
    try:
        folder = log_dir()
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / name
        path.write_text(report_text(error, game), encoding="utf-8", errors="backslashreplace")
    except OSError:
        return None
    return path


def latest_report() -> Path | None:
    """Return the latest crash report, None if there is none."""
    try:
        found = sorted(log_dir().glob("crash-*.txt"), key=lambda path: path.stat().st_mtime)
    except OSError:
        return None
    return found[-1] if found else None


def last_lines(path: Path, count: int) -> list[str]:
    """Return the last lines of a report, or the reason why it cannot be read."""
    try:
        return read_file(path, MAX_BYTES).decode("utf-8", "replace").splitlines()[-count:]
    except OSError as error:
        return [texts.unreadable((error.strerror or str(error)).lower())]


def message(error: BaseException, path: Path | None) -> str:
    """Return the message for the player."""
    where = texts.report_at(path) if path else texts.NO_REPORT
    return texts.crashed(f"{type(error).__name__}: {error}", where)


def install(describe: Describe, notify: Callable[[str], None]) -> None:
    """Report every unhandled exception on stderr; those on other threads also with `notify`."""

    def on_main(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        print(message(error, write_report(error, describe)), file=sys.stderr)

    def on_thread(hook: threading.ExceptHookArgs) -> None:
        if hook.exc_value is not None and not isinstance(hook.exc_value, SystemExit):
            text = message(hook.exc_value, write_report(hook.exc_value, describe))
            print(text, file=sys.stderr)
            notify(text)

    sys.excepthook = on_main
    threading.excepthook = on_thread
