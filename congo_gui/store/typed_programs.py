"""Programs as they are typed, kept so that they start the same in every folder. No pygame."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise, starmap
from pathlib import Path

from engine.players.parse import PYTHON_SUFFIX, split_command, split_kind, split_python
from engine.players.program_settings import join_command, split_settings
from engine.system.errors import UserError
from engine.system.files import absolute, typed_path

_SWITCH = re.compile(r"-([a-z]?(-?[\d.]*\d)?|jar|-([\w-]+=?)?(-?[\d.]*\d)?)", re.ASCII | re.IGNORECASE)
"""A switch such as ``-t4``, ``--fast`` or ``--hash=64``; ``-mrex`` and ``-fRexmk`` name files."""
_NUMBER = re.compile(r"-?[\d.]*\d", re.ASCII)
_FILE = re.compile(r"[^\s/\\]\.[a-z]\w*|[/\\]", re.IGNORECASE)
"""What the value of an option looks like if it names a file."""


def from_any_folder(program: str) -> str:
    """Return a program with its files named from the root: it may be started in another folder later.

    There, a file of the same name would be another program.
    """
    kind, _, text = split_kind(program)
    kept = {"engine": _engine, "student": _student, "python": _python}.get(kind, _command)(text)
    return f"{kind}:{kept}" if kept else program


def _engine(text: str) -> str:
    """Return the engine's settings with the whole path of a network; commas separate them."""
    settings = []
    for setting in text.split(","):
        name, _, file = setting.partition("=")
        path = str(absolute(typed_path(file)))
        is_network = name.strip() == "network" and file.strip() and "," not in path
        settings.append(f"network={path}" if is_network else setting)
    return ",".join(settings)


def _student(text: str) -> str:
    return str(absolute(typed_path(text))) if text.strip() else ""


def _python(text: str) -> str:
    """Return a function of a file; the empty text for one of a module that is no file here."""
    module, path, function = split_python(text)
    is_named = path.suffix == PYTHON_SUFFIX
    source = path if is_named else Path(f"{path}{PYTHON_SUFFIX}")
    is_file = module and (is_named or source.is_absolute() or os.path.isfile(source))
    return f"{absolute(source)}:{function}" if is_file else ""


def _command(text: str) -> str:
    """Return a command with its folder; the empty text if it stays as it is."""
    try:
        settings, arguments = split_settings(split_command(text))
    except UserError:  # `Programs.add` says so
        return ""
    folder, log = (name and str(absolute(typed_path(name))) for name in (settings.folder, settings.log))
    words = [str(typed_path(word)) if word.startswith("~") else word for word in arguments[:1]]
    is_here = any(map(_is_here, words))
    may_be_here = any(starmap(_may_be_here, pairwise(arguments)))
    may_be_here |= any(_names_file(value) for _, value in settings.options)
    if not folder and (is_here or may_be_here):
        folder = str(absolute(Path()))
    kept = replace(settings, folder=folder, log=log)
    words = [str(absolute(Path(word))) if is_here else word for word in words] + arguments[1:]
    return "" if (kept, words) == (settings, arguments) else join_command([*kept.arguments(), *words])


def without_folder(program: str) -> str:
    """Return a program without the folder in which it runs if that is part of its path, for a table."""
    with suppress(UserError):
        kind, colon, text = split_kind(program)
        settings, arguments = split_settings(split_command(text))
        is_below = any(Path(word).is_relative_to(settings.folder) for word in arguments[:1])
        if kind == "uci" and settings.folder and is_below:
            words = [*replace(settings, folder="").arguments(), *arguments]
            return f"{kind}{colon}{join_command(words)}"
    return program


def _is_here(command: str) -> bool:
    """Return whether a command is a file in the current folder or below it.

    One without a folder is looked for in the folders of PATH, on Windows in the current one, too. What has
    its whole path is not looked for: its disk can be slow, and the window waits.
    """
    if os.path.isabs(command):
        return False
    return bool(os.path.dirname(command)) or (os.name != "posix" and os.path.isfile(command))


def _may_be_here(before: str, argument: str) -> bool:
    """Return whether an argument may mean something in the current folder, as a file or a module does.

    It may be there later. A switch, or a number behind one, `before` it, means nothing, unless there is such
    a file. What has its whole path is not looked for: its disk can be slow, and the window waits.
    """
    if all(map(os.path.isabs, argument.split(os.pathsep))):
        return False
    is_switch = _SWITCH.fullmatch(argument) or (before.startswith("-") and _NUMBER.fullmatch(argument))
    values = argument, argument[2:], argument.rpartition("=")[2]
    return not is_switch or any(map(os.path.lexists, values))


def _names_file(value: str) -> bool:
    """Return whether the value of an option may name a file in the current folder."""
    is_path = all(map(os.path.isabs, value.split(os.pathsep)))
    return not is_path and bool(value) and bool(_FILE.search(value) or os.path.lexists(value))
