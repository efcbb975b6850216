"""The contents of a folder: other folders and files of games; valid file names. No pygame."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Collection, Container
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from congo_gui.screens.files import texts
from engine.rules.words import sentence
from engine.system.errors import UserError
from engine.system.files import reason_of

GAME_SUFFIXES = (".txt", ".pgn")
SUFFIX = GAME_SUFFIXES[0]
TABLE_SUFFIX = f" table{SUFFIX}"
"""The suffix of the file of a tournament's standings, after the stem of its games' file."""
RESERVED = '<>:"/\\|?*'
"""Characters that some operating system does not allow in file names."""
MAX_NAME_LENGTH = 200
MAX_ENTRIES = 10_000
"""The most folders, and the most files, of a folder that are shown."""
MAX_ITEMS = 200_000
"""The most items of a folder that are looked at."""


@dataclass(frozen=True)
class FolderEntry:
    """A folder, or a file that may hold games."""

    path: Path
    is_folder: bool
    changed: float = 0.0
    """Seconds since the epoch."""

    @property
    def when(self) -> str:
        """When a file was changed, as text; empty for a time that the system cannot convert."""
        if self.is_folder:
            return ""
        try:
            return time.strftime("%d %b %Y, %H:%M", time.localtime(self.changed))
        except (OSError, OverflowError, ValueError):
            return ""


@dataclass(frozen=True)
class Listing:
    """The contents of a folder."""

    folder: Path
    entries: list[FolderEntry]
    """Folders by name and then the files to show, the newest first; at most `MAX_ENTRIES` of each."""
    names: Collection[str]
    """The names of everything in it."""
    is_part: bool = False
    """True if it has more."""


class FolderError(UserError):
    """A folder cannot be listed; the message is a sentence."""


def is_game(name: str) -> bool:
    """Return whether a file may hold games, by its name."""
    return name.lower().endswith(GAME_SUFFIXES)


def listing(folder: Path, shown: Callable[[str], bool] = is_game) -> Listing:
    """Return the contents of a folder, or of the nearest existing one above it.

    Raises:
        FolderError: the folder cannot be read.
    """
    while not os.path.isdir(folder) and folder != folder.parent:
        folder = folder.parent
    everything, folders, files = set(), [], {}
    try:
        with os.scandir(folder) as items:
            for item in islice(items, MAX_ITEMS):
                everything.add(item.name)
                if item.name.startswith("."):
                    continue
                with suppress(OSError):
                    if item.is_dir():
                        folders.append(item.name)
                    elif shown(item.name):
                        files[item.name] = item.stat().st_mtime
    except OSError as error:
        reason = (error.strerror or texts.NOT_READABLE).lower()
        raise FolderError(texts.folder_problem(folder, reason)) from None
    names = [name for name in files if not _is_table(name, files)]
    names.sort(key=lambda name: (-files[name], name))
    folders.sort(key=str.lower)
    entries = [
        *(FolderEntry(folder / name, True) for name in folders[:MAX_ENTRIES]),
        *(FolderEntry(folder / name, False, files[name]) for name in names[:MAX_ENTRIES]),
    ]
    is_part = len(entries) < len(folders) + len(names) or len(everything) == MAX_ITEMS
    return Listing(folder, entries, everything, is_part)


def look_up(path: Path, shown: Callable[[str], bool] = is_game) -> Listing | Path:
    """Return the contents of a folder, or the path of a file.

    Raises:
        FolderError: there is neither, or the folder cannot be read.
    """
    if os.path.isdir(path):
        return listing(path, shown)
    if os.path.exists(path):
        return path
    raise FolderError(texts.no_such_path(path))


def _is_table(name: str, names: Container[str]) -> bool:
    """Return whether a file has the standings of a tournament with its games beside it."""
    return name.endswith(TABLE_SUFFIX) and name.removesuffix(TABLE_SUFFIX) + SUFFIX in names


def name_problem(name: str) -> str:
    """Return why a file name is invalid, as a sentence; empty if it is valid."""
    if not name.strip(" ."):
        return texts.NO_NAME
    bad = next((letter for letter in name if letter in RESERVED), "")
    if bad:
        return texts.bad_letter(bad)
    try:
        return texts.LONG_NAME if len(os.fsencode(name)) > MAX_NAME_LENGTH else ""
    except UnicodeEncodeError as error:
        return sentence(reason_of(error))


def with_suffix(name: str) -> str:
    """Return a file's name with `SUFFIX`, unless it already has the extension of a file of games."""
    name = name.strip()
    return name if name.lower().endswith(GAME_SUFFIXES) else name + SUFFIX
