"""A tournament in the background: processes play, a thread hands out games. No pygame."""

from __future__ import annotations

import logging
import multiprocessing
import os
import secrets
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import BrokenExecutor
from contextlib import closing, suppress
from copy import deepcopy
from dataclasses import asdict, dataclass, field, replace
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from congo_gui.screens.tournament import texts
from congo_gui.screens.tournament.names import check_all
from engine.game.clocks import TimeControl
from engine.rules import get
from engine.rules.words import sentence
from engine.search.limits import Limits
from engine.system.errors import UserError
from engine.system.threads import join_or_leave, start_thread

if TYPE_CHECKING:
    # Importing these loads the compiler, which has to wait until the first frame is on the screen.
    from engine.match.game_runner import GameFeed, GameView
    from engine.match.openings import Opening
    from engine.match.pairing import FinishedGame
    from engine.match.sprt import Sprt
    from engine.match.tournament import Tournament, TournamentPlan, TournamentState
    from engine.match.tournament_table import StandingsRow

LOG = logging.getLogger(__name__)
OPENING_PLIES = 6
MAX_COUNT = 1 << 31
MAX_BOARDS = 4
"""The maximum number of games shown at a time, and the default for those played."""
MoveLimit = tuple[str, int] | tuple[str, int, int]
"""The name of a limit and its number, as in ``Limits``, or `CLOCK` and two numbers."""
CLOCK = "clock"
STRICT = "limit"
"""The name of a limit in milliseconds that binds every kind of player."""
POLL_INTERVAL_S = 0.1
"""Seconds between two checks whether a thread has to end."""
CLOSE_WAIT_S = 1.0
"""Seconds to wait for the games to end when a tournament is left."""


class TournamentStage(Enum):
    """The stage of a tournament."""

    PREPARING = "preparing"
    PLAYING = "playing"
    FINISHED = "finished"
    STOPPED = "stopped"
    """A tournament from a file that is not finished."""
    FAILED = "failed"


@dataclass(frozen=True)
class TournamentConfig:
    """The settings of a tournament; `limit` is the name of a limit and its number, as in ``Limits``.

    With the name `STRICT` a player that takes longer loses, with `CLOCK` there are two numbers, the
    milliseconds on the clocks and those that a move adds. `openings` are as the command line takes them.
    `size` is that of the board where there are several, `sprt` the two numbers of Elo points of a test.
    `win` and `draw` are the numbers of the adjudication rules, `grace` is in milliseconds. The fields are
    keys in the settings, so earlier versions' names stay: `form` is the format.
    """

    game: str
    players: tuple[str, ...]
    form: str
    games: int
    limit: MoveLimit
    path: str
    seed: int = field(default_factory=lambda: secrets.randbelow(1 << 31))
    rounds: int = 1
    size: int | None = None
    sprt: tuple[float, float] | None = None
    openings: str = str(OPENING_PLIES)
    parallel: int = 0
    """The number of games played at once; 0 for as many as boards and cores allow."""
    tablebase: bool = False
    win: tuple[int, ...] | None = None
    draw: tuple[int, ...] | None = None
    grace: int | None = None
    timeout: int | None = None
    shuffled: bool = False
    """True if the openings of a file are shuffled."""
    name: str = ""
    """The user's name for the event."""
    dask: str = ""
    """The address of a Dask cluster's scheduler, if the games are played there."""

    def to_settings(self) -> dict[str, Any]:
        """Return it as a value for the settings."""
        return asdict(self)

    @classmethod
    def from_settings(cls, saved: Mapping[str, Any]) -> TournamentConfig | None:
        """Return the tournament in the settings, None if it is invalid or its file is missing."""
        from engine.match.tournament import FORMATS

        try:
            config = cls(**saved)
            name, *numbers = config.limit
            limit: Any = (str(name), *map(int, numbers))
            found = replace(config, players=tuple(map(str, config.players)), limit=limit)
            found = replace(found, win=_numbers(config.win), draw=_numbers(config.draw))
            if found.sprt is not None:
                low, high = map(float, found.sprt)
                found = replace(found, sprt=(low, high))
            get(found.game).start(found.size)
            plan = found.plan()
            is_there = os.path.isfile(Path(found.path))
            counts = [found.games, found.rounds, found.seed, found.parallel]
            counts += [count for count in (found.grace, found.timeout) if count is not None]
            are_counts = all(type(count) is int and 0 <= count <= MAX_COUNT for count in counts)
            texts_fit = isinstance(found.dask, str) and isinstance(found.name, str)
            if not texts_fit or type(found.shuffled) is not bool:
                return None
        except (ArithmeticError, AttributeError, IndexError, TypeError, ValueError, UserError):
            return None
        return found if is_there and plan.format in FORMATS and are_counts else None

    def plan(self, openings: tuple[Opening, ...] = ()) -> TournamentPlan:
        """Return the plan for `engine.match`.

        Raises:
            UserError: it cannot be played.
        """
        from engine.match.adjudication import Adjudication, ScoreRule
        from engine.match.openings import OpeningSource
        from engine.match.pairing import GRACE_MS
        from engine.match.tournament import TournamentPlan
        from engine.players.base import MOVE_TIMEOUT_S

        grace = (0 if self.limit[0] == STRICT else GRACE_MS) if self.grace is None else self.grace
        limits, control = self._time(grace)
        win = ScoreRule(*self.win) if self.win else None
        adjudication = Adjudication(self.tablebase, win, ScoreRule(*self.draw) if self.draw else None)
        adjudication.require_possible(get(self.game))
        return TournamentPlan(
            self.game,
            self.players,
            limits,
            openings,
            self.form,
            self.games,
            self.rounds,
            self.seed,
            self.sprt,
            grace,
            MOVE_TIMEOUT_S if self.timeout is None else self.timeout,
            control,
            adjudication,
            self.name,
            str(OpeningSource.parse(self.openings)),
        )

    def _time(self, grace: int) -> tuple[Limits, TimeControl | None]:
        """Return the limits for a move, and the clock if there is one."""
        name, number, *more = self.limit
        if name == CLOCK:
            return Limits(), TimeControl(number / 1000, more[0] / 1000)
        if name == STRICT:
            return Limits.strict(number, grace), None
        given: dict[str, Any] = {name: number}
        return Limits(**given), None


