"""``python -m engine``: the commands that people and other programs use, without the window.

Standard output carries the answer alone; everything else goes to standard error. Bad input ends with status
2 and one sentence.
"""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Callable, Iterable, Sequence

from engine import __version__, rules
from engine.cli import ablation as ablation_cli
from engine.cli import book as book_cli
from engine.cli import games as cli_games
from engine.cli import growth as growth_cli
from engine.cli import match as match_cli
from engine.cli import prove as prove_cli
from engine.cli import suite as suite_cli
from engine.cli import tablebase as tablebase_cli
from engine.cli import tournament as tournament_cli
from engine.cli import trace as trace_cli
from engine.cli import tune as tune_cli
from engine.cli.arguments import BAD_INPUT, Commands, Parser, add_command, game_named, number
from engine.rules import read_position
from engine.rules.rules import Rules
from engine.system.errors import UserError

DEFAULT_MOVETIME = 1000
MOST_THREADS = 64


# --- positions: one answer for each


def moves(game: Rules, text: str) -> list[str]:
    """Return the legal moves."""
    return [move.text for move in game.legal_moves(read_position(game, text))]


def after(game: Rules, text: str, played: Sequence[str]) -> str:
    """Return the position after some moves."""
    position = read_position(game, text)
    for move in played:
        position = game.play(position, game.parse_move(position, move))
    return game.notation.format(position)


def result(game: Rules, text: str) -> str:
    """Return who has won, as the position alone decides."""
    outcome = game.outcome(read_position(game, text))
    if outcome is None:
        return "none"
    return "draw" if outcome.winner is None else game.facts.side_names[outcome.winner]


def perft(game: Rules, text: str, depth: int, divide: bool) -> list[str]:
    """Return the number of leaves, after the counts of the single moves if these are wanted."""
    from engine.search import perft as counting

    position = read_position(game, text)
    if not divide or depth == 0:
        return [str(counting.perft(game, position, depth))]
    counts = counting.divide(game, position, depth)
    return [*(f"{move}: {count}" for move, count in counts.items()), str(sum(counts.values()))]


def lines_read() -> Iterable[str]:
    """Return the lines of standard input; none if it was closed before we began."""
    return sys.stdin or ()


def answer_lines(answer: Callable[[str], str]) -> int:
    """Answer every line of standard input with one line; return the exit status."""
    status = 0
    for line in lines_read():
        try:
            print(answer(line.rstrip("\n")))
        except UserError as error:
            print(f"error: {error}")
            status = BAD_INPUT
    return status


def command_moves(args: argparse.Namespace) -> int:
    """Print the legal moves of a position, or of each on standard input."""
    if args.position == "-":
        return answer_lines(lambda line: " ".join(moves(args.game, line)))
    for move in moves(args.game, args.position):
        print(move)
    return 0


def command_after(args: argparse.Namespace) -> int:
    """Print the position after some moves, for a position or for each on standard input."""
    if args.position == "-":
        if args.moves:
            raise UserError("with - the moves stand in the lines of standard input, after a tab")
        return answer_lines(
            lambda line: after(args.game, line.partition("\t")[0], line.partition("\t")[2].split())
        )
    print(after(args.game, args.position, args.moves))
    return 0


def command_result(args: argparse.Namespace) -> int:
    """Print how a position ends, or each on standard input."""
    if args.position == "-":
        return answer_lines(lambda line: result(args.game, line))
    print(result(args.game, args.position))
    return 0


def command_perft(args: argparse.Namespace) -> int:
    """Print how many leaves the tree of a position's legal moves has, or of each on standard input."""
    if args.position == "-":
        return answer_lines(lambda line: " ".join(perft(args.game, line, args.depth, args.divide)))
    for line in perft(args.game, args.position, args.depth, args.divide):
        print(line)
    return 0


# --- search


def command_analyse(args: argparse.Namespace) -> int:
    """Print what the search finds in a position, depth by depth, and the move that it would make."""
    from engine.game.game import History
    from engine.search.limits import Limits, SearchOptions
    from engine.search.searcher import Searcher

    position = read_position(args.game, args.position)
    limits = Limits(depth=args.depth, nodes=args.nodes, movetime=args.movetime)
    if limits == Limits():
        limits = Limits(movetime=DEFAULT_MOVETIME)
    without = frozenset(args.without)
    options = SearchOptions(without=without, multipv=args.multipv, threads=args.threads)
    searcher = Searcher(args.game)
    info = searcher.search(
        position, History(), limits, options, report=lambda found: print(found, flush=True)
    )
    print(f"bestmove {info.pv[0]}" if info else "bestmove (none)")
    return 0


