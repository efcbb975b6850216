"""``python -m engine book``: build, probe. Light to import, as the parser needs it."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from engine.cli.arguments import (
    Commands,
    add_number,
    add_optional_game,
    add_worker_options,
    game_named,
    number,
)
from engine.rules import read_position
from engine.system.files import is_writable

if TYPE_CHECKING:
    from engine.book.opening_book import Book


def add_commands(commands: Commands) -> None:
    """Add ``book`` and its subcommands to the command line's parser."""
    text = "build and ask the opening book"
    parser = commands.add_parser("book", help=text, description=text)
    actions = parser.add_subparsers(title="actions", required=True, metavar="ACTION")
    build = actions.add_parser("build", help="search the early positions, play from them, write the book")
    build.set_defaults(run=_build)
    add_optional_game(build)
    build.add_argument("--positions", type=number(1), default=4000, metavar="N")
    build.add_argument("--nodes", type=number(100), default=400_000, metavar="N", help="for each position")
    text = "games against itself that correct the weights; 0 for none"
    add_number(build, "--games", text, default=2000, lowest=0)
    add_number(build, "--game-nodes", "nodes a move in these games", default=3000, lowest=100)
    build.add_argument("--seed", type=number(0), default=0, metavar="N", help="decides the games' openings")
    text = "take this book's moves instead of searching for them"
    build.add_argument("--analysed", type=Path, metavar="FILE", help=text)
    add_worker_options(build)
    build.add_argument("--out", type=Path, metavar="FILE", help="if not the program's own book")
    probe = actions.add_parser("probe", help="print a position's moves in the book, with their weights")
    probe.set_defaults(run=_probe)
    probe.add_argument("game", type=game_named, metavar="GAME")
    probe.add_argument("position", metavar="POS")


def _build(args: argparse.Namespace) -> int:
    from engine.book.build import SelfPlay, correct
    from engine.book.opening_book import Book, BookError, book_path
    from engine.cli.output import ProgressBar

    path = args.out or book_path(args.game.name)
    if not is_writable(path.parent):
        raise BookError(f"{path.parent} cannot be written to; name another file with --out")
    book = Book.load(args.analysed) if args.analysed else _analysed(args)
    progress = ProgressBar(args.games)
    how = SelfPlay(args.games, args.game_nodes, args.seed)
    book = correct(args.game.name, book, how, args.workers, lambda: progress.step("game"), args.dask)
    book.save(path)
    print(path)
    return 0


def _analysed(args: argparse.Namespace) -> Book:
    from engine.book.build import build
    from engine.cli.output import ProgressBar

    progress = ProgressBar(args.positions)
    step = partial(progress.step, "position")
    return build(args.game.name, args.positions, args.nodes, args.workers, step, args.dask)


def _probe(args: argparse.Namespace) -> int:
    from engine.book.opening_book import Book, book_path

    book = Book.load(book_path(args.game.name))
    for move, weight in book.moves(args.game, read_position(args.game, args.position)):
        print(move, weight)
    return 0
