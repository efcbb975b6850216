"""``python -m engine book``: build, probe. Light to import, as the parser needs it."""

from __future__ import annotations

import argparse
from pathlib import Path

from engine.arguments import Commands, game_named, number
from engine.rules import get, read_position

POSITIONS, NODES = 4000, 400_000


def add_commands(commands: Commands) -> None:
    """Add ``book`` and its subcommands to the command line's parser."""
    text = "build and ask the opening book"
    parser = commands.add_parser("book", help=text, description=text)
    actions = parser.add_subparsers(title="actions", required=True, metavar="ACTION")
    build = actions.add_parser("build", help="search the early positions and write the book anew")
    build.set_defaults(run=_build)
    build.add_argument("game", nargs="?", type=game_named, default=get("congo"), metavar="GAME")
    build.add_argument("--positions", type=number(1), default=POSITIONS, metavar="N")
    build.add_argument("--nodes", type=number(100), default=NODES, metavar="N", help="for each position")
    build.add_argument("--workers", type=number(1, 64), default=1, metavar="N")
    build.add_argument("--out", type=Path, metavar="FILE", help="if not the program's own book")
    probe = actions.add_parser("probe", help="print a position's moves in the book, with their weights")
    probe.set_defaults(run=_probe)
    probe.add_argument("game", type=game_named, metavar="GAME")
    probe.add_argument("position", metavar="POS")


def _build(args: argparse.Namespace) -> int:
    from engine.book import FOLDER
    from engine.lab.book_build import build
    from engine.lab.progress import Progress

    progress = Progress(args.positions)
    book = build(
        args.game.name, args.positions, args.nodes, args.workers, lambda done, _: progress.step("position")
    )
    path = args.out or FOLDER / f"{args.game.name}.txt"
    book.save(path)
    print(path)
    return 0


def _probe(args: argparse.Namespace) -> int:
    from engine.book import FOLDER, Book

    book = Book.load(FOLDER / f"{args.game.name}.txt")
    for move, weight in book.moves(args.game, read_position(args.game, args.position)):
        print(move, weight)
    return 0
