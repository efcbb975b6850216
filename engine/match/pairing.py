"""The games of an event: settings, schedule, and results.

In a tournament two players meet in pairs of games: one opening, with colours reversed. All pairs of a round
use the same openings, so no player has an advantage from them, and no two players get an opening twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from typing import Protocol

from engine.game.clocks import TimeControl
from engine.match import texts
from engine.match.adjudication import PLAYED_OUT, Adjudication
from engine.match.openings import Opening
from engine.players.base import MOVE_TIMEOUT_S
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

    `tags` are written to the record of each game and say what event it belongs to.
    """

    game: str
    players: tuple[str, ...]
    limits: Limits
    seed: int = 0
    grace_ms: int = GRACE_MS
    timeout_s: float = MOVE_TIMEOUT_S
    event: str = "match"
    tags: tuple[tuple[str, str], ...] = ()
    control: TimeControl | None = None
    """The clock of each player, if there are clocks; then `limits` are empty."""
    adjudication: Adjudication = PLAYED_OUT
    notes: tuple[tuple[str, str], ...] = ()
    """More tags for each game, which may change when the event is resumed."""

    @property
    def time(self) -> str:
        """The time control or the limits as text."""
        return limits_text(self.limits) if self.control is None else texts.clock(self.control)


@dataclass(frozen=True)
class ScheduledGame:
    """A game to be played. Games 2k and 2k + 1 have the same opening and opposite colours.

    `players` are the indices of the two in `EventSettings.players`.
    """

    number: int
    opening: Opening
    players: tuple[int, int] = (0, 1)

    @property
    def players_by_side(self) -> tuple[int, int]:
        """The index of the player who moves first, then that of the other."""
        one, other = self.players
        return (other, one) if self.number % 2 else (one, other)

    @property
    def round(self) -> str:
        """The PGN tag Round: the number of the pair and that of the game in it, both from 1."""
        return f"{self.number // 2 + 1}.{self.number % 2 + 1}"


@dataclass(frozen=True)
class FinishedGame:
    """A game that was played; players are numbered as in `EventSettings`."""

    number: int
    winner: int | None
    reason: str
    fault: bool
    """True if it ended because a player failed."""
    plies: int
    overruns: tuple[float | None, float | None]
    """The largest overrun by each player in milliseconds, perhaps below zero; None without a time limit."""
    text: str
    """The game as record.py writes it."""
    players: tuple[int, int] = (0, 1)
    """The two who met, in the order of `ScheduledGame`; overruns and seconds are in the same order."""
    seconds: tuple[float, float] = (0.0, 0.0)
    """The thinking time of each player in seconds."""
    overhead_s: float = 0.0
    """Seconds that the game took besides the thinking and the start of the players."""
    not_played: bool = False
    """True if the game could not be played; then it does not count."""

    @property
    def termination(self) -> str:
        """Why it ended: the reason, or one phrase for all failures of players."""
        if self.not_played:
            return texts.NOT_PLAYED
        return texts.PLAYER_FAILED if self.fault else self.reason

    @property
    def result(self) -> str:
        """The result as files have it: ``1-0`` if the side that moved first has won."""
        if self.not_played:
            return "*"
        if self.winner is None:
            return "1/2-1/2"
        return "1-0" if self.winner == self.players[self.number % 2] else "0-1"

    @property
    def points(self) -> float:
        """The points of the first of its players."""
        return 0.5 if self.winner is None else float(self.winner == self.players[0])


def schedule(openings: Sequence[Opening], games: int) -> list[ScheduledGame]:
    """Return the games of a match; `openings` must have one for every pair."""
    return [ScheduledGame(number, openings[number // 2]) for number in range(games)]


def limits_text(limits: Limits) -> str:
    """Return limits as text."""
    if limits.move_limit_ms is not None:
        return texts.strict_limit(limits.move_limit_ms)
    units = (("ply", "plies"), ("node", "nodes"), ("ms", "ms"))
    values = (limits.depth, limits.nodes, limits.movetime)
    given = ((value, unit) for value, unit in zip(values, units, strict=True) if value is not None)
    return texts.per_move(", ".join(f"{value} {noun(value, *unit)}" for value, unit in given))


# --- tournaments: round robin, gauntlet, Swiss

MAX_ROUNDS = 1000
"""The most rounds of a Swiss tournament."""
MAX_SEARCHED = 400
"""With more players neighbours in rank are paired: the search recurses once per player."""
MAX_TRIES = 20_000
"""Steps of the search for opponents who have not met; only many rounds of few players need so many."""


@dataclass(frozen=True)
class GamePair:
    """A pair of games of two players: the index of their opening, colours reversed in the second."""

    players: tuple[int, int]
    opening: int


class Standings(Protocol):
    """The results so far, as Swiss pairing needs them."""

    def points_after(self, player: int, games: int) -> float:
        """Return the points of a player from the first `games` games, and from its byes."""

    def give_bye(self, player: int) -> None:
        """Give a player a bye, which counts as a won pairing."""

    def complete(self) -> bool:
        """Return whether all games that were handed out are finished."""


def round_robin(players: int, pairs: int) -> Iterator[GamePair]:
    """Yield the pairs of a round robin, `pairs` for every two players, everyone playing about as often.

    Rounds follow the circle method (Berger): one player stays, the others move around it.
    """
    circle: list[int | None] = [*range(players), *([None] if players % 2 else [])]
    half = len(circle) // 2
    for opening in range(pairs):
        for _ in range(len(circle) - 1):
            for one, other in zip(circle[:half], reversed(circle[half:]), strict=True):
                if one is not None and other is not None:
                    yield GamePair((min(one, other), max(one, other)), opening)
            circle[1:] = [circle[-1], *circle[1:-1]]


def gauntlet(players: int, pairs: int) -> Iterator[GamePair]:
    """Yield the pairs of the first player against each of the others, `pairs` times."""
    return (GamePair((0, other), opening) for opening in range(pairs) for other in range(1, players))


def swiss(players: int, pairs: int, rounds: int, standings: Standings) -> Iterator[GamePair | None]:
    """Yield the pairs of a Swiss tournament, and None while a round is not finished.

    In each round the players are ranked by their points, equal ones by their number, and from the top on
    each meets the next in rank whom it has not met ("Monrad"); if that leaves a player who has met all
    others, earlier choices are changed, the last ones first (backtracking). With an odd number the
    lowest-ranked player with the fewest byes gets the bye. Everything follows from the results alone.
    """
    met: set[frozenset[int]] = set()
    byes = [0] * players
    for round_index in range(rounds):
        while not standings.complete():
            yield None
        # A resumed tournament may have later games already.
        before = round_index * (players // 2) * pairs * 2
        points = [standings.points_after(player, before) for player in range(players)]
        ranked = sorted(range(players), key=points.__getitem__, reverse=True)
        if players % 2:
            idle = min(reversed(ranked), key=byes.__getitem__)
            byes[idle] += 1
            standings.give_bye(idle)
            ranked.remove(idle)
        pairings = pair_up(ranked, met)
        met |= {frozenset(pairing) for pairing in pairings}
        for opening in range(round_index * pairs, (round_index + 1) * pairs):
            for one, other in pairings:
                yield GamePair((min(one, other), max(one, other)), opening)


def pair_up(ranked: Sequence[int], met: Set[frozenset[int]]) -> list[tuple[int, int]]:
    """Pair players near in rank who have not met; neighbours in rank if that is impossible."""
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

    found = search(tuple(ranked)) if len(ranked) <= MAX_SEARCHED else None
    return list(zip(ranked[::2], ranked[1::2], strict=True)) if found is None else found
