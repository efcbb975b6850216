"""The games of an event: settings, pairings, and results.

In a tournament a meeting is a pair of games from one opening, with both colours. All meetings of a round get
the same openings, so no player is better off by them, and no two players get an opening twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from typing import Protocol

from engine.match import texts
from engine.match.openings import Opening
from engine.players.parse import MOVE_TIMEOUT_S
from engine.rules.words import noun
from engine.search.limits import Limits


@dataclass(frozen=True)
class WinDrawLoss:
    """The results of one player's games; a draw counts half a point."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        """The number of games."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """The points of all games."""
        return self.wins + self.draws / 2

    @property
    def share(self) -> float:
        """The points per game; 0 without a game."""
        return self.points / self.games if self.games else 0.0

    def __add__(self, other: WinDrawLoss) -> WinDrawLoss:
        """Return the results of the games of both."""
        return WinDrawLoss(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)


GRACE_MS = 500
"""Milliseconds by which a move may exceed its time limit: a busy machine delays whole processes."""


@dataclass(frozen=True)
class EventSettings:
    """What all games of an event have in common; the players are named as on the command line.

    `tags` stand in the record of each game and say what event it belongs to.
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
            return texts.NOT_PLAYED
        return texts.PLAYER_FAILED if self.fault else self.reason

    @property
    def points(self) -> float:
        """The points of the first of its players."""
        return 0.5 if self.winner is None else float(self.winner == self.players[0])


def pairings(openings: Sequence[Opening], games: int) -> list[Pairing]:
    """Return the games of a match; `openings` has to have one for every pair."""
    return [Pairing(number, openings[number // 2]) for number in range(games)]


def limits_text(limits: Limits) -> str:
    """Return limits in words."""
    if limits.move_limit is not None:
        return texts.strict_limit(limits.move_limit)
    units = (("ply", "plies"), ("node", "nodes"), ("ms", "ms"))
    values = (limits.depth, limits.nodes, limits.movetime)
    given = ((value, unit) for value, unit in zip(values, units, strict=True) if value is not None)
    return texts.per_move(", ".join(f"{value} {noun(value, *unit)}" for value, unit in given))


# --- tournaments: round robin, gauntlet, Swiss

MAX_TRIES = 20_000
"""Steps in which opponents are sought who have not met; only many rounds of few players need so many."""


@dataclass(frozen=True)
class Meeting:
    """Two games of two players from the opening of this number."""

    players: tuple[int, int]
    opening: int


class Standings(Protocol):
    """What Swiss pairing has to know of the results till now."""

    def points_after(self, player: int, games: int) -> float:
        """Return the points of a player from the first so many games, and from its byes."""

    def give_bye(self, player: int) -> None:
        """Note that a player has no opponent in a round, which counts as if it had won."""

    def complete(self) -> bool:
        """Return whether all games that were handed out are finished."""


def round_robin(players: int, pairs: int) -> Iterator[Meeting]:
    """Yield meetings of all with all, `pairs` times, so that all have played about as often at any time.

    Rounds are those of the circle method: one player stays, the others move on by a place.
    """
    seats: list[int | None] = [*range(players), *([None] if players % 2 else [])]
    half = len(seats) // 2
    for opening in range(pairs):
        for _ in range(len(seats) - 1):
            for one, other in zip(seats[:half], reversed(seats[half:]), strict=True):
                if one is not None and other is not None:
                    yield Meeting((min(one, other), max(one, other)), opening)
            seats[1:] = [seats[-1], *seats[1:-1]]


def gauntlet(players: int, pairs: int) -> Iterator[Meeting]:
    """Yield meetings of the first player with all others, `pairs` times."""
    return (Meeting((0, other), opening) for opening in range(pairs) for other in range(1, players))


def swiss(players: int, pairs: int, rounds: int, standings: Standings) -> Iterator[Meeting | None]:
    """Yield the meetings of so many rounds, and None while a round is not finished.

    In each round the players are ranked by their points, equal ones by their number, and from the top on
    each meets the next in rank whom it has not met ("Monrad"); if that leaves a player over who has met
    all others, the choices before are changed, the last ones first. With an odd number the lowest in rank
    of those who had that least often has a bye. Everything follows from the results alone.
    """
    met: set[frozenset[int]] = set()
    byes = [0] * players
    for turn in range(rounds):
        while not standings.complete():
            yield None
        # Of a tournament that goes on, later games may be known as well.
        before = turn * (players // 2) * pairs * 2
        points = [standings.points_after(player, before) for player in range(players)]
        ranked = sorted(range(players), key=points.__getitem__, reverse=True)
        if players % 2:
            idle = min(reversed(ranked), key=byes.__getitem__)
            byes[idle] += 1
            standings.give_bye(idle)
            ranked.remove(idle)
        couples = pair_up(ranked, met)
        met |= {frozenset(couple) for couple in couples}
        for opening in range(turn * pairs, (turn + 1) * pairs):
            for one, other in couples:
                yield Meeting((min(one, other), max(one, other)), opening)


def pair_up(ranked: Sequence[int], met: Set[frozenset[int]]) -> list[tuple[int, int]]:
    """Return couples of players near in rank who have not met; neighbours if that cannot be had."""
    tries = 0

    def search(left: tuple[int, ...]) -> list[tuple[int, int]] | None:
        nonlocal tries
        if not left:
            return []
        first, rest = left[0], left[1:]
        for at, other in enumerate(rest):
            tries += 1
            if tries > MAX_TRIES:
                return None
            if frozenset((first, other)) not in met:
                below = search(rest[:at] + rest[at + 1 :])
                if below is not None:
                    return [(first, other), *below]
        return None

    found = search(tuple(ranked))
    return list(zip(ranked[::2], ranked[1::2], strict=True)) if found is None else found
