"""What the file screens show of a folder. No pygame."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

GAME_SUFFIXES = (".txt", ".pgn")
SUFFIX = GAME_SUFFIXES[0]
RESERVED = '<>:"/\\|?*'
"""What no file name may contain on one of the systems."""
LONGEST_NAME = 200


@dataclass(frozen=True)
class FolderEntry:
    """A folder, or a file that may hold games."""

    path: Path
    is_folder: bool
    changed: float = 0.0
    """Seconds since the epoch."""

    @property
    def when(self) -> str:
        """When a file was written, for people."""
        return "" if self.is_folder else time.strftime("%d %b %Y, %H:%M", time.localtime(self.changed))


class FolderError(Exception):
    """A folder that cannot be listed; the text is a sentence."""


def is_game(name: str) -> bool:
    """Tell whether a file may hold games, by its name."""
    return name.lower().endswith(GAME_SUFFIXES)


def entries(folder: Path, shown: Callable[[str], bool] = is_game) -> list[FolderEntry]:
    """Return folders by name and then the files to show, the newest first; raise `FolderError`."""
    found = []
    try:
        with os.scandir(folder) as listing:
            for item in listing:
                if not item.name.startswith("."):
                    found += _entry(item, shown)
    except OSError as error:
        reason = (error.strerror or "it cannot be read").lower()
        raise FolderError(f"The folder {folder} cannot be shown: {reason}.") from None
    folders = sorted((one for one in found if one.is_folder), key=lambda one: one.path.name.lower())
    files = sorted((one for one in found if not one.is_folder), key=lambda one: (-one.changed, one.path.name))
    return folders + files


def _entry(item: os.DirEntry[str], shown: Callable[[str], bool]) -> list[FolderEntry]:
    """Return what to show of an item: nothing if it is of no use here, or cannot be looked at."""
    try:
        if item.is_dir():
            return [FolderEntry(Path(item.path), True)]
        if shown(item.name):
            return [FolderEntry(Path(item.path), False, item.stat().st_mtime)]
    except OSError:
        return []
    return []


def name_problem(name: str) -> str:
    """Return why a file cannot be called so, as a sentence; empty if it can."""
    if not name.strip(" ."):
        return "The game needs a name."
    bad = next((letter for letter in name if letter in RESERVED), "")
    if bad:
        return f"A name cannot contain {bad}"
    return "This name is too long." if len(name.encode()) > LONGEST_NAME else ""


def with_suffix(name: str) -> str:
    """Return a file's name with the ending that files of games have."""
    name = name.strip()
    return name if name.lower().endswith(GAME_SUFFIXES) else name + SUFFIX


def typed_path(text: str) -> Path:
    """Return the path that somebody typed: quotes and a leading ~ are understood."""
    return Path(os.path.expanduser(text.strip().strip('"')))
