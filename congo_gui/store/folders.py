"""The folders of the user in which the window keeps things; a variable names another one."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

from engine import PROGRAM


def config_dir() -> Path:
    """Return the folder of the settings."""
    return _named("CONGO_CONFIG_DIR") or platformdirs.user_config_path(PROGRAM, appauthor=False)


def state_dir() -> Path:
    """Return the folder of the running games."""
    return _named("CONGO_STATE_DIR") or platformdirs.user_state_path(PROGRAM, appauthor=False)


def games_dir() -> Path:
    """Return the folder where games are saved at first."""
    return _named("CONGO_GAMES_DIR") or platformdirs.user_documents_path() / "Congo"


def log_dir() -> Path:
    """Return the folder of the crash reports."""
    return _named("CONGO_LOG_DIR") or platformdirs.user_log_path(PROGRAM, appauthor=False)


def _named(variable: str) -> Path | None:
    folder = os.environ.get(variable)
    return Path(folder) if folder else None