def command_bench(args: argparse.Namespace) -> int:
    """Print how fast move generation and search are here; progress goes to standard error."""
    from engine.search.bench import bench

    figures = bench(args.game, args.depth, args.threads, lambda line: print(line, file=sys.stderr))
    print(f"calibration {figures.calibration:.0f} million steps a second")
    print(f"perft {figures.perft_per_second} leaves a second")
    print(f"simple search {figures.simple_nps} nodes a second")
    print(f"nodes {figures.nodes}")
    print(f"nps {figures.nps}")
    return 0


def command_uci(args: argparse.Namespace) -> int:
    """Talk UCI on standard input and output until told to quit."""
    from engine.cli.uci import UciLoop

    UciLoop(lambda line: print(line, flush=True)).run(lines_read())
    return 0


# --- the parser


def build_parser(prog: str) -> Parser:
    """Return the parser of the whole command line."""
    parser = Parser(prog=prog, description="Congo's engine on the command line.")
    parser.add_argument("--version", action="version", version=f"congo {__version__}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    _add_position_commands(commands)
    _add_search_commands(commands)
    cli_games.add_commands(commands)
    match_cli.add_commands(commands)
    tournament_cli.add_commands(commands)
    book_cli.add_commands(commands)
    tablebase_cli.add_commands(commands)
    tune_cli.add_commands(commands)
    prove_cli.add_commands(commands)
    suite_cli.add_commands(commands)
    trace_cli.add_commands(commands)
    ablation_cli.add_commands(commands)
    growth_cli.add_commands(commands)
    return parser


def _add_position_commands(commands: Commands) -> None:
    add_command(commands, "moves", command_moves, "list the legal moves of a position", lines=True)
    parser = add_command(commands, "after", command_after, "print the position after some moves", lines=True)
    parser.add_argument("moves", nargs="*", metavar="MOVE")
    add_command(commands, "result", command_result, "print who has won, draw or none", lines=True)
    parser = add_command(
        commands, "perft", command_perft, "count the leaves of the tree of legal moves", lines=True
    )
    parser.add_argument("depth", type=number(0, 60), metavar="DEPTH")
    parser.add_argument("--divide", action="store_true", help="also print the count of each move")


def _add_search_commands(commands: Commands) -> None:
    parser = add_command(commands, "analyse", command_analyse, "search a position and print what is found")
    parser.add_argument("--depth", type=number(1), metavar="N", help="plies")
    parser.add_argument(
        "--movetime", type=number(1), metavar="MS", help="milliseconds (1000 if no limit is set)"
    )
    parser.add_argument("--nodes", type=number(1), metavar="N", help="moves made by the search")
    parser.add_argument("--threads", type=number(1, MOST_THREADS), default=1, metavar="N")
    parser.add_argument("--multipv", type=number(1, 500), default=1, metavar="N", help="lines, best first")
    parser.add_argument("--without", nargs="+", default=[], metavar="NAME", help="features to switch off")

    from engine.search.bench import DEPTH

    text = "measure the search; the node count is its signature"
    parser = add_command(commands, "bench", command_bench, text, position=False)
    names = f"{', '.join(rules.names())} ({rules.first().name})"
    parser.add_argument("game", nargs="?", type=game_named, default=rules.first(), metavar="GAME", help=names)
    parser.add_argument("--depth", type=number(1), default=DEPTH, metavar="N", help=f"plies ({DEPTH})")
    parser.add_argument("--threads", type=number(1, MOST_THREADS), default=1, metavar="N", help="at once (1)")
    text = "talk to another program by the Universal Chess Interface"
    add_command(commands, "uci", command_uci, text, position=False)


def _take_any_bytes() -> None:
    """Let bytes that are no text be bad input like any other, instead of the end of the program."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def main(arguments: Sequence[str] | None = None, prog: str = "python -m engine") -> int:
    """Run a command of the program, which was called as `prog`; return the exit status."""
    _take_any_bytes()
    args = build_parser(prog).parse_args(arguments)
    try:
        status = int(args.run(args))
        sys.stdout.flush()
    except UserError as error:
        print(f"{error}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # whoever reads us has enough, as `head` has
        sys.stderr.close()
        return 0
    return status
