"""Commands: labels, keys, the screens that have them, and their handlers."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum

import pygame

from congo_gui.commands import texts

CONTROL = "Cmd" if sys.platform == "darwin" else "Ctrl"
SHIFT = "Shift+"
SCANCODE_A, SCANCODE_Z = 4, 29
ENTER_CODES = {"Enter": pygame.K_RETURN, "Keypad Enter": pygame.K_KP_ENTER}
RESERVED_KEYS = frozenset({pygame.K_ESCAPE, pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_TAB})
"""Keys that have a fixed meaning on every screen."""
MODIFIERS = frozenset(
    {
        pygame.K_LSHIFT,
        pygame.K_RSHIFT,
        pygame.K_LCTRL,
        pygame.K_RCTRL,
        pygame.K_LALT,
        pygame.K_RALT,
        pygame.K_LMETA,
        pygame.K_RMETA,
        pygame.K_MODE,
        pygame.K_CAPSLOCK,
        pygame.K_NUMLOCK,
    }
)
"""Keys that only modify others."""


@dataclass(frozen=True)
class Key:
    """A key to press: by key code with or without Control, or by the character that it types."""

    name: str
    code: int = 0
    control: bool = False
    character: str = ""

    def matches(self, event: pygame.event.Event) -> bool:
        """Return whether a KEYDOWN event is this key."""
        if event.mod & pygame.KMOD_ALT and not event.mod & pygame.KMOD_MODE:
            return False
        control = bool(event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META))
        if self.character:
            return not control and event.unicode == self.character
        if self.shifted and not event.mod & pygame.KMOD_SHIFT:
            return False
        return control == self.control and key_code(event) == self.code

    def clashes(self, other: Key) -> bool:
        """Return whether one key press could be either key."""
        return self._pressed == other._pressed

    @property
    def shifted(self) -> bool:
        """True if it needs Shift; another key works with Shift as without."""
        return self.name.startswith(SHIFT)

    @property
    def _pressed(self) -> tuple[int, bool, bool]:
        if self.character:
            return ord(self.character), False, False
        return self.code, self.control, self.shifted

    @property
    def text(self) -> str:
        """The key's name for people."""
        return f"{CONTROL}+{self.name}" if self.control else self.name

    @property
    def as_json(self) -> list[object]:
        """The key as a JSON value, for `from_json`."""
        return [self.name, self.code, self.control, self.character]

    @staticmethod
    def from_json(written: object) -> Key | None:
        """Return the key of a value from `as_json`, None for an invalid one."""
        if not isinstance(written, list) or [type(part) for part in written] != [str, int, bool, str]:
            return None
        name, code, control, character = written
        one_kind = (code > 0) != (len(character) == 1)
        return Key(name, code, control, character) if name and one_kind and len(character) < 2 else None

    @staticmethod
    def pressed(event: pygame.event.Event) -> Key | None:
        """Return the key of a KEYDOWN event as a command's key, None if commands cannot have it.

        Escape, Enter and Tab have a fixed meaning on every screen, and Alt belongs to the desktop.
        """
        code = key_code(event)
        if code in RESERVED_KEYS or code in MODIFIERS or event.mod & pygame.KMOD_ALT:
            return None
        control = bool(event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META))
        letter = ord("a") <= code <= ord("z")
        if not control and not letter and len(event.unicode) == 1 and event.unicode.isprintable():
            typed = event.unicode
            return Key("Space", pygame.K_SPACE) if typed.isspace() else Key(typed, character=typed)
        name = pygame.key.name(code)
        return Key(name[:1].upper() + name[1:], code, control) if name else None


def parse_keys(names: str) -> tuple[Key, ...]:
    """Parse keys as people write them, as in ``Z or Ctrl+Z``."""
    return tuple(map(_parse_key, names.split(" or ")))


def _parse_key(written: str) -> Key:
    name = written.removeprefix("Ctrl+")
    if name.startswith(SHIFT):
        return Key(name, ord(name.removeprefix(SHIFT).lower()), control=True)
    if len(name) > 1:
        return Key(name, ENTER_CODES.get(name) or getattr(pygame, f"K_{name.replace(' ', '').upper()}"))
    control = name != written
    if control or name.isalpha():
        return Key(name, ord(name.lower()), control)
    return Key(name, character=name)  # whatever key types it


