"""Games between players in pairs: every opening is played twice, with colours reversed.

A match is such games of two players; tournament.py has more of them. Each game is a job of its own (see
runner.py). It begins with players that know nothing of earlier games
and whose chance follows from the event's seed and the game's number, so a game goes the same way in
whatever process and order it is played, unless time limits or several threads make it vary.
"""

from __future__ import annotations

import atexit
import os
import signal
import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import date
from functools import cache, partial
from pathlib import Path
from random import Random

from engine import rules
from engine.game.game import Game
from engine.jobs.runner import run_with_beats
from engine.match.elo import Tally
from engine.match.openings import Opening
from engine.players.base import Choice, Player, PlayerFailure
from engine.players.parse import PATIENCE, parse_player
from engine.players.warmup import steps
from engine.record import record
from engine.rules.errors import IllegalMove
from engine.rules.words import noun
from engine.search.limits import Limits
from engine.system.errors import UserError

GRACE = 500
"""Milliseconds by which a move may exceed its time limit: a busy machine delays whole processes."""
PLAYER_NAMES = ("first player", "second player")


MOST_KEPT = 8
"""Players that a process keeps from game to game; each may hold tables, or be a program that runs."""


@dataclass(frozen=True)
class Setup:
    """What all games of an event have in common; the players are named as on the command line.

    `tags` tell about the event in the record of each game.
    """

    game: str
    players: tuple[str, ...]
    limits: Limits
    seed: int = 0
    grace: int = GRACE
    patience: float = PATIENCE
    event: str = "match"
    tags: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Pairing:
    """A game to be played. Games 2k and 2k + 1 have the same opening and opposite colours.

    `players` are those who meet, by their places in `Setup`.
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
class Played:
    """A game that was played; players are numbered as in `Setup`."""

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
    """Those who met, in the order of `Pairing`, which is that of overruns and seconds."""
    seconds: tuple[float, float] = (0.0, 0.0)
    """How long each has thought in all."""
    aside: float = 0.0
    """Seconds that the game took besides, without the players' getting ready: what the harness cost."""
    crashed: bool = False
    """Whether it came to no end, through nobody's fault; then it does not count."""

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


def play_match(
    setup: Setup, games: Iterable[Pairing | None], workers: int, dask: str | None = None
) -> Iterator[Played]:
    """Yield the games as they are finished; with several workers that need not be in their order.

    `games`, `workers` and `dask` are as `run` takes them.
    """
    with closing(match_beats(setup, games, workers, dask)) as beats:
        yield from (game for game in beats if game is not None)


def match_beats(
    setup: Setup,
    games: Iterable[Pairing | None],
    workers: int,
    dask: str | None = None,
    watcher: Watcher | None = None,
) -> Generator[Played | None, None, None]:
    """Do as `play_match` does, and yield None now and then, for those who may want to leave early.

    A `watcher`, which has to be picklable, sees the games move by move; they are then played by other
    processes even if there is but one worker.
    """
    play, lost, start = partial(play_game, setup), partial(crashed, setup), partial(prepare_worker, watcher)
    try:
        for step in run_with_beats(play, games, workers, start, dask, lost, watcher is not None):
            yield None if step is None else step[1]
    finally:
        close_players()


# --- the players of this process, kept from game to game

_players: dict[int, OrderedDict[tuple[Setup, int], Player]] = {}
"""Those of each thread, as a Dask worker may play games on several; the last used at the end."""


def _player_of(setup: Setup, index: int) -> Player:
    """Return a player of an event, the same as in the last game if it was kept."""
    own, key = _players.setdefault(threading.get_ident(), OrderedDict()), (setup, index)
    if key not in own:
        own[key] = parse_player(setup.players[index], rules.get(setup.game), setup.seed, setup.patience)
    own.move_to_end(key)
    while len(own) > MOST_KEPT:
        own.popitem(last=False)[1].close()
    return own[key]


@atexit.register
def close_players() -> None:
    """End all programs that play in this process."""
    for own in list(_players.values()):
        while own:
            own.popitem()[1].close()


Watcher = Callable[[Pairing, Game], None]
"""Is told of a game when it begins and after each of its moves; what it raises is the game's end."""
_watchers: list[Watcher] = []
"""Those of this process."""


def prepare_worker(watcher: Watcher | None = None) -> None:
    """Make a process that plays games end quietly, together with its programs, when it is told to end."""
    _watchers[:] = [watcher] if watcher is not None else []

    def end(number: int, frame: object) -> None:
        close_players()
        os._exit(128 + number)

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, end)


# --- one game


@cache
def _compile(game: str) -> None:
    """Have everything compiled, or read, that players may need: once in a process, before a clock runs."""
    for _, work in steps(game):
        work()


def play_game(setup: Setup, pairing: Pairing) -> Played:
    """Play a game of an event; an error that is no player's is in its record."""
    _compile(setup.game)
    players = [_player_of(setup, index) for index in pairing.seats]
    try:
        return _Table(setup, pairing, players).play()
    except Exception as error:  # a defect in the rules, say: the event has to go on
        return crashed(setup, pairing, f"stopped with an error: {error!r}")


