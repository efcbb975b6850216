"""Crash reports of the window, with the game on the board."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

import pygame

from congo_gui.system import texts
from engine.system import crash
from engine.system.files import read_file
from engine.system.folders import log_dir
from engine.system.status import print_status

MAX_BYTES = 10_000_000
"""The maximum size of a report that is shown."""
Describe = Callable[[], str]


def write_report(error: BaseException, describe: Describe) -> Path | None:
    """Write a report with the game on the board; return its path, None if it cannot be written."""
    try:
        game = describe()
    except Exception as second:
        # The game itself may be broken: then the report is even more important.
        game = texts.no_description(second)
    return crash.write_report(error, game, texts.version_of_pygame(pygame.version.ver))


def report(error: BaseException, describe: Describe) -> str:
    """Write a report; return the message for the player."""
    return crash.message(error, write_report(error, describe))


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


def install(describe: Describe, notify: Callable[[str], None]) -> None:
    """Report every unhandled exception on stderr; those on other threads also with `notify`."""

    def on_main(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        print_status(report(error, describe))

    def on_thread(hook: threading.ExceptHookArgs) -> None:
        if hook.exc_value is not None and not isinstance(hook.exc_value, SystemExit):
            text = report(hook.exc_value, describe)
            print_status(text)
            notify(text)

    sys.excepthook = on_main
    threading.excepthook = on_thread