def key_code(event: pygame.event.Event) -> int:
    """Return the key code of a KEYDOWN event; without Latin letters, that of the key in the same place."""
    scancode: int = getattr(event, "scancode", 0)
    if event.key > 127 and SCANCODE_A <= scancode <= SCANCODE_Z and not event.key & (1 << 30):
        return ord("a") + scancode - SCANCODE_A
    return int(event.key)


class CommandGroup(Enum):
    """The headings under which commands are listed, in this order."""

    GAME = texts.GAME_GROUP
    MOVES = texts.MOVES_GROUP
    AI = texts.AI_GROUP
    POSITION = texts.POSITION_GROUP
    ANALYSIS = texts.ANALYSIS_GROUP
    VIEW = texts.VIEW_GROUP
    HELP = texts.HELP_GROUP


class Where(Enum):
    """Where a command is available: in the whole window, or on one kind of screen."""

    WINDOW = texts.EVERYWHERE
    GAME = texts.AT_GAME
    ANALYSIS = texts.AT_ANALYSIS
    EDITOR = texts.AT_EDITOR
    LESSONS = texts.AT_LESSONS
    SEARCH = texts.AT_SEARCH
    TOURNAMENT = texts.AT_TOURNAMENT
    LIVE_GAME = texts.AT_LIVE_GAME
    EXPERIMENT = texts.AT_EXPERIMENT
    GAMES = texts.AT_GAMES
    FILE_GAMES = texts.AT_FILE_GAMES
    DIALOG = texts.AT_DIALOG


CUSTOM_KEYS: dict[str, tuple[Key, ...]] = {}
"""By the ids of commands: the player's own keys, which replace the default ones."""


@dataclass(frozen=True, eq=False)
class Action:
    """A command. `hint` is one sentence for tooltip and help, `hints` has others for some of its places."""

    id: str
    label: str
    hint: str
    default_keys: tuple[Key, ...]
    group: CommandGroup
    where: tuple[Where, ...] = (Where.GAME,)
    icon: str = ""
    short: str = ""
    """A shorter label for small buttons."""
    fixed: bool = False
    """True if its keys mean the same everywhere, so that they cannot be changed."""
    hints: Mapping[Where, str] = field(default_factory=dict)

    @property
    def keys(self) -> tuple[Key, ...]:
        """Its keys: the player's, or else the defaults."""
        return CUSTOM_KEYS.get(self.id, self.default_keys)

    @property
    def key_text(self) -> str:
        """Its keys as text."""
        return " or ".join(key.text for key in self.keys)

    def hint_in(self, where: Where) -> str:
        """Return what it does in a place."""
        return self.hints.get(where, self.hint)

    def tip_in(self, where: Where) -> str:
        """Return what its tooltip says in a place."""
        return f"{self.hint_in(where)} ({self.key_text})"

    @property
    def tip(self) -> str:
        """What its tooltip says in the first of its places."""
        return self.tip_in(self.where[0])

    @property
    def placed_tip(self) -> str:
        """What its tooltip says, with the place that it belongs to."""
        if self.where[0] is Where.WINDOW:
            return self.tip
        return f"{self.hint}: {self.where[0].value} ({self.key_text})"

    def is_available_in(self, where: Where) -> bool:
        """Return whether it is available in a place."""
        return where in self.where or Where.WINDOW in self.where

    def shares_screen_with(self, other: Action) -> bool:
        """Return whether both are available in one place, so that their keys must differ."""
        everywhere = Where.WINDOW in (*self.where, *other.where)
        return everywhere or not set(self.where).isdisjoint(other.where)


def always() -> bool:
    """Return True: the command is always possible."""
    return True


@dataclass(frozen=True)
class Handler:
    """What a command does on a screen, whether it is possible now, and why not.

    `is_on` is given for commands that toggle something.
    """

    run: Callable[[], None]
    possible: Callable[[], bool] = always
    why: str | Callable[[], str] = ""
    is_on: Callable[[], bool] | None = None

    @property
    def reason(self) -> str:
        """Why it is not possible now, as a sentence; empty if it is."""
        if self.possible():
            return ""
        return self.why if isinstance(self.why, str) else self.why()

    @property
    def on(self) -> bool:
        """True if its setting is on; False for commands without one."""
        return self.is_on is not None and self.is_on()


Handlers = Mapping[str, Handler]
"""Handlers by the ids of their commands."""
