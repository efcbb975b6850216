"""The commands book and tablebase. Quick to import, because every command builds the whole parser."""

from __future__ import annotations

import argparse
from functools import cache
from pathlib import Path
from typing import Any

from engine.cli import texts
from engine.cli.arguments import Commands, add_optional_game, game_named
from engine.cli.output import ProgressBar, reporting_write_errors
from engine.rules import get, names, parse_position
from engine.rules.rules import Rules
from engine.rules.words import count_text
from engine.system.errors import UserError
from engine.system.files import has_module, is_writable, load_module, require_other, require_replaceable


def add_commands(commands: Commands) -> None:
    """Add ``book`` and ``tablebase`` with their subcommands to the command line's parser."""
    _add_book(commands)
    _add_tablebase(commands)


# --- book


def _add_book(commands: Commands) -> None:
    parser = commands.add_parser("book", help=texts.BOOK, description=texts.BOOK)
    actions = parser.add_subparsers(title="actions", required=True, metavar="ACTION")
    build = actions.add_parser("build", help=texts.BOOK_BUILD, description=texts.BOOK_BUILD)
    build.set_defaults(run=_build_book)
    add_optional_game(build)
    build.add_argument("--openings", type=Path, metavar="FILE", help=texts.OPENINGS_FILE)
    build.add_argument("--out", type=Path, metavar="FILE", help=texts.BOOK_OUT)
    probe = actions.add_parser("probe", help=texts.BOOK_PROBE, description=texts.BOOK_PROBE)
    probe.set_defaults(run=_probe_book)
    probe.add_argument("game", type=game_named, metavar="GAME")
    probe.add_argument("position", metavar="POS")


def _build_book(args: argparse.Namespace) -> int:
    from engine.book.opening_book import HEADER, BookError, book_path
    from engine.learn.explorer import explorer_of, read_explorer
    from engine.research.openings.book import book_from_explorer

    path = args.out or book_path(args.game.name)
    if not is_writable(path.parent):
        raise BookError(texts.book_not_writable(path.parent))
    require_other(path, args.openings)
    require_replaceable(path, f"{HEADER} ")
    explorer = read_explorer(args.openings) if args.openings else explorer_of(args.game.name)
    if explorer is None:
        raise UserError(texts.no_openings(args.game.facts.title))
    book = book_from_explorer(args.game, explorer)
    with reporting_write_errors(path):
        book.save(path)
    print(path)
    return 0


def _probe_book(args: argparse.Namespace) -> int:
    from engine.book.opening_book import Book, book_path

    book = Book.load(book_path(args.game.name))
    for move, weight in book.moves(args.game, parse_position(args.game, args.position)):
        print(move, weight)
    return 0


# --- tablebase


@cache
def _game() -> Rules:
    """Return the first game with a tablebase, which the commands are for."""
    return get(next(name for name in names() if has_module(name, "tablebase")))


def _module(name: str) -> Any:
    """Return a module of that game: ``tablebase``, ``tablebase_build`` or ``tablebase_check``."""
    return load_module(_game().name, name)


def _add_tablebase(commands: Commands) -> None:
    title = _game().facts.title
    text = texts.tablebase(title)
    parser = commands.add_parser("tablebase", help=text, description=text)
    actions = parser.add_subparsers(title="actions", required=True, metavar="ACTION")
    build = _action(actions, "build", _build_tablebase, texts.TABLEBASE_BUILD, "--out")
    build.add_argument("ending", nargs="?", metavar="ENDING", help=texts.TABLEBASE_ENDING)
    build.add_argument("--rebuild", action="store_true", help=texts.TABLEBASE_REBUILD)
    build.add_argument("--anew", action="store_true", dest="rebuild", help=argparse.SUPPRESS)
    _action(actions, "verify", _verify, texts.TABLEBASE_VERIFY, "--tables")
    _action(actions, "stats", _stats, texts.TABLEBASE_STATS, "--tables")
    probe = _action(actions, "probe", _probe_tablebase, texts.TABLEBASE_PROBE, "--tables")
    probe.add_argument("position", metavar="FEN", help=texts.tablebase_position(title))


def _action(actions: Any, name: str, run: Any, text: str, folder: str) -> Any:
    parser = actions.add_parser(name, help=text, description=text)
    parser.set_defaults(run=run)
    parser.add_argument(folder, dest="folder", type=Path, metavar="DIR", help=texts.TABLEBASE_FOLDER)
    return parser


def _load(args: argparse.Namespace) -> Any:
    return _module("tablebase").load(args.folder)


def _build_tablebase(args: argparse.Namespace) -> int:
    tablebase = _module("tablebase")
    if args.ending is None:
        folder, wanted, known = (
            args.folder or tablebase.FOLDER,
            tablebase.endings(),
            tablebase.CongoTablebase(),
        )
    else:
        wanted = tablebase.with_promotions(tablebase.larger_ending(args.ending))
        folder, known = args.folder or tablebase.own_folder(), tablebase.load_supplied()
    report = ProgressBar(len(wanted)).step
    _module("tablebase_build").build(folder, wanted, known, report, rebuild=args.rebuild)
    print(folder)
    return 0


def _verify(args: argparse.Namespace) -> int:
    tablebase = _load(args)
    report = ProgressBar(len(tablebase.endings)).step
    counted = _module("tablebase_check").verify(tablebase, report)
    print(texts.tablebase_right(counted))
    return 0


def _stats(args: argparse.Namespace) -> int:
    for line in _module("tablebase_check").lines(_load(args)):
        print(line)
    return 0


def _probe_tablebase(args: argparse.Namespace) -> int:
    game = _game()
    position = parse_position(game, args.position)
    outcome = game.outcome(position)
    if outcome is not None:
        raise UserError(texts.tablebase_game_over(outcome.reason.value))
    tablebase = _load(args)
    value = tablebase.probe(game, position)
    if value is None:
        raise UserError(_module("tablebase").NOT_KNOWN)
    print(
        f"{value.describe()} ({count_text(value.plies, 'ply', 'plies')})" if value.plies else value.describe()
    )
    for move, after in tablebase.ranked_moves(game, position):
        print(f"{move}: {after.describe()}")
    return 0
