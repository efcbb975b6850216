"""The settings of the window as typed values, and the folders of its files."""

from __future__ import annotations

import json
import logging
import math
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import Field, dataclass, field, fields, replace
from functools import partial
from pathlib import Path
from typing import Any

from congo_gui.store import texts
from congo_gui.store.progress_file import keep_damaged
from engine.players.levels import ALIASES, DEFAULT_LEVEL, FIRST_LEVEL, LEVELS
from engine.system.files import free_path, read_file
from engine.system.folders import SETTINGS_FILE, config_dir
from engine.system.shared_file import change_file

SPEEDS = {"normal": 1.0, "fast": 0.55, "slow": 1.8}
"""By name of the setting: the factor on the duration of animations."""
LEVEL_NAMES = tuple(level.name for level in LEVELS)
LOG = logging.getLogger(__name__)

MAX_BYTES = 1 << 20
MAX_STOPPED = 20
"""The number of tournaments remembered besides the last one."""


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
    """Return a field; `check` converts the file's value, or raises `ValueError`."""
    return field(default=default, metadata={"check": check})


def _one_of(*names: str) -> Any:
    """Return a field for one of these names; the first is the default."""
    return _checked(names[0], lambda value: names[names.index(value)])


def _within(default: int, lowest: int, highest: int) -> Any:
    """Return a field for a whole number, which is clamped to the range."""
    return _checked(default, lambda value: min(highest, max(lowest, _typed(value, int))))


@dataclass(slots=True)
class Settings:
    """The settings, with the names used in the file; text size, board size and volume are in percent.

    Values are replaced, never mutated.
    """

    window: tuple[int, int] | None = _checked(None, _size)
    """Width and height in pixels, None before the first launch."""
    maximised: bool = False
    fullscreen: bool = False
    turned: bool = False
    warnings: bool = True
    explain: bool = True
    ask_before_exposing: str = _one_of("weak", "always", "never")
    """When to ask before a move that exposes the lion or king: against weak levels, always or never."""
    fen_field: bool = False
    """True if the position is shown as text beside the board."""
    thoughts: bool = False
    """True if a human player sees the search results of the opposing AI."""
    all_commands: bool = False
    """True if the menu lists all commands of a game, not only the everyday ones."""
    lessons: dict[str, Any] = field(default_factory=dict)
    animation: bool = True
    white: str = "human"
    black: str = FIRST_LEVEL
    level: str = _checked("", lambda value: value if value in LEVEL_NAMES else _typed(None, str))
    """The level of the last AI opponent, in any game; empty before the first game."""
    white_clock: str = "-"
    black_clock: str = "-"
    players: dict[str, Any] = field(default_factory=dict)
    """By game, except the last chosen one: both players and their clocks."""
    programs: dict[str, Any] = field(default_factory=dict)
    tournament: dict[str, Any] = field(default_factory=dict)
    """The last tournament, which can be resumed."""
    stopped_tournaments: list[Any] = field(default_factory=list)
    """Earlier tournaments that can be resumed, latest first."""
    tournament_form: dict[str, Any] = field(default_factory=dict)
    """The last values of the tournament form."""
    experiment: dict[str, Any] = field(default_factory=dict)
    pace: float = _checked(1.0, _number)
    """Seconds for which each position is shown in games between AIs."""
    games_folder: str = ""
    theme: str = _one_of("day", "night", "contrast")
    ui_scale: int = _within(100, 75, 200)
    board_size: int = _within(100, 60, 100)
    coordinates: bool = True
    auto_flip: bool = False
    study_as_played: bool = False
    """True if analysis, editor and search tree open with the same board orientation as the game."""
    move_method: str = _one_of("both", "click", "drag")
    animation_speed: str = _one_of(*SPEEDS)
    sounds: bool = True
    volume: int = _within(75, 0, 100)
    analysis_lines: int = _within(3, 1, 5)
    analysis_arrows: bool = True
    analysis_terms: bool = False
    explorer_own: bool = False
    """True if the analysis shows the moves of the player's own games, not of the engine's."""
    analysis_program: str = ""
    """The program that analyses in addition to the AI, in the form of the command line; empty for none."""
    analysis_threads: int = _within(1, 1, 128)
    analysis_hash: int = _within(64, 1, 1024)
    """The hash table of each engine in the analysis, in MiB."""
    keys: dict[str, Any] = field(default_factory=dict)
    game: str | None = _checked(None, lambda value: _typed(value, str))
    """The last chosen game, None before the first choice."""
    allowed_programs: frozenset[str] = field(default=frozenset(), metadata={"kept": False})
    """Programs named on the command line: allowed in this run, and not saved."""

    @property
    def animation_pace(self) -> float:
        """The factor on the duration of animations; 0 turns them off."""
        return SPEEDS[self.animation_speed] if self.animation else 0.0


