"""``python -m engine tournament``: several players, a cross table, ratings."""

from __future__ import annotations

import argparse
import math
import time
from concurrent.futures import BrokenExecutor
from dataclasses import replace
from pathlib import Path

from engine.cli.arguments import Commands, add_game_command, add_shared, number, seed_of
from engine.cli.event_options import (
    LIMITS_RULE,
    PLAYERS,
    add_event_options,
    check_players,
    limits_of,
    openings_of,
)
from engine.cli.output import print_status
from engine.match.match import TimeCost
from engine.match.pairing import limits_text
from engine.match.tournament import FORMATS, Tournament, TournamentPlan
from engine.match.tournament_file import seed_of as seed_in
from engine.match.tournament_table import report
from engine.system.errors import UserError
from engine.system.files import require_writable

FAILED, INTERRUPTED = 1, 130
GAMES_PER_PAIRING = 2
SPRT_MAX_GAMES = 2000


def add_commands(commands: Commands) -> None:
    """Add ``tournament`` to the command line's parser."""
    text = "let players meet in a round robin, a gauntlet or a Swiss tournament; print table and ratings"
    parser = add_game_command(commands, "tournament", _tournament, text)
    parser.epilog = f"P {PLAYERS}. {LIMITS_RULE} The same command with the same FILE continues."
    parser.add_argument("players", nargs="+", metavar="P")
    text = "who meets whom: all (round-robin), the first all others (gauntlet), equals (swiss)"
    parser.add_argument("--format", choices=FORMATS, default=FORMATS[0], help=text)
    text = f"games of two players whenever they meet, an even number ({GAMES_PER_PAIRING})"
    parser.add_argument("--games", type=number(2, 10**6), metavar="N", help=text)
    text = "rounds of a Swiss tournament (so many that one player can win all of its games)"
    parser.add_argument("--rounds", type=number(1, 1000), metavar="N", help=text)
    text = "two players: end when it is clear whether the first is stronger by ELO1, or only by ELO0"
    parser.add_argument("--sprt", nargs=2, type=_elo, metavar=("ELO0", "ELO1"), help=text)
    text = "where the games are written, and from where a tournament that was stopped goes on"
    parser.add_argument("--file", "--save", type=Path, metavar="FILE", help=text)
    add_event_options(parser)
    add_shared(parser)


def _elo(text: str) -> float:
    try:
        points = float(text)
    except ValueError:
        points = math.nan
    if not abs(points) <= 1000:
        raise argparse.ArgumentTypeError(f"'{text}' is no number of Elo points from -1000 to 1000")
    return points


def _tournament(args: argparse.Namespace) -> int:
    check_players(args.players, args)
    tournament = Tournament(_plan(args), args.file)
    _tell_beginning(tournament)
    status = _play(tournament, args)
    print(report(tournament), end="")
    return status


def _plan(args: argparse.Namespace) -> TournamentPlan:
    if args.rounds is not None and args.format != "swiss":
        raise UserError("--rounds belongs to --format swiss; the other formats have as many as it takes")
    seed = seed_in(args.file) if args.file and args.seed is None else None
    seed = seed_of(args) if seed is None else seed
    games = args.games or (SPRT_MAX_GAMES if args.sprt else GAMES_PER_PAIRING)
    rounds = args.rounds or max(math.ceil(math.log2(len(args.players))), 1)
    plan = TournamentPlan(
        args.game.name,
        tuple(args.players),
        limits_of(args),
        (),
        args.format,
        games,
        rounds,
        seed,
        tuple(args.sprt) if args.sprt else None,
        args.grace,
        args.timeout,
    )
    require_writable(args.file)
    return replace(plan, openings=tuple(openings_of(args, seed, plan.needed_openings)))


def _tell_beginning(tournament: Tournament) -> None:
    plan = tournament.plan
    print_status(f"{plan.form}, {plan.total} games, {limits_text(plan.limits)}, seed {plan.seed}")
    if tournament.resumed:
        print_status(f"{tournament.resumed} of them are in the file")
    if tournament.unreadable:
        print_status(f"{tournament.unreadable} were not written to their end, and are played again")


def _play(tournament: Tournament, args: argparse.Namespace) -> int:
    """Play what is left and show it; return the exit status."""
    from engine.cli.tournament_progress import shown

    began, cost, status = time.perf_counter(), TimeCost(), 0
    with shown(tournament) as board:
        try:
            for game in tournament.play(args.workers, args.dask):
                cost.add(game)
                board.update()
        except BrokenExecutor as error:
            print_status(str(error))
            status = FAILED
        except KeyboardInterrupt:
            status = INTERRUPTED
    if status == INTERRUPTED:
        print_status("interrupted" + ("; the same command goes on from here" if args.file else ""))
    if cost.thought:
        print_status(str(cost))
    if cost.thought and not args.dask:
        share = cost.thought / (args.workers * (time.perf_counter() - began))
        workers = f"{args.workers} {'worker' if args.workers == 1 else 'workers'}"
        print_status(f"they thought in {100 * share:.1f} % of the time of {workers}, starts included")
    return status
