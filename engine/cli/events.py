"""The commands match, tournament and standings, and their common options."""

from __future__ import annotations

import argparse
import math
import re
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from engine.cli import texts
from engine.cli.arguments import (
    Commands,
    add_command,
    add_game_command,
    add_number,
    add_shared,
    add_worker_options,
    number,
    reader,
    seed_of,
)
from engine.cli.output import is_progress_due, print_answer
from engine.game.clocks import parse_minutes
from engine.match import texts as match_texts
from engine.match.adjudication import Adjudication, ScoreRule
from engine.match.match import MatchScore, TimeCost, play_match
from engine.match.openings import DEFAULT_BOOK_PLIES, DEFAULT_PLIES, RANDOM, Opening, OpeningSource
from engine.match.pairing import GRACE_MS, MAX_ROUNDS, EventSettings, FinishedGame, schedule
from engine.match.sprt import MAX_ELO, Sprt
from engine.match.stored_tournament import MAX_PLAYERS, read_tournament
from engine.match.tournament import FORMATS, Tournament, TournamentPlan
from engine.match.tournament_file import no_tournament, tournament_lock
from engine.match.tournament_file import seed_of as seed_in
from engine.match.tournament_table import game_line, heading, report, standings
from engine.players.base import MOVE_TIMEOUT_S, STARTUP_TIMEOUT_S
from engine.players.parse import parse_player, shown_name, split_name
from engine.players.player_files import require_separate_files
from engine.players.saved_programs import with_saved_program
from engine.players.texts import PLAYER_NAMES
from engine.record.format import append_game
from engine.search.limits import Limits
from engine.system.errors import UserError, printable, printable_lines, quoted
from engine.system.files import require_writable
from engine.system.status import print_status, write_status

DEFAULT_MOVETIME_MS = 100
MATCH_GAMES, GAMES_PER_PAIRING = 100, 2
SPRT_MAX_GAMES = 2000
MAX_RULE = 100_000
"""The highest number in an adjudication rule."""
ORDERS = ("sequential", RANDOM)
"""The orders in which the openings of a file can be played."""
_ELO = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)")
FAILED, INTERRUPTED = 1, 130
EPILOG = f"{texts.players(PLAYER_NAMES)} {texts.LIMITS_RULE}"


def add_commands(commands: Commands) -> None:
    """Add the commands of this module."""
    _add_match(commands)
    _add_tournament(commands)
    _add_standings(commands)


# --- shared options


def limits_of(args: argparse.Namespace) -> Limits:
    """Return the limits for a move."""
    if args.movetime is not None and args.grace is not None:
        return Limits.strict(args.movetime, args.grace)
    limits = Limits(depth=args.depth, nodes=args.nodes, movetime=args.movetime)
    if args.clock is not None:
        return Limits()
    return Limits(movetime=DEFAULT_MOVETIME_MS) if limits == Limits() else limits


def adjudication_of(args: argparse.Namespace) -> Adjudication:
    """Return the adjudication rules.

    Raises:
        UserError: the game does not support a rule.
    """
    win = ScoreRule(*args.win) if args.win else None
    draw = ScoreRule(*args.draw) if args.draw else None
    adjudication = Adjudication(args.tablebase, win, draw)
    adjudication.require_possible(args.game)
    return adjudication


def grace_of(args: argparse.Namespace) -> int:
    """Return the milliseconds by which a move may exceed its time limit."""
    return GRACE_MS if args.grace is None else int(args.grace)


def check_players(players: Sequence[str], args: argparse.Namespace, path: Path | None) -> None:
    """Check the players by making each of them; `path` is the file for the games.

    Raises:
        UserError: a player does not exist, or is human; a file is used for two things.
    """
    require_separate_files(path, players, args.openings.file)
    for text in players:
        if split_name(text)[1].strip().lower() == "human":
            raise UserError(texts.NO_HUMANS)
        parse_player(text, args.game).close()


def openings_of(args: argparse.Namespace, seed: int, needed: int) -> list[Opening]:
    """Return `needed` openings.

    Raises:
        UserError: there are too few, or the file cannot be used.
    """
    source: OpeningSource = replace(args.openings, shuffled=args.order == RANDOM)
    return source.openings(args.game, args.game.start(args.size), needed, seed, print_status)


