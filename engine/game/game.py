"""A game in progress: start position, plies, draw counters, clocks, result, undo and redo."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable
from copy import copy
from dataclasses import dataclass
from functools import cached_property

from engine.game import texts
from engine.game.clocks import Clocks
from engine.rules.errors import IllegalMove
from engine.rules.rules import Rules
from engine.rules.values import Move, Outcome, Position, Reason, Transition

MAX_PLIES = 20_000
"""Here a game ends as a draw, by no rule of its own: files hold no more, and random players may play on."""


@dataclass(frozen=True)
class Ply:
    """A ply of a game; `path` is the path that was clicked, which may differ from the move's written path."""

    rules: Rules
    side: int
    move: Move
    path: tuple[int, ...]
    before: Position
    after: Position
    progress_clock: int
    """The number of plies without progress up to this one (see `Transition.progress`)."""
    past_key: int
    """The key of the positions since the last progress (see `key_of_past`)."""

    @cached_property
    def transition(self) -> Transition:
        """The effect of the ply; computed on first use, because only displayed games need it."""
        return self.rules.clicks.path_transition(self.before, self.move, self.path)


def key_of_past(keys: Iterable[int]) -> int:
    """Return a key of positions, in any order, from their Zobrist keys: the sum, modulo 2**64.

    The search depends on the positions since the last progress, as on the current one: to repeat one draws.
    """
    return sum(keys) & 0xFFFFFFFFFFFFFFFF


@dataclass(frozen=True)
class KeyHistory:
    """The keys of earlier positions, for repetitions and the progress clock.

    `keys` are the Zobrist keys of the positions since the last progress, oldest first, without the current
    one; their number is the progress clock. `exhausted` are the positions since then, including the current
    one, that may not occur again: the game would be a draw.
    """

    keys: tuple[int, ...] = ()
    exhausted: tuple[Position, ...] = ()


