"""The commands match and tournament, and the options that they share."""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Protocol

from engine.cli.arguments import (
    Commands,
    add_game_command,
    add_number,
    add_shared,
    add_worker_options,
    number,
    seed_of,
)
from engine.cli.output import is_progress_due, print_status
from engine.match.game_runner import GameWriter
from engine.match.match import MatchScore, TimeCost, play_match
from engine.match.openings import MAX_OPENING_PLIES, Opening, random_openings, read_openings, short_search
from engine.match.pairing import GRACE_MS, EventSettings, limits_text, pairings
from engine.match.tournament import FORMATS, Tournament, TournamentPlan
from engine.match.tournament import seed_of as seed_in
from engine.match.tournament_table import report, standings
from engine.players.parse import MOVE_TIMEOUT_S, STARTUP_TIMEOUT_S, parse_player
from engine.players.texts import PLAYER_NAMES
from engine.rules.words import count_text
from engine.search.limits import Limits
from engine.system.errors import UserError
from engine.system.files import require_writable

OPENING_PLIES = 6
DEFAULT_MOVETIME_MS = 100
GAMES_PER_PAIRING = 2
SPRT_MAX_GAMES = 2000
FAILED, INTERRUPTED = 1, 130
LIMITS_RULE = "The limits of a player override those of the event."
PLAYERS = f"is one of {PLAYER_NAMES}, or the game's own"


def add_commands(commands: Commands) -> None:
    """Add the commands of this module."""
    _add_match(commands)
    _add_tournament(commands)


# --- what both share


def limits_of(args: argparse.Namespace) -> Limits:
    """Return the limits of a move."""
    if args.movetime is not None and args.grace is not None:
        return Limits.strict(args.movetime, args.grace)
    limits = Limits(depth=args.depth, nodes=args.nodes, movetime=args.movetime)
    return Limits(movetime=DEFAULT_MOVETIME_MS) if limits == Limits() else limits


def grace_of(args: argparse.Namespace) -> int:
    """Return by how many milliseconds a move may exceed its time limit."""
    return GRACE_MS if args.grace is None else int(args.grace)


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
    text = "number of random plies, or a file, a line each: FEN, MOVE ..., or FEN moves MOVE ... (6)"
    parser.add_argument(
        "--openings", type=_opening_source, default=OPENING_PLIES, metavar="N|FILE", help=text
    )
    limits = parser.add_mutually_exclusive_group()
    add_number(limits, "--movetime", "milliseconds per move (100)", highest=10**9, metavar="MS")
    add_number(limits, "--nodes", "nodes per move", highest=10**15)
    add_number(limits, "--depth", "search depth in plies", highest=1000)
    add_worker_options(parser, "number of games played at once, each in its own process")
    text = (
        f"milliseconds by which a move may exceed its time limit ({GRACE_MS}); if given, --movetime binds "
        "every player, also functions and fixed depths: --movetime 3000 --grace 0 is 3 seconds or eliminated"
    )
    add_number(parser, "--grace", text, lowest=0, highest=10**6, metavar="MS")
    text = "seconds after which a program or function without a time limit counts as hanging; if given, "
    text += f"also while it starts, which else may take {STARTUP_TIMEOUT_S:g}"
    add_number(parser, "--timeout", text, default=MOVE_TIMEOUT_S, highest=10**6, metavar="S")


# --- match


def _add_match(commands: Commands) -> None:
    text = "play pairs of games, colours reversed, from openings that differ"
    parser = add_game_command(commands, "match", _match, text)
    parser.epilog = f"P {PLAYERS}. {LIMITS_RULE}"
    parser.add_argument("first", metavar="P1")
    parser.add_argument("second", metavar="P2")
    add_number(parser, "--games", "number of games", default=100, highest=10**6)
    add_event_options(parser)
    parser.add_argument("--save", type=Path, metavar="FILE", help="file to which the games are appended")
    add_shared(parser)


