"""The commands that play games: ``play`` and ``match``."""

from __future__ import annotations

import argparse
import io
import secrets
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from pathlib import Path
from random import Random

from engine import rules
from engine.arguments import Commands, add_command, game_named, number, players_by_side, side_names
from engine.diagram import diagram
from engine.game import Game
from engine.lab.match import GRACE, Ledger, Score, Setup, limits_text, pairings, play_match
from engine.lab.openings import MOST_PLIES, Opening, random_openings, read_openings, short_search
from engine.players.base import Player, PlayerFailure
from engine.players.human import HumanPlayer, Left, Resigned
from engine.players.parse import NAMES, PATIENCE, parse_player
from engine.rules.base import GameError
from engine.search.limits import Limits

FAILED = 1
OPENING_PLIES = 6
MATCH_MOVETIME = 100
MOST_WORKERS = 256
PROGRESS_LINES = 20
"""How often the progress of a match is told when standard error is no terminal."""


# --- play


def command_play(args: argparse.Namespace) -> int:
    """Play one game in the terminal; return 1 if a player failed."""
    game = Game(args.game, args.game.start(args.size))
    players = [parse_player(name, args.game) for name in player_names(args)]
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # an unreadable entry is an illegal one
    try:
        return _play(game, players, Random(_seed(args)))
    finally:
        for player in players:
            player.close()


def player_names(args: argparse.Namespace) -> tuple[str, str]:
    """Return who plays the sides, by order or by the names of the game's sides; raise `GameError`."""
    first, second = players_by_side(args.game, args)
    return first or "human", second or "engine"


def _seed(args: argparse.Namespace) -> int:
    return secrets.randbelow(1 << 31) if args.seed is None else int(args.seed)


def _play(game: Game, players: Sequence[Player], chance: Random) -> int:
    side = 0
    try:
        for side in range(len(players)):
            players[side].new_game(chance.getrandbits(63))
        while game.outcome is None:
            _show(game)
            side = game.position.side
            _move(game, players[side])
    except Resigned:
        game.resign(side)
    except Left:
        print("\nThe game ends here, unfinished. Goodbye.")
        return 0
    except PlayerFailure as failure:
        print(f"{_name(game, side)} loses: {players[side].name}: {failure}")
        return FAILED
    _show(game)
    return 0


def _name(game: Game, side: int) -> str:
    return game.rules.side_names[side].title()


def _show(game: Game) -> None:
    """Print the board and whose turn it is, or how the game ended."""
    print(f"\n{diagram(game.rules, game.position)}\n")
    outcome = game.outcome
    if outcome is None:
        print(f"{_name(game, game.position.side)} to move.", flush=True)
    elif outcome.winner is None:
        print(f"Draw: {outcome.reason.value}.")
    else:
        print(f"{_name(game, outcome.winner)} wins: {outcome.reason.value}.")


def _move(game: Game, player: Player) -> None:
    """Have a player move, and say what the move is and what it cost."""
    began = time.perf_counter()
    choice = player.choose(game, Limits())
    seconds = time.perf_counter() - began
    name = _name(game, game.position.side)
    game.play(choice.move)
    effort = "" if isinstance(player, HumanPlayer) else f" ({player.name}: {choice.effort(seconds)})"
    print(f"{name} plays {choice.move}{effort}", flush=True)


# --- match


def command_match(args: argparse.Namespace) -> int:
    """Play a match; the last line of standard output is its result."""
    seed = _seed(args)
    setup = Setup(args.game.name, (args.first, args.second), _limits(args), seed, args.grace, args.timeout)
    _check(setup, args)
    openings = _openings(args, seed)
    _say(f"{args.games} games, {limits_text(setup.limits)}, seed {seed}")
    score = Score()
    with closing(Ledger(args.save)) as ledger:
        try:
            for played in play_match(setup, pairings(openings, args.games), args.workers):
                score.add(played)
                ledger.add(played)
                _progress(score, setup, args.games)
        except KeyboardInterrupt:
            _say(f"\ninterrupted: {score.line(args.first)}")
            raise
        except BrokenProcessPool:
            _say(f"the processes that play died several times; until then: {score.line(args.first)}")
            return FAILED
    for line in score.details(setup.players):
        _say(line)
    print(score.line(args.first))
    return 0


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _limits(args: argparse.Namespace) -> Limits:
    limits = Limits(depth=args.depth, nodes=args.nodes, movetime=args.movetime)
    return Limits(movetime=MATCH_MOVETIME) if limits == Limits() else limits