def crashed(setup: Setup, pairing: Pairing, reason: str = "the process that played it died") -> Played:
    """Return a game that could not be played, with the opening alone in its record."""
    game = pairing.opening.game(rules.get(setup.game))
    names = setup.players[pairing.seats[0]], setup.players[pairing.seats[1]]
    ended = record.Result.NONE, reason
    text = record.write(
        record.GameRecord.of(game, names, event_tags(setup, pairing), event=setup.event, ended=ended)
    )
    return Played(
        pairing.number, None, reason, False, game.cursor, (None, None), text, pairing.players, crashed=True
    )


def event_tags(setup: Setup, pairing: Pairing) -> dict[str, str]:
    """Return what the record of a game tells about its event."""
    tags = {
        "Date": date.today().strftime("%Y.%m.%d"),
        "Round": pairing.round,
        "Limits": limits_text(setup.limits),
        "Seed": str(setup.seed),
        "OpeningPlies": str(len(pairing.opening.moves)),
    }
    if setup.tags:  # names alone do not tell who is who if a player meets itself
        tags |= {**dict(setup.tags), "Seats": " ".join(str(seat + 1) for seat in pairing.seats)}
    return tags


@dataclass(frozen=True)
class _End:
    """How a game ended; `winner` is a side."""

    winner: int | None
    reason: str
    fault: bool = False


class _Table:
    """One game while it is played."""

    def __init__(self, setup: Setup, pairing: Pairing, seated: Sequence[Player]) -> None:
        self._began = time.perf_counter()
        self._setup, self._pairing, self._seated = setup, pairing, seated
        self._game = pairing.opening.game(rules.get(setup.game))
        self._getting_ready = 0.0
        self._seconds = [0.0, 0.0]
        self._overruns: list[list[float]] = [[], []]
        # Put into words at the end: between two searches the processor's caches hold nothing of that.
        self._thoughts: list[tuple[Choice, float] | None] = [None] * self._game.cursor

    def play(self) -> Played:
        self._tell()
        end = self._get_ready()
        while end is None:
            end = self._decided() or self._turn()
        seats, players = self._pairing.seats, self._pairing.players
        one, other = (seats.index(player) for player in players)
        overruns = [max(mine, default=None) for mine in self._overruns]
        text = record.write(self._record(end))
        return Played(
            number=self._pairing.number,
            winner=None if end.winner is None else seats[end.winner],
            reason=end.reason,
            fault=end.fault,
            plies=self._game.cursor,
            overruns=(overruns[one], overruns[other]),
            text=text,
            players=players,
            seconds=(self._seconds[one], self._seconds[other]),
            aside=time.perf_counter() - self._began - self._getting_ready - sum(self._seconds),
        )

    def _get_ready(self) -> _End | None:
        began = time.perf_counter()
        for side, player in enumerate(self._seated):
            chance = Random(f"{self._setup.seed} {self._pairing.number} {self._pairing.seats[side]}")
            try:
                player.new_game(chance.getrandbits(63))
            except PlayerFailure as failure:
                return self._fault(side, str(failure))
            finally:
                self._getting_ready = time.perf_counter() - began
        return None

    def _decided(self) -> _End | None:
        outcome = self._game.outcome
        return _End(outcome.winner, outcome.reason.value) if outcome else None

    def _turn(self) -> _End | None:
        """Have the side to move make its move; return the end if it fails to."""
        side = self._game.position.side
        player, limits = self._seated[side], self._setup.limits
        began = time.perf_counter()
        try:
            choice = player.choose(self._game, limits)
        except PlayerFailure as failure:
            return self._fault(side, str(failure))
        except Exception as error:  # whatever a player does, it loses its game and not the match
            return self._fault(side, f"stopped with an error: {error!r}")
        finally:
            took = time.perf_counter() - began
            self._seconds[side] += took
        return self._late(side, player.movetime(limits), 1000 * took) or self._make(side, choice, took)

    def _late(self, side: int, limit: int | None, took: float) -> _End | None:
        if limit is None:
            return None
        self._overruns[side].append(took - limit)
        if took - limit <= self._setup.grace:
            return None
        return self._fault(side, f"exceeded its time limit of {limit} ms by {took - limit:.0f} ms")

    def _make(self, side: int, choice: Choice, took: float) -> _End | None:
        try:
            self._game.play(choice.move)
        except IllegalMove as error:
            return self._fault(side, f"played an illegal move: {error}")
        self._thoughts.append((choice, took) if choice.info else None)
        self._tell()
        return None

    def _tell(self) -> None:
        for watcher in _watchers:
            watcher(self._pairing, self._game)

    def _fault(self, side: int, reason: str) -> _End:
        return _End(1 - side, f"{self._seated[side].name}: {reason}", fault=True)

    def _record(self, end: _End) -> record.GameRecord:
        """Return the game as it ended, which may not be as the rules end it."""
        tags = event_tags(self._setup, self._pairing)
        tags["Seconds"] = " ".join(f"{seconds:.3f}" for seconds in self._seconds)
        if end.fault and end.winner is not None:
            tags["Fault"] = self._game.rules.facts.side_names[1 - end.winner]
        return record.GameRecord.of(
            self._game,
            (self._seated[0].name, self._seated[1].name),
            tags,
            [thought[0].effort(thought[1]) if thought else "" for thought in self._thoughts],
            event=self._setup.event,
            ended=(record.Result.won_by(end.winner), end.reason),
        )


