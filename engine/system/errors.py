"""The error that commands and screens show to the user, and texts from elsewhere in messages."""

from __future__ import annotations

import re

MAX_QUOTED = 24
"""Characters of a bad text that an error message repeats."""
UNSAFE_IN_TERMINAL = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)
"""Control characters, breaks of lines and paragraphs, signs that set the text's direction, and surrogates."""


class UserError(Exception):
    """A problem that the user can fix: bad input, an unusable file, a missing library.

    The message is one sentence meant for the user.
    """


def quoted(text: str) -> str:
    """Return a text in quotes, on one line, and shortened if it is long."""
    if len(text) > MAX_QUOTED:
        text = f"{text[: MAX_QUOTED - 1]}…"
    return f"'{printable(text)}'"


def printable(text: str) -> str:
    """Return a text with escapes for line breaks and characters that control a terminal."""
    return UNSAFE_IN_TERMINAL.sub(lambda found: ascii(found[0])[1:-1], text)


def printable_lines(text: str) -> str:
    """Return a text whose lines have no characters that control a terminal, such as names from a file."""
    return "\n".join(map(printable, text.split("\n")))


def quoted_path(text: str) -> str:
    """Return a path in quotes; a long one is shortened at its beginning, so that the file name stays."""
    kept = text[1 - MAX_QUOTED :]
    return quoted(text if len(text) <= MAX_QUOTED else f"…{kept}")
