"""Matches: pairs of games between two players, each opening played twice, with colours reversed.

tournament.py has events of more players. Each game is a job of its own (see `engine.jobs.runner`). Players
keep nothing from earlier games, and are seeded from the event's seed and the game's number, so a game is the
same in any process and order, unless time limits or several threads make it vary.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable
from dataclasses import dataclass, field
from functools import partial

from engine.jobs.runner import poll, without_pauses
from engine.match import texts
from engine.match.elo import Elo, MatchResults
from engine.match.game_runner import Watcher, close_players, play_game, prepare_worker, unplayed_game
from engine.match.pairing import EventSettings, FinishedGame, ScheduledGame
from engine.match.sprt import Sprt

PLAYER_NAMES = (texts.FIRST_PLAYER, texts.SECOND_PLAYER)


def play_match(
    settings: EventSettings, games: Iterable[ScheduledGame | None], workers: int, dask: str | None = None
) -> Generator[FinishedGame, None, None]:
    """Yield the games as they are finished; with several workers, not necessarily in order.

    `games`, `workers` and `dask` are as `run` takes them.
    """
    return without_pauses(poll_match(settings, games, workers, dask))


def poll_match(
    settings: EventSettings,
    games: Iterable[ScheduledGame | None],
    workers: int,
    dask: str | None = None,
    watcher: Watcher | None = None,
) -> Generator[FinishedGame | None, None, None]:
    """Do as `play_match` does, and yield None in pauses, for a caller that may stop early.

    A `watcher`, which has to be picklable, sees the games move by move; they are then played by other
    processes even if there is only one worker.
    """
    play, lost = partial(play_game, settings), partial(unplayed_game, settings)
    start, in_process = partial(prepare_worker, watcher), watcher is None
    try:
        for step in poll(play, games, workers, start, dask, lost, in_process):
            yield None if step is None else step[1]
    finally:
        close_players()


# --- the score, and the time that it took


MIN_THINKING_S = 0.1
"""The thinking time in seconds from which on the overhead is also shown as a percentage of it."""


@dataclass
class TimeCost:
    """The time that games took, in seconds."""

    thinking_s: float = 0.0
    overhead_s: float = 0.0

    def add(self, played: FinishedGame) -> None:
        """Add the time of a game."""
        self.thinking_s += sum(played.seconds)
        self.overhead_s += played.overhead_s

    def __str__(self) -> str:
        cost = texts.time_cost(self.thinking_s, self.overhead_s)
        # A share of almost no time is meaningless.
        return (
            f"{cost} ({100 * self.overhead_s / self.thinking_s:.1f} %)"
            if self.thinking_s >= MIN_THINKING_S
            else cost
        )


def _bound_text(name: str, elo: Elo) -> str:
    """Return the sentence about a first player who won or lost every game."""
    result, side = (texts.WON, texts.STRONGER) if elo.bound == ">" else (texts.LOST, texts.WEAKER)
    if not elo.is_informative:
        return texts.too_few_games(name, result)
    return texts.at_least(name, result, abs(round(elo.points)), side)


@dataclass
class MatchScore:
    """The score of a match so far."""

    tally: MatchResults = field(default_factory=MatchResults)
    cost: TimeCost = field(default_factory=TimeCost)
    reasons: Counter[str] = field(default_factory=Counter)
    faults: list[FinishedGame] = field(default_factory=list)
    plies: int = 0
    overruns: list[float | None] = field(default_factory=lambda: [None, None])
    sprt: Sprt | None = None

    @property
    def decided(self) -> bool:
        """True if there is an SPRT and it has reached a decision."""
        return self.sprt is not None and bool(self.sprt.decision)

    def add(self, played: FinishedGame) -> None:
        """Count a game."""
        if not played.not_played:
            self.tally.add(played.number, played.points)
        if self.sprt is not None:
            self.sprt.add(played.number, None if played.not_played else played.points)
        self.cost.add(played)
        self.plies += played.plies
        self.reasons[played.termination] += 1
        if played.fault or played.not_played:
            self.faults.append(played)
        for player, overrun in enumerate(played.overruns):
            worst = self.overruns[player]
            if overrun is not None and (worst is None or overrun > worst):
                self.overruns[player] = overrun

    def line(self, name: str) -> str:
        """Return the result in one line, from the view of the first player, called `name`."""
        tally = self.tally
        counts = tally.count(1), tally.count(0), tally.count(0.5)
        return texts.match_result(name, *counts, tally.elo() or texts.NO_ELO)

    def details(self, players: tuple[str, str]) -> Iterable[str]:
        """Yield the other lines of the report."""
        for played in sorted(self.faults, key=lambda each: each.number):
            yield texts.game_note(played.number + 1, played.reason)
        yield texts.ends(self.reasons.most_common())
        yield texts.mean_length(self.plies / max(self.tally.games, 1))
        yield str(self.cost)
        for order, name, overrun in zip(PLAYER_NAMES, players, self.overruns, strict=True):
            if overrun is not None:
                yield texts.largest_overrun(order, name, max(overrun, 0))
        if any(f" {texts.LATE} " in played.reason for played in self.faults):
            yield texts.LOST_ON_TIME
        elo = self.tally.elo()
        if elo is not None and elo.bound:
            yield _bound_text(players[0], elo)
        if self.sprt is not None:
            yield str(self.sprt)
        yield texts.pairs(" ".join(map(str, self.tally.pentanomial())))
