"""The settings that may precede the command of a UCI program: options, working folder and log file.

They are written like shell variables before a command, with the names of Cute Chess:
``uci:option.Hash=64 "option.Skill Level=5" dir=bots log=rex.log ./rex --fast``.
"""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.players import texts
from engine.system.errors import UserError, quoted_path
from engine.system.files import absolute, typed_path

OPTION, FOLDER, LOG = "option.", "dir", "log"


@dataclass(frozen=True)
class ProgramSettings:
    """A program's options by name, its working folder, and its log file."""

    options: tuple[tuple[str, str], ...] = ()
    folder: str = ""
    log: str = ""

    def arguments(self) -> list[str]:
        """Return the settings as the arguments before the command."""
        found = [f"{OPTION}{name}={value}" for name, value in self.options]
        found += [f"{FOLDER}={self.folder}"] if self.folder else []
        return found + ([f"{LOG}={self.log}"] if self.log else [])

    def commands(self) -> list[str]:
        """Return the UCI commands that set the options."""
        return [f"setoption name {name} value {value or '<empty>'}" for name, value in self.options]

    def working_folder(self) -> str | None:
        """Return the program's working folder, None for the current one.

        Raises:
            UserError: the folder does not exist.
        """
        if not self.folder:
            return None
        path = absolute(typed_path(self.folder))
        if not os.path.isdir(path):
            raise UserError(texts.no_folder(quoted_path(self.folder)))
        return str(path)

    def log_file(self) -> Path | None:
        """Return the log file, None for no log."""
        return absolute(typed_path(self.log)) if self.log else None


def split_settings(arguments: Sequence[str]) -> tuple[ProgramSettings, list[str]]:
    """Split a command line into the settings and the command itself."""
    options: dict[str, str] = {}
    others = {FOLDER: "", LOG: ""}
    rest = list(arguments)
    while rest:
        name, equals, value = rest[0].partition("=")
        if equals and name.startswith(OPTION) and name != OPTION:
            options[" ".join(name.removeprefix(OPTION).split())] = " ".join(value.split())
        elif equals and name in others:
            others[name] = value
        else:
            break
        del rest[0]
    return ProgramSettings(tuple(options.items()), others[FOLDER], others[LOG]), rest


def files_read(settings: ProgramSettings, arguments: Sequence[str]) -> list[Path]:
    """Return the files that a program may read: itself, and what its arguments and options may name."""
    program = [Path(shutil.which(name) or name) for name in arguments[:1]]
    names = [name.rpartition("=")[2] for name in arguments[1:]] + [value for _, value in settings.options]
    folder = typed_path(settings.folder)
    return program + [folder / name for name in names if name]


def join_command(arguments: Sequence[str], windows: bool = os.name == "nt") -> str:
    """Join arguments into a command: the inverse of `split_command`."""
    if windows:
        return " ".join(f'"{word}"' if " " in word else word for word in arguments)
    return shlex.join(arguments)


def in_any_folder(arguments: Sequence[str], settings: ProgramSettings) -> list[str]:
    """Return a command whose program is found from any working folder."""
    found = shutil.which(arguments[0])
    is_path = found is not None and bool(os.path.dirname(arguments[0])) and bool(settings.folder)
    return [str(absolute(Path(arguments[0]))), *arguments[1:]] if is_path else list(arguments)


@dataclass(frozen=True)
class UciOption:
    """A UCI option of a program; `low` and `high` are for spins, `choices` for combos."""

    name: str
    kind: str
    default: str = ""
    low: int | None = None
    high: int | None = None
    choices: tuple[str, ...] = ()

    def nearest(self, value: int) -> int:
        """Return the allowed value nearest to `value`."""
        value = value if self.low is None else max(value, self.low)
        return value if self.high is None else min(value, self.high)

    def problem(self, value: str) -> str:
        """Return why a value is invalid for the option; empty if it is valid."""
        if self.kind != "spin":
            return ""
        digits = value.removeprefix("-")
        is_whole = digits.isascii() and digits.isdigit() and len(digits) < 19
        low = self.low if self.low is not None else -(10**18)
        high = self.high if self.high is not None else 10**18
        return "" if is_whole and low <= int(value) <= high else texts.bad_option(self.name, low, high)


KINDS = ("check", "spin", "combo", "string")
_KEYS = ("default", "min", "max", "var")


def parse_option(tokens: Sequence[str]) -> UciOption | None:
    """Parse an ``option`` line of a program; None for buttons and any other line."""
    if list(tokens[:2]) != ["option", "name"] or "type" not in tokens:
        return None
    at = tokens.index("type")
    kind = tokens[at + 1] if at + 1 < len(tokens) else ""
    if kind not in KINDS or at == 2:
        return None
    values: dict[str, list[str]] = {key: [] for key in _KEYS}
    key = ""
    for token in tokens[at + 2 :]:
        if token in _KEYS and not (kind == "string" and key == "default"):
            key = token
            values[key].append("")
        elif key:
            values[key][-1] = f"{values[key][-1]} {token}".strip()
    default = "".join(values["default"][:1])
    return UciOption(
        " ".join(tokens[2:at]),
        kind,
        "" if default == "<empty>" else default,
        _whole(values["min"]),
        _whole(values["max"]),
        tuple(values["var"]),
    )


def _whole(texts: Sequence[str]) -> int | None:
    try:
        return int(texts[0])
    except (IndexError, ValueError):
        return None
