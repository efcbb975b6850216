"""The commands that search: analyse, bench and uci."""

from __future__ import annotations

import argparse

from engine import rules
from engine.cli import texts
from engine.cli.arguments import Commands, add_command, add_number, add_optional_game, input_lines
from engine.cli.output import print_answer
from engine.rules import parse_position
from engine.system.status import print_status

DEFAULT_MOVETIME_MS = 1000
MAX_THREADS = 64


def command_analyse(args: argparse.Namespace) -> int:
    """Print the search result of a position for every depth, and the best move."""
    from engine.game.game import KeyHistory
    from engine.search.limits import Limits, SearchOptions
    from engine.search.searcher import Searcher

    position = parse_position(args.game, args.position)
    limits = Limits(depth=args.depth, nodes=args.nodes, movetime=args.movetime)
    if limits == Limits():
        limits = Limits(movetime=DEFAULT_MOVETIME_MS)
    without = frozenset(args.without)
    options = SearchOptions(without=without, multipv=args.multipv, threads=args.threads)
    searcher = Searcher(args.game)
    info = searcher.search(
        position, KeyHistory(), limits, options, report=lambda found: print_answer(str(found))
    )
    print(f"bestmove {info.pv[0]}" if info else "bestmove (none)")
    return 0


def command_bench(args: argparse.Namespace) -> int:
    """Measure the speed of move generation and search; progress goes to standard error."""
    from engine.search.bench import bench

    without = frozenset(args.without)
    figures = bench(args.game, args.depth, args.threads, print_status, without)
    lines = (
        texts.calibration(figures.calibration),
        texts.perft_speed(figures.perft_nps),
        texts.simple_speed(figures.simple_nps),
        f"nodes {figures.nodes}",
        f"nps {figures.nps}",
    )
    print_answer("\n".join(lines))
    return 0


def command_uci(args: argparse.Namespace) -> int:
    """Run a UCI session on standard input and output until ``quit``."""
    from engine.cli.uci import UciLoop

    loop = UciLoop(lambda line: print(line, flush=True), frozenset(args.without))
    loop.run(input_lines(loop.inform))
    return 0


def add_commands(commands: Commands) -> None:
    """Add the commands of this module."""
    parser = add_command(commands, "analyse", command_analyse, texts.ANALYSE)
    add_number(parser, "--depth", texts.DEPTH)
    add_number(parser, "--movetime", texts.SEARCH_TIME, metavar="MS")
    add_number(parser, "--nodes", texts.SEARCH_NODES)
    add_number(parser, "--threads", texts.THREADS, default=1, highest=MAX_THREADS)
    add_number(parser, "--multipv", texts.LINES, default=1, highest=500)
    _add_without(parser)

    from engine.search.bench import BENCH_DEPTH

    parser = add_command(commands, "bench", command_bench, texts.BENCH, position=False)
    add_optional_game(parser, f"{', '.join(rules.names())} ({rules.first().name})")
    add_number(parser, "--depth", texts.DEPTH, default=BENCH_DEPTH)
    add_number(parser, "--threads", texts.THREADS, default=1, highest=MAX_THREADS)
    _add_without(parser)
    _add_without(add_command(commands, "uci", command_uci, texts.UCI, position=False))


def _add_without(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--without", nargs="+", default=[], metavar="NAME", help=texts.WITHOUT)