@dataclass(frozen=True)
class TournamentStatus:
    """The status of a tournament: an immutable snapshot made on the thread."""

    stage: TournamentStage = TournamentStage.PREPARING
    rows: tuple[StandingsRow, ...] = ()
    played: tuple[FinishedGame, ...] = ()
    """The finished games, by their numbers."""
    total: int = 0
    problem: str = ""
    sprt: Sprt | None = None
    """The state of the SPRT, if there is one."""
    report: str = ""
    """Conditions, table and remarks, to be saved."""
    name: str = ""
    """The user's name for the event, empty for none."""
    conditions: tuple[str, ...] = ()
    """The conditions of the games."""


def status_of(tournament: TournamentState, stage: TournamentStage) -> TournamentStatus:
    """Return the status of a tournament."""
    from engine.match.conditions import Conditions
    from engine.match.tournament_table import heading, report, standings

    played = tuple(game for _, game in sorted(tournament.results.played.items()))
    news = TournamentStatus(stage, tuple(standings(tournament)), played, tournament.plan.total)
    conditions = Conditions.of(tournament.tags)
    return replace(
        news,
        sprt=deepcopy(tournament.sprt),
        report="\n".join((*heading(tournament), "", report(tournament))),
        name=conditions.name,
        conditions=tuple(conditions.parts()),
    )


def openings_for(
    count: int,
    game: str,
    seed: int,
    size: int | None = None,
    source: str = str(OPENING_PLIES),
    shuffled: bool = False,
) -> tuple[Opening, ...]:
    """Return openings as the command `tournament` chooses them."""
    from engine.match.openings import OpeningSource

    rules = get(game)
    parsed = replace(OpeningSource.parse(source), shuffled=shuffled)
    found = parsed.openings(rules, rules.start(size), count, seed, LOG.info)
    return tuple(found)


def _numbers(saved: Any) -> tuple[int, ...] | None:
    """Return the numbers of a rule in the settings, None if there is none."""
    return None if saved is None else tuple(map(int, saved))


def default_workers() -> int:
    """Return the default number of games played at a time: one core is left for the window."""
    return max(1, min(MAX_BOARDS, (os.cpu_count() or 1) - 1))


class _ClosedError(Exception):
    """The tournament was closed while its file was being read."""


