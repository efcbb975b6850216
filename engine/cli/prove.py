"""The command ``prove``: whether a side can force a win within so many plies."""

from __future__ import annotations

import argparse
import sys

from engine.cli.arguments import Commands, add_command, number
from engine.rules import read_position
from engine.rules.words import count_text

PLIES = 12
TABLE_MIB = 256


def add_commands(commands: Commands) -> None:
    """Add the command of this module."""
    text = "prove who can force a win within so many plies, or that nobody can"
    parser = add_command(commands, "prove", command_prove, text)
    help_text = f"the most plies, those of both sides counted ({PLIES})"
    parser.add_argument("--plies", type=number(1, 62), default=PLIES, metavar="N", help=help_text)
    help_text = f"mebibytes for what is known of positions ({TABLE_MIB})"
    parser.add_argument("--hash", type=number(1, 1 << 16), default=TABLE_MIB, metavar="MIB", help=help_text)


def command_prove(args: argparse.Namespace) -> int:
    """Look for a win of either side in fewer plies first; stop at the first win that is found."""
    from engine.research.prove import Prover

    game = args.game
    position = read_position(game, args.position)
    prover = Prover(game, args.hash)
    for plies in range(1, args.plies + 1):
        side = position.side if plies % 2 else 1 - position.side
        finding = prover.wins_within(position, plies)
        answer = "can" if finding.wins else "cannot"
        within = count_text(plies, "ply", "plies")
        print(f"{game.facts.side_names[side]} {answer} force a win within {within}", flush=True)
        print(f"{count_text(finding.nodes, 'node')}, {finding.seconds:.1f} s", file=sys.stderr, flush=True)
        if finding.wins:
            break
    return 0
