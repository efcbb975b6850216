"""The command lessons: check the lessons about strategy. Quick to import for the parser."""

from __future__ import annotations

import argparse
from functools import partial

from engine.cli import texts
from engine.cli.arguments import Commands, add_number, add_optional_game, add_worker_options
from engine.cli.output import print_answer

CHECK_NODES = 1_000_000


def add_commands(commands: Commands) -> None:
    """Add ``lessons`` with its subcommand to the command line's parser."""
    parser = commands.add_parser("lessons", help=texts.LESSONS, description=texts.LESSONS)
    actions = parser.add_subparsers(title="actions", required=True, metavar="ACTION")
    check = actions.add_parser("check", help=texts.LESSONS_CHECK, description=texts.LESSONS_CHECK)
    check.set_defaults(run=_check)
    add_optional_game(check)
    add_number(check, "--nodes", texts.LESSONS_NODES, default=CHECK_NODES, lowest=100)
    add_worker_options(check)


def _check(args: argparse.Namespace) -> int:
    """Print the lessons that are wrong, and last how many are right; the status is 1 if any is wrong."""
    from engine.jobs.runner import run
    from engine.learn.lessons import strategy_of
    from engine.learn.model_games import model_games_of
    from engine.research import model_game_check
    from engine.research.strategy_check import problem

    lessons = strategy_of(args.game)
    wrong = 0
    for number, found in run(partial(problem, args.game.name, args.nodes), lessons, args.workers, args.dask):
        if found:
            wrong += 1
            print_answer(texts.wrong_lesson(lessons[number].id, found))
    print_answer(texts.lessons_right(len(lessons) - wrong, len(lessons)))
    problems = {game.event: model_game_check.problem(args.nodes, game) for game in model_games_of(args.game)}
    for name, found in problems.items():
        if found:
            print_answer(texts.wrong_lesson(name, found))
    right = sum(not found for found in problems.values())
    print_answer(texts.model_games_right(right, len(problems)))
    return 1 if wrong or right < len(problems) else 0