SAVED_FIELDS = tuple(setting for setting in fields(Settings) if setting.metadata.get("kept", True))
"""The fields that are saved in the file."""
SHARED_FIELDS = ("keys", "players", "programs")
"""The fields of which every window writes only the entries that it has changed."""
TOURNAMENT_FIELDS = {"tournament", "stopped_tournaments"}
"""The fields with the tournaments that can be resumed; they are written together."""


def settings_from(values: Mapping[str, Any]) -> Settings:
    """Return the settings with a file's values; missing or invalid ones get the default."""
    settings = Settings()
    for setting in SAVED_FIELDS:
        if setting.name in values:
            with suppress(ValueError, OverflowError):
                setattr(
                    settings,
                    setting.name,
                    _check(setting, values[setting.name], getattr(settings, setting.name)),
                )
    if settings.game is not None and "level" not in values:
        _read_earlier_level(settings, values)
    return settings


def _read_earlier_level(settings: Settings, values: Mapping[str, Any]) -> None:
    """Set the level from a file of earlier versions, which stored only players; their default was level 5."""
    if "black" not in values:
        settings.black = DEFAULT_LEVEL
    played = (ALIASES.get(name, name) for name in (settings.black, settings.white))
    settings.level = next((name for name in played if name in LEVEL_NAMES), DEFAULT_LEVEL)


def _check(setting: Field[Any], value: Any, default: Any) -> Any:
    check = setting.metadata.get("check")
    return check(value) if check else _typed(value, type(default))


