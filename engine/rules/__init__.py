"""The registry of games. Importing it, or a game, compiles nothing and needs no numba."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from engine.rules.base import GameError, Rules

_NAMES = ("congo",)
"""The games in the order in which people meet them; each is a folder here with a `RULES` of its own."""


def names() -> tuple[str, ...]:
    """Return the names of all games."""
    return _NAMES


@cache
def get(name: str) -> Rules:
    """Return a game's rules by its name, in either case; raise `GameError` for an unknown one."""
    if name.lower() not in _NAMES:
        raise GameError(f"there is no game called '{name}'; the games are {', '.join(_NAMES)}")
    rules = import_module(f"engine.rules.{name.lower()}").RULES
    assert isinstance(rules, Rules)
    return rules
