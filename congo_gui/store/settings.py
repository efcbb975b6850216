"""What the window remembers between two launches, as JSON in the user's configuration folder."""

from __future__ import annotations

import json
import logging
import os
from pathlib import Path
from typing import Any

from platformdirs import user_config_path

from engine import PROGRAM, rules
from engine.system.files import replace_file

LOG = logging.getLogger(__name__)

DEFAULTS: dict[str, Any] = {
    "window": [1180, 800],
    "maximised": False,
    "fullscreen": False,
    "turned": False,
    "warnings": True,
    "explain": True,
    "lessons": {},
    "animation": True,
    "white": "human",
    "black": "5",
    "white_clock": "-",
    "black_clock": "-",
    "programs": {},
    "tournament": {},
    "pace": 1.0,
    "games_folder": "",
    "theme": "day",
    "ui_scale": 100,
    "board_size": 100,
    "coordinates": True,
    "auto_flip": False,
    "move_method": "both",
    "animation_speed": "normal",
    "sounds": True,
    "volume": 75,
    "analysis_lines": 3,
    "analysis_arrows": True,
    "keys": {},
    "game": rules.names()[0],
}


CHOICES = {
    "theme": ("day", "night", "contrast"),
    "animation_speed": ("fast", "normal", "slow"),
    "move_method": ("both", "click", "drag"),
}
"""Names among which a value has to be."""
RANGES = {"ui_scale": (75, 200), "board_size": (60, 100), "volume": (0, 100), "analysis_lines": (1, 5)}
"""Smallest and largest value; sizes and loudness in percent."""


def config_dir() -> Path:
    """Return the folder of the settings; the variable CONGO_CONFIG_DIR overrides it."""
    override = os.environ.get("CONGO_CONFIG_DIR")
    return Path(override) if override else user_config_path(PROGRAM, appauthor=False)


class Settings:
    """Named values with defaults. Names of other versions are kept; a value of a wrong type is not used."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or config_dir() / "settings.json"
        self._values: dict[str, Any] = self._read()
        self.changed = False
        """Whether a value has changed since this was last set to false."""
        self.programs_for_now: set[str] = set()
        """The programs that the command line named: players of this run, which no file remembers."""

    def __getitem__(self, name: str) -> Any:
        default = DEFAULTS[name]
        value = self._values.get(name, default)
        if not _alike(value, default) or value not in CHOICES.get(name, (value,)):
            return default
        if name not in RANGES:
            return value
        least, most = RANGES[name]
        return min(most, max(least, value))

    def __setitem__(self, name: str, value: Any) -> None:
        if name not in DEFAULTS:
            raise KeyError(name)
        self.changed |= name not in self._values or self._values[name] != value
        self._values[name] = value

    def has(self, name: str) -> bool:
        """Tell whether a value was ever set."""
        return name in self._values

    @property
    def text(self) -> str:
        """What the file holds."""
        return json.dumps(self._values, indent=2, sort_keys=True)

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
            text = self.path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return {}
        except (OSError, UnicodeDecodeError) as error:
            return self._set_aside(str(error))
        try:
            values = json.loads(text)
        except ValueError as error:
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


def _alike(value: Any, default: Any) -> bool:
    """Tell whether a value read from a file can stand where the default does."""
    if isinstance(default, list):
        return (
            isinstance(value, list)
            and len(value) == len(default)
            and all(_alike(a, b) for a, b in zip(value, default, strict=True))
        )
    if isinstance(default, float):
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    return type(value) is type(default)


SPEEDS = {"fast": 0.55, "normal": 1.0, "slow": 1.8}
"""By the setting's name: how long animations take, as a share of what is usual."""


def animation_pace(settings: Settings) -> float:
    """Return how long animations take, as a share of what is usual; 0 if there are none."""
    return SPEEDS[settings["animation_speed"]] if settings["animation"] else 0.0
