"""``python -m engine``: the command line, without the window.

Only the answer goes to standard output, everything else to standard error. Bad input ends with exit status 2
and one sentence.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor

from engine import __version__
from engine.cli import (
    data,
    endings,
    evaluate,
    events,
    lessons,
    library,
    openings,
    play,
    positions,
    puzzles,
    research,
    search,
    texts,
)
from engine.cli.arguments import BAD_INPUT, Parser
from engine.cli.events import FAILED
from engine.cli.output import check_output
from engine.system.errors import UserError
from engine.system.status import print_status

GROUPS = (
    positions,
    evaluate,
    search,
    play,
    events,
    data,
    library,
    openings,
    puzzles,
    lessons,
    endings,
    research,
)
"""The modules that add the commands, in the order of the help."""


def build_parser(prog: str) -> Parser:
    """Return the parser for all commands."""
    parser = Parser(prog=prog, description=texts.DESCRIPTION)
    parser.add_argument("--version", action="version", version=texts.version(__version__))
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    for group in GROUPS:
        group.add_commands(commands)
    return parser


def _accept_any_bytes() -> None:
    """Treat undecodable bytes as bad input instead of a stream error.

    A closed standard input is treated as empty, and output to a closed standard error is discarded.
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
        print_status(str(error))
        return BAD_INPUT
    except BrokenExecutor as error:
        print_status(str(error))
        return FAILED
    except MemoryError:
        print_status(texts.OUT_OF_MEMORY)
        return FAILED
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the reader of standard output has closed the pipe, as `head` does
        sys.stderr.close()
        return 0
    except OSError as error:
        print_status(texts.stream_failed(error.filename or texts.STANDARD_OUTPUT, error.strerror))
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python reports it again at exit
        return BAD_INPUT
    return status
