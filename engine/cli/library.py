"""The command library: list, search, import, export, check and rebuild. Quick to import for the parser."""

from __future__ import annotations

import argparse
import os
import re
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.cli import texts
from engine.cli.arguments import Commands, add_number, game_named
from engine.record.record import GameResult
from engine.rules import first, names, parse_position
from engine.system.errors import UserError, printable, quoted
from engine.system.status import print_status

if TYPE_CHECKING:
    from engine.library.library import Library
    from engine.library.query import FoundGame, GameQuery

_DATE = re.compile(r"(\d{4})(?:[-.](\d\d?)(?:[-.](\d\d?))?)?", re.ASCII)
_MOVE = re.compile(r"[A-Za-z]\d")
"""How a move begins in every game: with a square."""
_MOVE_NUMBER = re.compile(r"(?<!\S)\d+\.+")
BATCH_SIZE = 100
"""How many games are indexed by position between two reports."""


def add_commands(commands: Commands) -> None:
    """Add ``library`` with its subcommands to the command line's parser."""
    parser = commands.add_parser("library", help=texts.LIBRARY, description=texts.LIBRARY)
    actions = parser.add_subparsers(title="actions", required=True, metavar="ACTION")
    _add(actions, "list", _list, texts.LIBRARY_LIST)
    _add_conditions(_add(actions, "find", _list, texts.LIBRARY_FIND))
    importing = _add(actions, "import", _import, texts.LIBRARY_IMPORT)
    importing.add_argument("files", nargs="+", type=Path, metavar="FILE")
    importing.add_argument("--restore", action="store_true", help=texts.LIBRARY_RESTORE)
    export = _add(actions, "export", _export, texts.LIBRARY_EXPORT)
    export.add_argument("file", type=Path, metavar="FILE")
    _add_conditions(export)
    _add(actions, "check", _check, texts.LIBRARY_CHECK)
    _add(actions, "rebuild", _rebuild, texts.LIBRARY_REBUILD)


def _add(actions: Any, name: str, run: Any, text: str) -> Any:
    parser = actions.add_parser(name, help=text, description=text)
    parser.set_defaults(run=run)
    parser.add_argument("--dir", dest="folder", type=Path, metavar="DIR", help=texts.LIBRARY_FOLDER)
    return parser


def _add_conditions(parser: Any) -> None:
    parser.add_argument("words", nargs="*", metavar="WORD", help=texts.LIBRARY_WORDS)
    parser.add_argument("--game", type=game_named, metavar="GAME", help=", ".join(names()))
    parser.add_argument("--player", default="", metavar="NAME", help=texts.LIBRARY_PLAYER)
    results = [result.value for result in GameResult]
    parser.add_argument("--result", choices=results, help=texts.LIBRARY_RESULT)
    parser.add_argument("--since", type=_date, metavar="DATE", help=texts.LIBRARY_SINCE)
    parser.add_argument("--until", type=_date, metavar="DATE", help=texts.LIBRARY_UNTIL)
    add_number(parser, "--min-moves", texts.LIBRARY_MIN, lowest=0)
    add_number(parser, "--max-moves", texts.LIBRARY_MAX, lowest=0)
    parser.add_argument("--opening", type=_opening, default="", metavar="MOVES", help=texts.LIBRARY_OPENING)
    parser.add_argument("--position", metavar="POS", help=texts.LIBRARY_POSITION)


def _date(text: str) -> str:
    """Return a date, or a month or year, in the form of the tag `Date`; an argparse type."""
    found = _DATE.fullmatch(text)
    with suppress(ValueError):
        if found:
            date(*map(int, found.groups("1")))
            return ".".join(part.zfill(2) for part in found.groups() if part)
    raise argparse.ArgumentTypeError(texts.not_a_date(quoted(text)))