def _match(args: argparse.Namespace) -> int:
    """Play a match; the last line of standard output is its result."""
    seed = seed_of(args)
    players = (args.first, args.second)
    settings = EventSettings(args.game.name, players, limits_of(args), seed, grace_of(args), args.timeout)
    check_players(players, args)
    require_writable(args.save)
    openings = openings_of(args, seed, (args.games + 1) // 2)
    print_status(f"{count_text(args.games, 'game')}, {limits_text(settings.limits)}, seed {seed}")
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


# --- tournament


def _add_tournament(commands: Commands) -> None:
    text = "play a round robin, a gauntlet or a Swiss tournament, and print the table with ratings"
    parser = add_game_command(commands, "tournament", _tournament, text)
    parser.epilog = f"P {PLAYERS}. {LIMITS_RULE} The same command with the same FILE continues."
    parser.add_argument("players", nargs="+", metavar="P")
    text = "who plays whom: everyone (round-robin), the first everyone else (gauntlet), equals (swiss)"
    parser.add_argument("--format", choices=FORMATS, default=FORMATS[0], help=text)
    text = f"games per pairing, an even number ({GAMES_PER_PAIRING})"
    add_number(parser, "--games", text, lowest=2, highest=10**6)
    text = "rounds of a Swiss tournament (enough to leave one unbeaten player)"
    add_number(parser, "--rounds", text, highest=1000)
    text = "for two players: stop when it is clear whether the first is ELO1 or only ELO0 points stronger"
    parser.add_argument("--sprt", nargs=2, type=_elo, metavar=("ELO0", "ELO1"), help=text)
    text = "file of the games, from which a stopped tournament continues"
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
        grace_of(args),
        args.timeout,
    )
    require_writable(args.file)
    return replace(plan, openings=tuple(openings_of(args, seed, plan.needed_openings)))


def _tell_beginning(tournament: Tournament) -> None:
    plan = tournament.plan
    print_status(
        f"{plan.form}, {count_text(plan.total, 'game')}, {limits_text(plan.limits)}, seed {plan.seed}"
    )
    if tournament.resumed:
        print_status(f"{tournament.resumed} of them are in the file")
    if tournament.unreadable:
        print_status(f"{tournament.unreadable} were not written to their end, and are played again")


def _play(tournament: Tournament, args: argparse.Namespace) -> int:
    """Play what is left and show it; return the exit status."""
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


# --- how a tournament stands: a live table in a terminal, else a line now and then


class TournamentProgress(Protocol):
    """What shows how a tournament stands."""

    def update(self) -> None:
        """Show that a game was played."""

    def close(self) -> None:
        """Show the last state; no update follows."""


class ProgressLines:
    """A line on standard error now and then, where that is no terminal."""

    def __init__(self, tournament: Tournament) -> None:
        self._tournament = tournament

    def update(self) -> None:
        """Print a line if enough games were played since the last one."""
        done, total = len(self._tournament.results.played), self._tournament.plan.total
        if is_progress_due(done, total):
            best = standings(self._tournament)[0]
            test = f"; {self._tournament.sprt}" if self._tournament.sprt else ""
            points = f"{best.points:g} {'point' if best.points == 1 else 'points'}"
            print_status(f"{done}/{total}  {best.name} leads with {points}{test}")

    def close(self) -> None:
        """Print nothing more."""


@contextmanager
def shown(tournament: Tournament) -> Iterator[TournamentProgress]:
    """Provide what shows a tournament where the command was given."""
    progress = _live_table(tournament) if sys.stderr.isatty() else ProgressLines(tournament)
    try:
        yield progress
    finally:
        progress.close()


def _live_table(tournament: Tournament) -> TournamentProgress:
    try:
        from engine.cli.live_table import LiveTable
    except ModuleNotFoundError as error:  # only the table needs the library
        print_status(f"progress is told in lines, as {error.name} is not installed")
        return ProgressLines(tournament)
    return LiveTable(tournament)