def _lessons(lessons: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the games and solved lessons in a value of the setting; what is none is left out."""
    games = [(game, solved) for game, solved in lessons.items() if isinstance(solved, list)]
    return [(game, lesson) for game, solved in games for lesson in solved if isinstance(lesson, str)]


def _tournaments(last: object, earlier: object) -> dict[str, Any]:
    """Return the tournaments in values of the settings by their files, latest first."""
    every = (last, *earlier) if isinstance(earlier, list) else (last,)
    known = [saved for saved in every if isinstance(saved, dict) and isinstance(saved.get("path"), str)]
    return {saved["path"]: saved for saved in known if saved["path"]}


def _parse(data: bytes) -> Any:
    """Return the values in a file; those that could be read but not written (Python 3.12) are refused."""
    values = json.loads(data)
    json.dumps(values, indent=2)
    return values


def settings_path() -> Path:
    """Return the file of the settings."""
    return config_dir() / SETTINGS_FILE


class SettingsFile:
    """The settings file and its `settings`; unknown values of other versions are preserved."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or settings_path()
        self._values = self._read()
        self.settings = settings_from(self._values)
        self._as_read = self._as_written = replace(self.settings)
        self._own: set[str] = set()
        """The fields changed by this window; other windows may use the same file."""
        self._known_lessons: frozenset[tuple[str, str]] = frozenset()
        """The games and lessons that this window has ever known as solved."""
        self._own_entries: dict[str, frozenset[str]] = dict.fromkeys(SHARED_FIELDS, frozenset())
        """By field, the entries changed by this window."""
        self._known_tournaments: frozenset[str] = frozenset()
        """The files of the tournaments that this window has ever had."""

    def change(self) -> Callable[[bytes], bytes] | None:
        """Return a function that changes the file; None if nothing has changed since the last call.

        The function can be called on any thread: it merges this window's changes into the file's contents.
        """
        if self.settings == self._as_written:
            return None
        self._as_written = replace(self.settings)
        return partial(self._merged, *self._changes())

    def _changes(self) -> tuple[str, dict[str, frozenset[str]]]:
        """Return, as JSON, the fields that this window has ever changed, and their changed entries."""
        for setting in SAVED_FIELDS:
            if getattr(self.settings, setting.name) != getattr(self._as_read, setting.name):
                self._own.add(setting.name)
        if self._own & TOURNAMENT_FIELDS:
            self._own |= TOURNAMENT_FIELDS
        both = (self._as_read, self.settings)
        for name, entries in self._own_entries.items():
            before, now = (getattr(each, name) for each in both)
            changed = {key for key in {*before, *now} if before.get(key) != now.get(key)}
            self._own_entries[name] = entries | changed
        self._known_lessons = self._known_lessons.union(*(_lessons(each.lessons) for each in both))
        known = (_tournaments(each.tournament, each.stopped_tournaments) for each in both)
        self._known_tournaments = self._known_tournaments.union(*known)
        changes = json.dumps({name: getattr(self.settings, name) for name in self._own})
        return changes, dict(self._own_entries)

    def _merged(self, changes: str, own_entries: Mapping[str, frozenset[str]], data: bytes) -> bytes:
        own = json.loads(changes)
        values = self._values
        try:
            found = _parse(data) if data else values
            if not isinstance(found, dict):
                raise ValueError(texts.NO_SETTINGS)
            values = found
        except (ValueError, RecursionError):  # damaged since the window was opened
            keep_damaged(self.path, data)
        if "lessons" in own:
            own["lessons"] = self._merged_lessons(values.get("lessons"), own["lessons"])
        for name in own.keys() & own_entries.keys():
            found, own_ones = values.get(name), own_entries[name]
            if isinstance(found, dict):
                others = {key: value for key, value in found.items() if key not in own_ones}
                own[name] = others | {key: own[name][key] for key in own_ones if key in own[name]}
        if "tournament" in own:
            self._add_other_tournaments(values, own)
        return json.dumps({**values, **own}, indent=2, sort_keys=True).encode()

    def _add_other_tournaments(self, values: Mapping[str, Any], own: dict[str, Any]) -> None:
        """Add the tournaments that other windows have added to the file to this window's."""
        found = _tournaments(values.get("tournament"), values.get("stopped_tournaments"))
        others = [saved for path, saved in found.items() if path not in self._known_tournaments]
        if others and not _tournaments(own["tournament"], []):
            own["tournament"] = others.pop(0)
        own["stopped_tournaments"] = [*others, *own["stopped_tournaments"]][:MAX_STOPPED]

    def _merged_lessons(self, found: object, own: Mapping[str, Any]) -> dict[str, Any]:
        """Return this window's solved lessons, and those that other windows have added to the file."""
        merged = {game: list(solved) if isinstance(solved, list) else solved for game, solved in own.items()}
        known = self._known_lessons
        for game, lesson in _lessons(found if isinstance(found, dict) else {}):
            if (game, lesson) not in known and isinstance(merged.setdefault(game, []), list):
                merged[game].append(lesson)
        return merged

    def save(self) -> bool:
        """Write the changes of this window to the file; return whether it worked."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.touch()
            change_file(self.path, MAX_BYTES, partial(self._merged, *self._changes()))
        except OSError as error:
            LOG.warning("the settings could not be saved: %s", error)
            return False
        return True

    def _read(self) -> dict[str, Any]:
        try:
            data = read_file(self.path, MAX_BYTES)
            values = _parse(data) if data else {}  # empty: its first write failed
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, RecursionError) as error:
            return self._set_aside(str(error))
        return values if isinstance(values, dict) else self._set_aside(texts.NO_SETTINGS)

    def _set_aside(self, reason: str) -> dict[str, Any]:
        """Rename an unreadable file, so that nothing is lost, and return no values."""
        aside = free_path(self.path.with_suffix(".unreadable.json"))
        LOG.warning("the settings in %s could not be read (%s); kept as %s", self.path, reason, aside.name)
        try:
            os.replace(self.path, aside)
        except OSError as error:
            LOG.warning("it could not be renamed: %s", error)
        return {}
