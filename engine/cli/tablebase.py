"""``python -m engine tablebase``: build, verify, stats, probe. Light to import, as the parser needs it."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.rules import get, read_position
from engine.rules.words import count_text
from engine.system.errors import UserError

if TYPE_CHECKING:
    from engine.rules.congo.tablebase import Tablebase


def add_commands(commands: Any) -> None:
    """Add ``tablebase`` and its subcommands to the command line's parser."""
    text = "build, check and ask Congo's endgame tables"
    parser = commands.add_parser("tablebase", help=text, description=text)
    actions = parser.add_subparsers(title="actions", required=True, metavar="ACTION")
    build = _action(actions, "build", _build, "build all tables; what is there and sound is kept", "--out")
    build.add_argument("--anew", action="store_true", help="build what is there as well")
    _action(actions, "verify", _verify, "check every entry against those its moves lead to", "--tables")
    _action(actions, "stats", _stats, "print results and longest wins of every ending", "--tables")
    probe = _action(
        actions, "probe", _probe, "print a position's value and its moves, best first", "--tables"
    )
    probe.add_argument("position", metavar="FEN", help="a position of Congo in quotes")


def _action(actions: Any, name: str, run: Any, text: str, folder: str) -> Any:
    parser = actions.add_parser(name, help=text, description=text)
    parser.set_defaults(run=run)
    parser.add_argument(
        folder, dest="folder", type=Path, metavar="DIR", help="the tables' folder, if not the program's own"
    )
    return parser


def _load(args: argparse.Namespace) -> Tablebase:
    from engine.rules.congo.tablebase import FOLDER, Tablebase

    return Tablebase.load(args.folder or FOLDER)


def _build(args: argparse.Namespace) -> int:
    from engine.cli.progress import Progress
    from engine.rules.congo.tablebase import FOLDER, endings
    from engine.tablebase.build import build

    folder = args.folder or FOLDER
    build(folder, Progress(len(endings())).step, anew=args.anew)
    print(folder)
    return 0


def _verify(args: argparse.Namespace) -> int:
    from engine.cli.progress import Progress
    from engine.rules.congo.tablebase import endings
    from engine.tablebase.verify import verify

    counted = verify(_load(args), Progress(len(endings())).step)
    print(f"{counted} positions are right")
    return 0


def _stats(args: argparse.Namespace) -> int:
    from engine.tablebase.stats import lines

    for line in lines(_load(args)):
        print(line)
    return 0


def _probe(args: argparse.Namespace) -> int:

    congo = get("congo")
    position = read_position(congo, args.position)
    outcome = congo.outcome(position)
    if outcome is not None:
        raise UserError(f"the game is over in this position: {outcome.reason.value}")
    tables = _load(args)
    value = tables.probe(congo, position)
    if value is None:
        raise UserError("the tables know two lions with one or two pieces more; this position has others")
    print(f"{value.words()} ({count_text(value.plies, 'ply', 'plies')})" if value.plies else value.words())
    for move, after in tables.ranked(congo, position):
        print(f"{move}: {after.words()}")
    return 0
