"""The signs of which games as text consist; what they mean is the business of record.py."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from engine.rules.errors import GameError
from engine.system.errors import quoted

NAGS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
"""Judgements that are written behind the move, with their PGN numbers."""


class RecordError(GameError):
    """A text that holds no game; `line` counts from 1."""

    def __init__(self, line: int, reason: str, source: str = "") -> None:
        self.line, self.reason = line, reason
        super().__init__(f"{source}, line {line}: {reason}" if source else f"line {line}: {reason}")


@dataclass(frozen=True)
class Token:
    """A part of a game: a tag (its value is the text), comment, move, number, result, ( or ), NAG."""

    line: int
    kind: str
    text: str
    name: str = ""
    """A tag's name."""


def split_games(text: str) -> Iterator[tuple[int, str]]:
    """Yield the part of each game with the number of its first line; no part is blank."""
    part: list[str] = []
    first, in_comment, in_moves = 1, False, False
    for number, line in enumerate(text.split("\n"), start=1):
        is_tag = line.startswith("[") and not in_comment
        if (is_tag and in_moves) or line.startswith("[Event "):
            yield from _unless_blank(first, part)
            part, first, in_comment, in_moves = [], number, False, False
        elif not is_tag and line.strip():
            in_comment, in_moves = _open_comment(line, in_comment), True
        part.append(line)
    yield from _unless_blank(first, part)


def _unless_blank(first: int, lines: list[str]) -> Iterator[tuple[int, str]]:
    text = "\n".join(lines)
    if text.strip():
        yield first, text


def _open_comment(line: str, in_comment: bool) -> bool:
    """Return whether a comment in braces goes on behind a line."""
    for sign in line:
        if in_comment:
            in_comment = sign != "}"
        elif sign == ";":
            return False
        else:
            in_comment = sign == "{"
    return in_comment


_TOKEN = re.compile(
    r"""
      (?P<blank> \s+ )
    | (?P<tag> \[ \s* (?P<name> \w+ ) \s+ "(?P<value> (?: [^"\\\n] | \\. )* )" \s* \] )
    | (?P<comment> \{ [^}]* \} | ; [^\n]* )
    | (?P<open> \( )
    | (?P<close> \) )
    | \$ (?P<nag> [0-9]{1,3} )
    | (?P<result> (?: 1-0 | 0-1 | 1/2-1/2 | \* ) (?= [\s(){};] | $ ) )
    | (?P<number> [0-9]+ \.+ )
    | (?P<move> [^\s(){}\[\];$*!?]+ ) (?P<suffix> [!?]{0,2} )
    """,
    re.VERBOSE,
)


def split_tokens(text: str, line: int, source: str = "") -> list[Token]:
    """Return the tokens of a game whose text begins in this line; raise `RecordError`."""
    tokens: list[Token] = []
    at = 0
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            raise RecordError(line, _why_unreadable(text[at:]), source)
        tokens += _tokens_of(found, line)
        line += text.count("\n", at, found.end())
        at = found.end()
    return tokens


def _tokens_of(found: re.Match[str], line: int) -> Iterator[Token]:
    if found["tag"]:
        yield Token(line, "tag", re.sub(r"\\(.)", r"\1", found["value"]), found["name"])
    elif found["comment"]:
        said = found["comment"]
        yield Token(line, "comment", " ".join((said[1:-1] if said[0] == "{" else said[1:]).split()))
    elif found["move"]:
        yield Token(line, "move", found["move"])
        if found["suffix"]:
            yield Token(line, "nag", str(NAGS[found["suffix"]]))
    elif not found["blank"]:
        kind = next(kind for kind in ("open", "close", "nag", "result", "number") if found[kind] is not None)
        yield Token(line, kind, found[kind])


def _why_unreadable(text: str) -> str:
    if text[0] == "{":
        return "a comment begins here that is not closed"
    if text[0] == "[":
        return 'a tag is a name and a value in quotes, as in [Game "congo"]'
    return f"{quoted(text.split()[0])} is not understood"
