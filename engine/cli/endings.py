"""The command endings: list, find and judge endings of the tablebase. Quick to import for the parser."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from engine.cli import texts
from engine.cli.arguments import Commands, Parser, add_number, add_optional_game, game_named, seed_of
from engine.rules import parse_position
from engine.system.errors import UserError

if TYPE_CHECKING:
    from engine.learn.endings import EndingQuery
    from engine.tablebase.tablebase import Material, Tablebase

MAX_PLIES, MAX_FOUND = 199, 100_000
GOALS = ("win", "hold", "resist")
THEMES = ("only-move", "promotion", "drowning", "flying-lion")


def add_commands(commands: Commands) -> None:
    """Add ``endings`` with its subcommands to the command line's parser."""
    parser = commands.add_parser("endings", help=texts.ENDINGS, description=texts.ENDINGS)
    actions = parser.add_subparsers(title="actions", required=True, metavar="ACTION")
    listing = actions.add_parser("list", help=texts.ENDINGS_LIST, description=texts.ENDINGS_LIST)
    listing.set_defaults(run=_list)
    add_optional_game(listing)
    _add_pieces(listing)
    find = actions.add_parser("find", help=texts.ENDINGS_FIND, description=texts.ENDINGS_FIND)
    find.set_defaults(run=_find)
    add_optional_game(find)
    _add_pieces(find)
    find.add_argument("--goal", choices=GOALS, default=GOALS[0], help=texts.ENDINGS_GOAL)
    add_number(find, "--distance", texts.ENDINGS_DISTANCE, highest=MAX_PLIES, metavar="PLIES")
    find.add_argument("--theme", choices=THEMES, default="", help=texts.ENDINGS_THEME)
    add_number(find, "--number", texts.ENDINGS_NUMBER, default=1, highest=MAX_FOUND)
    add_number(find, "--seed", texts.SEED, lowest=0)
    judge = actions.add_parser("judge", help=texts.ENDINGS_JUDGE, description=texts.ENDINGS_JUDGE)
    judge.set_defaults(run=_judge)
    judge.add_argument("game", type=game_named, metavar="GAME")
    judge.add_argument("position", metavar="POS", help=texts.POSITION)
    judge.add_argument("moves", nargs="*", metavar="MOVE", help=texts.ENDINGS_MOVES)


def _add_pieces(parser: Parser) -> None:
    parser.add_argument("--pieces", metavar="LX-LY", help=texts.ENDINGS_PIECES)


def _materials(args: argparse.Namespace, tablebase: Tablebase) -> tuple[Material, ...]:
    """Return the materials of ``--pieces``, all without it."""
    from engine.learn.endings import parse_material

    if args.pieces is None:
        return tablebase.materials
    return (parse_material(args.game, tablebase, args.pieces),)


def _list(args: argparse.Namespace) -> int:
    """Print a line of figures for every material."""
    from engine.learn.endings import endings_of, figures_of

    tablebase = endings_of(args.game)
    for material in _materials(args, tablebase):
        figures = figures_of(tablebase, material)
        counts = figures.won, figures.drawn, figures.lost
        print(texts.ending_figures(str(material), figures.positions, counts, figures.longest), flush=True)
    return 0


def _find(args: argparse.Namespace) -> int:
    """Print positions, none twice."""
    from itertools import islice
    from random import Random

    from engine.learn.endings import EndingGoal, EndingQuery, distances, endings_of, find_endings

    tablebase = endings_of(args.game)
    query = EndingQuery(EndingGoal(args.goal), _materials(args, tablebase), args.distance, args.theme)
    known = distances(tablebase, query)
    if args.distance is not None and args.distance not in known:
        raise UserError(_no_distance(query, known))
    found = 0
    for position in islice(find_endings(args.game, tablebase, query, Random(seed_of(args))), args.number):
        print(args.game.notation.format(position), flush=True)
        found += 1
    if not found:
        raise UserError(texts.no_ending_found(args.theme))
    return 0


def _no_distance(query: EndingQuery, known: tuple[int, ...]) -> str:
    """Return why there is no ending at a distance."""
    if not known or known == (0,):
        return texts.no_ending_distances(query.goal.value)
    return texts.no_ending_distance(query.distance or 0, query.goal.value, known[0], known[-1])


def _judge(args: argparse.Namespace) -> int:
    """Print a judgement for each move of a position, best first."""
    from engine.learn.ending_play import MoveJudgement
    from engine.learn.endings import endings_of

    game = args.game
    position = parse_position(game, args.position)
    outcome = game.outcome(position)
    if outcome is not None:
        raise UserError(texts.tablebase_game_over(outcome.reason.value))
    wanted = {game.parse_move(position, text) for text in args.moves}
    ranked = endings_of(game).ranked_moves(game, position)
    if not ranked:
        raise UserError(texts.NO_ENDING)
    for move, value in ranked:
        if not wanted or move in wanted:
            judged = MoveJudgement(ranked[0][1], value)
            print(texts.ending_move(move.text, value.describe(), judged.describe()))
    return 0
