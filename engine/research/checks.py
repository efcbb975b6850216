"""Checks of untrusted values: from files (`ValueError`) and typed ones (`UserError`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.research import texts
from engine.system.errors import UserError, quoted

MAX_TEXT = 300
MAX_WHOLE = 10**18
MAX_REAL = 1e100
"""Larger than any measurement, and small enough for sums to be finite."""


def whole(value: Any, low: int = -MAX_WHOLE, high: int = MAX_WHOLE) -> int:
    """Return `value` if it is an integer in a range."""
    if type(value) is not int or not low <= value <= high:
        raise ValueError(value)
    return value


def move_code(value: Any) -> int:
    """Return `value` if it can be the code of a move: any signed 64-bit number."""
    return whole(value, -(1 << 63), (1 << 63) - 1)


def real(value: Any, low: float = -MAX_REAL) -> float:
    """Return `value` if it is a finite number from `low` on."""
    if type(value) not in (int, float) or not low <= value <= MAX_REAL:
        raise ValueError(value)
    return float(value)


def text(value: Any, max_length: int = MAX_TEXT) -> str:
    """Return `value` if it is a string of at most `max_length` characters that can be written to a file."""
    if type(value) is not str or len(value) > max_length:
        raise ValueError(value)
    value.encode()  # JSON can describe a lone surrogate, too
    return value


def items(value: Any, max_items: int) -> Sequence[Any]:
    """Return `value` if it is a list of at most `max_items` items."""
    if not isinstance(value, list | tuple) or len(value) > max_items:
        raise ValueError(value)
    return value


def machine(value: Any) -> dict[str, str]:
    """Return the description of a machine in a report, each part on one line."""
    if type(value) is not dict or len(value) > 20:
        raise ValueError(value)
    return {" ".join(text(name).split()): " ".join(text(line).split()) for name, line in value.items()}


def parse_whole(text: str, lowest: int, highest: int | None = None) -> int:
    """Read a whole number that was typed.

    Raises:
        UserError: it is not one, or out of range.
    """
    if text.isascii() and text.isdigit() and len(text) < 19:
        value = int(text)
        if value >= lowest and (highest is None or value <= highest):
            return value
    raise UserError(texts.no_whole_number(quoted(text), lowest, highest))