class Game:
    """A start position and the plies played from it, including undone ones that can be redone.

    Repetitions and the progress clock are counted from the start position, which is its first occurrence.
    `clocks`, if given, follow the plies; the caller starts them and checks for a fallen flag.
    """

    def __init__(self, rules: Rules, start: Position | None = None, clocks: Clocks | None = None) -> None:
        self.rules = rules
        self.start = rules.start() if start is None else start
        self.clocks = clocks
        self._plies: list[Ply] = []
        self._cursor = 0
        self._occurrences: dict[Position, list[int]] | None = None
        self._end: Outcome | None = None  # the end after the last ply, if not by a move: resignation …
        self._cached_outcome: tuple[Outcome | None] | None = None  # None if it is not known
        self._cached_final: tuple[Outcome | None] | None = None
        self.before_dropping: Callable[[bool], None] | None = None
        """Called before undone plies are dropped, with False if a move does so; copies do not call it."""

    def copy(self) -> Game:
        """Return an independent copy; its clocks are stopped."""
        other = copy(self)
        other._plies = self._plies.copy()
        other._occurrences = other.before_dropping = None
        other.clocks = self.clocks and self.clocks.stopped_copy()
        return other

    @property
    def plies(self) -> tuple[Ply, ...]:
        """All plies, including those that `redo` would replay."""
        return tuple(self._plies)

    def number_of(self, plies: int) -> int:
        """Return the move number of the last of `plies` plies, at least one."""
        return self.start.move_number + (plies - 1 + self.start.side) // 2

    @property
    def cursor(self) -> int:
        """The number of plies played up to the current position."""
        return self._cursor

    @property
    def position(self) -> Position:
        """The current position."""
        return self.position_at(self._cursor)

    def position_at(self, cursor: int) -> Position:
        """Return the position after `cursor` plies."""
        return self._plies[cursor - 1].after if cursor else self.start

    # --- playing

    def legal_moves(self) -> tuple[Move, ...]:
        """Return the legal moves; none if the game is over."""
        return () if self.outcome else self.rules.legal_moves(self.position)

    def play(self, move: Move, path: tuple[int, ...] | None = None, *, after_draw: bool = False) -> Ply:
        """Play a move, along `path` if given, and drop the undone plies.

        With `after_draw` a result that the position alone does not decide is no obstacle.

        Raises:
            IllegalMove: the move is not legal; the game is unchanged.
        """
        if self.outcome is not None and not after_draw:
            raise IllegalMove(texts.game_over(move))
        position = self.position
        if not self.rules.is_legal(position, move):
            raise IllegalMove(texts.not_legal(move, self.rules.notation.format(position)))
        after, progress = self.rules.play_with_progress(position, move)
        clock = 0 if progress else self.progress_clock + 1
        path = move.path if path is None else path
        past_key = 0 if progress else key_of_past((self.past_key, position.key))
        ply = Ply(self.rules, position.side, move, path, position, after, clock, past_key)
        self._drop_undone(by_end=False)
        self._plies.append(ply)
        self._cursor += 1
        if self._occurrences is not None:
            self._occurrences.setdefault(after, []).append(self._cursor)
        self._cached_outcome = self._cached_final = self._end = None
        if self.clocks is not None:
            self.clocks.press(ply.side)
        return ply

    def resign(self, side: int) -> None:
        """End the game: `side` resigns."""
        self._finish(Outcome(1 - side, Reason.RESIGNATION))

    def agree_draw(self) -> None:
        """End the game as a draw by agreement."""
        self._finish(Outcome(None, Reason.AGREEMENT))

    def lose_on_time(self, side: int) -> None:
        """End the game: the flag of `side` has fallen, or it has exceeded its limit per move."""
        control = self.clocks.controls[side] if self.clocks else None
        if control is not None and control.per_move:
            self._finish(Outcome(1 - side, Reason.MOVE_TIME, texts.seconds(control.seconds)))
        else:
            self._finish(Outcome(1 - side, Reason.TIME))

    def forfeit(self, side: int, reason: str) -> None:
        """End the game: the player of `side` has failed for this reason."""
        self._finish(Outcome(1 - side, Reason.FAILURE, reason))

    def adjudicate(self, winner: int | None) -> None:
        """Adjudicate the game: a win for `winner`, or a draw if it is None."""
        self._finish(Outcome(winner, Reason.ADJUDICATION))

    def _finish(self, outcome: Outcome) -> None:
        """End an unfinished game without a move; the next `undo` reverts that."""
        if self.outcome is None:
            self._drop_undone(by_end=True)
            self._end, self._cached_outcome, self._cached_final = outcome, None, None
            if self.clocks is not None:
                self.clocks.drop_later()

    @property
    def end(self) -> Outcome | None:
        """The end of the game without a move: resignation, time, adjudication …; None otherwise."""
        return self._end

    def undo_end(self) -> None:
        """Revert an end without a move, so that the game continues."""
        self._end = self._cached_outcome = self._cached_final = None

    def undo(self) -> bool:
        """Undo the last ply, or an end without a move; return False if there is nothing to undo."""
        if self._end is not None and self._cursor == len(self._plies):
            self.undo_end()
            return True
        return self._move_cursor(self._cursor - 1)

    def redo(self) -> bool:
        """Redo an undone ply; return False if there is none."""
        return self._move_cursor(self._cursor + 1)

    def go_to(self, cursor: int) -> None:
        """Go to the position after `cursor` plies, clamped to the existing ones."""
        self._move_cursor(min(max(cursor, 0), len(self._plies)))

    def _move_cursor(self, cursor: int) -> bool:
        if not 0 <= cursor <= len(self._plies):
            return False
        if cursor != self._cursor:
            self._cached_outcome = None
            if self.clocks is not None:
                self.clocks.go_to(cursor)
        self._cursor = cursor
        return True

    def _drop_undone(self, by_end: bool) -> None:
        """Drop the undone plies, `by_end` if the game ends without a move."""
        if self.before_dropping is not None and self._cursor < len(self._plies):
            self.before_dropping(by_end)
        if self._occurrences is not None:
            for ply in self._plies[self._cursor :]:
                self._occurrences[ply.after].pop()  # the last one: they are sorted
        del self._plies[self._cursor :]

    # --- the counters that belong to a game, and the result

    @property
    def progress_clock(self) -> int:
        """The number of plies since the last progress (see `Transition.progress`)."""
        return self._plies[self._cursor - 1].progress_clock if self._cursor else 0

    @property
    def past_key(self) -> int:
        """The key of the positions since the last progress, without the current one (see `key_of_past`)."""
        return self._plies[self._cursor - 1].past_key if self._cursor else 0

    @property
    def quiet_plies(self) -> tuple[int, int]:
        """The plies without progress, of the game or of its position, and their limit, 0 for none."""
        facts = self.rules.facts
        if facts.position_progress_limit:
            return self.rules.progress_clock(self.position), facts.position_progress_limit
        return self.progress_clock, facts.progress_limit

    @property
    def repetitions(self) -> int:
        """How often the current position has occurred, including now."""
        if self._occurrences is None:
            self._occurrences = {self.start: [0]}
            for cursor, ply in enumerate(self._plies, start=1):
                self._occurrences.setdefault(ply.after, []).append(cursor)
        cursors = self._occurrences[self.position]
        first = bisect_left(cursors, self._cursor - self.progress_clock)
        return bisect_right(cursors, self._cursor) - first

    def key_history(self) -> KeyHistory:
        """Return the positions since the last progress, for the search."""
        earlier = [ply.before for ply in self._plies[self._cursor - self.progress_clock : self._cursor]]
        keys = tuple(position.key for position in earlier)
        positions = [*earlier, self.position]
        allowed, counts = self.rules.facts.repetitions - 1, Counter(one.key for one in positions)
        exhausted = {one.key: one for one in positions if 0 < allowed <= counts[one.key]}
        return KeyHistory(keys, tuple(exhausted.values()))

    @property
    def outcome(self) -> Outcome | None:
        """The result, None while the game is in progress."""
        if self._cached_outcome is None:
            # Counting repetitions takes a while, and the window asks several times per frame.
            self._cached_outcome = (self._find_outcome(),)
        return self._cached_outcome[0]

    @property
    def final_outcome(self) -> Outcome | None:
        """The result after the last ply, whatever position is the current one."""
        if self._cached_final is None:
            latest = self.copy()
            latest.go_to(len(self._plies))
            self._cached_final = (latest.outcome,)
        return self._cached_final[0]

    def _find_outcome(self) -> Outcome | None:
        if self._end is not None and self._cursor == len(self._plies):
            return self._end
        decided = self.rules.outcome(self.position)
        if decided is not None:
            return decided
        if self.rules.facts.repetitions and self.repetitions >= self.rules.facts.repetitions:
            return Outcome(None, Reason.REPETITION)
        if self.rules.facts.progress_limit and self.progress_clock >= self.rules.facts.progress_limit:
            return Outcome(None, self.rules.facts.no_progress)
        return Outcome(None, Reason.LENGTH) if self._cursor >= MAX_PLIES else None