class LiveTournament:
    """Plays a tournament; `wake` is called from its threads when the status or a position changes."""

    def __init__(self, config: TournamentConfig, wake: Callable[[], None], workers: int = 0) -> None:
        self.config, self._wake = config, wake
        self.workers = 0 if config.dask else workers or config.parallel or default_workers()
        """The number of games played at a time on this computer."""
        self.news = TournamentStatus()
        self._tournament: Tournament | None = None
        self._views: dict[int, GameView] = {}
        self._paused, self._closed = threading.Event(), threading.Event()
        self._has_waited = False
        """True once the window has waited for the games to end."""
        self._thread = threading.Thread(target=self._work, name="tournament", daemon=True)

    def start(self) -> None:
        """Start, or resume from the file."""
        try:
            start_thread(self._thread)
        except UserError as error:
            self._fail(sentence(str(error)))

    @property
    def paused(self) -> bool:
        """True if it is paused: running games finish, no further ones start."""
        return self._paused.is_set()

    @property
    def running(self) -> int:
        """The number of running games."""
        has_ended = self._closed.is_set() or self.news.stage is TournamentStage.FAILED
        return 0 if self._tournament is None or has_ended else self._tournament.running

    def pause(self, on: bool) -> None:
        """Pause or resume."""
        (self._paused.set if on else self._paused.clear)()

    @property
    def live_positions(self) -> list[GameView]:
        """The current positions of the running games, by their numbers."""
        done = {game.number for game in self.news.played}
        return [view for number, view in sorted(self._views.copy().items()) if number not in done]

    def close(self) -> None:
        """End the games that are being played; they are not in the file and will be played again.

        A second call does nothing.
        """
        self._closed.set()
        # A cluster that does not answer may be waited for in vain; nothing on this computer depends on it.
        if self._thread.ident is not None and not (self.config.dask or self._has_waited):
            self._has_waited = True
            join_or_leave(self._thread, CLOSE_WAIT_S)  # a slow disk may still be taking a game

    # --- on the threads

    def _work(self) -> None:
        try:
            self._play()
        except _ClosedError:
            return
        except (UserError, BrokenExecutor, OSError) as error:
            reason = str(getattr(error, "strerror", None) or error)
            self._fail(sentence(reason))
        except Exception as error:
            LOG.exception("the tournament has failed")
            self._fail(texts.failed(error))

    def _fail(self, problem: str) -> None:
        self._publish(replace(self.news, stage=TournamentStage.FAILED, problem=problem))
        self._closed.set()

    def _play(self) -> None:
        from engine.match.openings import OpeningSource
        from engine.match.tournament_file import tournament_lock
        from engine.players.player_files import require_separate_files

        path, players = Path(self.config.path), self.config.players
        require_separate_files(path, players, OpeningSource.parse(self.config.openings).file)
        with tournament_lock(path):
            plan = self._planned()
            if plan is not None:
                self._play_games(plan)

    def _play_games(self, plan: TournamentPlan) -> None:
        from engine.match.tournament import Tournament

        path, plan = Path(self.config.path), replace(plan, workers=self.workers)
        is_resumed = os.path.isfile(path)
        tournament = Tournament(plan, path, self._require_open)
        if is_resumed and len(tournament.results.played) < plan.total:
            check_all(self.config.players, get(self.config.game))  # who is gone would lose all other games
        self._tournament = tournament
        self._show(tournament, TournamentStage.PLAYING)
        dask, watch, paused = self.config.dask or None, self._watch(), self._paused.is_set
        with closing(tournament.poll(self.workers, dask, watch, paused)) as games:
            for game in games:
                if self._closed.is_set():
                    return
                if game is not None:
                    self._show(tournament, TournamentStage.PLAYING)
        self._show(tournament, TournamentStage.FINISHED)
        self._closed.set()

    def _require_open(self) -> None:
        if self._closed.is_set():
            raise _ClosedError

    def _planned(self) -> TournamentPlan | None:
        """Return the plan with its openings, which another process generates; None if this was closed."""
        from functools import partial

        from engine.jobs.runner import poll

        plan = self.config.plan()
        size, source, shuffled = self.config.size, self.config.openings, self.config.shuffled
        work = partial(
            openings_for, game=plan.game, seed=plan.seed, size=size, source=source, shuffled=shuffled
        )
        with closing(poll(work, [plan.needed_openings], 1, in_process=False)) as steps:
            for step in steps:
                if self._closed.is_set():
                    return None
                if step is not None:
                    return replace(plan, openings=step[1])
        return None

    def _watch(self) -> GameFeed | None:
        """Start receiving positions and return their feed; None without a thread, or on other computers."""
        from engine.match.game_runner import GameFeed

        if self.config.dask:
            return None
        reader, writer = multiprocessing.Pipe(duplex=False)
        try:
            start_thread(
                threading.Thread(target=self._listen, args=(reader,), name="live-positions", daemon=True)
            )
        except UserError:  # the games are played all the same
            return None
        return GameFeed(writer)

    def _listen(self, reader: Any) -> None:
        with suppress(EOFError):  # the last process that played is gone
            while not self._closed.is_set():
                if reader.poll(POLL_INTERVAL_S):
                    view = reader.recv()
                    self._views[view.number] = view.after(self._views.get(view.number))
                    self._wake()

    def _show(self, tournament: Tournament, stage: TournamentStage) -> None:
        news = status_of(tournament, stage)
        for game in news.played:
            self._views.pop(game.number, None)
        self._publish(news)

    def _publish(self, news: TournamentStatus) -> None:
        self.news = news
        self._wake()
