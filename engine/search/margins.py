"""The numbers by which the search prunes, reduces and opens its windows: `spsa` tunes them."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.rules.rules import Rules
from engine.search import texts
from engine.search.margin_layout import REDUCTIONS, Margins
from engine.system.errors import UserError, quoted

RANGES = {
    "rfp": (20, 300),
    "futility": (20, 300),
    "futility_base": (0, 300),
    "lmp": (1, 30),
    "lmr_base": (0, 200),
    "lmr_divisor": (80, 600),
    "aspiration": (5, 200),
}
"""The lowest and the highest value of each."""


def margins_of(rules: Rules) -> Margins:
    """Return the margins of a game."""
    return Margins(**rules.facts.search_margins)


def parse_margins(text: str) -> tuple[tuple[str, int], ...]:
    """Read the names and values of margins such as ``rfp:90+lmp:5``.

    Raises:
        UserError: there is no such margin, or its value is outside its range.
    """
    values = {}
    for part in text.split("+"):
        name, _, number = (each.strip() for each in part.partition(":"))
        values[name] = parse_margin(name, number)
    return tuple(values.items())


def parse_margin(name: str, number: str) -> int:
    """Return the value of a margin.

    Raises:
        UserError: there is no such margin, or its value is outside its range.
    """
    if name not in RANGES:
        raise UserError(texts.no_margin(quoted(name), list(RANGES)))
    lowest, highest = RANGES[name]
    whole = number.isascii() and number.isdigit() and len(number) < 9
    if not whole or not lowest <= int(number) <= highest:
        raise UserError(texts.bad_margin(name, lowest, highest, quoted(number)))
    return int(number)


def format_margins(margins: Margins) -> str:
    """Return margins as `parse_margins` reads them."""
    return "+".join(f"{name}:{value}" for name, value in zip(margins._fields, margins, strict=True))


def write_margins(state: Any, margins: Margins) -> None:
    """Give a search record its margins."""
    state["margins"] = margins
    state["reductions"] = reductions(margins.lmr_base, margins.lmr_divisor)


@cache
def reductions(base: int, divisor: int) -> npt.NDArray[np.int64]:
    """Return late move reductions in plies, by depth and the number of the move; arguments in hundredths."""
    logarithms = np.log(np.maximum(np.arange(REDUCTIONS), 1))
    table = base / 100 + np.outer(logarithms, logarithms) / (divisor / 100)
    return table.astype(np.int64)
