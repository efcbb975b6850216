"""The names and titles of a tournament's players, and checking names."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from time import monotonic

from congo_gui.play.player import AGENT, ENGINE, PYTHON, UCI, PlayerConfig, switched_off
from congo_gui.screens.tournament import texts
from congo_gui.store.programs import Programs, python_function
from congo_gui.store.typed_programs import from_any_folder, without_folder
from engine.players.parse import ENGINE_SETTINGS, check_player, split_command, split_kind, split_name
from engine.players.saved_programs import with_saved_program
from engine.rules.rules import Rules
from engine.system.errors import UserError

LEVEL = "engine:level="
COMMANDS = (UCI, AGENT)
"""The prefixes of names in which a comma is not a separator."""
SETTINGS = (*ENGINE_SETTINGS, "weights")
"""The settings that may follow a comma within a name."""
MAX_CHECK_S, MIN_CHECK_S = 1.5, 0.02
"""The maximum seconds for checking all Python functions, and the minimum for each."""


def title_of(player: str, programs: Programs) -> str:
    """Return the title of a player."""
    given, player = split_name(player)
    if given:
        return given
    if player.startswith(LEVEL):
        return texts.level(player.removeprefix(LEVEL))
    if programs.may_start(player):
        return programs.title(player)
    with suppress(UserError):
        found = PlayerConfig.named(player)
        if found.simple is not None or switched_off(player):
            return found.short_title
    return without_folder(player)


def shown_title(player: str) -> str:
    """Return the title of a file's player in a list: an AI's level by name, all others as written."""
    is_level = player.startswith(LEVEL)
    return texts.level(player.removeprefix(LEVEL)) if is_level else player


def named(player: str, programs: Programs) -> str:
    """Return a player with its name before it if it is one of the programs: tables and files show the name.

    ``program:NAME`` is one of them, too. A name that cannot precede a player, such as one with a colon, is
    left out.

    Raises:
        UserError: there is no program of that name.
    """
    player = with_saved_program(player, programs.all())
    if player not in programs.all().values():
        return player
    title = programs.title(player)
    written = f"{title}={player}"
    return written if split_name(written) == (title, player) else player


def whole(player: str, programs: Programs) -> str:
    """Return a player with its files named from the root, unless it is one of the programs as it is.

    What is typed is kept for later runs, which may start in another folder, with other files.
    """
    name, program = split_name(player)
    program = "".join(split_kind(program))  # the engine takes UCI: for uci:
    if not program.startswith((*COMMANDS, PYTHON, f"{ENGINE}:")):
        return player
    if program not in programs.all().values():
        program = from_any_folder(program)
    return f"{name}={program}" if name else program


def with_whole_names(text: str, programs: Programs) -> str:
    """Return typed players, each as `whole`; a text that could not be split into them stays as it is."""
    with suppress(UserError):
        names = names_in(text)
        found = [whole(name, programs) for name in names]
        typed = ", ".join(map(_as_typed, found))
        if found != names and names_in(typed) == found:
            return typed
    return text


def is_unregistered(player: str, programs: Programs) -> bool:
    """Return whether a player is a program that has not been added here."""
    try:
        player = split_name(player)[1]
        return PlayerConfig.named(player).needs_permission and not programs.may_start(player)
    except UserError:
        return True  # the engine may know it


def names_in(text: str) -> list[str]:
    """Return the players' names in a text, separated by spaces or commas.

    A comma before a setting, as in ``engine:nodes=5,depth=3``, or in the path of a Python file does not end
    a name.

    Raises:
        UserError: the text cannot be split, as with a quotation mark that is not closed.
    """
    found: list[str] = []
    for word in split_command(text) if text.strip(" ,") else ():
        is_command = split_name(word)[1].strip().lower().startswith(COMMANDS)
        for at, part in enumerate([word.rstrip(",")] if is_command else word.split(",")):
            is_setting = part.partition("=")[0].strip() in SETTINGS
            if found and (is_setting or (at and _is_cut_off(found[-1]))):
                found[-1] += f",{part}"
            elif part:
                found.append(part)
    return found


def _is_cut_off(name: str) -> bool:
    """Return whether a name ends within the path of a Python file, before the function."""
    kind, _, rest = split_kind(split_name(name)[1])
    _, colon, function = rest.rpartition(":")
    return f"{kind}:" == PYTHON and not (colon and function.partition(",")[0].strip().isidentifier())


def check_all(names: Iterable[str], rules: Rules) -> None:
    """Check that all names are players; Python functions have `MAX_CHECK_S` in all.

    Raises:
        UserError: a name is not a player.
    """
    end = monotonic() + MAX_CHECK_S
    before = ""
    for name in names:
        if not name.startswith(LEVEL):
            try:
                check(name, rules, max(MIN_CHECK_S, end - monotonic()))
            except UserError:
                is_player = f"{split_kind(split_name(name)[1])[0]}:" in (*COMMANDS, PYTHON, f"{ENGINE}:")
                if is_player or not split_name(before)[1].startswith(COMMANDS):
                    raise
                raise UserError(texts.quotes_needed(before)) from None  # it is a word of that command
        before = name


def check(name: str, rules: Rules, seconds: float | None = None) -> None:
    """Check that a name is a player; a Python function has `seconds` to load, by default `MAX_CHECK_S`.

    Raises:
        UserError: it is not; the message has the name.
    """
    player = split_name(name)[1]
    if player.lower() == "human":
        raise UserError(texts.NO_HUMANS)
    try:
        check_player(player, rules, MAX_CHECK_S if seconds is None else seconds)
    except UserError as error:
        # The list of all players does not fit in a line, and includes people.
        unknown, listed, _ = str(error).partition("; players are ")
        problem = texts.try_some(unknown) if listed else unknown
        raise UserError(problem if player in problem else texts.wrong_player(name, problem)) from None


def python_player(path: Path, rules: Rules) -> str:
    """Return the player in a Python file, as it can be typed among others.

    Raises:
        UserError: the file has no function, or cannot be read.
    """
    return _as_typed(f"{PYTHON}{python_function(path, rules)}")


def _as_typed(name: str) -> str:
    """Return a player's name in quotes if `names_in` needs them."""
    if os.name != "posix":  # there, double quotes alone hold words together
        return f'"{name}"' if " " in name else name
    return shlex.quote(name) if set(name) & set(" \t'\"\\") else name
