"""The limits and options of a search, its reports, and time management."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from engine.rules.values import Move
from engine.search import texts
from engine.search.features import FEATURES, OLD_FEATURE_NAMES
from engine.search.margins import parse_margin
from engine.search.skill import MAX_LEVEL
from engine.system.errors import UserError

LOG = logging.getLogger(__name__)

SWITCHES = (*FEATURES, "alphabeta", "network")
"""All names that `--without` takes. Without ``alphabeta`` nothing is left but minimax, depth by depth;
without ``network`` the evaluation is the handcrafted one."""

REPLY_MARGIN_MS = 200
"""Milliseconds of a move's time that are kept back for stopping the search and for a busy machine."""


@dataclass(frozen=True)
class Limits:
    """When a search ends: at the first limit reached. `movetime` is in milliseconds, as in UCI.

    The threads of a search share its `nodes`. After half of `soft_limit_ms`, on a clock, no further depth is
    begun. Without any limit, or with `infinite`, the search ends when it is stopped. With `ponder` the time
    counts from `ponderhit` on, and the search does not end before. `moves`, if any, are the only ones to
    search. A player that exceeds `move_limit_ms` by more than `grace_ms` loses the game.
    """

    depth: int | None = None
    nodes: int | None = None
    movetime: int | None = None
    soft_limit_ms: int | None = None
    infinite: bool = False
    ponder: bool = False
    moves: tuple[Move, ...] = ()
    move_limit_ms: int | None = None
    grace_ms: int = 0

    @classmethod
    def strict(cls, limit_ms: int, grace_ms: int = 0) -> Limits:
        """Return the limits for moves of at most this many milliseconds; searches keep a margin."""
        movetime = limit_ms - min(REPLY_MARGIN_MS, limit_ms // 5)
        return cls(movetime=movetime, move_limit_ms=limit_ms, grace_ms=grace_ms)

    def capped(self, movetime: int) -> Limits:
        """Return the limits with at most this many milliseconds per move."""
        return replace(self, movetime=min(self.movetime or movetime, movetime))

    def within(self, reply_time_ms: int | None) -> Limits:
        """Return the limits for a player who has to move within this many milliseconds, if any are given.

        A movetime of its own stays.
        """
        if reply_time_ms is None or self.movetime is not None:
            return self
        return replace(self, movetime=max(reply_time_ms - REPLY_MARGIN_MS, 1))

    def on_clock(self, soft: int, hard: int) -> Limits:
        """Return the limits for a move on a clock, with a soft and a hard limit in milliseconds.

        Its own soft limit stays, and so does an earlier movetime.
        """
        movetime = hard if self.movetime is None else min(hard, self.movetime)
        return replace(
            self, movetime=movetime, soft_limit_ms=soft if self.soft_limit_ms is None else self.soft_limit_ms
        )


@dataclass(frozen=True)
class SearchOptions:
    """What the search may use.

    `without` names the features that are switched off. `multipv` is how many of the best moves are each
    given a line. With more than one of `threads`, results vary from run to run. `level` is the strength, from
    1 to `MAX_LEVEL`, fractions included (see skill.py); those below `MAX_LEVEL` search on one thread. With
    `book` moves come from the opening book as long as it has any. `variety_cp` centipawns at most, another
    number for each position and seed, are added to the network's scores or taken off, so that games differ.
    `seed` seeds these numbers, the choice among book moves and the weaker levels' mistakes. `exact_depth`
    lets only table entries of exactly the depth searched cut off, so that the table cannot change a score;
    tests of correctness need that. `eval_file` names the file of a network to evaluate with, empty for the
    game's own. `margins` replaces margins of the game's search, by name.

    Raises:
        UserError: there is no such feature or margin, or a margin is outside its range.
    """

    without: frozenset[str] = frozenset()
    multipv: int = 1
    threads: int = 1
    level: float = MAX_LEVEL
    book: bool = False
    variety_cp: int = 0
    seed: int = 0
    exact_depth: bool = False
    eval_file: str = ""
    margins: tuple[tuple[str, int], ...] = ()

    def __post_init__(self) -> None:
        without = frozenset(OLD_FEATURE_NAMES.get(name, name) for name in self.without)
        object.__setattr__(self, "without", without)
        for name in sorted(without):
            if name not in SWITCHES:
                raise UserError(texts.no_feature(name, SWITCHES))
        for name, value in self.margins:
            parse_margin(name, str(value))  # outside its range, a search might never end

    @property
    def plain(self) -> bool:
        """True for plain minimax: every improvement prunes, or makes pruning more effective."""
        return "alphabeta" in self.without

    @property
    def network(self) -> bool:
        """True if the game's network evaluates, if it has one, and not the handcrafted evaluation."""
        return "network" not in self.without

    def mask(self, unused: frozenset[str] = frozenset()) -> int:
        """Return the features in use as bits, in the order of `FEATURES`; a game leaves some `unused`."""
        if self.plain:
            return 0
        return sum(1 << bit for bit, name in enumerate(FEATURES) if name not in self.without | unused)


ALPHA_BETA = SearchOptions(without=frozenset(FEATURES))
"""Plain alpha-beta and nothing else."""


@dataclass(frozen=True)
class Score:
    """A score from the view of the side to move.

    `cp` is in hundredths of a pawn. `mate`, if not None, is the number of the winner's own moves until
    the game is won, negative when the side to move loses; `cp` is then only for comparing such scores.
    """

    cp: int
    mate: int | None = None

    def __str__(self) -> str:
        return f"cp {self.cp}" if self.mate is None else f"mate {self.mate}"

    def __neg__(self) -> Score:
        """Return the same score from the other side's view."""
        return Score(-self.cp, None if self.mate is None else -self.mate)

    def describe(self) -> str:
        """Return the score as shown: ``+0.35``, ``wins in 3``, ``loses in 2``."""
        if self.mate is None:
            return f"{self.cp / 100:+.2f}"
        return f"wins in {self.mate}" if self.mate > 0 else f"loses in {-self.mate}"


@dataclass(frozen=True)
class SearchInfo:
    """What is known after a finished depth; `time_ms` and `nodes` count from the start of the search."""

    depth: int
    seldepth: int
    score: Score
    nodes: int
    nps: int
    time_ms: int
    pv: tuple[Move, ...]
    source: str = "search"
    """Where the score comes from: ``search``, ``book`` or ``tablebase``.

    It is also ``search`` where a weak level chose only by the evaluation after each move.
    """
    multipv: int = 1
    """The rank of this line among the best moves, from 1."""

    def with_effort(self, nodes: int, seconds: float) -> SearchInfo:
        """Return the same line with other nodes and another time."""
        seconds = max(seconds, 1e-6)
        return replace(self, nodes=nodes, nps=round(nodes / seconds), time_ms=round(1000 * seconds))

    def __str__(self) -> str:
        """Return the line of the UCI protocol."""
        line = " ".join(move.text for move in self.pv)
        return (
            f"info depth {self.depth} seldepth {self.seldepth} multipv {self.multipv} score {self.score}"
            f" nodes {self.nodes} nps {self.nps} time {self.time_ms} pv {line}"
        )


LARGEST_EXPONENT = 700.0
"""About the largest number whose exponential is finite; a program may report any score."""


def logistic(x: Any) -> Any:
    """Return the logistic function of a number, or of each number of an array."""
    return 1 / (1 + np.exp(-np.clip(x, -LARGEST_EXPONENT, LARGEST_EXPONENT)))


def winning_chance(score: Score, scale_cp: float) -> float:
    """Return the expected score, 0 to 1, of the side whose view a score is from.

    A draw is half a win: this is what lichess calls winning chances, not the probability of a win.

    `scale_cp` centipawns multiply the odds of winning by e: `Facts.chance_scale_cp`.
    """
    if score.mate is not None:
        return 1.0 if score.mate > 0 else 0.0
    return float(logistic(score.cp / scale_cp))


MOVES_TO_GO = 25
"""How many more moves the remaining time has to last for, if `movestogo` is not given."""
MOVE_OVERHEAD_MS = 30
"""Milliseconds of a clock that are left unused, for the communication with the other program."""
SUDDEN_DEATH_RESERVE_MS = 100
"""Milliseconds of a clock without increment that are kept for a long ending, a millisecond for each move."""


def allocate_time(
    remaining: int, increment: int, moves_to_go: int | None = None, margin: int = MOVE_OVERHEAD_MS
) -> tuple[int, int]:
    """Return the soft and the hard limit of a move on a clock.

    All times are in milliseconds: `remaining`, `increment`, `margin` and the limits.
    """
    reserve = 0 if increment or moves_to_go else SUDDEN_DEATH_RESERVE_MS
    left = max(remaining - margin - reserve, 1)
    share = left // max(moves_to_go or MOVES_TO_GO, 1) + increment * 3 // 4
    hard = left if moves_to_go == 1 else left // 2
    return max(min(share, hard), 1), max(min(3 * share, hard), 1)


STOP_MARGIN_MS = 10
"""Milliseconds before the end of a move's time at which the search stops, so that the answer is in time."""


class SearchTimer:
    """Call `stop` when the time of a search is over; may be started later, by another thread (pondering).

    A context manager around the search; afterwards it calls nothing any more.
    """

    def __init__(self, limits: Limits, stop: Callable[[], None]) -> None:
        self._limits = limits
        self._stop = stop
        self._lock = threading.Lock()
        self._timer: threading.Timer | None = None
        self._closed = False
        self._started: float | None = None
        if not limits.ponder:
            self.start()

    def start(self) -> None:
        """Start the timer unless it is running."""
        with self._lock:
            if self._closed or self._started is not None:
                return
            self._started = time.perf_counter()
            if self._limits.movetime is not None:
                timer = threading.Timer(_searching_time(self._limits.movetime), self._stop)
                timer.daemon = True
                try:
                    timer.start()
                except RuntimeError:
                    LOG.warning("cannot start the clock thread; using less time")
                    return
                self._timer = timer

    @property
    def should_stop_deepening(self) -> bool:
        """True if there is too little time to begin another depth."""
        if self._started is None:
            return False
        ms = (time.perf_counter() - self._started) * 1000
        if self._limits.movetime is not None and self._timer is None and ms > self._limits.movetime / 20:
            return True
        # The next depth usually takes longer than all before it together.
        return self._limits.soft_limit_ms is not None and ms > self._limits.soft_limit_ms / 2

    def __enter__(self) -> SearchTimer:
        return self

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._closed = True
        if self._timer:
            self._timer.cancel()
            self._timer.join()  # or it might yet stop the search after this one


def _searching_time(movetime: int) -> float:
    """Return how many seconds to search in a move's milliseconds: a margin, at most a tenth, is kept back."""
    return min((movetime - min(STOP_MARGIN_MS, movetime / 10)) / 1000, threading.TIMEOUT_MAX)
