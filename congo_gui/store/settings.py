"""What the window remembers between two launches, as typed values."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import Field, dataclass, field, fields
from typing import Any

SPEEDS = {"normal": 1.0, "fast": 0.55, "slow": 1.8}
"""By the setting's name: how long animations take, as a share of what is usual."""


def _typed(value: Any, kind: type) -> Any:
    if type(value) is not kind:
        raise ValueError(value)
    return value


def _number(value: Any) -> float:
    number = float(value if type(value) is int else _typed(value, float))
    if not math.isfinite(number):
        raise ValueError(value)
    return number


def _size(value: Any) -> tuple[int, int]:
    width, height = _typed(value, list)
    return _typed(width, int), _typed(height, int)


def _checked(default: Any, check: Callable[[Any], Any]) -> Any:
    """Return a field; `check` makes its value from a file's, or raises `ValueError`."""
    return field(default=default, metadata={"check": check})


def _one_of(*names: str) -> Any:
    """Return a field for one of these names; the first is the default."""
    return _checked(names[0], lambda value: names[names.index(value)])


def _within(default: int, least: int, most: int) -> Any:
    """Return a field for a whole number; one that is out of range becomes the nearest in it."""
    return _checked(default, lambda value: min(most, max(least, _typed(value, int))))


@dataclass(slots=True)
class Settings:
    """The values by the names that they have in the file; sizes of text and board and loudness in percent.

    The value of a field is replaced, never changed in place.
    """

    window: tuple[int, int] | None = _checked(None, _size)
    """Width and height in pixels, None if it never was open."""
    maximised: bool = False
    fullscreen: bool = False
    turned: bool = False
    warnings: bool = True
    explain: bool = True
    lessons: dict[str, Any] = field(default_factory=dict)
    animation: bool = True
    white: str = "human"
    black: str = "5"
    white_clock: str = "-"
    black_clock: str = "-"
    programs: dict[str, Any] = field(default_factory=dict)
    tournament: dict[str, Any] = field(default_factory=dict)
    pace: float = _checked(1.0, _number)
    """Seconds for which a move between AIs is shown."""
    games_folder: str = ""
    theme: str = _one_of("day", "night", "contrast")
    ui_scale: int = _within(100, 75, 200)
    board_size: int = _within(100, 60, 100)
    coordinates: bool = True
    auto_flip: bool = False
    move_method: str = _one_of("both", "click", "drag")
    animation_speed: str = _one_of(*SPEEDS)
    sounds: bool = True
    volume: int = _within(75, 0, 100)
    analysis_lines: int = _within(3, 1, 5)
    analysis_arrows: bool = True
    keys: dict[str, Any] = field(default_factory=dict)
    game: str | None = _checked(None, lambda value: _typed(value, str))
    """The game that was chosen last, None if none ever was."""
    admitted_programs: frozenset[str] = field(default=frozenset(), metadata={"kept": False})
    """The programs that the command line named: players of this run, which no file remembers."""

    @property
    def animation_pace(self) -> float:
        """How long animations take, as a share of what is usual; 0 if there are none."""
        return SPEEDS[self.animation_speed] if self.animation else 0.0


KEPT = tuple(one for one in fields(Settings) if one.metadata.get("kept", True))
"""The fields that the file holds."""


def settings_from(values: Mapping[str, Any]) -> Settings:
    """Return the settings that a file holds, with the default for what is missing or cannot be."""
    settings = Settings()
    for one in KEPT:
        if one.name in values:
            with suppress(ValueError, OverflowError):
                setattr(settings, one.name, _check(one, values[one.name], getattr(settings, one.name)))
    return settings


def _check(one: Field[Any], value: Any, default: Any) -> Any:
    check = one.metadata.get("check")
    return check(value) if check else _typed(value, type(default))
