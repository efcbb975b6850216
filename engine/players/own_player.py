"""What a module of players that belong to one game says of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.players.base import Player
from engine.rules.rules import Rules


@dataclass(frozen=True)
class OwnPlayer:
    """A player of one game's own; `make` is given the rules, a seed, and a depth, 0 without `takes_depth`."""

    make: Callable[[Rules, int, int], Player]
    takes_depth: bool = False
