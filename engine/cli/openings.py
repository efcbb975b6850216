"""The command openings: build a game's opening explorer, and show it. Quick to import for the parser."""

from __future__ import annotations

import argparse
from pathlib import Path

from engine.cli import texts
from engine.cli.arguments import (
    Commands,
    add_number,
    add_optional_game,
    add_worker_options,
    game_named,
    reader,
)
from engine.cli.output import reporting_write_errors
from engine.research.checks import parse_whole
from engine.rules import parse_position
from engine.rules.rules import Rules
from engine.system.errors import UserError
from engine.system.status import print_status


def add_commands(commands: Commands) -> None:
    """Add ``openings`` with its subcommands to the command line's parser."""
    parser = commands.add_parser("openings", help=texts.OPENINGS, description=texts.OPENINGS)
    actions = parser.add_subparsers(title="actions", required=True, metavar="ACTION")
    build = actions.add_parser("build", help=texts.OPENINGS_BUILD, description=texts.OPENINGS_BUILD)
    build.set_defaults(run=_build)
    add_optional_game(build)
    build.add_argument("--out", type=Path, metavar="DIR", help=texts.OPENINGS_OUT)
    add_number(build, "--games", texts.OPENINGS_GAMES, default=20_000, highest=10**6)
    add_number(build, "--min-nodes", texts.OPENINGS_MIN_NODES, default=250, highest=10**7)
    add_number(build, "--max-nodes", texts.OPENINGS_MAX_NODES, default=5000, highest=10**7)
    add_number(build, "--positions", texts.OPENINGS_POSITIONS, default=1500, lowest=0, highest=10**6)
    add_number(build, "--nodes", texts.OPENINGS_NODES, default=200_000, lowest=100, highest=10**9 - 1)
    size = reader(lambda text: parse_whole(text, 1, 99))
    build.add_argument("--sizes", nargs="+", type=size, metavar="N", help=texts.OPENINGS_SIZES)
    add_number(build, "--seed", texts.SEED, default=1, lowest=0, highest=10**6)
    add_worker_options(build)
    show = actions.add_parser("show", help=texts.OPENINGS_SHOW, description=texts.OPENINGS_SHOW)
    show.set_defaults(run=_show)
    show.add_argument("game", type=game_named, metavar="GAME")
    show.add_argument("position", nargs="?", default="startpos", metavar="POS", help=texts.POSITION)
    show.add_argument("--sample", metavar="MOVE", help=texts.OPENINGS_SAMPLE)
    show.add_argument("--file", type=Path, metavar="FILE", help=texts.OPENINGS_FILE)


def _build(args: argparse.Namespace) -> int:
    """Build the explorer; print its file."""
    from engine.research.openings.building import OpeningBuild
    from engine.research.openings.playing import OpeningPlan
    from engine.research.plan_file import reserved

    rules: Rules = args.game
    folder = args.out or Path(f"openings-{rules.name}")
    if args.min_nodes > args.max_nodes:
        raise UserError(texts.nodes_in_wrong_order(args.min_nodes, args.max_nodes))
    sizes = tuple(args.sizes or rules.facts.sizes[:1])
    for size in sizes:
        rules.start(size)
    plan = OpeningPlan(rules.name, sizes, args.seed, args.min_nodes, args.max_nodes)
    with reporting_write_errors(folder), reserved(folder):
        build = OpeningBuild(plan, folder, print_status)
        build.run(args.games, args.positions, args.nodes, args.workers, args.dask)
    print(build.path)
    return 0


def _show(args: argparse.Namespace) -> int:
    """Print a line for each move that was played from a position, or a sample game."""
    from engine.learn.explorer import explorer_of, read_explorer
    from engine.record.format import format_game

    rules: Rules = args.game
    explorer = read_explorer(args.file) if args.file else explorer_of(rules.name)
    if explorer is None:
        raise UserError(texts.no_openings(rules.facts.title))
    position = parse_position(rules, args.position)
    found = explorer.position(rules, position)
    moves = found.moves if found else ()
    if args.sample is None:
        for each in moves:
            print(
                f"{each.move} games {each.games} wins {each.wins} draws {each.draws} losses {each.losses}"
                f" score {each.score}"
            )
        return 0
    move = rules.parse_move(position, args.sample)
    sample = next((each.sample for each in moves if each.move == move.text), None)
    if sample is None:
        raise UserError(texts.no_sample(move.text))
    print(format_game(explorer.sample(sample).record(rules)), end="")
    return 0
