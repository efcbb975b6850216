"""Play one game of an event in this process, with players that are kept between games."""

from __future__ import annotations

import atexit
import os
import signal
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from multiprocessing.connection import Connection
from random import Random

from engine import rules
from engine.game.clocks import Clocks, TimeControl
from engine.game.game import Game
from engine.match import texts
from engine.match.adjudication import Adjudicator
from engine.match.conditions import DATE, today
from engine.match.pairing import EventSettings, FinishedGame, ScheduledGame
from engine.players.base import MOVE_TIMEOUT_S, STARTUP_TIMEOUT_S, Choice, Player, PlayerFailure
from engine.players.parse import parse_player, shown_name
from engine.players.program import end_all
from engine.players.texts import illegal_move, stopped
from engine.players.warmup import steps
from engine.record import record
from engine.record.format import format_game
from engine.rules.errors import IllegalMove
from engine.rules.values import Reason
from engine.search.limits import Limits, Score, allocate_time
from engine.system.errors import UserError
from engine.system.signals import end_at
from engine.system.stopped import elapsed, notice_continues

MAX_KEPT_PLAYERS = 8
"""How many players a process keeps between games; each may have a hash table, or be a running program."""

_players: dict[int, OrderedDict[tuple[EventSettings, int], Player]] = {}
"""By thread, since a Dask worker may play games on several; the most recently used last."""


def _player_of(settings: EventSettings, index: int) -> Player:
    """Return a player of an event, the one kept from its last game if possible."""
    own, key = _players.setdefault(threading.get_ident(), OrderedDict()), (settings, index)
    if key not in own:
        timeout_s = settings.timeout_s
        startup_s = STARTUP_TIMEOUT_S if timeout_s == MOVE_TIMEOUT_S else timeout_s
        game = rules.get(settings.game)
        own[key] = parse_player(settings.players[index], game, settings.seed, timeout_s, startup_s)
    own.move_to_end(key)
    while len(own) > MAX_KEPT_PLAYERS:
        own.popitem(last=False)[1].close()
    return own[key]


@atexit.register
def close_players() -> None:
    """End all programs that play in this process."""
    for own in list(_players.values()):
        while own:
            own.popitem()[1].close()


LastScore = tuple[Score, int]
"""A score from the view of the player who gave it, and the depth."""
Watcher = Callable[[ScheduledGame, Game, Sequence[LastScore | None]], None]
"""Called when a game begins and after each of its moves, with each side's last score.

An exception from it ends the game.
"""

_watchers: list[Watcher] = []
"""The watchers of this process."""


def prepare_worker(watcher: Watcher | None = None) -> None:
    """Make a process that plays games end quietly, together with its programs, at SIGINT and SIGTERM."""
    _watchers[:] = [watcher] if watcher is not None else []

    def end(number: int) -> None:
        # The main thread may be in the middle of a line to a program, so kill it and send nothing more.
        try:
            end_all()
        finally:
            os._exit(128 + number)

    end_at((signal.SIGINT, signal.SIGTERM), end)


@cache
def _compile(game: str) -> None:
    """Compile or load all that players may need, once per process, before a clock runs."""
    for _, work in steps(game):
        work()


def play_game(settings: EventSettings, scheduled: ScheduledGame) -> FinishedGame:
    """Play a game of an event; an error that no player caused is noted in its record.

    So is a player that cannot be made any more, such as a function whose file is being edited.
    """
    _compile(settings.game)
    notice_continues()
    try:
        players = [_player_of(settings, index) for index in scheduled.players_by_side]
        return _GameRunner(settings, scheduled, players).play()
    except UserError as error:
        return unplayed_game(settings, scheduled, str(error))
    except Exception as error:  # such as a defect in the rules: the event must go on
        return unplayed_game(settings, scheduled, stopped(repr(error)))


def unplayed_game(
    settings: EventSettings, scheduled: ScheduledGame, reason: str = texts.PROCESS_DIED
) -> FinishedGame:
    """Return a game that could not be played; its record has the opening only."""
    game = scheduled.opening.game(rules.get(settings.game))
    first, second = (shown_name(settings.players[player]) for player in scheduled.players_by_side)
    ended = record.GameResult.NONE, reason
    text = format_game(
        record.GameRecord.of(
            game, (first, second), event_tags(settings, scheduled), event=settings.event, ended=ended
        )
    )
    return FinishedGame(
        scheduled.number,
        None,
        reason,
        False,
        game.cursor,
        (None, None),
        text,
        scheduled.players,
        not_played=True,
    )


SEATS_TAG = "Seats"
"""The PGN tag with the players' numbers by side; it keeps the name that earlier versions wrote."""


