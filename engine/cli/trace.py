"""The command ``trace``: a small search written down step by step."""

from __future__ import annotations

import argparse

from engine.cli.arguments import Commands, add_command, number
from engine.rules import read_position
from engine.trace.prose import explain, saving, side_name, tree_lines, value_text
from engine.trace.trace import MAX_DEPTH, MAX_POSITIONS, SearchMethod, TooLarge, Trace

DEPTH = 3


def add_commands(commands: Commands) -> None:
    """Add the command of this module."""
    text = "write down a small search: the tree with its windows and cut-offs, or every step in words"
    parser = add_command(commands, "trace", command_trace, text)
    parser.add_argument(
        "--depth", type=number(1, MAX_DEPTH), default=DEPTH, metavar="N", help=f"plies ({DEPTH})"
    )
    parser.add_argument("--minimax", action="store_true", help="plain minimax instead of alpha-beta")
    parser.add_argument("--steps", action="store_true", help="a sentence for each step instead of the tree")


def command_trace(args: argparse.Namespace) -> int:
    """Print a search; the last lines are what it found and how many positions each method looks at."""
    position = read_position(args.game, args.position)
    method = SearchMethod.MINIMAX if args.minimax else SearchMethod.ALPHA_BETA
    trace = Trace(args.game, position, args.depth, method).finish()
    mover = side_name(trace, maximises=True)
    print(f"{method.value} to depth {args.depth}, {mover} is max; values are {mover}'s, in pawns")
    if args.steps:
        for at in range(len(trace.steps)):
            print(f"{at + 1}. {explain(trace, at)}".replace("∞", "inf"))
    else:
        for line in tree_lines(trace):
            print(line)
    print(f"value {value_text(trace.value)}")
    print(f"bestmove {trace.best_move}")
    _print_positions(trace)
    return 0


def _print_positions(trace: Trace) -> None:
    """Print what both methods look at."""
    if trace.method is SearchMethod.ALPHA_BETA:
        print(f"cut-offs {len(trace.cut_offs)}")
        alpha_beta = trace
    else:
        alpha_beta = Trace(trace.rules, trace.position, trace.depth).finish()
    print(f"positions alpha-beta {alpha_beta.positions}")
    try:
        minimax = Trace(trace.rules, trace.position, trace.depth, SearchMethod.MINIMAX).finish().positions
    except TooLarge:
        share = saving(alpha_beta.positions, MAX_POSITIONS)
        print(f"positions minimax more than {MAX_POSITIONS}, so alpha-beta saves more than {share}")
    else:
        print(f"positions minimax {minimax}, so alpha-beta saves {saving(alpha_beta.positions, minimax)}")
