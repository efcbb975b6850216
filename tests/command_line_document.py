"""``python -m tests.command_line_document``: write the commands in docs/command-line.md, from the parser.

The parser's own help is not used, since its layout differs between versions of Python.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator

from engine.cli.main import build_parser
from tests.imports import ROOT

DOCUMENT = ROOT / "docs" / "command-line.md"
MARK = "<!-- From here on written by `python -m tests.command_line_document`. -->\n"


def commands(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """Return the parsers of the commands of `parser`, by name."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            return dict(action.choices)
    return {}


def _call(action: argparse.Action) -> str:
    """Return the usage of an argument: ``POS``, ``--depth N``, ``[MOVE …]``."""
    values = action.metavar or "|".join(map(str, action.choices or [])) or action.dest.upper()
    word = " ".join(values) if isinstance(values, tuple) else values
    if action.nargs in ("*", "+"):
        word += " …"
    if not action.option_strings:
        return f"[{word}]" if action.nargs in ("*", "?") else word
    names = ", ".join(action.option_strings)
    return names if action.nargs == 0 else f"{names} {word}"


def _arguments(parser: argparse.ArgumentParser, options: bool) -> list[argparse.Action]:
    return [
        action
        for action in parser._actions
        if bool(action.option_strings) == options
        and action.help != argparse.SUPPRESS
        and not isinstance(action, (argparse._HelpAction, argparse._SubParsersAction))
    ]


def section(name: str, parser: argparse.ArgumentParser) -> Iterator[str]:
    """Yield the lines about one command, including its subcommands."""
    text = parser.description or ""
    options = _arguments(parser, options=True)
    needed = [action for action in options if action.required]
    words = [name, *map(_call, [*_arguments(parser, options=False), *needed])]
    yield f"{'####' if ' ' in name else '###'} {name}\n"
    yield f"{text[:1].upper()}{text[1:]}.\n"
    if not commands(parser):
        yield f"    {' '.join(words)}{' [OPTION …]' if options != needed else ''}\n"
        if options:
            yield "| option | |\n|---|---|"
            for action in options:
                call = _call(action).replace("|", "\\|")
                yield f"| `{call}` | {action.help or ''} |"
            yield ""
        epilog = re.sub(r"^P is one of .*? game's own\. ", "", parser.epilog or "")
        if epilog:
            yield f"{epilog}\n"
    for word, below in commands(parser).items():
        yield from section(f"{name} {word}", below)


def document() -> str:
    """Return the commands' part of the document."""
    parser = build_parser("python -m engine")
    lines = [line for name, below in commands(parser).items() for line in section(name, below)]
    return "## Commands\n\n" + "\n".join(lines)


if __name__ == "__main__":
    kept = DOCUMENT.read_text(encoding="utf-8").split(MARK)[0]
    DOCUMENT.write_text(kept + MARK + document(), encoding="utf-8")
