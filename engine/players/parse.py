"""Players by name; `texts.PLAYER_NAMES` lists the names."""

from __future__ import annotations

import os
import shlex
import shutil
from contextlib import suppress
from pathlib import Path

from engine.players import texts
from engine.players.base import (
    MOVE_TIMEOUT_S,
    STARTUP_TIMEOUT_S,
    Player,
    PlayerFactory,
    StartupTimeout,
    agent_adapters,
    game_players,
)
from engine.players.levels import parse_level
from engine.players.program_settings import ProgramSettings, files_read, in_any_folder, split_settings
from engine.players.simple_players import simple_players
from engine.rules.rules import Rules
from engine.search.limits import Limits, SearchOptions
from engine.search.margins import parse_margins
from engine.search.skill import MAX_LEVEL
from engine.system.errors import UserError, quoted, quoted_path
from engine.system.files import absolute, require_other, require_writable, typed_path

MAX_FIXED_DEPTH = 60
MAX_THREADS = 64
MAX_LIMITS = {"movetime": 10**9, "nodes": 10**15, "depth": 10**3}
"""The highest values of the engine's limits, movetime in ms: what timers and counters can hold."""
ENGINE_SETTINGS = ("level", "movetime", "nodes", "depth", "threads", "without", "book", "network", "margins")
WEIGHTS_PREFIX = "weights="
PYTHON_SUFFIX = ".py"
MAX_COMMAND = 10_000
"""The most characters of a program's command."""


def parse_player(
    text: str,
    rules: Rules,
    seed: int = 0,
    timeout_s: float = MOVE_TIMEOUT_S,
    startup_s: float = STARTUP_TIMEOUT_S,
) -> Player:
    """Return the player described by `text`; `seed` seeds its random choices.

    `timeout_s` is the time in seconds that a program or function may take for a move without a time limit,
    `startup_s` that for starting up. A name may come first: ``Rex=uci:./rex``.

    Raises:
        UserError: there is no such player.
    """
    given, text = split_name(text)
    player = _parse(text, rules, seed, timeout_s, startup_s)
    if given:
        player.name = given
    return player


def split_name(text: str) -> tuple[str, str]:
    """Split ``NAME=PLAYER`` into name and player; the name is empty if there is none."""
    name, equals, player = (part.strip() for part in text.partition("="))
    is_named = bool(equals and name and player) and ":" not in name
    return (" ".join(name.split()), player) if is_named else ("", text)


def shown_name(text: str) -> str:
    """Return a player's display name: the given name, else the player as written."""
    name, player = split_name(text)
    return name or player


def split_kind(text: str) -> tuple[str, str, str]:
    """Split a player without a name into its kind, in lower case, its colon, if any, and what follows."""
    kind, colon, rest = text.strip().partition(":")
    return kind.lower(), colon, rest


def split_python(text: str) -> tuple[str, Path, str]:
    """Split what follows ``python:`` into the module, that as a path, and the function with its setting.

    The path ends in ``.py`` if the module is a file.
    """
    module, _, function = text.rpartition(":")
    return module.strip(), typed_path(module), function.strip()


def _parse(text: str, rules: Rules, seed: int, timeout_s: float, startup_s: float) -> Player:
    name, colon, rest = split_kind(text)
    simple = simple_players(rules.name).get(name)
    if simple is not None:
        return simple.make(rules, seed, simple_depth(text, simple))
    if name == "human":
        return _human(text, colon)
    if name == "engine":
        return _engine(text.strip(), rules, rest)
    if name == "uci":
        return _program(text.strip(), rules, rest, timeout_s, startup_s)
    if name == "python":
        return _python(text.strip(), rules, rest, timeout_s, startup_s)
    if name == "student":
        return _student(text.strip(), rules, rest, timeout_s, startup_s)
    own = game_players(rules.name).items()
    more = [f"{each}:DEPTH" if player.takes_depth else each for each, player in own]
    more += [texts.student_name(name) for name in agent_adapters(rules.name)]
    raise UserError(texts.no_player(quoted(text), [texts.PLAYER_NAMES, *more]))


