"""``python -m engine``: the command line, without the window.

Standard output carries the answer alone; everything else goes to standard error. Bad input ends with status
2 and one sentence.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence

from engine import __version__
from engine.cli import data, evaluate, events, play, positions, puzzles, research, search, texts
from engine.cli.arguments import BAD_INPUT, Parser
from engine.cli.output import check_output
from engine.system.errors import UserError

GROUPS = (positions, evaluate, search, play, events, data, puzzles, research)
"""The modules that add the commands, in the order in which the help lists them."""


def build_parser(prog: str) -> Parser:
    """Return the parser of the whole command line."""
    parser = Parser(prog=prog, description=texts.DESCRIPTION)
    parser.add_argument("--version", action="version", version=texts.version(__version__))
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    for group in GROUPS:
        group.add_commands(commands)
    return parser


def _accept_any_bytes() -> None:
    """Treat undecodable bytes as bad input instead of an error of the stream.

    A closed input is an empty one, and what would go to a closed standard error goes nowhere.
    """
    sys.stdin = sys.stdin or io.StringIO()
    sys.stderr = sys.stderr or io.StringIO()
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def main(arguments: Sequence[str] | None = None, prog: str = "python -m engine") -> int:
    """Run a command of the program, which the user started as `prog`; return the exit status."""
    _accept_any_bytes()
    args = build_parser(prog).parse_args(arguments)
    try:
        check_output()
        status = int(args.run(args))
        sys.stdout.flush()
    except UserError as error:
        print(f"{error}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the reader has enough, as `head` has
        sys.stderr.close()
        return 0
    except OSError as error:
        print(texts.output_failed(error.filename or texts.STANDARD_OUTPUT, error.strerror), file=sys.stderr)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python complains once more
        return BAD_INPUT
    return status
