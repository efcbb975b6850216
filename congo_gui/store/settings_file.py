"""The settings as JSON in the user's configuration folder."""

from __future__ import annotations

import json
import logging
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

from congo_gui.store.folders import config_dir
from congo_gui.store.settings import KEPT, settings_from
from engine.system.files import read_file, replace_file

LOG = logging.getLogger(__name__)

MAX_BYTES = 1 << 20


def settings_path() -> Path:
    """Return the file of the settings."""
    return config_dir() / "settings.json"


class SettingsFile:
    """The file and the `settings` that it holds. What only other versions understand stays in it."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or settings_path()
        self._values = self._read()
        self.settings = settings_from(self._values)
        self._as_read = self._as_written = replace(self.settings)

    @property
    def text(self) -> str:
        """What the file should hold: a default that was never changed is not in it."""
        changed = {
            one.name: value
            for one in KEPT
            if (value := getattr(self.settings, one.name)) != getattr(self._as_read, one.name)
        }
        return json.dumps({**self._values, **changed}, indent=2, sort_keys=True)

    def changed_text(self) -> str | None:
        """Return the text if a setting has changed since the last call, else None."""
        if self.settings == self._as_written:
            return None
        self._as_written = replace(self.settings)
        return self.text

    def save(self) -> bool:
        """Write the file in one step; tell whether that was possible."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            replace_file(self.path, self.text.encode())
        except OSError as error:
            LOG.warning("the settings could not be saved: %s", error)
            return False
        return True

    def _read(self) -> dict[str, Any]:
        try:
            values = json.loads(read_file(self.path, MAX_BYTES).decode())
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, RecursionError) as error:
            return self._set_aside(str(error))
        return values if isinstance(values, dict) else self._set_aside("it holds no settings")

    def _set_aside(self, reason: str) -> dict[str, Any]:
        """Rename a file that cannot be read, so that nothing is lost, and go on with the defaults."""
        aside = self.path.with_suffix(".unreadable.json")
        LOG.warning("the settings in %s could not be read (%s); kept as %s", self.path, reason, aside.name)
        try:
            os.replace(self.path, aside)
        except OSError as error:
            LOG.warning("it could not be renamed: %s", error)
        return {}
