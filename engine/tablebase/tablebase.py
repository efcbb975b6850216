"""The results of a tablebase, and loading the one of a game."""

from __future__ import annotations

import threading
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Protocol

from engine.rules.rules import Rules
from engine.rules.values import Move, Position
from engine.system.files import has_module, load_module
from engine.tablebase import texts

_reading = threading.Lock()


@dataclass(frozen=True)
class TablebaseValue:
    """The value of a position for the side to move: a draw if `plies` is 0, else a win or loss.

    `plies` is the distance to the end of the game with best play (DTM).
    """

    plies: int

    @property
    def wins(self) -> bool:
        """True if the side to move wins: it makes the first of the plies and the last."""
        return self.plies % 2 == 1

    @property
    def loses(self) -> bool:
        """True if the side to move loses."""
        return self.plies > 0 and not self.wins

    @property
    def moves(self) -> int:
        """The number of the winner's own moves, 0 in a draw."""
        return (self.plies + 1) // 2

    def describe(self) -> str:
        """Return the value as text: ``wins in 9 moves``, ``loses in 1 move``, ``draw``."""
        if self.plies == 0:
            return texts.DRAW
        return texts.wins_in(self.moves) if self.wins else texts.loses_in(self.moves)

    @property
    def rank(self) -> int:
        """Greater is better: a quick win, a slow one, a draw, a slow loss, a quick one."""
        if self.plies == 0:
            return 0
        return 1000 - self.plies if self.wins else self.plies - 1000


@dataclass(frozen=True)
class Material:
    """The pieces of both sides, in letters: LZ against LE with LZ to move."""

    mover: str
    other: str

    def __str__(self) -> str:
        """Return both sides with a hyphen, the side to move first."""
        return f"{self.mover}-{self.other}"


class Tablebase(Protocol):
    """A tablebase in memory; if its files cannot be read it has no position.

    `address` is where it starts, for the compiled `core.probe_tablebase`; 0 without any, and then `problem`
    says why in one sentence.
    """

    address: int
    problem: str | None

    @property
    def materials(self) -> tuple[Material, ...]:
        """All materials in the tablebase, from few pieces to many; none if it cannot be read."""

    def distances(self, material: Material) -> frozenset[int]:
        """Return the distances to the end that occur with a material, in plies, 0 for a draw."""

    def count(self, material: Material) -> Mapping[int, int]:
        """Return how many positions there are at each distance, mirror images counted once."""

    def sample(
        self, materials: Iterable[Material], plies: Collection[int], rng: Random
    ) -> Iterator[Position]:
        """Yield the positions with these materials and distances in random order, none twice.

        The first side is to move. A position and its mirror image are one position, shown either way.
        """

    def probe(self, rules: Rules, position: Position) -> TablebaseValue | None:
        """Return the value of a non-terminal position, None if the tablebase does not have it."""

    def ranked_moves(self, rules: Rules, position: Position) -> tuple[tuple[Move, TablebaseValue], ...]:
        """Return the legal moves, best first, each with its value for the mover; empty if unknown."""

    def best_line(self, rules: Rules, position: Position) -> tuple[Move, ...]:
        """Return best play: to the end if the game is won or lost, or one move that keeps the draw."""


def has_tablebase(rules: Rules) -> bool:
    """Return whether a game has a tablebase, without importing its compiled code."""
    return has_module(rules.name, "tablebase")


def tablebase_of(rules: Rules) -> Tablebase | None:
    """Return the tablebase of a game, from ``tablebase.py`` in its folder; the first call reads it.

    That takes seconds if the user has built many endings, so the window calls it on threads alone.
    """
    module = load_module(rules.name, "tablebase")
    if module is None:
        return None
    with _reading:  # two threads would both read it
        found: Tablebase = module.shared()
    return found
