"""The error that commands and screens show to the user, and quoting bad input in its message."""

from __future__ import annotations

MAX_QUOTED = 24
"""How many characters of a bad text are repeated in a message about it."""


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
    """Return a path in quotes; of a long one its end is kept, where the file's name is."""
    kept = text[1 - MAX_QUOTED :]
    return quoted(text if len(text) <= MAX_QUOTED else f"…{kept}")
