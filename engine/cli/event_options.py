"""What the commands share that play games between players. Light to import, as the parser needs it."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from random import Random

from engine.cli.arguments import number
from engine.cli.output import print_status
from engine.match.openings import MAX_OPENING_PLIES, Opening, random_openings, read_openings, short_search
from engine.match.pairing import GRACE_MS
from engine.players.parse import MOVE_TIMEOUT_S, PLAYER_NAMES, parse_player
from engine.search.limits import Limits
from engine.system.errors import UserError

OPENING_PLIES = 6
DEFAULT_MOVETIME_MS = 100
MAX_WORKERS = 256
LIMITS_RULE = "Limits of a player's own go before those of the event."
PLAYERS = f"is one of {PLAYER_NAMES}, or the game's own"


def limits_of(args: argparse.Namespace) -> Limits:
    """Return the limits of a move."""
    limits = Limits(depth=args.depth, nodes=args.nodes, movetime=args.movetime)
    return Limits(movetime=DEFAULT_MOVETIME_MS) if limits == Limits() else limits


def check_players(players: Sequence[str], args: argparse.Namespace) -> None:
    """Raise `UserError` for a player that does not exist, or is a person."""
    for text in players:
        if text.strip().lower() == "human":
            raise UserError("a person cannot play here; see the command play")
        parse_player(text, args.game).close()


def openings_of(args: argparse.Namespace, seed: int, needed: int) -> list[Opening]:
    """Return so many openings that differ; raise `UserError`."""
    game, start = args.game, args.game.start(args.size)
    if isinstance(args.openings, int):
        chance = Random(f"{seed} openings")
        return random_openings(start, args.openings, needed, chance, game, short_search(game), print_status)
    openings = read_openings(args.openings, game, start, print_status)
    if len(openings) < needed:
        raise UserError(f"{args.openings} holds {len(openings)} different openings, but {needed} are needed")
    return openings


def _opening_source(text: str) -> int | Path:
    return number(0, MAX_OPENING_PLIES)(text) if text.isascii() and text.isdigit() else Path(text)


def add_event_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that are the same for all events."""
    text = "plies at random, or a file with a line for each: FEN, or MOVE ..., or FEN moves MOVE ... (6)"
    parser.add_argument(
        "--openings", type=_opening_source, default=OPENING_PLIES, metavar="N|FILE", help=text
    )
    limits = parser.add_mutually_exclusive_group()
    limits.add_argument("--movetime", type=number(1, 10**9), metavar="MS", help="milliseconds a move (100)")
    limits.add_argument("--nodes", type=number(1, 10**15), metavar="N", help="nodes a move")
    limits.add_argument("--depth", type=number(1, 1000), metavar="N", help="plies a move")
    add_worker_options(parser, "games played at once, each by a process of its own (1)")
    text = f"milliseconds by which a move may exceed its time limit ({GRACE_MS})"
    parser.add_argument("--grace", type=number(0, 10**6), default=GRACE_MS, metavar="MS", help=text)
    text = (
        f"seconds after which a program or function without a time limit is said to hang ({MOVE_TIMEOUT_S:g})"
    )
    parser.add_argument("--timeout", type=number(1, 10**6), default=MOVE_TIMEOUT_S, metavar="S", help=text)


def add_worker_options(parser: argparse.ArgumentParser, text: str = "processes (1)") -> None:
    """Add the options that say who does the work."""
    parser.add_argument("--workers", type=number(1, MAX_WORKERS), default=1, metavar="N", help=text)
    text = "a Dask cluster's scheduler, as in tcp://HOST:8786; its workers then do the work"
    parser.add_argument("--dask", metavar="ADDRESS", help=text)
