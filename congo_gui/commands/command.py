"""Commands: their labels, keys, screens and handlers."""

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
"""Modifier keys."""
CONTROL_KEYS = pygame.KMOD_CTRL | pygame.KMOD_META
"""Control, and Command on a Mac, as modifiers of events."""


@dataclass(frozen=True)
class Key:
    """A key: a key code with or without Control, or a typed character."""

    name: str
    code: int = 0
    control: bool = False
    character: str = ""

    def matches(self, event: pygame.event.Event) -> bool:
        """Return whether a KEYDOWN event matches this key."""
        if event.mod & pygame.KMOD_ALT and not event.mod & pygame.KMOD_MODE:
            return False
        control = bool(event.mod & CONTROL_KEYS)
        if self.character:
            return not control and event.unicode == self.character
        if self.shifted and not event.mod & pygame.KMOD_SHIFT:
            return False
        return control == self.control and key_code(event) == self.code

    def clashes(self, other: Key) -> bool:
        """Return whether the same key press could match both keys."""
        return self._pressed == other._pressed

    @property
    def shifted(self) -> bool:
        """True if it needs Shift; other keys ignore Shift."""
        return self.name.startswith(SHIFT)

    @property
    def _pressed(self) -> tuple[int, bool, bool]:
        if self.character:
            return ord(self.character), False, False
        return self.code, self.control, self.shifted

    @property
    def text(self) -> str:
        """The key's displayed name."""
        return f"{CONTROL}+{self.name}" if self.control else self.name

    @property
    def as_json(self) -> list[object]:
        """The key as a JSON value, for `from_json`."""
        return [self.name, self.code, self.control, self.character]

    @staticmethod
    def from_json(value: object) -> Key | None:
        """Return the key from a value of `as_json`, None if it is invalid."""
        if not isinstance(value, list) or [type(part) for part in value] != [str, int, bool, str]:
            return None
        name, code, control, character = value
        one_kind = (code > 0) != (len(character) == 1)
        return Key(name, code, control, character) if name and one_kind and len(character) < 2 else None

    @staticmethod
    def pressed(event: pygame.event.Event) -> Key | None:
        """Return the key of a KEYDOWN event for assigning it to a command, None if it cannot be assigned.

        Escape, Enter and Tab have a fixed meaning on every screen, and Alt is for the desktop.
        """
        code = key_code(event)
        if code in RESERVED_KEYS or code in MODIFIERS or event.mod & pygame.KMOD_ALT:
            return None
        control = bool(event.mod & CONTROL_KEYS)
        letter = ord("a") <= code <= ord("z")
        if not control and not letter and len(event.unicode) == 1 and event.unicode.isprintable():
            typed = event.unicode
            return Key("Space", pygame.K_SPACE) if typed.isspace() else Key(typed, character=typed)
        name = pygame.key.name(code)
        return Key(name[:1].upper() + name[1:], code, control) if name else None


def parse_keys(names: str) -> tuple[Key, ...]:
    """Parse key names such as ``Z or Ctrl+Z``."""
    return tuple(map(_parse_key, names.split(" or ")))


def _parse_key(text: str) -> Key:
    name = text.removeprefix("Ctrl+")
    if name.startswith(SHIFT):
        return Key(name, ord(name.removeprefix(SHIFT).lower()), control=True)
    if len(name) > 1:
        return Key(name, ENTER_CODES.get(name) or getattr(pygame, f"K_{name.replace(' ', '').upper()}"))
    control = name != text
    if control or name.isalpha():
        return Key(name, ord(name.lower()), control)
    return Key(name, character=name)  # on any keyboard layout


def is_control(mods: int) -> bool:
    """Return whether Control is held, or Command; with Alt it is AltGr on Windows, which types letters."""
    return bool(mods & CONTROL_KEYS) and not mods & pygame.KMOD_ALT


def key_code(event: pygame.event.Event) -> int:
    """Return the key code of a KEYDOWN event; on a non-Latin layout, that of the US keyboard."""
    scancode: int = getattr(event, "scancode", 0)
    if event.key > 127 and SCANCODE_A <= scancode <= SCANCODE_Z and not event.key & (1 << 30):
        return ord("a") + scancode - SCANCODE_A
    return int(event.key)


class CommandGroup(Enum):
    """The headings of lists of commands, in this order."""

    GAME = texts.GAME_GROUP
    MOVES = texts.MOVES_GROUP
    AI = texts.AI_GROUP
    POSITION = texts.POSITION_GROUP
    ANALYSIS = texts.ANALYSIS_GROUP
    VIEW = texts.VIEW_GROUP
    HELP = texts.HELP_GROUP


class Where(Enum):
    """Where a command is available: everywhere, or on one kind of screen."""

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
    LIBRARY = texts.AT_LIBRARY
    DIALOG = texts.AT_DIALOG


CUSTOM_KEYS: dict[str, tuple[Key, ...]] = {}
"""By command id: the keys changed by the user, which replace the defaults."""


@dataclass(frozen=True, eq=False)
class Action:
    """A command; `hint` is its sentence for tooltip and help, `hints` has those for particular screens."""

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
    """True if its keys cannot be changed, because they mean the same everywhere."""
    hints: Mapping[Where, str] = field(default_factory=dict)

    @property
    def keys(self) -> tuple[Key, ...]:
        """Its keys: those set by the user, else the defaults."""
        return CUSTOM_KEYS.get(self.id, self.default_keys)

    @property
    def key_text(self) -> str:
        """Its keys as text."""
        return " or ".join(key.text for key in self.keys)

    def hint_in(self, where: Where) -> str:
        """Return what it does on a screen."""
        return self.hints.get(where, self.hint)

    def tip_in(self, where: Where) -> str:
        """Return its tooltip on a screen."""
        return f"{self.hint_in(where)} ({self.key_text})"

    @property
    def tip(self) -> str:
        """Its tooltip on the first of its screens."""
        return self.tip_in(self.where[0])

    @property
    def placed_tip(self) -> str:
        """Its tooltip with the name of its first screen."""
        if self.where[0] is Where.WINDOW:
            return self.tip
        return f"{self.hint}: {self.where[0].value} ({self.key_text})"

    def is_available_in(self, where: Where) -> bool:
        """Return whether it is available on a screen."""
        return where in self.where or Where.WINDOW in self.where

    def shares_screen_with(self, other: Action) -> bool:
        """Return whether both are available on a common screen, so that their keys must differ."""
        everywhere = Where.WINDOW in (*self.where, *other.where)
        return everywhere or not set(self.where).isdisjoint(other.where)


def always() -> bool:
    """Return True: the default for commands that are always possible."""
    return True


@dataclass(frozen=True)
class Handler:
    """What a command does on a screen, whether it is possible now, and the text to show if it is not.

    `is_on` is given for commands that toggle a setting.
    """

    run: Callable[[], None]
    possible: Callable[[], bool] = always
    refusal: str | Callable[[], str] = ""
    is_on: Callable[[], bool] | None = None

    @property
    def reason(self) -> str:
        """Why it is not possible now, as a sentence; empty if it is."""
        if self.possible():
            return ""
        return self.refusal if isinstance(self.refusal, str) else self.refusal()

    @property
    def on(self) -> bool:
        """True if the command's setting is on; False for commands without a setting."""
        return self.is_on is not None and self.is_on()


Handlers = Mapping[str, Handler]
"""Handlers by command id."""
