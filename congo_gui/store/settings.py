"""The settings of the window as typed values, and the folders of its files."""

from __future__ import annotations

import errno
import json
import logging
import math
import os
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import Field, dataclass, field, fields, replace
from functools import partial
from pathlib import Path
from typing import Any

from congo_gui.store import texts
from congo_gui.store.progress_file import is_held, keep_damaged, read_patiently
from engine.players.levels import ALIASES, DEFAULT_LEVEL, FIRST_LEVEL, LEVELS
from engine.rules import first
from engine.system.files import free_path
from engine.system.folders import SETTINGS_FILE, config_dir
from engine.system.shared_file import change_file

SPEEDS = {"normal": 1.0, "fast": 0.55, "slow": 1.8}
"""By name of the setting: the factor on the duration of animations."""
LEVEL_NAMES = tuple(level.name for level in LEVELS)
LOG = logging.getLogger(__name__)

MAX_BYTES, MAX_NESTING, MAX_VALUES = 1 << 20, 20, 150_000
"""The largest file, how many lists and objects may be in each other, and the most values in all."""
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
    former_programs: dict[str, Any] = field(default_factory=dict)
    """The commands of changed programs now, by those before, under which games in files name them."""
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
    changed_programs: dict[str, str] = field(default_factory=dict, compare=False, metadata={"kept": False})
    """The programs changed in this run, not saved: the commands now, by those before."""
    program_draft: tuple[int, str, str] | None = field(default=None, compare=False, metadata={"kept": False})
    """Kind, command and name of a program that was typed in this run and not added; not saved."""

    @property
    def animation_pace(self) -> float:
        """The factor on the duration of animations; 0 turns them off."""
        return SPEEDS[self.animation_speed] if self.animation else 0.0


SAVED_FIELDS = tuple(setting for setting in fields(Settings) if setting.metadata.get("kept", True))
"""The fields that are saved in the file."""
SHARED_FIELDS = ("keys", "players", "programs", "former_programs")
"""The fields of which every window writes only the entries that it has changed."""
PLAYERS = ("white", "black", "white_clock", "black_clock")
"""The fields with the players and clocks of the last chosen game; they are written together, as its entry."""
LESSONS = "lessons"
"""The field of which every window writes only the lessons that it has added or forgotten."""
TOURNAMENT_FIELDS = ("tournament", "stopped_tournaments")
"""The fields with the tournaments that can be resumed; they are written together."""
WORK = frozenset((LESSONS, "programs", "keys", *TOURNAMENT_FIELDS))
"""The fields that take work to make again."""
Part = tuple[str, ...]
"""What two windows can change without touching each other's changes: a field, or an entry of it."""


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


def _parts(settings: Settings) -> dict[Part, Any]:
    """Return the values of all parts; a lesson has one if it is solved."""
    parts: dict[Part, Any] = {}
    for setting in SAVED_FIELDS:
        name, value = setting.name, getattr(settings, setting.name)
        if name == "players":
            every = _players_by_game(settings.game, value, [getattr(settings, field) for field in PLAYERS])
            parts |= {(name, game): every[game] for game in every}
        elif name in PLAYERS:
            continue
        elif name in SHARED_FIELDS:
            parts |= {(name, entry): value[entry] for entry in value}
        elif name == LESSONS:
            parts |= {(name, game, lesson): True for game in value for lesson in _solved(value, game)}
        else:
            parts[(name,)] = value
    return parts


def _players_by_game(game: object, others: object, players: list[object]) -> dict[str, object]:
    """Return the players and clocks of all games: the last chosen one, and `others`."""
    known = others if isinstance(others, dict) else {}
    return {**known, game if isinstance(game, str) else first().name: players}


def _solved(lessons: Mapping[str, Any], game: str) -> list[str]:
    """Return the solved lessons of a game in a value of the setting."""
    solved = lessons.get(game)
    return [lesson for lesson in solved if isinstance(lesson, str)] if isinstance(solved, list) else []


def _tournaments(last: object, earlier: object) -> dict[str, Any]:
    """Return the tournaments in values of the settings by their files, latest first."""
    every = (last, *earlier) if isinstance(earlier, list) else (last,)
    known = [saved for saved in every if isinstance(saved, dict) and isinstance(saved.get("path"), str)]
    return {saved["path"]: saved for saved in known if saved["path"]}


