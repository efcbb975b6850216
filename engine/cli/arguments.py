"""Parsing and checking of arguments shared by several commands."""

from __future__ import annotations

import argparse
import re
import secrets
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NoReturn, TypeAlias, TypeVar

from engine import rules
from engine.cli import texts
from engine.research.checks import parse_whole
from engine.rules.rules import Rules
from engine.system.errors import MAX_QUOTED, UserError, printable
from engine.system.status import print_status

BAD_INPUT = 2
MAX_WORKERS = 256
Value = TypeVar("Value")
_LONG_WORD = re.compile(r"\S{101,}")
"""A word too long to be repeated in a message; the library quotes whole arguments."""


class Parser(argparse.ArgumentParser):
    """An argument parser that reports an error in one sentence."""

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Reject unknown arguments here, so that the error refers to the command's own help.

        Also reject ``--`` as a value: argparse takes it away, and the default or an empty list is left.
        """
        words = list(sys.argv[1:] if args is None else args)
        found, unknown = super().parse_known_args(words, namespace)
        if unknown:
            self.error(texts.unknown_arguments(unknown))
        if (word := _dashes_as_value(words)) is not None:
            self.error(texts.dashes_as_value(word))
        return found, unknown

    def error(self, message: str) -> NoReturn:
        message = _LONG_WORD.sub(lambda found: f"{found[0][: MAX_QUOTED - 1]}…", message)
        print_status(printable(texts.bad_arguments(self.prog, message)))
        self.exit(BAD_INPUT)


def _dashes_as_value(words: list[str]) -> str | None:
    """Return the first word with the value ``--``, if any; a single ``--`` only ends the options."""
    end = words.index("--") if "--" in words else len(words)
    options = (word for word in words[:end] if word.startswith("-") and word.partition("=")[2] == "--")
    return next(options, "--" if "--" in words[end + 1 :] else None)


def number(lowest: int, highest: int | None = None) -> Callable[[str], int]:
    """Return an argparse type for integers in a range."""

    return reader(partial(parse_whole, lowest=lowest, highest=highest))


def reader(read: Callable[[str], Value]) -> Callable[[str], Value]:
    """Return an argparse type that calls `read` and reports its `UserError`."""

    def read_argument(text: str) -> Value:
        try:
            return read(text)
        except UserError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return read_argument


def add_number(
    parser: argparse._ActionsContainer,
    option: str,
    text: str = "",
    *,
    default: float | None = None,
    lowest: int = 1,
    highest: int | None = None,
    metavar: str = "N",
) -> None:
    """Add an option for a whole number in a range; its help names the default, if any."""
    if default is not None:
        text = texts.with_default(text, default)
    parser.add_argument(option, type=number(lowest, highest), default=default, metavar=metavar, help=text)


Commands: TypeAlias = "argparse._SubParsersAction[Parser]"


def game_named(name: str) -> Rules:
    """Return the rules of a game by name; an argparse type."""
    try:
        return rules.get(name)
    except UserError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def add_command(
    commands: Commands,
    name: str,
    run: Callable[[argparse.Namespace], int],
    text: str,
    position: bool = True,
    lines: bool = False,
) -> Parser:
    """Add a command, optionally with a game and a position as arguments; return its parser.

    With `lines` the position may be ``-``, to read one position per line from standard input.
    """
    parser = commands.add_parser(name, help=text, description=text)
    parser.set_defaults(run=run)
    if position:
        parser.add_argument("game", type=game_named, metavar="GAME", help=", ".join(rules.names()))
        parser.add_argument("position", metavar="POS", help=texts.POSITIONS if lines else texts.POSITION)
    return parser


def add_game_command(
    commands: Commands, name: str, run: Callable[[argparse.Namespace], int], text: str
) -> Parser:
    """Add a command about a game, without a position; return its parser."""
    parser = add_command(commands, name, run, text, position=False)
    parser.add_argument("game", type=game_named, metavar="GAME", help=", ".join(rules.names()))
    return parser


def add_optional_game(parser: Parser, text: str | None = None) -> None:
    """Add an optional argument for a game; the default is the first game."""
    parser.add_argument("game", nargs="?", type=game_named, default=rules.first(), metavar="GAME", help=text)


def add_shared(parser: argparse.ArgumentParser) -> None:
    """Add the options of all commands that play games."""
    add_number(parser, "--size", texts.BOARD_SIZE, highest=99)
    add_number(parser, "--seed", texts.SEED, lowest=0)


def add_worker_options(parser: argparse.ArgumentParser, text: str = texts.WORKERS) -> None:
    """Add the options for worker processes and clusters."""
    add_number(parser, "--workers", text, default=1, highest=MAX_WORKERS)
    parser.add_argument("--dask", metavar="ADDRESS", help=texts.DASK)


def seed_of(args: argparse.Namespace) -> int:
    """Return the given seed, or a random one."""
    return secrets.randbelow(1 << 31) if args.seed is None else int(args.seed)


def side_names() -> list[str]:
    """Return the names of the sides of all games."""
    return sorted({side for name in rules.names() for side in rules.get(name).facts.side_names})


def players_by_side(game: Rules, given: argparse.Namespace) -> tuple[str | None, str | None]:
    """Return the players given by ``--first`` and ``--second``, or by the names of the game's sides.

    A side that was not given is None.

    Raises:
        UserError: the game has no such side, or a side is given twice.
    """
    chosen: dict[str, str | None] = {"first": given.first, "second": given.second}
    for colour in side_names():
        value = getattr(given, colour)
        if value is None:
            continue
        if colour not in game.facts.side_names:
            raise UserError(texts.no_side(game.facts.title, colour, game.facts.side_names))
        order = ("first", "second")[game.facts.side_names.index(colour)]
        if chosen[order] is not None:
            raise UserError(texts.same_side(game.facts.title, colour, order))
        chosen[order] = value
    return chosen["first"], chosen["second"]


MAX_LINE_CHARS = 1 << 22
"""Maximum characters of a line of standard input, enough for a game of many thousand moves."""


def input_lines(refuse: Callable[[str], None] | None = None) -> Iterator[str]:
    """Yield the lines of standard input, none if it is closed.

    A line longer than `MAX_LINE_CHARS`, perhaps endless, is skipped if `refuse` takes the complaint.

    Raises:
        UserError: a line is too long, and nothing takes the complaint; or the input cannot be read.
    """
    while line := _input_line():
        if len(line) == MAX_LINE_CHARS and not line.endswith("\n"):
            if refuse is None:
                raise UserError(texts.long_line(MAX_LINE_CHARS))
            refuse(texts.long_line(MAX_LINE_CHARS))
            while line and not line.endswith("\n"):
                line = _input_line()
            continue
        yield line


def _input_line() -> str:
    """Return the next line of standard input or the beginning of a long one, empty at the end."""
    try:
        return "" if sys.stdin is None else sys.stdin.readline(MAX_LINE_CHARS)
    except OSError as error:
        raise UserError(texts.stream_failed(texts.STANDARD_INPUT, error.strerror or error)) from None
    except UnicodeError as error:  # such as UTF-16 without its mark
        raise UserError(texts.stream_failed(texts.STANDARD_INPUT, error)) from None
