"""Opens the window: the commands ``congo``, ``python main.py`` and ``python -m congo_gui``.

Anything that prevents a start is explained in a sentence: an unsuitable Python, a missing package, two
packages that exclude each other, no display, a position that cannot be parsed. So nothing beyond the
standard library is imported before these checks, and old versions of Python can parse this file.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from congo_gui.store import texts
from congo_gui.system import packages
from engine import PROGRAM
from engine.system import preflight
from engine.system.status import print_status

if TYPE_CHECKING:
    from engine.record.record import GameRecord
    from engine.rules.rules import Rules
    from engine.rules.values import Position

MAX_LOADING_S = 10.0
"""The maximum loading time in seconds of a user's function before the window opens without it."""
BAD_INPUT, CANNOT_START, INTERRUPTED = 2, 1, 130


def main(argv: Sequence[str] | None = None, prog: str = PROGRAM) -> int:
    """Run the program, invoked as `prog`; return the exit status."""
    problem = preflight.python_problem(sys.version_info[:2]) or packages.package_problem()
    preflight.open_standard_files()
    preflight.leave_deleted_folder()
    preflight.keep_access_to_new_files()
    if problem:
        return fail(problem, CANNOT_START)
    from engine.system.errors import UserError

    try:
        try:
            parser = build_parser(prog)
        except UserError as error:  # a game cannot be loaded with the weights that the environment names
            return fail(str(error), BAD_INPUT)
        arguments = parser.parse_args(argv)
        return export(arguments) if arguments.export is not None else show(arguments)
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        from engine.__main__ import report_crash

        return report_crash(error)


def fail(text: str, status: int) -> int:
    """Print why the program cannot continue; return the exit status."""
    print_status(text)
    return status


# --- the command line


def build_parser(prog: str) -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    from engine import __version__
    from engine.cli.arguments import Parser, number, side_names
    from engine.players.levels import ALIASES, LEVELS

    parser = Parser(prog=prog, description=texts.DESCRIPTION)
    parser.add_argument("file", nargs="?", metavar="FILE", help=texts.FILE_HELP)
    parser.add_argument("--game", help=texts.GAME_HELP)
    parser.add_argument("--size", type=number(1, 99), metavar="N", help=texts.SIZE_HELP)
    parser.add_argument("--fen", help=texts.FEN_HELP)
    others = ", ".join(f"{name} ({level})" for name, level in ALIASES.items())
    levels = texts.levels(LEVELS[0].name, LEVELS[-1].name, others)
    programs = texts.programs(texts.SIMPLE_PLAYERS)
    for place in ("first", "second"):
        parser.add_argument("--" + place, metavar="PLAYER", help=texts.player_help(place, levels, programs))
    for name in side_names():
        parser.add_argument("--" + name, metavar="PLAYER", help=texts.side_help(name))
    parser.add_argument("--clock", metavar="MIN+SEC", help=texts.CLOCK_HELP)
    parser.add_argument("--move-limit", metavar="SECONDS", help=texts.MOVE_LIMIT_HELP)
    parser.add_argument("--export", metavar="OUT", help=texts.EXPORT_HELP)
    parser.add_argument("--ply", type=number(0), metavar="N", help=texts.PLY_HELP)
    parser.add_argument("--game-number", type=number(1), default=1, metavar="N", help=texts.GAME_NUMBER_HELP)
    parser.add_argument("--theme", choices=texts.THEMES, default=texts.THEMES[0], help=texts.THEME_HELP)
    parser.add_argument("--flip", action="store_true", help=texts.FLIP_HELP)
    parser.add_argument("--aloud", action="store_true", help=texts.SCREEN_READER_HELP)
    parser.add_argument("--demo", action="store_true", help=texts.DEMO_HELP)
    parser.add_argument("--version", action="version", version="Congo " + __version__)
    return parser


# --- checking the arguments


def chosen_game(arguments: argparse.Namespace, last: str | None) -> Rules:
    """Return the requested game, by name or by a file, else the `last` one.

    Raises:
        UserError: there is no such game, or the file cannot be read.
    """
    from congo_gui.play.game_file import first_rules
    from engine import rules

    if arguments.game is not None:
        return rules.get(arguments.game)
    if arguments.file:
        return first_rules(Path(arguments.file)) or rules.first()
    return rules.get(last) if last and last in rules.names() else rules.first()


def chosen_start(game: Rules, arguments: argparse.Namespace) -> Position | None:
    """Return the requested position, None for the default one.

    Raises:
        UserError: the text is not a position.
    """
    from engine.rules import parse_position

    if arguments.fen is not None:
        return parse_position(game, arguments.fen)
    return game.start(arguments.size) if arguments.size is not None else None


