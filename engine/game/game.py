"""A game as it is played: start position, plies, draw counters, clocks, the result, undo and redo."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from copy import copy
from dataclasses import dataclass
from functools import cached_property

from engine.game import texts
from engine.game.clocks import Clocks
from engine.rules.errors import IllegalMove
from engine.rules.rules import Rules
from engine.rules.values import Move, Outcome, Position, Reason, Transition


@dataclass(frozen=True)
class Ply:
    """One ply of a game; `path` is the click path of its move, which may differ from the written path."""

    rules: Rules
    side: int
    move: Move
    path: tuple[int, ...]
    before: Position
    after: Position
    progress_clock: int
    """How many plies in a row, up to this one, made no progress (see `Transition.progress`)."""

    @cached_property
    def transition(self) -> Transition:
        """What it did; computed on first use, because only shown games need it."""
        return self.rules.clicks.path_transition(self.before, self.move, self.path)


@dataclass(frozen=True)
class KeyHistory:
    """The keys of earlier positions, for repetitions and the progress clock.

    `keys` are the Zobrist keys of the positions before the current one, oldest first, back to the last ply
    that made progress; their number is the progress clock.
    """

    keys: tuple[int, ...] = ()


class Game:
    """A start position and the plies played from it, of which the last ones may be taken back.

    Repetitions and the progress clock are counted from the start position on, which is the first occurrence.
    `clocks`, if there are any, go with the plies; the caller lets them run and sees when a flag has fallen.
    """

    def __init__(self, rules: Rules, start: Position | None = None, clocks: Clocks | None = None) -> None:
        self.rules = rules
        self.start = rules.start() if start is None else start
        self.clocks = clocks
        self._plies: list[Ply] = []
        self._cursor = 0
        self._occurrences: dict[Position, list[int]] | None = None
        self._end: Outcome | None = None  # of the whole line, if no move brought it about
        self._cached_outcome: tuple[Outcome | None] | None = None  # the result, once it was asked for

    def copy(self) -> Game:
        """Return a copy, which can be played on without changing this game.

        Its clocks are stopped.
        """
        other = copy(self)
        other._plies = self._plies.copy()
        other._occurrences = None
        other.clocks = self.clocks and self.clocks.stopped_copy()
        return other

    @property
    def plies(self) -> tuple[Ply, ...]:
        """All plies, including those that `redo` would replay."""
        return tuple(self._plies)

    def number_of(self, plies: int) -> int:
        """Return the number of the move with which so many plies, one at least, were played."""
        return self.start.move_number + (plies - 1 + self.start.side) // 2

    @property
    def cursor(self) -> int:
        """How many of the plies are played: the position on the board is the one after them."""
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
        """Return the moves that can be played now; none when the game is over."""
        return () if self.outcome else self.rules.legal_moves(self.position)

    def play(self, move: Move, path: tuple[int, ...] | None = None) -> Ply:
        """Play a move, along `path` if one is given, and drop the plies that could be redone.

        Raises:
            IllegalMove: the move is not legal here; the game stays as it is.
        """
        if self.outcome is not None:
            raise IllegalMove(texts.game_over(move))
        position = self.position
        if not self.rules.is_legal(position, move):
            raise IllegalMove(texts.not_legal(move, self.rules.notation.format(position)))
        after, progress = self.rules.play_with_progress(position, move)
        clock = 0 if progress else self.progress_clock + 1
        path = move.path if path is None else path
        ply = Ply(self.rules, position.side, move, path, position, after, clock)
        self._drop_undone()
        self._plies.append(ply)
        self._cursor += 1
        if self._occurrences is not None:
            self._occurrences.setdefault(after, []).append(self._cursor)
        self._cached_outcome = self._end = None
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
        """End the game: the flag of `side` has fallen, or its limit for a move is exceeded."""
        control = self.clocks.controls[side] if self.clocks else None
        if control is not None and control.per_move:
            self._finish(Outcome(1 - side, Reason.MOVE_TIME, texts.seconds(control.seconds)))
        else:
            self._finish(Outcome(1 - side, Reason.TIME))

    def forfeit(self, side: int, why: str) -> None:
        """End the game: the player of `side` has failed, for the reason given."""
        self._finish(Outcome(1 - side, Reason.FAILURE, why))

    def adjudicate(self, winner: int | None) -> None:
        """Adjudicate the game: a win for `winner`, or a draw if it is None."""
        self._finish(Outcome(winner, Reason.ADJUDICATION))

    def _finish(self, outcome: Outcome) -> None:
        """End a game that is not over at the last ply; the next `undo` reverts that."""
        if self.outcome is None:
            self._drop_undone()
            self._end, self._cached_outcome = outcome, None
            if self.clocks is not None:
                self.clocks.drop_later()

    @property
    def end(self) -> Outcome | None:
        """How the game ended without a move: resignation, time, adjudication …; None otherwise."""
        return self._end

    def undo_end(self) -> None:
        """Revert an end without a move, so that the game goes on."""
        self._end = self._cached_outcome = None

    def undo(self) -> bool:
        """Undo the last ply, or an end without a move; return whether there was one."""
        if self._end is not None and self._cursor == len(self._plies):
            self.undo_end()
            return True
        return self._move_cursor(self._cursor - 1)

    def redo(self) -> bool:
        """Redo a ply that was undone; return whether there was one."""
        return self._move_cursor(self._cursor + 1)

    def go_to(self, cursor: int) -> None:
        """Go to the position after `cursor` plies, limited to those that exist."""
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

    def _drop_undone(self) -> None:
        """Drop the plies that could be redone."""
        if self._occurrences is not None:
            for ply in self._plies[self._cursor :]:
                self._occurrences[ply.after].pop()  # the latest: they are in order
        del self._plies[self._cursor :]

    # --- the counters that belong to a game, and the result

    @property
    def progress_clock(self) -> int:
        """How many plies in a row, up to now, made no progress (see `Transition.progress`)."""
        return self._plies[self._cursor - 1].progress_clock if self._cursor else 0

    @property
    def repetitions(self) -> int:
        """How often the current position has occurred, this time included."""
        if self._occurrences is None:
            self._occurrences = {self.start: [0]}
            for cursor, ply in enumerate(self._plies, start=1):
                self._occurrences.setdefault(ply.after, []).append(cursor)
        cursors = self._occurrences[self.position]
        first = bisect_left(cursors, self._cursor - self.progress_clock)
        return bisect_right(cursors, self._cursor) - first

    def key_history(self) -> KeyHistory:
        """Return the keys of earlier positions, for the search."""
        since_progress = self._plies[self._cursor - self.progress_clock : self._cursor]
        return KeyHistory(tuple(ply.before.key for ply in since_progress))

    @property
    def outcome(self) -> Outcome | None:
        """The result, None while the game goes on."""
        if self._cached_outcome is None:
            # Counting goes back to the last progress; a window asks several times for each frame.
            self._cached_outcome = (self._find_outcome(),)
        return self._cached_outcome[0]

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
        return None
