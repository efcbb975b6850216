"""Opens the window: ``python main.py``. See ``python main.py --help``.

What stands between the player and the game is explained in a sentence: an unsuitable Python, a missing
package, two packages that exclude each other, no display, a position that cannot be read. So nothing
beyond the standard library is imported before that has been looked at, and this file is written so
that old versions of Python can read it.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import TYPE_CHECKING

from engine.system import preflight

if TYPE_CHECKING:
    from engine.rules.position import Position
    from engine.rules.rules import Rules

PACKAGES = (*preflight.PACKAGES, "pygame")
"""What has to be importable, by the names that are imported."""
LEVELS = tuple(str(number) for number in range(1, 11))
OTHER_NAMES = {"easy": 2, "medium": 5, "hard": 10}
PLAYERS = ("human", *LEVELS, *OTHER_NAMES)
"""Who can play; levels as engine/players/levels.py has them, which may not be imported here yet."""
PROGRAMS = ("uci:", "python:")
"""How players begin that are other programs."""
METHODS = ("minimax:", "alphabeta:")
"""How players begin that search to a fixed depth, which follows."""
LONGEST_CHECK = 10.0
"""Seconds that somebody's function has to be loaded before the window opens without it."""
BAD_INPUT, CANNOT_START, INTERRUPTED = 2, 1, 130

python_problem = preflight.python_problem


def player(text: str) -> str:
    """Read who plays a side, for argparse; whether a program is there is seen later."""
    if text in PLAYERS or text.startswith((*PROGRAMS, *METHODS)):
        return text
    others = ", ".join([*(f"{name}DEPTH" for name in METHODS), *(f"{name}..." for name in PROGRAMS)])
    raise argparse.ArgumentTypeError(f"'{text}' is no player; there are {', '.join(PLAYERS)}, {others}")


def missing_packages(find: Callable[[str], object]) -> list[str]:
    """Return the needed packages that `find` does not know."""
    return preflight.missing(find, PACKAGES)


def package_problem() -> str | None:
    """Return which packages are missing, or that two exclude each other; None if all is well."""
    from importlib.util import find_spec

    missing = missing_packages(find_spec)
    if missing:
        return preflight.missing_problem(missing)
    if {"pygame", "pygame_ce"} <= installed_beside(find_spec("pygame")):
        return (
            "Both pygame and pygame-ce are installed, which overwrite each other's files. "
            "Run: python -m pip uninstall pygame pygame-ce, and then: " + preflight.INSTALL
        )
    return None


def installed_beside(package: ModuleSpec | None) -> set[str]:
    """Return the names of what pip installed into the folder that a package lies in, with underscores.

    importlib.metadata tells the same, but the window would have to wait for it.
    """
    if package is None or package.origin is None:
        return set()
    folder = os.path.dirname(os.path.dirname(package.origin))
    records = (name for name in os.listdir(folder) if name.endswith((".dist-info", ".egg-info")))
    return {name.partition("-")[0].lower() for name in records}


def import_pygame() -> None:
    """Import pygame without pkg_resources, where it looks first for files that it has beside itself.

    That takes as long as all the rest of pygame.
    """
    unwanted = "pkg_resources"
    if unwanted not in sys.modules:
        sys.modules[unwanted] = None  # type: ignore[assignment]
    import pygame  # noqa: F401

    if sys.modules[unwanted] is None:
        del sys.modules[unwanted]


def parser() -> argparse.ArgumentParser:
    """Return what reads the command line."""
    from engine import __version__
    from engine.cli.arguments import Parser, number, side_names

    reader = Parser(prog="main.py", description="Play Congo, chess with African animals, and other games.")
    reader.add_argument("file", nargs="?", metavar="FILE", help="a saved game to open")
    reader.add_argument("--game", help="which game (the one that was chosen last, at first congo)")
    reader.add_argument("--size", type=number(1, 99), metavar="N", help="size of the board")
    reader.add_argument("--fen", help="the position to start from, in quotes")
    others = ", ".join(f"{name} ({level})" for name, level in OTHER_NAMES.items())
    levels = f"the AI's level from {LEVELS[0]}, the weakest, to {LEVELS[-1]}; also {others}"
    programs = "minimax:DEPTH, alphabeta:DEPTH; or a program, uci:COMMAND or python:MODULE:FUNCTION"
    for place in ("first", "second"):
        words = f"who moves {place}: human, {levels}; or {programs}"
        reader.add_argument("--" + place, type=player, metavar="PLAYER", help=words)
    for name in side_names():
        words = f"who plays {name}, in games that have it"
        reader.add_argument("--" + name, type=player, metavar="PLAYER", help=words)
    words = "a clock for each side: minutes and the seconds that a move adds, as in 3+2"
    reader.add_argument("--clock", metavar="MIN+SEC", help=words)
    words = "write every move to the terminal in words, for a screen reader"
    reader.add_argument("--aloud", action="store_true", help=words)
    reader.add_argument("--demo", action="store_true", help="watch two AIs play")
    reader.add_argument("--version", action="version", version="Congo " + __version__)
    return reader