def add_event_options(parser: argparse.ArgumentParser) -> None:
    """Add the options common to matches and tournaments."""
    text, source = texts.openings(DEFAULT_PLIES, DEFAULT_BOOK_PLIES), reader(OpeningSource.parse)
    parser.add_argument(
        "--openings", type=source, default=OpeningSource(), metavar="N|book[:N]|FILE", help=text
    )
    parser.add_argument("--order", choices=ORDERS, default=ORDERS[0], help=texts.ORDER)
    limits = parser.add_mutually_exclusive_group()
    add_number(limits, "--movetime", texts.movetime(DEFAULT_MOVETIME_MS), highest=10**9, metavar="MS")
    add_number(limits, "--nodes", texts.NODES_PER_MOVE, highest=10**15)
    add_number(limits, "--depth", texts.SEARCH_DEPTH, highest=1000)
    limits.add_argument("--clock", type=reader(parse_minutes), metavar="MIN+SEC", help=texts.EVENT_CLOCK)
    add_worker_options(parser, texts.EVENT_WORKERS)
    add_number(parser, "--grace", texts.grace(GRACE_MS), lowest=0, highest=10**6, metavar="MS")
    text = texts.timeout(STARTUP_TIMEOUT_S)
    add_number(parser, "--timeout", text, default=MOVE_TIMEOUT_S, highest=10**6, metavar="S")
    parser.add_argument("--tablebase", action="store_true", help=texts.END_BY_TABLEBASE)
    rule = number(0, MAX_RULE)
    parser.add_argument("--win", nargs=2, type=rule, metavar=("CP", "MOVES"), help=texts.END_BY_WIN)
    names = ("CP", "MOVES", "FROM")
    parser.add_argument("--draw", nargs=3, type=rule, metavar=names, help=texts.END_BY_DRAW)


# --- match


def _add_match(commands: Commands) -> None:
    parser = add_game_command(commands, "match", _match, texts.MATCH)
    parser.epilog = EPILOG
    parser.add_argument("first", metavar="P1")
    parser.add_argument("second", metavar="P2")
    add_number(parser, "--games", texts.with_default(texts.GAMES, MATCH_GAMES), highest=10**6)
    parser.add_argument("--sprt", nargs=2, type=_elo, metavar=("ELO0", "ELO1"), help=texts.MATCH_SPRT)
    add_event_options(parser)
    parser.add_argument("--save", type=Path, metavar="FILE", help=texts.SAVE)
    add_shared(parser)


def _match(args: argparse.Namespace) -> int:
    with no_tournament(args.save):
        return _play_match(args)


def _play_match(args: argparse.Namespace) -> int:
    """Play a match; the last line of standard output is its result."""
    seed = seed_of(args)
    players = with_saved_program(args.first), with_saved_program(args.second)
    settings = EventSettings(
        args.game.name,
        players,
        limits_of(args),
        seed,
        grace_of(args),
        args.timeout,
        control=args.clock,
        adjudication=adjudication_of(args),
    )
    check_players(players, args, args.save)
    require_writable(args.save)
    if args.sprt and args.sprt[0] >= args.sprt[1]:
        raise UserError(match_texts.SPRT_ORDER)
    games = args.games or (SPRT_MAX_GAMES if args.sprt else MATCH_GAMES)
    openings = openings_of(args, seed, (games + 1) // 2)
    print_status(texts.event_begins(games, settings.time, seed))
    score = MatchScore(sprt=Sprt(*args.sprt) if args.sprt else None)
    steps = play_match(settings, schedule(openings, games), args.workers, args.dask)
    with closing(steps):
        try:
            for played in steps:
                score.add(played)
                if args.save:
                    _save(args.save, played)
                _progress(score, settings, games)
                if score.decided:
                    break
        except (KeyboardInterrupt, UserError):
            _end_progress(score)
            print_status(texts.interrupted(score.line(shown_name(players[0]))))
            raise
        except BrokenExecutor as error:
            _end_progress(score)
            print_status(texts.broken_off(error, score.line(shown_name(players[0]))))
            return FAILED
    _end_progress(score)
    for line in score.details((shown_name(players[0]), shown_name(players[1]))):
        print_status(line)
    print_answer(score.line(shown_name(players[0])))
    return 0


def _save(path: Path, played: FinishedGame) -> None:
    """Append a finished game to a file; if that fails, print it, so that it is not lost."""
    try:
        append_game(path, played.text)
    except UserError:
        print_status(played.text)
        raise


def _progress(score: MatchScore, settings: EventSettings, games: int) -> None:
    done = score.tally.games
    line = f"{done}/{games}  {score.line(shown_name(settings.players[0]))}"
    if sys.stderr.isatty():
        write_status(f"\r{printable(line)}\x1b[K")
    elif is_progress_due(done, games):
        print_status(line)


def _end_progress(score: MatchScore) -> None:
    """End the line that is redrawn in a terminal; the match may have ended before its last game."""
    if sys.stderr.isatty() and score.reasons:
        write_status("\n")


# --- tournament


def _add_tournament(commands: Commands) -> None:
    parser = add_game_command(commands, "tournament", _tournament, texts.TOURNAMENT)
    parser.epilog = f"{EPILOG} {texts.CONTINUES}"
    parser.add_argument("players", nargs="+", metavar="P")
    parser.add_argument("--format", choices=FORMATS, default=FORMATS[0], help=texts.FORMAT)
    text = texts.games_per_pairing(GAMES_PER_PAIRING)
    add_number(parser, "--games", text, lowest=2, highest=10**6)
    add_number(parser, "--rounds", texts.ROUNDS, highest=MAX_ROUNDS)
    parser.add_argument("--sprt", nargs=2, type=_elo, metavar=("ELO0", "ELO1"), help=texts.SPRT)
    parser.add_argument("--name", default="", metavar="TEXT", help=texts.EVENT_NAME)
    parser.add_argument("--file", "--save", type=Path, metavar="FILE", help=texts.FILE)
    add_event_options(parser)
    add_shared(parser)


def _elo(text: str) -> float:
    points = float(text) if _ELO.fullmatch(text) else math.inf
    if abs(points) > MAX_ELO:
        raise argparse.ArgumentTypeError(texts.not_elo(quoted(text)))
    return points


def _tournament(args: argparse.Namespace) -> int:
    args.players = [with_saved_program(player) for player in args.players]
    check_players(args.players, args, args.file)
    with tournament_lock(args.file):
        tournament = Tournament(_plan(args), args.file)
        _print_beginning(tournament)
        status = _play(tournament, args)
    print_answer(printable_lines(report(tournament)).removesuffix("\n"))
    return status


def _plan(args: argparse.Namespace) -> TournamentPlan:
    if args.rounds is not None and args.format != "swiss":
        raise UserError(texts.ROUNDS_NEED_SWISS)
    stored = seed_in(args.file) if args.file else None
    if len(args.players) > MAX_PLAYERS and stored is None:  # earlier versions had more, which are continued
        raise UserError(match_texts.too_many_players(MAX_PLAYERS))
    seed = stored if stored is not None and args.seed is None else seed_of(args)
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
        args.clock,
        adjudication_of(args),
    )
    require_writable(args.file)
    plan = replace(plan, name=args.name, source=str(args.openings), workers=0 if args.dask else args.workers)
    return replace(plan, openings=tuple(openings_of(args, seed, plan.needed_openings)))


