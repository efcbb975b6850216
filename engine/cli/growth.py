"""``python -m engine growth``: nodes of minimax and alpha-beta by depth, board and turn. Light to import."""

from __future__ import annotations

import argparse
from pathlib import Path

from engine.cli.arguments import Commands, add_game_command, number
from engine.cli.output import make_folder, print_status, reporting_write_errors
from engine.system.errors import UserError

DEPTH, GAMES, SEED, MAX_GAME_PLIES = 4, 2, 2026, 200
MAX_DEPTH = 20


def add_commands(commands: Commands) -> None:
    """Add the command of this module."""
    text = "count the nodes of minimax and alpha-beta by depth, size of the board and turn"
    parser = add_game_command(commands, "growth", command_growth, text)
    parser.add_argument("--sizes", type=_sizes, default=[], metavar="N,N", help="sizes of the board (all)")
    text = f"depths from 1 to this ({DEPTH})"
    parser.add_argument("--depth", type=number(1, MAX_DEPTH), default=DEPTH, metavar="N", help=text)
    text = "the depth of the tables by turn (the deepest)"
    parser.add_argument("--turn-depth", type=number(1, MAX_DEPTH), metavar="N", help=text)
    text = f"for each size and depth; more than 2 begin after random plies ({GAMES})"
    parser.add_argument("--games", type=number(2, 10**4), default=GAMES, metavar="N", help=text)
    text = f"after which a game is cut off ({MAX_GAME_PLIES})"
    parser.add_argument("--plies", type=number(1, 10**4), default=MAX_GAME_PLIES, metavar="N", help=text)
    parser.add_argument("--seed", type=number(0), default=SEED, metavar="N", help=f"({SEED})")
    parser.add_argument("--workers", type=number(1, 64), default=1, metavar="N", help="processes (1)")
    parser.add_argument("--out", type=Path, metavar="DIR", help="the report's folder (growth-GAME)")
    parser.add_argument(
        "--no-plots", action="store_true", help="leave the pictures out: no matplotlib needed"
    )


def _sizes(text: str) -> list[int]:
    return [number(1, 99)(part) for part in text.split(",")]


def command_growth(args: argparse.Namespace) -> int:
    """Play the games, write the report, and print its path."""
    from engine.cli.progress_bar import ProgressBar
    from engine.research.growth.growth import jobs, play_all
    from engine.research.growth.report import GrowthSettings, check_folder, write_report
    from engine.research.plots import check_matplotlib

    if not args.no_plots:
        check_matplotlib()
    if args.games % 2:
        raise UserError("games are played in pairs, colours reversed: --games takes an even number")
    turn_depth = args.depth if args.turn_depth is None else args.turn_depth
    if turn_depth > args.depth:
        raise UserError(f"--turn-depth {turn_depth} is deeper than --depth {args.depth}, so nobody plays it")
    settings = GrowthSettings(args.game, args.depth, turn_depth, args.games, args.seed, args.plies)
    folder = make_folder(args.out or Path(f"growth-{args.game.name}"))
    several = len(args.game.facts.sizes) > 1
    sizes = args.sizes or (sorted(args.game.facts.sizes) if several else [None])
    check_folder(folder, settings, sizes)
    wanted = jobs(args.game, sizes, args.depth, args.games, args.seed, args.plies, print_status)
    progress, logs = ProgressBar(len(wanted)), []
    for log in play_all(wanted, args.workers):
        logs.append(log)
        progress.step(f"size {log.size}, depth {log.depth}" if log.size else f"depth {log.depth}")
    with reporting_write_errors(folder):
        path = write_report(folder, settings, logs, not args.no_plots)
    print(path)
    return 0