def _check(setup: Setup, args: argparse.Namespace) -> None:
    """Raise `GameError` for what could only fail once the games have begun."""
    for text in setup.players:
        if text.strip().lower() == "human":
            raise GameError("a person cannot play a match; see the command play")
        parse_player(text, args.game).close()
    if args.save is not None:
        try:
            args.save.open("ab").close()
        except OSError as error:
            raise GameError(f"{args.save} cannot be written: {error.strerror}") from None


def _openings(args: argparse.Namespace, seed: int) -> list[Opening]:
    """Return a different opening for each pair of games."""
    game, start, needed = args.game, args.game.start(args.size), (args.games + 1) // 2
    if isinstance(args.openings, int):
        chance = Random(f"{seed} openings")
        return random_openings(start, args.openings, needed, chance, game, short_search(game), _say)
    openings = read_openings(args.openings, game, start, _say)
    if len(openings) < needed:
        raise GameError(f"{args.openings} holds {len(openings)} different openings, but {needed} are needed")
    return openings


def _progress(score: Score, setup: Setup, games: int) -> None:
    done = score.tally.games
    line = f"{done}/{games}  {score.line(setup.players[0])}"
    if sys.stderr.isatty():
        print(f"\r{line}\x1b[K", end="\n" if done == games else "", file=sys.stderr, flush=True)
    elif done * PROGRESS_LINES // games != (done - 1) * PROGRESS_LINES // games:
        _say(line)


# --- the parsers


def _opening_source(text: str) -> int | Path:
    return number(0, MOST_PLIES)(text) if text.isascii() and text.isdigit() else Path(text)


def add_commands(commands: Commands) -> None:
    """Add the commands of this module."""
    _add_play(commands)
    _add_match(commands)


def _add_game_command(
    commands: Commands, name: str, run: Callable[[argparse.Namespace], int], text: str
) -> argparse.ArgumentParser:
    parser = add_command(commands, name, run, text, position=False)
    parser.add_argument("game", type=game_named, metavar="GAME", help=", ".join(rules.names()))
    return parser


def _add_shared(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--size", type=number(1, 99), metavar="N", help="size of the board")
    parser.add_argument("--seed", type=number(0), metavar="N", help="decides whatever is left to chance")


def _add_play(commands: Commands) -> None:
    parser = _add_game_command(commands, "play", command_play, "play a game in the terminal")
    parser.epilog = f"P is one of {NAMES}, or the game's own. Sides may also be given by their colours."
    parser.add_argument("--first", metavar="P", help="who moves first (human)")
    parser.add_argument("--second", metavar="P", help="who moves second (engine)")
    for colour in side_names():
        parser.add_argument(f"--{colour}", metavar="P", help=argparse.SUPPRESS)
    _add_shared(parser)


def _add_match(commands: Commands) -> None:
    text = "play pairs of games, colours reversed, from openings that differ"
    parser = _add_game_command(commands, "match", command_match, text)
    rule = "Limits of a player's own go before those of the match."
    parser.epilog = f"P1 and P2 are two of {NAMES}, or the game's own. {rule}"
    parser.add_argument("first", metavar="P1")
    parser.add_argument("second", metavar="P2")
    parser.add_argument("--games", type=number(1, 10**6), default=100, metavar="N", help="(100)")
    text = "plies at random, or a file with a line for each: FEN, or MOVE ..., or FEN moves MOVE ... (6)"
    parser.add_argument(
        "--openings", type=_opening_source, default=OPENING_PLIES, metavar="N|FILE", help=text
    )
    limits = parser.add_mutually_exclusive_group()
    limits.add_argument("--movetime", type=number(1, 10**9), metavar="MS", help="milliseconds a move (100)")
    limits.add_argument("--nodes", type=number(1, 10**15), metavar="N", help="nodes a move")
    limits.add_argument("--depth", type=number(1, 1000), metavar="N", help="plies a move")
    text = "games played at once, each by a process of its own (1)"
    parser.add_argument("--workers", type=number(1, MOST_WORKERS), default=1, metavar="N", help=text)
    parser.add_argument("--save", type=Path, metavar="FILE", help="where the games are appended")
    text = f"milliseconds by which a move may exceed its time limit ({GRACE})"
    parser.add_argument("--grace", type=number(0, 10**6), default=GRACE, metavar="MS", help=text)
    text = f"seconds after which a program without a time limit is taken to hang ({PATIENCE:g})"
    parser.add_argument("--timeout", type=number(1, 10**6), default=PATIENCE, metavar="S", help=text)
    _add_shared(parser)