def _opening(text: str) -> str:
    """Return the first moves of a game, which may be of any rules, without numbers; an argparse type."""
    from engine.library.entry import OPENING_PLIES

    moves = _MOVE_NUMBER.sub(" ", text).split()
    if len(moves) > OPENING_PLIES:  # the index has no more of a game
        raise argparse.ArgumentTypeError(texts.many_first_moves(OPENING_PLIES))
    for word in moves:
        if not _MOVE.match(word):
            raise argparse.ArgumentTypeError(texts.not_first_moves(quoted(word)))
    return " ".join(moves)


def _open(args: argparse.Namespace, new: bool = False) -> Library:
    """Open the library; one that ``--dir`` names has to exist, unless it may be a `new` one.

    Raises:
        UserError: there is no library, or no folder.
    """
    from engine.library.library import Library, is_library, library_dir

    folder = args.folder or library_dir()
    if not is_library(folder) and (os.path.isfile(folder) or not (new or args.folder is None)):
        raise UserError(texts.no_library(folder))
    library = Library(folder)
    _print_notices(library)
    return library


def _print_notices(library: Library) -> None:
    while library.notices:
        print_status(library.notices.pop(0))


def _query(args: argparse.Namespace) -> GameQuery:
    """Return the query for the arguments; `list` finds all games.

    Raises:
        UserError: the position cannot be parsed, or no number of moves is both high and low enough.
    """
    from engine.library.query import GameQuery

    if "words" not in args:
        return GameQuery(descending=True)
    if None not in (args.min_moves, args.max_moves) and args.min_moves > args.max_moves:
        raise UserError(texts.min_above_max(args.min_moves, args.max_moves))
    rules = args.game or first()
    position = None if args.position is None else (rules, parse_position(rules, args.position))
    return GameQuery(
        words=" ".join(args.words),
        kind=args.game.name if args.game else "",
        player=args.player,
        result=GameResult(args.result) if args.result else None,
        since=args.since or "",
        until=args.until or "",
        min_moves=args.min_moves,
        max_moves=args.max_moves,
        opening=args.opening,
        position=position,
        descending=True,
    )


def _found(library: Library, args: argparse.Namespace) -> list[FoundGame]:
    query = _query(args)
    if query.position is not None:
        _index_positions(library)
    return library.find(query)


def _index_positions(library: Library) -> None:
    """Index the positions of the games that have been added since the last time."""
    while library.index_positions(limit=BATCH_SIZE):
        left = library.pending()
        if left:
            print_status(texts.positions_left(left))


def _list(args: argparse.Namespace) -> int:
    """Print a line for each game: identity, date, kind, players, result, moves, separated by tabs."""
    with _open(args) as library:
        for game in _found(library, args):
            fields = game.uid, game.date or "?", game.kind, *game.players, game.result, str(game.moves)
            print("\t".join(printable(" ".join(field.split())) for field in fields))
    return 0


def _import(args: argparse.Namespace) -> int:
    from engine.library.importing import ImportCounts, import_file

    total = ImportCounts()
    with _open(args, new=True) as library:
        for path in args.files:
            count = ImportCounts()
            for count in import_file(library, path, restore=args.restore):
                print_status(texts.importing(path, count.added + count.known + count.damaged))
            total += count
        _index_positions(library)
    print(texts.imported(total.added, total.known, total.damaged))
    return 0


def _export(args: argparse.Namespace) -> int:
    from engine.library.importing import export_games

    with _open(args) as library:
        games = _found(library, args)
        if not games:
            raise UserError(texts.NO_GAMES_FOUND)
        export_games(library, games[::-1], args.file)
    print(texts.exported(len(games), args.file))
    return 0


def _check(args: argparse.Namespace) -> int:
    """Print what is wrong; the status is 1 if anything is."""
    with _open(args) as library:
        problems = library.check()
        for problem in problems:
            print(printable(problem))
        if not problems:
            print(texts.library_sound(library.count()))
    return 1 if problems else 0


def _rebuild(args: argparse.Namespace) -> int:
    with _open(args) as library:
        library.rebuild()
        _print_notices(library)  # such as about a file that cannot be read
        _index_positions(library)
        print(texts.rebuilt(library.count()))
    return 0
