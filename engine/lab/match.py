"""Matches of two players: every opening is played twice, with colours reversed.

Each game is a job of its own (see runner.py). It begins with players that know nothing of earlier games
and whose chance follows from the match's seed and the game's number, so a game goes the same way in
whatever process and order it is played, unless time limits or several threads make it vary.
"""

from __future__ import annotations

import atexit
import os
import signal
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from pathlib import Path
from random import Random

from engine import record, rules
from engine.lab.elo import Tally
from engine.lab.openings import Opening
from engine.lab.runner import run
from engine.players.base import Choice, Player, PlayerFailure
from engine.players.parse import PATIENCE, parse_player
from engine.rules.base import IllegalMove
from engine.search.limits import Limits

GRACE = 500
"""Milliseconds by which a move may exceed its time limit: a busy machine delays whole processes."""
PLAYER_NAMES = ("first player", "second player")


@dataclass(frozen=True)
class Setup:
    """What all games of a match have in common; the players are named as on the command line."""

    game: str
    players: tuple[str, str]
    limits: Limits
    seed: int = 0
    grace: int = GRACE
    patience: float = PATIENCE


@dataclass(frozen=True)
class Pairing:
    """A game to be played. Games 2k and 2k + 1 have the same opening and opposite colours."""

    number: int
    opening: Opening

    @property
    def seats(self) -> tuple[int, int]:
        """Return which of the match's players, 0 or 1, has which side."""
        return (1, 0) if self.number % 2 else (0, 1)


@dataclass(frozen=True)
class Played:
    """A game that was played; the players are 0 and 1, as in `Setup`."""

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

    @property
    def points(self) -> float:
        """The first player's points."""
        return 0.5 if self.winner is None else float(self.winner == 0)


def pairings(openings: Sequence[Opening], games: int) -> list[Pairing]:
    """Return the games of a match; `openings` has to have one for every pair."""
    return [Pairing(number, openings[number // 2]) for number in range(games)]


def play_match(setup: Setup, games: Sequence[Pairing], workers: int) -> Iterator[Played]:
    """Yield the games as they are finished; with several workers that need not be in their order."""
    try:
        for _, played in run(partial(play_game, setup), games, workers, prepare_worker):
            yield played
    finally:
        close_players()


# --- the players of this process, kept from game to game

_players: dict[Setup, tuple[Player, Player]] = {}


def _players_of(setup: Setup) -> tuple[Player, Player]:
    if setup not in _players:
        game = rules.get(setup.game)
        first, second = (parse_player(text, game, setup.seed, setup.patience) for text in setup.players)
        _players[setup] = (first, second)
    return _players[setup]


@atexit.register
def close_players() -> None:
    """End all programs that play in this process."""
    while _players:
        for player in _players.popitem()[1]:
            player.close()


def prepare_worker() -> None:
    """Make a process that plays games end quietly, together with its programs, when it is told to end."""

    def end(number: int, frame: object) -> None:
        close_players()
        os._exit(128 + number)

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, end)


# --- one game


def play_game(setup: Setup, pairing: Pairing) -> Played:
    """Play a game of a match."""
    return _Table(setup, pairing, _players_of(setup)).play()


@dataclass(frozen=True)
class _End:
    """How a game ended; `winner` is a side."""

    winner: int | None
    reason: str
    fault: bool = False


class _Table:
    """One game while it is played."""

    def __init__(self, setup: Setup, pairing: Pairing, players: tuple[Player, Player]) -> None:
        self._setup, self._pairing = setup, pairing
        self._game = pairing.opening.game(rules.get(setup.game))
        self._seated = [players[index] for index in pairing.seats]
        self._overruns: list[list[float]] = [[], []]
        self._comments = [""] * self._game.cursor

    def play(self) -> Played:
        end = self._get_ready()
        while end is None:
            end = self._decided() or self._turn()
        winner = None if end.winner is None else self._pairing.seats[end.winner]
        overruns = [max(self._overruns[side], default=None) for side in self._pairing.seats]
        return Played(
            number=self._pairing.number,
            winner=winner,
            reason=end.reason,
            fault=end.fault,
            plies=self._game.cursor,
            overruns=(overruns[0], overruns[1]),
            text=record.write(self._record(end)),
        )

    def _get_ready(self) -> _End | None:
        for side, player in enumerate(self._seated):
            chance = Random(f"{self._setup.seed} {self._pairing.number} {self._pairing.seats[side]}")
            try:
                player.new_game(chance.getrandbits(63))
            except PlayerFailure as failure:
                return self._fault(side, str(failure))
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
        took = time.perf_counter() - began
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
        self._comments.append(choice.effort(took) if choice.info else "")
        return None

    def _fault(self, side: int, reason: str) -> _End:
        return _End(1 - side, f"{self._seated[side].name}: {reason}", fault=True)

    def _record(self, end: _End) -> record.GameRecord:
        """Return the game as it ended, which may not be as the rules end it."""
        setup, number = self._setup, self._pairing.number
        tags = {
            "Date": date.today().strftime("%Y.%m.%d"),
            "Round": f"{number // 2 + 1}.{number % 2 + 1}",
            "Limits": limits_text(setup.limits),
            "Seed": str(setup.seed),
            "OpeningPlies": str(len(self._pairing.opening.moves)),
        }
        return record.GameRecord.of(
            self._game,
            (self._seated[0].name, self._seated[1].name),
            tags,
            self._comments,
            event="match",
            ended=(record.Result.won_by(end.winner), end.reason),
        )


def limits_text(limits: Limits) -> str:
    """Return limits in words."""
    named = ((limits.depth, "plies"), (limits.nodes, "nodes"), (limits.movetime, "ms"))
    return ", ".join(f"{value} {unit}" for value, unit in named if value is not None) + " a move"


# --- what comes of it


@dataclass
class Score:
    """A match as far as it is played."""

    tally: Tally = field(default_factory=Tally)
    reasons: Counter[str] = field(default_factory=Counter)
    faults: list[Played] = field(default_factory=list)
    plies: int = 0
    overruns: list[float | None] = field(default_factory=lambda: [None, None])

    def add(self, played: Played) -> None:
        """Count a game."""
        self.tally.add(played.number, played.points)
        self.plies += played.plies
        self.reasons["a player failed" if played.fault else played.reason] += 1
        if played.fault:
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
        for order, name, overrun in zip(PLAYER_NAMES, players, self.overruns, strict=True):
            if overrun is not None:
                yield f"largest overrun of a time limit, {order} ({name}): {max(overrun, 0):.0f} ms"
        pairs = " ".join(map(str, self.tally.pentanomial()))
        yield f"pairs that brought 0, 1/2, 1, 3/2, 2 points: {pairs} (the margin is 95 %, from these pairs)"


class Ledger:
    """Writes games to a file in their order, each as soon as those before it are written."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._waiting: dict[int, str] = {}
        self._next = 0

    def add(self, played: Played) -> None:
        """Take in a game."""
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