def event_tags(settings: EventSettings, scheduled: ScheduledGame) -> dict[str, str]:
    """Return the tags that describe the event in the record of a game."""
    tags = {
        DATE: today(),
        "Round": scheduled.round,
        "Limits": settings.time,
        "Seed": str(settings.seed),
        "OpeningPlies": str(len(scheduled.opening.moves)),
    }
    if settings.tags:  # names are not enough if a player meets itself
        tags |= {
            **dict(settings.tags),
            **dict(settings.notes),
            SEATS_TAG: " ".join(str(player + 1) for player in scheduled.players_by_side),
        }
    return tags


@dataclass(frozen=True)
class _GameEnd:
    """How a game ended; `winner` is a side."""

    winner: int | None
    reason: str
    fault: bool = False


class _GameRunner:
    """A game that is being played."""

    def __init__(self, settings: EventSettings, scheduled: ScheduledGame, players: Sequence[Player]) -> None:
        self._began = time.perf_counter()
        self._settings, self._scheduled, self._players = settings, scheduled, players
        self._game = scheduled.opening.game(rules.get(settings.game))
        if settings.control is not None:
            _set_clocks(self._game, settings.control)
        self._adjudicator = Adjudicator(settings.adjudication)
        self._setup_s = 0.0
        self._seconds = [0.0, 0.0]
        self._overruns: list[list[float]] = [[], []]
        # Formatted only at the end: formatting would evict the searches from the processor's caches.
        self._choices: list[tuple[Choice, float] | None] = [None] * self._game.cursor
        self._last_scores: list[LastScore | None] = [None, None]

    def play(self) -> FinishedGame:
        self._notify_watchers()
        end = self._start_players()
        while end is None:
            end = self._decided() or self._turn()
        by_side, players = self._scheduled.players_by_side, self._scheduled.players
        one, other = (by_side.index(player) for player in players)
        overruns = [max(mine, default=None) for mine in self._overruns]
        text = format_game(self._record(end))
        return FinishedGame(
            number=self._scheduled.number,
            winner=None if end.winner is None else by_side[end.winner],
            reason=end.reason,
            fault=end.fault,
            plies=self._game.cursor,
            overruns=(overruns[one], overruns[other]),
            text=text,
            players=players,
            # To the millisecond, as in the file: the table of a file is the one that was printed.
            seconds=(round(self._seconds[one], 3), round(self._seconds[other], 3)),
            overhead_s=time.perf_counter() - self._began - self._setup_s - sum(self._seconds),
        )

    def _start_players(self) -> _GameEnd | None:
        began = time.perf_counter()
        for side, player in enumerate(self._players):
            rng = Random(
                f"{self._settings.seed} {self._scheduled.number} {self._scheduled.players_by_side[side]}"
            )
            try:
                player.new_game(rng.getrandbits(63))
            except PlayerFailure as failure:
                return self._fault(side, str(failure))
            finally:
                self._setup_s = time.perf_counter() - began
        return None

    def _decided(self) -> _GameEnd | None:
        outcome = self._game.outcome
        return _GameEnd(outcome.winner, outcome.reason.value) if outcome else None

    def _turn(self) -> _GameEnd | None:
        """Play one turn; return how the game ends if the player fails."""
        side = self._game.position.side
        player, limits = self._players[side], self._limits(side)
        began = time.perf_counter()
        if self._game.clocks is not None:
            self._game.clocks.run(side)
        try:
            choice = player.choose(self._game, limits)
        except PlayerFailure as failure:
            return self._fault(side, str(failure))
        except Exception as error:  # it costs the player this game, but does not stop the match
            return self._fault(side, stopped(repr(error)))
        finally:
            took = elapsed(began, time.perf_counter)
            self._seconds[side] += took
        if self._game.clocks is not None:
            self._game.clocks.leave_out(time.perf_counter() - began - took)
            return self._flagged(side, 1000 * took) or self._make(side, choice, took)
        limit = player.movetime(limits) if limits.move_limit_ms is None else limits.move_limit_ms
        return self._late(side, limit, 1000 * took) or self._make(side, choice, took)

    def _limits(self, side: int) -> Limits:
        """Return the limits of a move: those of the event, or a share of the time on the clock."""
        left = self._left_ms(side)
        control = self._settings.control
        if left is None or control is None:
            return self._settings.limits
        return self._settings.limits.on_clock(*allocate_time(left, round(1000 * control.increment)))

    def _left_ms(self, side: int) -> int | None:
        left = self._game.clocks.remaining(side) if self._game.clocks is not None else None
        return None if left is None else round(1000 * left)

    def _flagged(self, side: int, took: float) -> _GameEnd | None:
        """Return the end of the game if the clock of `side` ran out by more than the grace period."""
        assert self._game.clocks is not None
        had = 1000 * self._game.clocks.after(self._game.cursor)[side]
        self._overruns[side].append(took - had)
        return _GameEnd(1 - side, Reason.TIME.value) if took - had > self._settings.grace_ms else None

    def _late(self, side: int, limit: int | None, took: float) -> _GameEnd | None:
        if limit is None:
            return None
        self._overruns[side].append(took - limit)
        if took - limit <= self._settings.grace_ms:
            return None
        return self._fault(side, texts.late(limit, took - limit))

    def _make(self, side: int, choice: Choice, took: float) -> _GameEnd | None:
        try:
            self._game.play(choice.move)
        except IllegalMove as error:
            return self._fault(side, illegal_move(error))
        self._choices.append((choice, took) if choice.info else None)
        info = choice.info
        self._last_scores[side] = (info.score, info.depth) if info is not None else None
        self._notify_watchers()
        verdict = self._adjudicator.add(self._game, side, choice.info)
        return None if verdict is None else _GameEnd(verdict.winner, verdict.reason)

    def _notify_watchers(self) -> None:
        for watcher in _watchers:
            watcher(self._scheduled, self._game, self._last_scores)

    def _fault(self, side: int, reason: str) -> _GameEnd:
        return _GameEnd(1 - side, f"{self._players[side].name}: {reason}", fault=True)

    def _record(self, end: _GameEnd) -> record.GameRecord:
        """Return the record of the game; a fault, not the rules, may have ended it."""
        tags = event_tags(self._settings, self._scheduled)
        tags["Seconds"] = " ".join(f"{seconds:.3f}" for seconds in self._seconds)
        if end.fault and end.winner is not None:
            tags["Fault"] = self._game.rules.facts.side_names[1 - end.winner]
        return record.GameRecord.of(
            self._game,
            (self._players[0].name, self._players[1].name),
            tags,
            [choice[0].effort(choice[1]) if choice else "" for choice in self._choices],
            event=self._settings.event,
            ended=(record.GameResult.won_by(end.winner), end.reason),
        )


