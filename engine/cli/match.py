"""``python -m engine match``: two players, many games."""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import BrokenExecutor
from contextlib import closing
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
from engine.cli.output import is_progress_due, print_status
from engine.match.game_writer import GameWriter
from engine.match.match import MatchScore, play_match
from engine.match.pairing import EventSettings, limits_text, pairings
from engine.system.files import require_writable

FAILED = 1


def add_commands(commands: Commands) -> None:
    """Add ``match`` to the command line's parser."""
    text = "play pairs of games, colours reversed, from openings that differ"
    parser = add_game_command(commands, "match", _match, text)
    parser.epilog = f"P {PLAYERS}. {LIMITS_RULE}"
    parser.add_argument("first", metavar="P1")
    parser.add_argument("second", metavar="P2")
    parser.add_argument("--games", type=number(1, 10**6), default=100, metavar="N", help="(100)")
    add_event_options(parser)
    parser.add_argument("--save", type=Path, metavar="FILE", help="where the games are appended")
    add_shared(parser)


def _match(args: argparse.Namespace) -> int:
    """Play a match; the last line of standard output is its result."""
    seed = seed_of(args)
    players = (args.first, args.second)
    settings = EventSettings(args.game.name, players, limits_of(args), seed, args.grace, args.timeout)
    check_players(players, args)
    require_writable(args.save)
    openings = openings_of(args, seed, (args.games + 1) // 2)
    print_status(f"{args.games} games, {limits_text(settings.limits)}, seed {seed}")
    score = MatchScore()
    with closing(GameWriter(args.save)) as ledger:
        try:
            for played in play_match(settings, pairings(openings, args.games), args.workers, args.dask):
                score.add(played)
                ledger.add(played)
                _progress(score, settings, args.games)
        except KeyboardInterrupt:
            print_status(f"\ninterrupted: {score.line(args.first)}")
            raise
        except BrokenExecutor as error:
            print_status(f"{error}; until then: {score.line(args.first)}")
            return FAILED
    for line in score.details(players):
        print_status(line)
    print(score.line(args.first))
    return 0


def _progress(score: MatchScore, settings: EventSettings, games: int) -> None:
    done = score.tally.games
    line = f"{done}/{games}  {score.line(settings.players[0])}"
    if sys.stderr.isatty():
        print(f"\r{line}\x1b[K", end="\n" if done == games else "", file=sys.stderr, flush=True)
    elif is_progress_due(done, games):
        print_status(line)