def _print_beginning(tournament: Tournament) -> None:
    plan = tournament.plan
    event = texts.event_begins(plan.total, tournament.settings.time, plan.seed)
    print_status(texts.tournament_begins(plan.format, event))
    if tournament.resumed:
        print_status(texts.resumed(tournament.resumed))
    if tournament.unreadable:
        print_status(texts.unreadable(tournament.unreadable))


def _play(tournament: Tournament, args: argparse.Namespace) -> int:
    """Play the remaining games and show the progress; return the exit status."""
    began, cost, status = time.perf_counter(), TimeCost(), 0
    with progress_display(tournament) as board:
        try:
            for game in tournament.play(args.workers, args.dask):
                cost.add(game)
                board.update(game)
        except BrokenExecutor as error:
            print_status(str(error))
            status = FAILED
        except KeyboardInterrupt:
            status = INTERRUPTED
    if cost.thinking_s:
        print_status(str(cost))
    if cost.thinking_s and not args.dask:
        share = cost.thinking_s / (args.workers * (time.perf_counter() - began))
        print_status(texts.thinking_share(100 * share, args.workers))
    if status == INTERRUPTED:
        print_status(texts.TOURNAMENT_KEPT if args.file else texts.TOURNAMENT_INTERRUPTED)
    return status


# --- the table of a file


def _add_standings(commands: Commands) -> None:
    parser = add_command(commands, "standings", _standings, texts.STANDINGS, position=False)
    parser.add_argument("file", type=Path, metavar="FILE", help=texts.STANDINGS_FILE)


def _standings(args: argparse.Namespace) -> int:
    """Print the standings in a tournament's file, even if it is not finished."""
    tournament = read_tournament(args.file)
    done, total = len(tournament.results.played), tournament.plan.total
    print_status(texts.games_in_file(tournament.plan.format, done, total))
    for line in heading(tournament):
        print_status(line)
    print(printable_lines(report(tournament)), end="")
    return 0


# --- progress: a live table in a terminal, else occasional lines


class TournamentProgress(Protocol):
    """Shows the progress of a tournament."""

    def update(self, game: FinishedGame) -> None:
        """Show the state after another game."""

    def close(self) -> None:
        """Show the final state; no update follows."""


class ProgressLines:
    """Prints progress as lines, if standard error is not a terminal."""

    def __init__(self, tournament: Tournament) -> None:
        self._tournament = tournament

    def update(self, game: FinishedGame) -> None:
        """Print how a game ended, and occasionally the leader."""
        print_status(game_line(self._tournament, game))
        done, total = len(self._tournament.results.played), self._tournament.plan.total
        if is_progress_due(done, total):
            best = standings(self._tournament)[0]
            test = f"; {self._tournament.sprt}" if self._tournament.sprt else ""
            print_status(texts.leader(done, total, best.name, best.points) + test)

    def close(self) -> None:
        """Do nothing: everything is already printed."""


@contextmanager
def progress_display(tournament: Tournament) -> Iterator[TournamentProgress]:
    """Provide the progress display of a tournament: a live table in a terminal, else lines."""
    progress = _live_table(tournament) if sys.stderr.isatty() else ProgressLines(tournament)
    try:
        yield progress
    finally:
        progress.close()


def _live_table(tournament: Tournament) -> TournamentProgress:
    try:
        from engine.cli.live_table import LiveTable
    except ModuleNotFoundError as error:  # only the table needs the library
        print_status(texts.lines_only(str(error.name).partition(".")[0]))
        return ProgressLines(tournament)
    return LiveTable(tournament)
