"""The commands that evaluate a position: evaluate, value."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from engine.cli import texts
from engine.cli.arguments import Commands, add_command, number
from engine.cli.positions import answer_position, interruptible
from engine.rules import parse_position
from engine.rules.core import LOST, WON
from engine.rules.rules import Rules
from engine.rules.values import Position
from engine.search.limits import ALPHA_BETA

MAX_DEPTH = 60


def command_evaluate(args: argparse.Namespace) -> int:
    """Print the static evaluation of a position by terms, or the total for each on standard input."""
    from engine.search.evaluation import evaluation_terms, static_eval

    def evaluate(text: str) -> list[str]:
        position = parse_position(args.game, text)
        total = static_eval(args.game, position)
        if args.position == "-":
            return [str(total)]
        terms = evaluation_terms(args.game, position).items()
        return [*(f"{term} {value + 0:.10g}" for term, value in terms), f"total {total}"]  # + 0: no -0

    return answer_position(args.position, evaluate)


def command_value(args: argparse.Namespace) -> int:
    """Print the value of a position, or of each on standard input, searched to an exact depth."""
    value = value_by(args.game, args.depth, args.minimax)
    return answer_position(
        args.position, interruptible(lambda text: [value(parse_position(args.game, text))])
    )


def value_by(game: Rules, depth: int, by_minimax: bool) -> Callable[[Position], str]:
    """Return a function for a position's value from the side to move: centipawns, or ``mate N``."""
    from engine.game.game import KeyHistory
    from engine.search.evaluation import static_eval
    from engine.search.searcher import Searcher

    searcher = Searcher(game, 1)

    def value(position: Position) -> str:
        ended = _value_at_end(game, position)
        if ended is not None:
            return ended
        if depth == 0:
            return str(static_eval(game, position))
        if by_minimax:
            info = searcher.minimax(position, KeyHistory(), depth)
        else:
            info = searcher.fixed_depth(position, KeyHistory(), depth, ALPHA_BETA)
        assert info is not None
        return str(info.score).removeprefix("cp ")

    return value


def _value_at_end(game: Rules, position: Position) -> str | None:
    """Return the value of a terminal position, None for any other."""
    core = game.core()
    result = core.terminal_result(position.record)
    if not result and not game.legal_codes(position):
        result = core.result_without_moves(position.record)
    if not result:
        return None
    return "mate 0" if result in (LOST, WON) else "0"


def add_commands(commands: Commands) -> None:
    """Add the commands of this module."""
    add_command(commands, "evaluate", command_evaluate, texts.EVALUATE, lines=True)
    parser = add_command(commands, "value", command_value, texts.VALUE, lines=True)
    depth = number(0, MAX_DEPTH)
    parser.add_argument("--depth", type=depth, required=True, metavar="N", help=texts.DEPTH)
    parser.add_argument("--minimax", action="store_true", help=texts.MINIMAX)