def fail(text: str, status: int) -> int:
    """Say why the program cannot go on; return the exit status."""
    print(text, file=sys.stderr)
    return status


def _game(arguments: argparse.Namespace, last: str) -> Rules:
    """Return the game that is asked for, by name or by a file, else the `last` one; raise `GameError`."""
    from congo_gui.play.game_file import games_in
    from engine import rules

    if arguments.game is not None:
        return rules.get(arguments.game)
    if arguments.file:
        found = games_in(Path(arguments.file))[0].rules
        return found or rules.first()
    return rules.get(last) if last in rules.names() else rules.first()


def _start(game: Rules, arguments: argparse.Namespace) -> Position | None:
    """Return the position that is asked for, None for the usual one; raise `GameError`."""
    if arguments.fen is not None:
        return game.parse(arguments.fen)
    return game.start(arguments.size) if arguments.size is not None else None


def check_player(name: str | None, game: Rules) -> None:
    """Raise `GameError` if a program is named that cannot be there, or a depth that is none."""
    if name is None or not name.startswith((*PROGRAMS, *METHODS)):
        return
    from engine.players import parse

    if name.startswith(METHODS):
        method, _, depth = name.partition(":")
        parse.read_depth(method, depth)
    else:
        parse.check_player(name, game, LONGEST_CHECK)


def show(arguments: argparse.Namespace) -> int:
    """Open the window as the command line asks; return the exit status."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    # Without it Windows scales the window up as a picture, and everything is blurred.
    os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
    os.environ.setdefault("SDL_VIDEO_ALLOW_SCREENSAVER", "1")
    from engine import PROGRAM

    os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", PROGRAM)
    from congo_gui.store.settings import Settings
    from engine.cli.arguments import players_by_side
    from engine.game.clocks import read_minutes
    from engine.rules.errors import GameError

    settings = Settings()
    try:
        game = _game(arguments, str(settings["game"]))
        start = _start(game, arguments)
        first, second = players_by_side(game, arguments)
        for name in (first, second):
            check_player(name, game)
        clock = read_minutes(arguments.clock) if arguments.clock else None
    except GameError as error:
        return fail(str(error), BAD_INPUT)
    import_pygame()
    from congo_gui import app
    from congo_gui import games as skins
    from congo_gui.store.options import Options
    from congo_gui.system.display import NoDisplay

    if game.name not in skins.names():
        terminal = f"python -m engine play {game.name}"
        return fail(
            f"{game.title} has no board in the window; play it in the terminal: {terminal}", BAD_INPUT
        )
    path = Path(arguments.file).absolute() if arguments.file else None
    named = arguments.game is not None
    options = Options(
        game, start, first, second, arguments.demo, clock, path, named=named, aloud=arguments.aloud
    )
    # Only who asks for nothing is asked.
    pick = not named and not options.asks_for_a_game
    try:
        return app.run(replace(options, pick=pick), settings)
    except NoDisplay as error:
        return fail(str(error), CANNOT_START)
    except KeyboardInterrupt:
        return INTERRUPTED


def main(words: Sequence[str] | None = None) -> int:
    """Run the program; return the exit status."""
    problem = python_problem(sys.version_info[:2])
    if problem:
        return fail(problem, CANNOT_START)
    arguments = parser().parse_args(words)
    problem = package_problem()
    if problem:
        return fail(problem, CANNOT_START)
    return show(arguments)


if __name__ == "__main__":
    sys.exit(main())
