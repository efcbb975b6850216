"""Who meets whom in a tournament: round robin, gauntlet, Swiss.

A meeting is a pair of games from one opening, with both colours. All meetings of a round get the same
openings, so nobody is better off by them, and no two players get an opening twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from typing import Protocol

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
    each meets the next in rank whom it has not met ("Monrad"); if that leaves somebody over who has met
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
