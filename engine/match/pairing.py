"""The games of an event: its settings, who meets whom in each game, and how a game went."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.match.openings import Opening
from engine.players.parse import MOVE_TIMEOUT_S
from engine.rules.words import noun
from engine.search.limits import Limits

GRACE_MS = 500
"""Milliseconds by which a move may exceed its time limit: a busy machine delays whole processes."""


@dataclass(frozen=True)
class EventSettings:
    """What all games of an event have in common; the players are named as on the command line.

    `tags` tell about the event in the record of each game.
    """

    game: str
    players: tuple[str, ...]
    limits: Limits
    seed: int = 0
    grace: int = GRACE_MS
    patience: float = MOVE_TIMEOUT_S
    event: str = "match"
    tags: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Pairing:
    """A game to be played. Games 2k and 2k + 1 have the same opening and opposite colours.

    `players` are those who meet, by their places in `EventSettings`.
    """

    number: int
    opening: Opening
    players: tuple[int, int] = (0, 1)

    @property
    def seats(self) -> tuple[int, int]:
        """Return which of the players has which side."""
        one, other = self.players
        return (other, one) if self.number % 2 else (one, other)

    @property
    def round(self) -> str:
        """Return the game's number as records write it: that of the pair, and which of its games it is."""
        return f"{self.number // 2 + 1}.{self.number % 2 + 1}"


@dataclass(frozen=True)
class FinishedGame:
    """A game that was played; players are numbered as in `EventSettings`."""

    number: int
    winner: int | None
    reason: str
    fault: bool
    """Whether it ended because a player failed."""
    plies: int
    overruns: tuple[float | None, float | None]
    """The most milliseconds, below zero if need be, by which each exceeded a time limit that it had."""
    text: str
    """The game as record.py writes it."""
    players: tuple[int, int] = (0, 1)
    """The two who met, in the order of `Pairing`; overruns and seconds are in the same order."""
    seconds: tuple[float, float] = (0.0, 0.0)
    """How long each has thought in all."""
    aside: float = 0.0
    """Seconds that the game took besides, without the players' getting ready: what the harness cost."""
    crashed: bool = False
    """Whether it was broken off by no fault of a player; then it does not count."""

    @property
    def kind_of_end(self) -> str:
        """How it ended, the same words for all failures."""
        if self.crashed:
            return "the game could not be played"
        return "a player failed" if self.fault else self.reason

    @property
    def points(self) -> float:
        """The points of the first of its players."""
        return 0.5 if self.winner is None else float(self.winner == self.players[0])


def pairings(openings: Sequence[Opening], games: int) -> list[Pairing]:
    """Return the games of a match; `openings` has to have one for every pair."""
    return [Pairing(number, openings[number // 2]) for number in range(games)]


def limits_text(limits: Limits) -> str:
    """Return limits in words."""
    units = (("ply", "plies"), ("node", "nodes"), ("ms", "ms"))
    values = (limits.depth, limits.nodes, limits.movetime)
    given = ((value, unit) for value, unit in zip(values, units, strict=True) if value is not None)
    return ", ".join(f"{value} {noun(value, *unit)}" for value, unit in given) + " a move"
