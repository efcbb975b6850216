"""Reports of errors in the program itself: a file on disk, and a clear message instead of a traceback."""

from __future__ import annotations

import os
import platform
import time
import traceback
from pathlib import Path

from engine import __version__
from engine.system import texts
from engine.system.files import free_path
from engine.system.folders import log_dir


def write_report(error: BaseException, subject: str, libraries: str = "") -> Path | None:
    """Write a report; return its path, None if it cannot be written.

    `subject` is what the program was doing, such as the game on the board, `libraries` names their versions.
    """
    name = f"crash-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.txt"
    trace = "".join(traceback.format_exception(type(error), error, error.__traceback__))
    system = ", ".join(filter(None, (libraries, platform.platform())))
    text = texts.report(__version__, platform.python_version(), system, subject, trace)
    try:
        folder = log_dir()
        folder.mkdir(parents=True, exist_ok=True)
        path = free_path(folder / name)
        path.write_text(text, encoding="utf-8", errors="backslashreplace")
    except OSError:
        return None
    return path


def message(error: BaseException, path: Path | None) -> str:
    """Return the message for the user; `path` is that of the report."""
    where = texts.report_at(path) if path else texts.NO_REPORT
    return texts.crashed(f"{type(error).__name__}: {error}", where)
