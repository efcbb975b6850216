"""Programs that the user added in the window, read from its settings by name."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from engine.players import texts
from engine.players.parse import split_name
from engine.system.errors import UserError, quoted
from engine.system.files import read_file
from engine.system.folders import SETTINGS_FILE, config_dir

SAVED_PREFIX = "program:"
PROGRAM_PREFIXES = ("uci:", "python:", "student:")
"""The prefixes of players that are programs."""
MAX_SETTINGS_BYTES = 1 << 20


def valid_programs(value: object) -> dict[str, str]:
    """Return the valid programs in a settings value by name, sorted by name."""
    known: Mapping[object, object] = value if isinstance(value, dict) else {}
    found = {
        name: program
        for name, program in known.items()
        if isinstance(name, str)
        and name
        and isinstance(program, str)
        and program.startswith(PROGRAM_PREFIXES)
    }
    return dict(sorted(found.items(), key=lambda item: item[0].lower()))


def saved_programs(path: Path | None = None) -> dict[str, str]:
    """Return the programs in the window's settings; none if the file is missing or unreadable."""
    try:
        values = json.loads(read_file(path or config_dir() / SETTINGS_FILE, MAX_SETTINGS_BYTES).decode())
    except (OSError, ValueError, RecursionError):
        return {}
    return valid_programs(values.get("programs")) if isinstance(values, dict) else {}


def with_saved_program(text: str, programs: Mapping[str, str] | None = None) -> str:
    """Replace ``program:NAME`` by that program, with its name before it.

    `programs` are the programs by name; by default those in the window's settings.

    Raises:
        UserError: no program of this name has been added.
    """
    given, player = split_name(text)
    if not player.strip().lower().startswith(SAVED_PREFIX):
        return text
    known = saved_programs() if programs is None else programs
    title, program = _find(player.strip()[len(SAVED_PREFIX) :].strip(), known)
    named = f"{given or title}={program}"
    return named if split_name(named) == (given or title, program) else program


def command_of(text: str) -> str:
    """Replace ``program:NAME`` by that program.

    Raises:
        UserError: no program of this name has been added.
    """
    full = with_saved_program(text)
    return text if full == text else split_name(full)[1]


def _find(name: str, known: Mapping[str, str]) -> tuple[str, str]:
    match = name if name in known else next((each for each in known if each.lower() == name.lower()), None)
    if match is None:
        raise UserError(texts.no_saved_program(quoted(name), list(known)))
    return match, known[match]
