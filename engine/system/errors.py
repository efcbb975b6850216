"""The error that commands and screens show to the user, and quoting of bad input in its message."""

from __future__ import annotations

MAX_QUOTED = 24
"""Characters of a bad text that an error message repeats."""


class UserError(Exception):
    """A problem that the user can fix: bad input, an unusable file, a missing library.

    The message is one sentence meant for the user.
    """


def quoted(text: str) -> str:
    """Return a text in quotes, on one line, and shortened if it is long."""
    if len(text) > MAX_QUOTED:
        text = f"{text[: MAX_QUOTED - 1]}…"
    return "'" + "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text) + "'"


def quoted_path(text: str) -> str:
    """Return a path in quotes; a long one is shortened at its beginning, so that the file name stays."""
    kept = text[1 - MAX_QUOTED :]
    return quoted(text if len(text) <= MAX_QUOTED else f"…{kept}")
