"""The command puzzles: mine puzzles from games, and check them. Quick to import for the parser."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

from engine.cli import texts
from engine.cli.arguments import Commands, add_number, add_optional_game, add_worker_options
from engine.cli.output import print_answer, reporting_write_errors
from engine.system.status import print_status

CHECK_NODES = 2_000_000


def add_commands(commands: Commands) -> None:
    """Add ``puzzles`` with its subcommands to the command line's parser."""
    parser = commands.add_parser("puzzles", help=texts.PUZZLES, description=texts.PUZZLES)
    actions = parser.add_subparsers(title="actions", required=True, metavar="ACTION")
    mine = actions.add_parser("mine", help=texts.PUZZLES_MINE, description=texts.PUZZLES_MINE)
    mine.set_defaults(run=_mine)
    add_optional_game(mine)
    mine.add_argument("--out", type=Path, metavar="DIR", help=texts.PUZZLES_OUT)
    add_number(mine, "--games", texts.PUZZLES_GAMES, default=5000, highest=10**7)
    add_number(mine, "--nodes", texts.PUZZLES_NODES, default=20_000, lowest=100)
    add_number(mine, "--confirm-nodes", texts.PUZZLES_CONFIRM, default=CHECK_NODES, lowest=100)
    add_number(mine, "--seed", texts.SEED, default=1, lowest=0, highest=10**6)
    add_worker_options(mine)
    check = actions.add_parser("check", help=texts.PUZZLES_CHECK, description=texts.PUZZLES_CHECK)
    check.set_defaults(run=_check)
    add_optional_game(check)
    check.add_argument("--file", type=Path, metavar="FILE", help=texts.PUZZLES_FILE)
    add_number(check, "--sample", texts.PUZZLES_SAMPLE)
    add_number(check, "--nodes", texts.NODES_PER_POSITION, default=CHECK_NODES, lowest=100)
    add_number(check, "--seed", texts.SEED, default=1, lowest=0)
    check.add_argument("--without", nargs="+", default=[], metavar="NAME", help=texts.WITHOUT)
    add_worker_options(check)


def _mine(args: argparse.Namespace) -> int:
    """Mine puzzles; print the file that has them."""
    from engine.research.plan_file import reserved
    from engine.research.puzzles.finding import MiningPlan
    from engine.research.puzzles.mining import Mining

    folder = args.out or Path(f"puzzles-{args.game.name}")
    plan = MiningPlan(args.game.name, args.seed, args.nodes, args.confirm_nodes)
    with reporting_write_errors(folder), reserved(folder):
        mining = Mining(plan, folder, print_status)
        mining.run(args.games, args.workers, args.dask)
    print(mining.path)
    return 0


def _check(args: argparse.Namespace) -> int:
    """Print the puzzles that are wrong, and last how many are right; the status is 1 if any is wrong."""
    from engine.jobs.runner import run
    from engine.learn.puzzles import puzzles_path, read_puzzles
    from engine.research.puzzles.check import problem, sample

    puzzles = sample(read_puzzles(args.file or puzzles_path(args.game.name)), args.sample, args.seed)
    work = partial(problem, args.game.name, args.nodes, frozenset(args.without))
    wrong = 0
    for number, found in run(work, puzzles, args.workers, args.dask):
        if found:
            wrong += 1
            print_answer(texts.wrong_puzzle(puzzles[number].fen, found))
    print_answer(texts.puzzles_right(len(puzzles) - wrong, len(puzzles)))
    return 1 if wrong else 0
