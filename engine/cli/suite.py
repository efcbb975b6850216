"""The command ``suite``: how many positions with proved best moves the search solves, and how fast."""

from __future__ import annotations

import argparse
from pathlib import Path

from engine.cli.arguments import Commands, add_game_command, number
from engine.rules.words import noun

NODES = 200_000


def add_commands(commands: Commands) -> None:
    """Add the command of this module."""
    text = "solve positions with proved best moves, and print how much work each took"
    parser = add_game_command(commands, "suite", command_suite, text)
    parser.add_argument("file", type=Path, metavar="FILE", help="a line each: FEN; MOVES; PROOF")
    parser.add_argument("--nodes", type=number(1), default=NODES, metavar="N", help=f"for each ({NODES})")
    help_text = "features of the search to switch off, besides the endgame tables"
    parser.add_argument("--without", nargs="+", default=[], metavar="NAME", help=help_text)


def command_suite(args: argparse.Namespace) -> int:
    """Print each puzzle's answer; the last line is how many are solved, and the nodes and time of these."""
    from engine.research.suite import read_suite, solve_all
    from engine.search.limits import SearchOptions

    game = args.game
    puzzles = read_suite(args.file, game)
    options = SearchOptions(without=frozenset(args.without) | {"tablebase"})
    solved, nodes, time_ms = 0, 0, 0
    for solution in solve_all(game, puzzles, args.nodes, options):
        puzzle = solution.puzzle
        told = "not solved"
        if solution.nodes is not None and solution.time_ms is not None:
            told = f"{solution.nodes} {noun(solution.nodes, 'node')}, {solution.time_ms} ms"
            solved, nodes, time_ms = solved + 1, nodes + solution.nodes, time_ms + solution.time_ms
        print(f"{game.notation.format(puzzle.position)}  {solution.answer}  {told}", flush=True)
    print(f"solved {solved} of {len(puzzles)}, nodes {nodes}, time {time_ms}")
    return 0
