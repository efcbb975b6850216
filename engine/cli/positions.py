"""The commands about a position: moves, after, result, perft."""

from __future__ import annotations

import argparse
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, wait
from contextlib import suppress

from engine.cli import texts
from engine.cli.arguments import BAD_INPUT, Commands, add_command, input_lines, number
from engine.cli.output import print_answer
from engine.rules import parse_position
from engine.rules.rules import Rules
from engine.system.errors import UserError
from engine.system.threads import start_thread


def moves(game: Rules, text: str) -> list[str]:
    """Return the legal moves."""
    return [move.text for move in game.legal_moves(parse_position(game, text))]


def after(game: Rules, text: str, played: Sequence[str]) -> str:
    """Return the position after some moves."""
    position = parse_position(game, text)
    for move in played:
        position = game.play(position, game.parse_move(position, move))
    return game.notation.format(position)


def result(game: Rules, text: str) -> str:
    """Return the result if the position alone decides it, else ``none``."""
    outcome = game.outcome(parse_position(game, text))
    if outcome is None:
        return "none"
    return "draw" if outcome.winner is None else game.facts.side_names[outcome.winner]


def perft(game: Rules, text: str, depth: int, divide: bool) -> list[str]:
    """Return the number of leaf nodes, with `divide` preceded by the count of each move."""
    from engine.search import perft as counting

    position = parse_position(game, text)
    if not divide or depth == 0:
        return [str(counting.perft(game, position, depth))]
    counts = counting.divide(game, position, depth)
    return [*(f"{move}: {count}" for move, count in counts.items()), str(sum(counts.values()))]


def answer_position(text: str, answer: Callable[[str], Sequence[str]]) -> int:
    """Print the answer for a position; for ``-``, print one line for each position on standard input."""
    if text != "-":
        if lines := answer(text):
            print_answer("\n".join(lines))
        return 0
    status = 0
    for line in input_lines():
        try:
            found = " ".join(answer(line.rstrip("\n")))
        except UserError as error:
            found = f"error: {error}"
            status = BAD_INPUT
        print_answer(found)
    return status


POLL_S = 0.2
"""Seconds between two waits: Windows handles Ctrl-C only between them."""


def interruptible(answer: Callable[[str], list[str]]) -> Callable[[str], list[str]]:
    """Run `answer` on a thread, because Ctrl-C does not interrupt compiled code."""

    def answer_on_thread(text: str) -> list[str]:
        answers: Future[list[str]] = Future()
        start_thread(threading.Thread(target=_fulfil, args=(answers, answer, text), daemon=True))
        while not wait([answers], POLL_S).done:
            pass
        return answers.result()

    return answer_on_thread


def _fulfil(answers: Future[list[str]], answer: Callable[[str], list[str]], text: str) -> None:
    try:
        answers.set_result(answer(text))
    except BaseException as error:
        answers.set_exception(error)


def command_moves(args: argparse.Namespace) -> int:
    """Print the legal moves of a position, or of each on standard input."""
    return answer_position(args.position, lambda text: moves(args.game, text))


def command_after(args: argparse.Namespace) -> int:
    """Print the position after some moves, for a position or for each on standard input."""
    if args.position == "-" and args.moves:
        raise UserError(texts.MOVES_IN_INPUT)

    def play(text: str) -> list[str]:
        position, tab, behind = text.partition("\t") if args.position == "-" else (text, "", "")
        try:
            return [after(args.game, position, [*args.moves, *behind.split()])]
        except UserError:
            if args.position == "-" and not tab and (found := _moves_after_blank(args.game, text)):
                raise UserError(texts.tab_missing(found)) from None
            raise

    return answer_position(args.position, play)


def _moves_after_blank(game: Rules, text: str) -> str:
    """Return the moves after a position and a space, empty if the first of them is not legal."""
    words = text.split()
    for count in range(1, len(words)):
        with suppress(UserError):
            game.parse_move(parse_position(game, " ".join(words[:count])), words[count])
            return " ".join(words[count:])
    return ""


def command_result(args: argparse.Namespace) -> int:
    """Print the result of a position, or of each on standard input."""
    return answer_position(args.position, lambda text: [result(args.game, text)])


def command_perft(args: argparse.Namespace) -> int:
    """Print the perft count of a position, or of each on standard input."""
    return answer_position(
        args.position, interruptible(lambda text: perft(args.game, text, args.depth, args.divide))
    )


def add_commands(commands: Commands) -> None:
    """Add the commands of this module."""
    add_command(commands, "moves", command_moves, texts.MOVES, lines=True)
    parser = add_command(commands, "after", command_after, texts.AFTER, lines=True)
    parser.add_argument("moves", nargs="*", metavar="MOVE")
    add_command(commands, "result", command_result, texts.RESULT, lines=True)
    parser = add_command(commands, "perft", command_perft, texts.PERFT, lines=True)
    parser.add_argument("depth", type=number(0, 60), metavar="DEPTH")
    parser.add_argument("--divide", action="store_true", help=texts.DIVIDE)