def check_player(text: str, rules: Rules, seconds: float) -> None:
    """Check that there is a player called `text`, waiting at most `seconds` for a function to load.

    A function that takes longer is accepted; if it is invalid, starting a game with it fails.

    Raises:
        UserError: there is no such player.
    """
    name, _, settings = split_kind(text)
    if name == "engine" and not settings.strip().startswith(WEIGHTS_PREFIX):
        # Making the player could compile the game first.
        _, options = parse_engine_settings(settings)
        if options.eval_file:
            _require_network(rules, options.eval_file)
        return
    with suppress(StartupTimeout):
        parse_player(text, rules, startup_s=seconds).close()


def _human(text: str, colon: str) -> Player:
    _take_no_settings(text, colon)

    from engine.players.human import HumanPlayer

    return HumanPlayer(input, print)


def _take_no_settings(text: str, colon: str) -> None:
    if colon:
        name = text.strip().lower().partition(":")[0]
        raise UserError(texts.no_settings(name, quoted(text)))


def simple_depth(text: str, player: PlayerFactory) -> int:
    """Return the search depth in `text`, which describes a simple player; 0 if it takes no depth.

    Raises:
        UserError: the depth is invalid.
    """
    name, colon, depth = text.strip().partition(":")
    if player.takes_depth:
        return parse_depth(name.lower(), depth)
    _take_no_settings(text, colon)
    return 0


def parse_depth(name: str, text: str) -> int:
    """Parse the search depth of a player called `name`.

    Raises:
        UserError: the depth is invalid.
    """
    if not text:
        raise UserError(texts.needs_depth(name))
    return _number(texts.depth_of(name), text, MAX_FIXED_DEPTH)


def _engine(text: str, rules: Rules, settings: str) -> Player:
    if settings.strip().startswith(WEIGHTS_PREFIX):
        from engine.players.weights_player import weights_player

        weights, _, rest = settings.strip().removeprefix(WEIGHTS_PREFIX).partition(",")
        limits, options = parse_engine_settings(rest)
        if limits != Limits() or options != SearchOptions(without=options.without, book=options.book):
            raise UserError(texts.beside_weights(quoted(rest)))
        return weights_player(text, rules, weights.strip(), options)

    limits, options = parse_engine_settings(settings)

    from engine.players.searching import EnginePlayer

    if options.eval_file:
        _require_network(rules, options.eval_file)
    return EnginePlayer(text, rules, limits, options)


def _require_network(rules: Rules, name: str) -> None:
    """Check that a file holds a network for a game."""
    from engine.search.networks import network_from_file

    network_from_file(rules, name)


def parse_engine_settings(settings: str) -> tuple[Limits, SearchOptions]:
    """Parse the settings after ``engine:``. A limit overrides that of the level.

    Raises:
        UserError: a setting is invalid.
    """
    values: dict[str, str] = {}
    for setting in settings.split(",") if settings.strip() else []:
        name, equals, value = (part.strip() for part in setting.partition("="))
        if not equals or name not in ENGINE_SETTINGS:
            raise UserError(texts.no_setting("engine", quoted(setting), texts.ENGINE_SETTINGS))
        if name in values:
            raise UserError(texts.set_twice(name))
        values[name] = value
    return _limits(values), _options(values)


def _limits(values: dict[str, str]) -> Limits:
    return Limits(
        movetime=_limit(values, "movetime"), nodes=_limit(values, "nodes"), depth=_limit(values, "depth")
    )


def _limit(values: dict[str, str], name: str) -> int | None:
    return _number(f"{name}=", values[name], MAX_LIMITS[name]) if name in values else None


def _options(values: dict[str, str]) -> SearchOptions:
    without = frozenset(values["without"].lower().split("+")) if "without" in values else frozenset()
    threads = _number("threads=", values.get("threads", "1"), MAX_THREADS)
    level = parse_level(values.get("level", str(MAX_LEVEL)))
    if level is None:
        raise UserError(texts.bad_level(MAX_LEVEL, quoted(values["level"])))
    book = values.get("book", "off").lower()
    if book not in ("on", "off"):
        raise UserError(texts.bad_book(quoted(values["book"])))
    margins = parse_margins(values["margins"]) if "margins" in values else ()
    return SearchOptions(
        without=without,
        threads=threads,
        level=level,
        book=book == "on",
        eval_file=values.get("network", ""),
        margins=margins,
    )