def _set_clocks(game: Game, control: TimeControl) -> None:
    """Give a game clocks that begin after its opening."""
    clocks = Clocks((control, control), time.perf_counter)
    clocks.restore([(control.seconds, control.seconds)] * game.cursor)
    clocks.go_to(game.cursor)
    game.clocks = clocks


# --- games seen from another process while they are played

MAX_SENT_MOVES = 100
"""The largest number of moves in a view, which must be written in one piece."""
INTERVAL_S = 0.05
"""The interval between two views of a game: more could not be seen, and sending costs the players time."""


@dataclass(frozen=True)
class GameView:
    """A running game: the players by side, the position as text, and the moves that led to it."""

    number: int
    players_by_side: tuple[int, int]
    position: str
    plies: int = 0
    moves: tuple[str, ...] = ()
    """The moves since the previous view, or since the beginning of the game."""
    last_scores: tuple[LastScore | None, LastScore | None] = (None, None)
    """The score and the depth of each side's last move, from that side's view."""
    clocks: tuple[float, float] | None = None
    """The seconds that each side has left, None without clocks."""
    start: str = ""
    """The position that the game began with, as text."""

    def after(self, before: GameView | None) -> GameView:
        """Return this view with the moves of the previous one, `before`, added."""
        begun = self.plies - len(self.moves)
        if before is None or not begun or before.plies != begun:
            return self
        return replace(self, moves=before.moves + self.moves)


class GameFeed:
    """Sends views of a process's games through a connection, at most one every `INTERVAL_S` seconds.

    Several processes may share a connection: messages this short are written in one piece.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._sent = 0.0
        self._last = (-1, 0)
        """The number of the last game, and how many of its plies were sent."""

    def __call__(
        self, scheduled: ScheduledGame, game: Game, last_scores: Sequence[LastScore | None] = (None, None)
    ) -> None:
        """Send a view unless one was sent a moment ago; the end is always sent."""
        now = time.monotonic()
        if now - self._sent < INTERVAL_S and game.outcome is None:
            return
        self._sent = now
        number, sent = self._last
        if number != scheduled.number or sent > game.cursor:
            sent = 0
        self._last = scheduled.number, game.cursor
        with suppress(OSError):  # the window is closed
            for begin in range(sent, max(sent + 1, game.cursor), MAX_SENT_MOVES):
                end = min(game.cursor, begin + MAX_SENT_MOVES)
                self._connection.send(_view(scheduled, game, last_scores, begin, end))


def _view(
    scheduled: ScheduledGame, game: Game, last_scores: Sequence[LastScore | None], begin: int, end: int
) -> GameView:
    """Return a view of a game after `end` plies, with the moves from `begin` on."""
    first, second = last_scores
    left = None
    if game.clocks is not None and None not in game.clocks.controls:
        left = game.clocks.times
    return GameView(
        scheduled.number,
        scheduled.players_by_side,
        game.rules.notation.format(game.position_at(end)),
        end,
        tuple(ply.move.text for ply in game.plies[begin:end]),
        (first, second),
        left,
        game.rules.notation.format(game.start),
    )
