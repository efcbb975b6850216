"""The contents of a folder: other folders and files of games; valid file names. No pygame."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from congo_gui.screens.files import texts
from engine.rules.words import sentence
from engine.system.files import reason_of

GAME_SUFFIXES = (".txt", ".pgn")
SUFFIX = GAME_SUFFIXES[0]
TABLE_SUFFIX = f" table{SUFFIX}"
"""The suffix of the file of a tournament's standings, after the stem of its games' file."""
RESERVED = '<>:"/\\|?*'
"""Characters that some operating system does not allow in file names."""
MAX_NAME_LENGTH = 200


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


class FolderError(Exception):
    """A folder cannot be listed; the message is a sentence."""


def is_game(name: str) -> bool:
    """Return whether a file may hold games, by its name."""
    return name.lower().endswith(GAME_SUFFIXES)


def entries(folder: Path, shown: Callable[[str], bool] = is_game) -> list[FolderEntry]:
    """Return folders by name and then the files to show, the newest first.

    Raises:
        FolderError: the folder cannot be read.
    """
    found = []
    try:
        with os.scandir(folder) as listing:
            for item in listing:
                if not item.name.startswith("."):
                    found += _entry(item, shown)
    except OSError as error:
        reason = (error.strerror or texts.NOT_READABLE).lower()
        raise FolderError(texts.folder_problem(folder, reason)) from None
    names = {entry.path.name for entry in found}
    found = [entry for entry in found if not _is_table(entry.path.name, names)]
    folders = sorted((entry for entry in found if entry.is_folder), key=lambda entry: entry.path.name.lower())
    files = sorted(
        (entry for entry in found if not entry.is_folder), key=lambda entry: (-entry.changed, entry.path.name)
    )
    return folders + files


def _is_table(name: str, names: set[str]) -> bool:
    """Return whether a file has the standings of a tournament with its games beside it."""
    return name.endswith(TABLE_SUFFIX) and name.removesuffix(TABLE_SUFFIX) + SUFFIX in names


def _entry(item: os.DirEntry[str], shown: Callable[[str], bool]) -> list[FolderEntry]:
    """Return the entry of an item in a list, which is empty if it is not listed or cannot be accessed."""
    try:
        if item.is_dir():
            return [FolderEntry(Path(item.path), True)]
        if shown(item.name):
            return [FolderEntry(Path(item.path), False, item.stat().st_mtime)]
    except OSError:
        return []
    return []


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