def check_player(name: str | None, game: Rules) -> None:
    """Check that the game has a player called `name`, and that its program can be found.

    Raises:
        UserError: it has none, or the program cannot be found.
    """
    from congo_gui.play.player import PlayerConfig
    from engine.players import parse

    if name is not None and PlayerConfig.named(name, rules=game).needs_permission:
        parse.check_player(name, game, MAX_LOADING_S)


# --- pictures, animations and pages


def export(arguments: argparse.Namespace) -> int:
    """Write the file that `--export` names, without a display; return the exit status."""
    from engine.system.errors import UserError
    from engine.system.files import require_other

    set_up_sdl()
    packages.import_pygame()
    from congo_gui.draw.theme import Scheme
    from congo_gui.share.export import export, suffix_of
    from congo_gui.share.shared_game import SharedGame

    path = Path(arguments.export)
    try:
        suffix_of(path)
        record = chosen_record(arguments)
        require_other(path, Path(arguments.file) if arguments.file else None)
        shared = SharedGame(record, Scheme.named(arguments.theme), arguments.flip)
        export(path, shared, arguments.ply, replaces=False)
    except UserError as error:
        return fail(str(error), BAD_INPUT)
    return print_name(path)


def print_name(path: Path) -> int:
    """Print the name of a written file to standard output, whatever that accepts; return the exit status."""
    from engine.cli.texts import STANDARD_OUTPUT, stream_failed

    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.errors == "strict":
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        print(path, flush=True)
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python reports it again at exit
        if isinstance(error, BrokenPipeError):  # the reader has closed the pipe
            return 0
        return fail(stream_failed(STANDARD_OUTPUT, error.strerror), BAD_INPUT)
    return 0


def chosen_record(arguments: argparse.Namespace) -> GameRecord:
    """Return the game to export: one of a file, or else a position without moves.

    Raises:
        UserError: the file, the game in it, or the position cannot be read.
    """
    from congo_gui.play.game_file import UnreadableGame, games_in, read_game
    from engine.record.record import GameRecord

    game = chosen_game(arguments, None)
    if not arguments.file:
        return GameRecord(game, chosen_start(game, arguments) or game.start())
    path = Path(arguments.file)
    found = games_in(path)
    if arguments.game_number > len(found):
        raise UnreadableGame(texts.no_such_game(arguments.game_number, path.name, len(found)))
    chosen = found[arguments.game_number - 1]
    return read_game(path, chosen, chosen.rules or game)


# --- the window


def set_up_sdl() -> None:
    """Tell SDL, before it is loaded, what kind of program this is."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    # Without it Windows scales the window up as a picture, and everything is blurred.
    os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
    os.environ.setdefault("SDL_VIDEO_ALLOW_SCREENSAVER", "1")
    os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", PROGRAM)


def show(arguments: argparse.Namespace) -> int:
    """Open the window with the command line's options; return the exit status."""
    from congo_gui.store.settings import SettingsFile
    from engine.cli.arguments import players_by_side
    from engine.game.clocks import parse_minutes, parse_move_limit
    from engine.players.saved_programs import command_of
    from engine.system.errors import UserError

    settings_file = SettingsFile()
    try:
        game = chosen_game(arguments, settings_file.settings.game)
        start = chosen_start(game, arguments)
        first, second = (name and command_of(name) for name in players_by_side(game, arguments))
        for name in (first, second):
            check_player(name, game)
        clock = parse_minutes(arguments.clock) if arguments.clock else None
        move_limit = parse_move_limit(arguments.move_limit) if arguments.move_limit else None
    except UserError as error:
        return fail(str(error), BAD_INPUT)
    set_up_sdl()
    packages.import_pygame()
    from congo_gui import app, games
    from congo_gui.store.launch_options import LaunchOptions
    from congo_gui.system.display import NoDisplay

    if game.name not in games.names():
        terminal = f"python -m engine play {game.name}"
        return fail(texts.no_board(game.facts.title, terminal), BAD_INPUT)
    path = Path(arguments.file).absolute() if arguments.file else None
    named = arguments.game is not None
    options = LaunchOptions(
        game,
        start,
        first,
        second,
        arguments.demo,
        clock,
        move_limit,
        path,
        named=named,
        screen_reader=arguments.aloud,
    )
    # The games are shown only to those who ask for nothing.
    pick = not named and not options.asks_for_a_game
    try:
        return app.run(replace(options, pick=pick), settings_file)
    except NoDisplay as error:
        return fail(str(error), CANNOT_START)


if __name__ == "__main__":
    sys.exit(main(prog="python -m congo_gui"))
