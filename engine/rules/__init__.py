"""The registry of games. Importing it, or a game, compiles nothing and needs no numba."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from engine.rules.base import GameError, Position, Rules, quoted

_NAMES = ("congo",)
"""The games in the order in which people meet them; each is a folder here with a `RULES` of its own."""


def names() -> tuple[str, ...]:
    """Return the names of all games."""
    return _NAMES


@cache
def get(name: str) -> Rules:
    """Return a game's rules by its name, in either case; raise `GameError` for an unknown one."""
    if name.lower() not in _NAMES:
        raise GameError(f"there is no game called {quoted(name)}; the games are {', '.join(_NAMES)}")
    rules = import_module(f"engine.rules.{name.lower()}").RULES
    assert isinstance(rules, Rules)
    return rules


def read_position(game: Rules, text: str) -> Position:
    """Read a FEN or ``startpos``, the latter with a board size after a colon if the game has several.

    Raises `GameError`.
    """
    name, _, size = text.strip().partition(":")
    if name.lower() != "startpos":
        return game.parse(text)
    if size and not (size.isascii() and size.isdigit() and len(size) < 4):
        raise GameError(
            f"{quoted(size)} is no board size; {game.title} has {', '.join(map(str, game.sizes))}"
        )
    return game.start(int(size) if size else None)