def _number(what: str, text: str, highest: int) -> int:
    if text.isascii() and text.isdigit() and len(text) < 19 and 1 <= int(text) <= highest:
        return int(text)
    raise UserError(texts.no_whole_number(what, highest, quoted(text)))


def _program(text: str, rules: Rules, command: str, timeout_s: float, startup_s: float) -> Player:
    settings, arguments = program_arguments(command)
    folder, log = settings.working_folder(), settings.log_file()
    if log is not None:
        require_other(log, *files_read(settings, arguments))
        require_writable(log, "ab")

    from engine.players.uci_client import UciPlayer

    player = UciPlayer(text, in_any_folder(arguments, settings), rules, startup_s, timeout_s)
    player.use(settings.commands(), folder, log)
    return player


def program_arguments(command: str) -> tuple[ProgramSettings, list[str]]:
    """Return the settings of a program, and the arguments of the command that starts it.

    Raises:
        UserError: there is no such program, or it cannot be started.
    """
    settings, arguments = split_settings(split_command(command))
    if not arguments:
        raise UserError(texts.NO_COMMAND)
    if shutil.which(arguments[0]) is None:
        raise UserError(_not_runnable(arguments[0]))
    return settings, arguments


def _not_runnable(name: str) -> str:
    """Return why a program that the system does not find cannot be started."""
    is_python = name.endswith(PYTHON_SUFFIX)
    if not os.path.isfile(name) or (os.name == "nt" and not is_python):
        return texts.no_program(name)
    is_executable = os.access(name, os.X_OK) and not os.path.dirname(name)
    return texts.not_in_path(name) if is_executable else texts.not_executable(name, is_python)


def _python(text: str, rules: Rules, where: str, timeout_s: float, startup_s: float) -> Player:
    module, path, called = split_python(where)
    function, comma, setting = (part.strip() for part in called.partition(","))
    if path.suffix == PYTHON_SUFFIX and os.path.isfile(path) and function.isidentifier():
        module = os.path.realpath(absolute(path))
    elif not (module.replace(".", "_").isidentifier() and function.isidentifier()):
        raise UserError(texts.NO_FUNCTION_NAMED)
    name, _, depth = setting.partition("=")
    if comma and name.strip() != "depth":
        raise UserError(texts.no_setting("python", quoted(setting), texts.PYTHON_SETTINGS))

    plies = [str(_number("depth=", depth.strip(), MAX_FIXED_DEPTH))] if comma else []

    from engine.players.subprocess_player import SubprocessPlayer

    form = None if plies else agent_adapters(rules.name).get(function)
    game_time_s = form.seconds if form else None
    return SubprocessPlayer(text, [module, function, *plies], startup_s, timeout_s, game_time_s)


def _student(text: str, rules: Rules, file: str, timeout_s: float, startup_s: float) -> Player:
    forms = agent_adapters(rules.name)
    if not forms:
        raise UserError(texts.no_agents(rules.facts.title, quoted(text)))
    path = typed_path(file)
    if not os.path.isfile(path):
        missing = texts.no_file(quoted_path(file.strip()))
        raise UserError(missing if file.strip() else texts.NO_FILE_NAMED)

    from engine.players.subprocess_player import SubprocessPlayer

    function, form = next(iter(forms.items()))
    return SubprocessPlayer(
        text, [os.path.realpath(absolute(path)), function], startup_s, timeout_s, form.seconds
    )


def split_command(command: str, windows: bool = os.name == "nt") -> list[str]:
    """Split a command into arguments as the shell does.

    Raises:
        UserError: the command is empty, has an unclosed quote, or is too long.
    """
    if len(command) > MAX_COMMAND:  # splitting takes time that grows with the square of a word's length
        raise UserError(texts.not_split(quoted(command), texts.TOO_LONG))
    try:
        arguments = shlex.split(command, posix=not windows)
    except ValueError as error:
        reason = str(error).lower()
        raise UserError(texts.not_split(quoted(command), reason)) from None
    if windows:  # backslashes belong to paths, so shlex is not in POSIX mode and keeps the quotes
        arguments = [
            word[1:-1] if len(word) > 1 and word[0] == word[-1] == '"' else word for word in arguments
        ]
    if not arguments:
        raise UserError(texts.NO_COMMAND)
    return arguments