def limits_text(limits: Limits) -> str:
    """Return limits in words."""
    units = (("ply", "plies"), ("node", "nodes"), ("ms", "ms"))
    values = (limits.depth, limits.nodes, limits.movetime)
    given = ((value, unit) for value, unit in zip(values, units, strict=True) if value is not None)
    return ", ".join(f"{value} {noun(value, *unit)}" for value, unit in given) + " a move"


# --- what comes of it


LEAST_THOUGHT = 0.1
"""Seconds that players have to think for the harness's share of them to be told."""


@dataclass
class Cost:
    """What games have cost in time."""

    thought: float = 0.0
    aside: float = 0.0

    def add(self, played: Played) -> None:
        """Count a game that was played now."""
        self.thought += sum(played.seconds)
        self.aside += played.aside

    def __str__(self) -> str:
        told = f"players thought for {self.thought:.1f} s, the harness took {self.aside:.2f} s"
        # A share of next to nothing says nothing.
        return f"{told} ({100 * self.aside / self.thought:.1f} %)" if self.thought >= LEAST_THOUGHT else told


@dataclass
class Score:
    """A match as far as it is played."""

    tally: Tally = field(default_factory=Tally)
    cost: Cost = field(default_factory=Cost)
    reasons: Counter[str] = field(default_factory=Counter)
    faults: list[Played] = field(default_factory=list)
    plies: int = 0
    overruns: list[float | None] = field(default_factory=lambda: [None, None])

    def add(self, played: Played) -> None:
        """Count a game."""
        if not played.crashed:
            self.tally.add(played.number, played.points)
        self.cost.add(played)
        self.plies += played.plies
        self.reasons[played.kind_of_end] += 1
        if played.fault or played.crashed:
            self.faults.append(played)
        for player, overrun in enumerate(played.overruns):
            worst = self.overruns[player]
            if overrun is not None and (worst is None or overrun > worst):
                self.overruns[player] = overrun

    def line(self, name: str) -> str:
        """Return the result in one line, seen from the first player, who is called `name`."""
        tally = self.tally
        counts = f"wins {tally.count(1)}, losses {tally.count(0)}, draws {tally.count(0.5)}"
        return f"{name} {counts}, {tally.elo() or 'elo unknown'}"

    def details(self, players: tuple[str, str]) -> Iterable[str]:
        """Yield what else there is to say, line by line."""
        for played in sorted(self.faults, key=lambda each: each.number):
            yield f"game {played.number + 1}: {played.reason}"
        ends = ", ".join(f"{count} x {reason}" for reason, count in self.reasons.most_common())
        yield f"ends: {ends}"
        yield f"mean length: {self.plies / max(self.tally.games, 1):.1f} plies"
        yield str(self.cost)
        for order, name, overrun in zip(PLAYER_NAMES, players, self.overruns, strict=True):
            if overrun is not None:
                yield f"largest overrun of a time limit, {order} ({name}): {max(overrun, 0):.0f} ms"
        if any(" exceeded its time limit of " in played.reason for played in self.faults):
            yield "games were lost on time: a larger --movetime or --grace would help"
        elo = self.tally.elo()
        if elo is not None and elo.tells and elo.bound:
            side = "above" if elo.bound == ">" else "below"
            yield f"{players[0]} is {side} {round(elo.points):+d} Elo: a 95 % bound, as one side won all"
        if elo is not None and not elo.tells:
            yield "one side won all, but these are too few games to say who is the stronger"
        pairs = " ".join(map(str, self.tally.pentanomial()))
        yield f"pairs that brought 0, 1/2, 1, 3/2, 2 points: {pairs} (the margin is 95 %, from these pairs)"


class Ledger:
    """Writes games to a file: in their order, each as soon as those before it are written, or at once."""

    def __init__(self, path: Path | None, in_order: bool = True) -> None:
        self._path, self._in_order = path, in_order
        self._waiting: dict[int, str] = {}
        self._next = 0

    def add(self, played: Played) -> None:
        """Take in a game."""
        if not self._in_order:
            self._write(played.text)
            return
        self._waiting[played.number] = played.text
        while self._next in self._waiting:
            self._write(self._waiting.pop(self._next))
            self._next += 1

    def close(self) -> None:
        """Write what waits for games that will not come."""
        for _, text in sorted(self._waiting.items()):
            self._write(text)
        self._waiting.clear()

    def _write(self, text: str) -> None:
        if self._path is not None:
            record.append(self._path, text)


def require_writable(path: Path | None) -> None:
    """Raise `UserError` if games could not be written to a file; it is made if it is missing."""
    if path is None:
        return
    try:
        path.open("ab").close()
    except OSError as error:
        raise UserError(f"{path} cannot be written: {error.strerror}") from None
