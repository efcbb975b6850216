"""The system's file manager."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from engine.system.threads import answer_within

DISK_WAIT_S = 1.0
"""Seconds to wait for a slow disk; the file manager then says itself if there is no such folder."""


def show_folder(folder: Path) -> bool:
    """Open a folder in the file manager; return False if it cannot be started, or there is no such folder."""
    if not answer_within(DISK_WAIT_S, lambda: os.path.isdir(folder), True):
        return False
    try:
        if sys.platform == "win32":
            os.startfile(os.path.join(folder, ""))  # without its end, a program of that name would be started
            return True
        program = shutil.which("open" if sys.platform == "darwin" else "xdg-open")
        if program is None:
            return False
        # On a Mac a folder called `x.app` is a program, which would be started: show it beside the others.
        words = ["-R"] if sys.platform == "darwin" and folder.suffix else []
        subprocess.Popen([program, *words, str(folder)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    except OSError:
        return False
    return True
