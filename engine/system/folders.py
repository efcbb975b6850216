"""The user's folders for settings, saved games and reports; environment variables override them."""

from __future__ import annotations

import configparser
import os
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path

import platformdirs

from engine import PROGRAM

SETTINGS_FILE = "settings.json"
"""The window's settings, in the folder `config_dir`."""


def config_dir() -> Path:
    """Return the folder of the settings."""
    return _named("CONGO_CONFIG_DIR") or _of_system(platformdirs.user_config_path)


def state_dir() -> Path:
    """Return the folder of the autosaved games; never that of saved ones, which may have the same names."""
    named = _named("CONGO_STATE_DIR")
    folder = named or _of_system(platformdirs.user_state_path)
    games = games_dir() if named else _named("CONGO_GAMES_DIR")  # the usual folders are two
    # Compared by their names alone: the disk may be slow to answer.
    is_shared = games is not None and _absolute(folder) == _absolute(games)
    return folder / "autosaved" if is_shared else folder


def _absolute(folder: Path) -> str:
    return os.path.normcase(os.path.abspath(folder))


def data_dir() -> Path:
    """Return the folder of the library of games."""
    return _named("CONGO_DATA_DIR") or _of_system(platformdirs.user_data_path)


def games_dir() -> Path:
    """Return the default folder for saved games."""
    return _named("CONGO_GAMES_DIR") or _documents() / "Congo"


def _documents() -> Path:
    """Return the system's documents folder, or the home folder if its name is invalid."""
    try:
        with suppress(configparser.Error, OSError, ValueError):  # user-dirs.dirs is not in order
            folder = platformdirs.user_documents_path()
            if "\0" not in str(folder):
                return folder
        return Path.home()
    except RuntimeError:
        return _without_home()


def log_dir() -> Path:
    """Return the folder of the crash reports."""
    return _named("CONGO_LOG_DIR") or _of_system(platformdirs.user_log_path)


def _named(variable: str) -> Path | None:
    folder = os.environ.get(variable)
    return Path(folder) if folder else None


def _of_system(find: Callable[..., Path]) -> Path:
    """Return one of the user's folders according to the system."""
    try:
        folder = find(PROGRAM, appauthor=False)
    except RuntimeError:
        return _without_home()
    return folder if folder.is_absolute() else _without_home()


@cache
def _without_home() -> Path:
    """Return a temporary folder, for a user without a home folder."""
    try:
        return Path(tempfile.mkdtemp(prefix=f"{PROGRAM}-"))
    except OSError:
        return Path(os.devnull) / PROGRAM  # an impossible path: nothing is read or written