def _parse(data: bytes) -> Any:
    """Return the values in a file.

    Raises:
        ValueError: it has none, too many to be written soon, or too deeply nested ones.
    """
    if _has_too_many(data):
        raise ValueError(f"more than {MAX_VALUES:,} values")
    values = json.loads(data)
    level = [values]
    for _ in range(MAX_NESTING):
        level = [child for each in level for child in _children(each)]
    if level:
        raise ValueError(f"more than {MAX_NESTING} lists and objects in each other")
    return values


def _has_too_many(data: bytes) -> bool:
    """Return whether JSON has more than `MAX_VALUES` values; commas and brackets in texts count, too."""
    return sum(map(data.count, (b",", b"[", b"{"))) > MAX_VALUES


def _children(value: Any) -> Collection[Any]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def settings_path() -> Path:
    """Return the file of the settings."""
    return config_dir() / SETTINGS_FILE


@dataclass(frozen=True)
class SettingsChange:
    """A window's changes of the file; they can be made on any thread. Call `done` when they are written."""

    merge: Callable[[bytes], bytes]
    done: Callable[[], None]

    def __call__(self, data: bytes) -> bytes:
        """Return the contents of the file with the changes."""
        return self.merge(data)


class SettingsFile:
    """The settings file and its `settings`; unknown values of other versions are preserved."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or settings_path()
        self._values = self._read()
        self.settings = settings_from(self._values)
        self._as_read = self._as_passed = replace(self.settings)
        """The settings as they were read, and as they were last passed on to be written."""
        self._changed: dict[Part, int] = {}
        """The parts changed by this window and not written yet, each with its last change's number.

        What is written is left alone from then on: other windows may change it.
        """
        self._last = self._written = 0
        """The number of the last change, and of the last one that was written."""
        self._known_tournaments: frozenset[str] = frozenset()
        """The files of the tournaments that this window has ever had."""

    def change(self) -> SettingsChange | None:
        """Return a function that changes the file; None if nothing has changed since the last call.

        It merges all that this window has changed and not written yet into the file's contents.
        """
        return None if self.settings == self._as_passed else self._change()

    def _change(self) -> SettingsChange:
        before, now = self._as_passed, replace(self.settings)
        self._as_passed = now
        self._last += 1
        changed = {part: number for part, number in self._changed.items() if number > self._written}
        old, new = _parts(before), _parts(now)
        parts = (part for part in old | new if (part in old, old.get(part)) != (part in new, new.get(part)))
        self._changed = {**changed, **dict.fromkeys(parts, self._last)}
        known = (_tournaments(each.tournament, each.stopped_tournaments) for each in (before, now))
        self._known_tournaments = self._known_tournaments.union(*known)
        merge = partial(self._merged, now, tuple(self._changed), self._known_tournaments)
        return SettingsChange(merge, partial(self._note_written, self._last))

    @property
    def would_lose(self) -> bool:
        """True if a change of the fields in `WORK` has not been written."""
        return any(number > self._written and name in WORK for (name, *_), number in self._changed.items())

    def _note_written(self, number: int) -> None:
        self._written = max(self._written, number)

    def _merged(
        self, now: Settings, changed: Collection[Part], known_tournaments: Collection[str], data: bytes
    ) -> bytes:
        """Return the file's contents with the changed parts as they are now.

        Raises:
            OSError: they would be too many or too large to be read again.
        """
        own = {setting.name: getattr(now, setting.name) for setting in SAVED_FIELDS}
        values = self._found(own, data)
        for name, *entry in changed:
            if name == LESSONS:
                values[name] = _with_lesson(values.get(name), own[name], *entry)
            elif entry and name != "players":
                values[name] = _with_entry(values.get(name), own[name], *entry)
            elif not entry and name not in (*TOURNAMENT_FIELDS, "game"):
                values[name] = own[name]
        if any(name in ("game", "players") for name, *_ in changed):
            values |= _merged_players(values, own, changed)
        if any((name,) in changed for name in TOURNAMENT_FIELDS):
            values |= _merged_tournaments(values, own, known_tournaments)
        written = json.dumps(values, indent=2, sort_keys=True).encode()
        if len(written) > MAX_BYTES:  # what was read may have had no blanks
            written = json.dumps(values, separators=(",", ":"), sort_keys=True).encode()
        if len(written) > MAX_BYTES or _has_too_many(written):
            raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
        return written

    def _found(self, own: Mapping[str, Any], data: bytes) -> dict[str, Any]:
        """Return the values in the file's contents; all that this window has if they are empty or damaged."""
        if data:
            try:
                found = _parse(data)
                if isinstance(found, dict):
                    return found
            except (ValueError, RecursionError):
                pass
            keep_damaged(self.path, data)  # damaged since the window was opened
        return self._values | {
            name: value for name, value in own.items() if value != getattr(self._as_read, name)
        }

    def save(self) -> bool:
        """Write the changes of this window to the file; return whether it worked."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.touch()
            change = self._change()
            change_file(self.path, MAX_BYTES, change)
            change.done()
        except OSError as error:
            LOG.warning("the settings could not be saved: %s", error)
            return False
        return True

    def _read(self) -> dict[str, Any]:
        try:
            data = read_patiently(self.path, MAX_BYTES)
            values = _parse(data) if data else {}  # empty: its first write failed
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, RecursionError) as error:
            if isinstance(error, OSError) and is_held(error):  # later changes are made to what it has
                LOG.warning("the settings could not be read: %s", error)
                return {}
            return self._set_aside(str(error))
        return values if isinstance(values, dict) else self._set_aside(texts.NO_SETTINGS)

    def _set_aside(self, reason: str) -> dict[str, Any]:
        """Rename an unreadable file, so that nothing is lost, and return no values."""
        try:
            aside = free_path(self.path.with_suffix(".unreadable.json"))
            os.replace(self.path, aside)
            LOG.warning(
                "the settings in %s could not be read (%s); kept as %s", self.path, reason, aside.name
            )
        except OSError as error:
            LOG.warning("the settings in %s could not be read (%s) or renamed: %s", self.path, reason, error)
        return {}


def _merged_tournaments(
    values: Mapping[str, Any], own: Mapping[str, Any], known: Collection[str]
) -> dict[str, Any]:
    """Return a window's tournaments, and those in the file that it has never known: other windows' ones."""
    last, stopped = (own[name] for name in TOURNAMENT_FIELDS)
    found = _tournaments(*(values.get(name) for name in TOURNAMENT_FIELDS))
    others = [saved for path, saved in found.items() if path not in known]
    if others and not _tournaments(last, []):
        last = others.pop(0)
    return dict(zip(TOURNAMENT_FIELDS, (last, [*others, *stopped][:MAX_STOPPED]), strict=True))


def _merged_players(
    values: Mapping[str, Any], own: Mapping[str, Any], changed: Collection[Part]
) -> dict[str, Any]:
    """Return the last chosen game, and the players of each game: the file's, unless they have changed."""

    def by_game(source: Mapping[str, Any]) -> dict[str, object]:
        players = [source.get(name, own[name]) for name in PLAYERS]
        return _players_by_game(source.get("game"), source.get("players"), players)

    here, there = by_game(own), by_game(values)
    players = there | {game: here[game] for game in here if ("players", game) in changed}
    game = own["game"] if ("game",) in changed else values.get("game")
    last = players.pop(game if isinstance(game, str) else first().name, None)
    if not isinstance(last, list) or len(last) != len(PLAYERS):
        last = [own[name] for name in PLAYERS]
    return {**dict(zip(PLAYERS, last, strict=True)), "game": game, "players": players}


def _with_entry(found: object, own: Mapping[str, Any], entry: str) -> dict[str, Any]:
    """Return the entries in the file, with one as this window has it; all of this window if that has none."""
    entries = dict(found if isinstance(found, dict) else own)
    entries.pop(entry, None)
    return entries | {name: value for name, value in own.items() if name == entry}


def _with_lesson(found: object, own: Mapping[str, Any], game: str, lesson: str) -> dict[str, Any]:
    """Return the solved lessons in the file, with one added if this window has it, else removed."""
    lessons = dict(found) if isinstance(found, dict) else {}
    solved = [other for other in _solved(lessons, game) if other != lesson]
    solved += [lesson] * (lesson in _solved(own, game))
    return {**lessons, game: solved} if solved else {name: lessons[name] for name in lessons if name != game}
