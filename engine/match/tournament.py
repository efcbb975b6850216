"""Tournaments of several players: pairings, finished games, and standings.

Each game is determined by its number and, in a Swiss tournament, by the results of earlier rounds, so a
tournament can be stopped at any time and resumed from its file: the games in it have been played, the others
have not. The file has the games as record.py writes them; their tags identify the tournament.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import count, takewhile
from pathlib import Path

from engine.game.clocks import TimeControl
from engine.jobs.runner import without_pauses
from engine.match import texts
from engine.match.adjudication import PLAYED_OUT, Adjudication
from engine.match.conditions import DATE, DATE_TAG, OPENINGS_TAG, event_notes, tags_of, today
from engine.match.game_runner import Watcher
from engine.match.match import poll_match
from engine.match.openings import Opening
from engine.match.pairing import (
    GRACE_MS,
    EventSettings,
    FinishedGame,
    GamePair,
    ScheduledGame,
    WinDrawLoss,
    gauntlet,
    round_robin,
    swiss,
)
from engine.match.ratings import PairResult, Ratings, rate
from engine.match.sprt import Sprt
from engine.match.tournament_file import read_games
from engine.players.base import MOVE_TIMEOUT_S
from engine.record.format import append_game
from engine.record.record import TOURNAMENT_EVENT
from engine.search.limits import Limits
from engine.system.errors import UserError

ENTRANT_SEPARATOR = " | "
FORMATS = ("round-robin", "gauntlet", "swiss")


@dataclass(frozen=True)
class TournamentPlan:
    """The settings of a tournament; `games`, an even number, is the number of games per pairing."""

    game: str
    players: tuple[str, ...]
    limits: Limits
    openings: tuple[Opening, ...]
    format: str = FORMATS[0]
    games: int = 2
    rounds: int = 1
    """The number of rounds of a Swiss tournament."""
    seed: int = 0
    sprt: tuple[float, float] | None = None
    grace_ms: int = GRACE_MS
    timeout_s: float = MOVE_TIMEOUT_S
    control: TimeControl | None = None
    adjudication: Adjudication = PLAYED_OUT
    name: str = ""
    """The user's name for the event."""
    source: str = ""
    """Where the openings come from, as the command line takes it; empty if that is not known."""
    workers: int = 0
    """How many games are played at once, 0 if that is not known."""

    def __post_init__(self) -> None:
        if len(self.players) < 2:
            raise UserError(texts.TOO_FEW_PLAYERS)
        if self.sprt and len(self.players) != 2:
            raise UserError(texts.SPRT_NEEDS_TWO)
        if self.sprt and self.sprt[0] >= self.sprt[1]:
            raise UserError(texts.SPRT_ORDER)
        if self.games % 2:
            raise UserError(texts.ODD_GAMES)

    @property
    def needed_openings(self) -> int:
        """The number of openings that it needs."""
        return self.games // 2 * (self.rounds if self.format == "swiss" else 1)

    @property
    def total(self) -> int:
        """The number of games if no SPRT ends it early."""
        count = len(self.players)
        pairings = {"round-robin": count * (count - 1) // 2, "gauntlet": count - 1}
        return pairings.get(self.format, count // 2 * self.rounds) * self.games

    def settings(self) -> EventSettings:
        """Return the common settings of its games, with tags that identify the tournament."""
        tag = f"{self.format}, {self.games} games a meeting"
        tags = {
            "Format": f"{tag}, {self.rounds} rounds" if self.format == "swiss" else tag,
            **entrant_tags(self.players),
            OPENINGS_TAG: _digest(self.openings[: self.needed_openings]),
        }
        if self.sprt:
            tags["Sprt"] = f"{self.sprt[0]:g} {self.sprt[1]:g}"
        if str(self.adjudication):
            tags["Adjudication"] = str(self.adjudication)
        tag_items = tuple(tags.items())
        return EventSettings(
            self.game,
            self.players,
            self.limits,
            self.seed,
            self.grace_ms,
            self.timeout_s,
            TOURNAMENT_EVENT,
            tag_items,
            self.control,
            self.adjudication,
            event_notes(self.name, self.source, self.workers),
        )


def entrant_tags(players: Sequence[str]) -> dict[str, str]:
    """Return the tags that name the players; one for each if the separator of ``Entrants`` is in a name."""
    tags = {"Entrants": ENTRANT_SEPARATOR.join(players)}
    names = [" ".join(player.split()) for player in players]  # as they are written
    if ENTRANT_SEPARATOR.join(names).split(ENTRANT_SEPARATOR) != names:
        tags |= {f"Entrant{number}": name for number, name in enumerate(names, start=1)}
    return tags


def entrants_of(tags: Mapping[str, str]) -> tuple[str, ...]:
    """Return the players that `entrant_tags` has named."""
    one_by_one = (tags.get(f"Entrant{number}", "") for number in count(1))
    return tuple(takewhile(bool, one_by_one)) or tuple(tags.get("Entrants", "").split(ENTRANT_SEPARATOR))


def _digest(openings: Sequence[Opening]) -> str:
    text = "\n".join(" ".join((opening.start, *opening.moves)) for opening in openings)
    return sha256(text.encode()).hexdigest()[:12]


@dataclass
class TournamentResults:
    """The finished games of a tournament."""

    players: int
    games_per_pairing: int
    played: dict[int, FinishedGame] = field(default_factory=dict)
    byes: Counter[int] = field(default_factory=Counter)
    handed_out: set[int] = field(default_factory=set)
    _scores: Counter[tuple[int, int, float]] = field(default_factory=Counter)
    """By player, opponent and points: the number of such games."""

    def add(self, game: FinishedGame) -> None:
        """Add a game; adding it twice makes no difference."""
        if game.number in self.played:
            return
        self.played[game.number] = game
        if not game.not_played:
            one, other = game.players
            self._scores[one, other, game.points] += 1
            self._scores[other, one, 1 - game.points] += 1

    def games(self) -> list[FinishedGame]:
        """Return the games that count, in their order."""
        return [game for _, game in sorted(self.played.items()) if not game.not_played]

    def score(self, player: int, other: int | None = None) -> WinDrawLoss:
        """Return a player's results, against all or against one."""
        others = range(self.players) if other is None else [other]
        wins, draws, losses = (
            sum(self._scores[player, each, points] for each in others) for points in (1.0, 0.5, 0.0)
        )
        return WinDrawLoss(wins, draws, losses)

    def points(self, player: int) -> float:
        """Return a player's points, those of its byes included."""
        return self.score(player).points + self.byes[player] * self.games_per_pairing

    def points_after(self, player: int, games: int) -> float:
        """Return the points of a player from the first `games` games, and from its byes."""
        earlier = (game for game in self.games() if game.number < games and player in game.players)
        won = sum(game.points if game.players[0] == player else 1 - game.points for game in earlier)
        return won + self.byes[player] * self.games_per_pairing

    def give_bye(self, player: int) -> None:
        """Give a player a bye, which counts as a won pairing."""
        self.byes[player] += 1

    def complete(self) -> bool:
        """Return whether all games that were handed out are finished."""
        return self.handed_out <= self.played.keys()

    def ratings(self) -> Ratings:
        """Return the players' ratings."""
        pairs: dict[int, list[FinishedGame]] = {}
        for game in self.games():
            pairs.setdefault(game.number // 2, []).append(game)
        return rate(self.players, [_pair(games) for games in pairs.values()])

    def ranking(self) -> list[int]:
        """Return the players by their points, the best first; equal ones by their number."""
        points = [self.points(player) for player in range(self.players)]
        return sorted(range(self.players), key=lambda player: (-points[player], player))


def _pair(games: list[FinishedGame]) -> PairResult:
    one, other = games[0].players
    scores = tuple(game.points for game in games)
    return PairResult(one, other, len(games), sum(scores), scores)


class TournamentState:
    """A plan and the finished games, from which the table is made."""

    def __init__(self, plan: TournamentPlan) -> None:
        self.plan = plan
        self.results = TournamentResults(len(plan.players), plan.games)
        self.sprt = Sprt(*plan.sprt) if plan.sprt else None
        self.tags: Mapping[str, str] = {}
        """The tags that its games have in common, and the date of the first one."""

    @property
    def decided(self) -> bool:
        """True if there is an SPRT and it has reached a decision."""
        return self.sprt is not None and bool(self.sprt.decision)

    @property
    def is_over(self) -> bool:
        """True if no game is left to play."""
        return self.decided or len(self.results.played) >= self.plan.total

    def require_own(self, game: FinishedGame) -> None:
        """Check that a game from a file belongs to the plan.

        Raises:
            UserError: it does not.
        """
        if game.number >= self.plan.total or max(game.players) >= len(self.plan.players):
            raise UserError(texts.bad_game(f"{game.number // 2 + 1}.{game.number % 2 + 1}"))

    def add(self, game: FinishedGame) -> None:
        """Count a finished game."""
        self.results.add(game)
        if self.sprt:
            self.sprt.add(game.number, None if game.not_played else game.points)


class Tournament(TournamentState):
    """A running tournament; with a file, continued from where it was stopped; `reading` as in `read_games`.

    Raises:
        UserError: there are too few openings, the file holds something else, or cannot be written.
    """

    def __init__(
        self, plan: TournamentPlan, path: Path | None = None, reading: Callable[[], None] = lambda: None
    ) -> None:
        found, needed = len(plan.openings), plan.needed_openings
        if found < needed:
            raise UserError(texts.too_few_openings(found, needed))
        super().__init__(plan)
        self.settings = plan.settings()
        self.running = 0
        """How many games are being played."""
        self._path = path
        self.unreadable = 0
        """Games in the file of which only a part was written; they are played again."""
        if path is not None:
            games, self.unreadable = read_games(path, self.settings, reading)
            for game in games:
                self.require_own(game)
                self.add(game)
        self.resumed = len(self.results.played)
        self.tags = {**tags_of(self.settings), DATE: self._began()}

    def _began(self) -> str:
        """Return the date of the first game, as its tag has it; today's if there is none."""
        first = min(self.results.played, default=None)
        found = DATE_TAG.search(self.results.played[first].text) if first is not None else None
        return found[1] if found else today()

    def play(self, workers: int, dask: str | None = None) -> Iterator[FinishedGame]:
        """Play what has not been played, and yield the games as they are finished and written."""
        return without_pauses(self.poll(workers, dask))

    def poll(
        self,
        workers: int,
        dask: str | None = None,
        watcher: Watcher | None = None,
        paused: Callable[[], bool] = bool,
    ) -> Generator[FinishedGame | None, None, None]:
        """Do as `play` does, and yield None in pauses, for a caller that may stop early.

        While it is `paused` no game begins. See `poll_match` for the rest.
        """
        with closing(poll_match(self.settings, self.jobs(paused), workers, dask, watcher)) as games:
            for game in games:
                if game is not None:
                    if self._path is not None:
                        append_game(self._path, game.text)
                    self.add(game)
                    self.running -= 1  # not before it is written: a window that waits for it may close then
                yield game
                if self.decided:
                    break

    def jobs(self, paused: Callable[[], bool] = bool) -> Iterator[ScheduledGame | None]:
        """Yield the games to be played, each when it is known; None while there is none to hand out."""
        number = 0
        for pair in self._pairs():
            if pair is None:
                yield None
                continue
            for scheduled in self._pair_of(number, pair):
                while paused():
                    yield None
                if self.decided:
                    return
                self.results.handed_out.add(scheduled.number)
                if scheduled.number not in self.results.played:
                    self.running += 1
                    yield scheduled
            number += 2

    def _pair_of(self, number: int, pair: GamePair) -> Iterator[ScheduledGame]:
        opening = self.plan.openings[pair.opening]
        return (ScheduledGame(each, opening, pair.players) for each in (number, number + 1))

    def _pairs(self) -> Iterator[GamePair | None]:
        count, pairs = len(self.plan.players), self.plan.games // 2
        if self.plan.format == "swiss":
            return swiss(count, pairs, self.plan.rounds, self.results)
        return (gauntlet if self.plan.format == "gauntlet" else round_robin)(count, pairs)
