"""``python -m engine tablebase``: build, verify, stats, probe. Light to import, as the parser needs it."""

from __future__ import annotations

import argparse
from functools import cache
from pathlib import Path
from typing import Any

from engine.rules import get, names, read_position
from engine.rules.rules import Rules
from engine.rules.words import count_text
from engine.system.errors import UserError
from engine.system.files import has_module, load_module


@cache
def _game() -> Rules:
    """Return the first game that has a tablebase; the commands are about it."""
    return get(next(name for name in names() if has_module(name, "tablebase")))


def _module(name: str) -> Any:
    """Return a module of that game: ``tablebase``, or how it is built, checked or counted."""
    return load_module(_game().name, name)


def add_commands(commands: Any) -> None:
    """Add ``tablebase`` and its subcommands to the command line's parser."""
    title = _game().facts.title
    text = f"build, check and ask {title}'s endgame tables"
    parser = commands.add_parser("tablebase", help=text, description=text)
    actions = parser.add_subparsers(title="actions", required=True, metavar="ACTION")
    build = _action(actions, "build", _build, "build all tables; what is there and sound is kept", "--out")
    build.add_argument("--anew", action="store_true", help="build what is there as well")
    _action(actions, "verify", _verify, "check every entry against those its moves lead to", "--tables")
    _action(actions, "stats", _stats, "print results and longest wins of every ending", "--tables")
    probe = _action(
        actions, "probe", _probe, "print a position's value and its moves, best first", "--tables"
    )
    probe.add_argument("position", metavar="FEN", help=f"a position of {title} in quotes")


def _action(actions: Any, name: str, run: Any, text: str, folder: str) -> Any:
    parser = actions.add_parser(name, help=text, description=text)
    parser.set_defaults(run=run)
    parser.add_argument(
        folder, dest="folder", type=Path, metavar="DIR", help="the tables' folder, if not the program's own"
    )
    return parser


def _load(args: argparse.Namespace) -> Any:
    tablebase = _module("tablebase")
    return tablebase.load(args.folder or tablebase.FOLDER)


def _steps() -> Any:
    """Return what is told of each ending that is done."""
    from engine.cli.output import ProgressBar

    return ProgressBar(len(_module("tablebase").endings())).step


def _build(args: argparse.Namespace) -> int:
    folder = args.folder or _module("tablebase").FOLDER
    _module("tablebase_build").build(folder, _steps(), anew=args.anew)
    print(folder)
    return 0


def _verify(args: argparse.Namespace) -> int:
    counted = _module("tablebase_check").verify(_load(args), _steps())
    print(f"{counted} positions are right")
    return 0


def _stats(args: argparse.Namespace) -> int:
    for line in _module("tablebase_check").lines(_load(args)):
        print(line)
    return 0


def _probe(args: argparse.Namespace) -> int:
    game = _game()
    position = read_position(game, args.position)
    outcome = game.outcome(position)
    if outcome is not None:
        raise UserError(f"the game is over in this position: {outcome.reason.value}")
    tables = _load(args)
    value = tables.probe(game, position)
    if value is None:
        raise UserError(_module("tablebase").NOT_KNOWN)
    print(f"{value.words()} ({count_text(value.plies, 'ply', 'plies')})" if value.plies else value.words())
    for move, after in tables.ranked(game, position):
        print(f"{move}: {after.words()}")
    return 0
