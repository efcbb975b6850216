"""The values that all packages exchange: positions, pieces, moves, transitions, results.

All are immutable. Squares are integers, ``row * columns + column``; column 0 is on the left and row 0 at the
bottom of the board as the game's rules draw it. Sides are 0 (moves first) and 1.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, ClassVar

import numpy as np

from engine.rules import texts

FIRST, SECOND = 0, 1


class Position:
    """A value: everything that decides which moves are legal and what they do.

    Immutable, hashable and comparable. `record` is the numpy record that the compiled core works on;
    `move_number` is written in the FEN but is no part of equality.
    """

    __slots__ = ("_bytes", "_record", "move_number")

    def __init__(self, record: np.void, move_number: int = 1) -> None:
        self._bytes = record.tobytes()
        self._record = np.frombuffer(self._bytes, dtype=record.dtype)[0]
        self.move_number = move_number

    @property
    def record(self) -> Any:
        """The read-only record; use `copy_record` for one that compiled code may change."""
        return self._record

    def copy_record(self) -> Any:
        """Return a writable copy of the record, as a one-element array's element."""
        return np.frombuffer(bytearray(self._bytes), dtype=self._record.dtype)[0]

    @property
    def side(self) -> int:
        """The side to move."""
        return int(self._record["side"])

    @property
    def key(self) -> int:
        """The Zobrist key, the same for equal positions."""
        return int(self._record["key"])

    def __reduce__(self) -> tuple[Any, ...]:
        return _position, (self._bytes, self._record.dtype, self.move_number)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self._bytes == other._bytes

    def __hash__(self) -> int:
        return hash(self._bytes)


def _position(memory: bytes, dtype: np.dtype[Any], move_number: int) -> Position:
    """Return a position that another process has sent."""
    return Position(np.frombuffer(memory, dtype)[0], move_number)


@dataclass(frozen=True)
class Piece:
    """A piece (or a stack of `count` equal stones) of a side; `kind` is its upper-case FEN letter."""

    side: int
    kind: str
    count: int = 1


@dataclass(frozen=True)
class Placed:
    """A piece on a square."""

    square: int
    piece: Piece


@dataclass(frozen=True)
class Move:
    """A legal move of one position.

    `code` is the compiled core's number for it and decides equality, `text` the written notation, and
    `path` the squares that one clicks to enter it as it is written.
    """

    code: int
    text: str
    path: tuple[int, ...]

    def __str__(self) -> str:
        return self.text


def code_ends(code: int) -> tuple[int, int]:
    """Return the squares that a move starts from and ends on, by its code in the compiled core."""
    return code & 63, code >> 6 & 63


def sorted_moves(moves: Iterable[Move]) -> tuple[Move, ...]:
    """Return the moves sorted by text, the order of every list of moves."""
    return tuple(sorted(moves, key=lambda move: move.text))


def moves_with_ends(moves: Iterable[Move], start: int, end: int) -> tuple[Move, ...]:
    """Return the moves that start and end on these squares."""
    return tuple(move for move in moves if (move.path[0], move.path[-1]) == (start, end))


@dataclass(frozen=True)
class Transition:
    """What a move did, for animation, sounds, the move list and the move log.

    `path` holds the squares that `piece` went over, start and destination included. `captured` are the
    enemy pieces removed, in the order in which they were taken; those among them that were jumped over
    are also in `jumped`. `drowned` are the mover's own pieces lost to the river, on the squares where
    they drowned (the moved piece itself, if it drowned, on its destination). `promoted` is what the
    moved piece became. A stack that is spread over the squares of the path has left its first one for good;
    `spread` are the stones that each of the others receives, some of them perhaps on top of others.
    `removed` are the mover's own pieces that are taken off the board as the move itself (then `path` is the
    one square of `piece`).
    """

    piece: Piece
    path: tuple[int, ...]
    captured: tuple[Placed, ...] = ()
    jumped: tuple[Placed, ...] = ()
    drowned: tuple[Placed, ...] = ()
    promoted: Piece | None = None
    spread: tuple[Placed, ...] = ()
    removed: tuple[Placed, ...] = ()

    @property
    def progress(self) -> bool:
        """True if the counters of the draw rules start again at 0, because the move is irreversible."""
        return bool(self.captured or self.drowned or self.promoted or self.removed)


@dataclass(frozen=True)
class Target:
    """A square that may be clicked next, and the squares of the pieces that this click captures.

    `drowns` says that the piece that goes there is lost in the river if its move ends there; `spread` is
    how the stack is laid out that goes there, as in `Transition`.
    """

    square: int
    captures: tuple[int, ...] = ()
    drowns: bool = False
    spread: tuple[Placed, ...] = ()


@dataclass(frozen=True)
class Clicks:
    """What a clicked prefix of squares means: the moves that it already is, and how it can go on.

    `moves` is empty when the prefix must go on, holds one move when the prefix is that move, and more
    when the squares alone do not decide between several (then the window asks).
    """

    moves: tuple[Move, ...] = ()
    onward: tuple[Target, ...] = ()


class Danger(Enum):
    """The dangers that `Rules.warnings` reports."""

    WILL_DROWN = auto()
    """It drowns this turn unless it leaves the river."""
    UNDER_ATTACK = auto()
    """The other side can capture it next."""


@dataclass(frozen=True)
class PieceWarning:
    """A warning about the piece on `square`, caused by the pieces on `sources` (empty for the river)."""

    danger: Danger
    square: int
    sources: tuple[int, ...] = ()


@dataclass(frozen=True)
class Reason:
    """Why a game is over.

    `value` is a sentence fragment that follows the winner or "draw"; files have it, so it never changes.
    `of_loser` says the same of the loser, with `{loser}` and perhaps `{detail}` in it; empty if `value` says
    all. `of_you` says it to the loser. `in_words` is shown instead of `value`, if that is not the
    same. These are the reasons that any game may have; a game declares its own (`Facts.ends`).
    """

    value: str
    of_loser: str = ""
    of_you: str = ""
    in_words: str = ""

    NO_MOVES: ClassVar[Reason]
    REPETITION: ClassVar[Reason]
    RESIGNATION: ClassVar[Reason]
    AGREEMENT: ClassVar[Reason]
    TIME: ClassVar[Reason]
    MOVE_TIME: ClassVar[Reason]
    FAILURE: ClassVar[Reason]
    ADJUDICATION: ClassVar[Reason]
    LENGTH: ClassVar[Reason]

    @property
    def shown(self) -> str:
        """The reason as shown."""
        return self.in_words or self.value


Reason.NO_MOVES = Reason(texts.NO_MOVES, texts.NO_MOVES_OF, texts.NO_MOVES_OF_YOU)
Reason.REPETITION = Reason(texts.REPETITION)
Reason.RESIGNATION = Reason(texts.RESIGNATION, texts.RESIGNATION_OF, texts.RESIGNATION_OF_YOU)
Reason.AGREEMENT = Reason(texts.AGREEMENT)
Reason.TIME = Reason(texts.TIME, texts.TIME_OF, texts.TIME_OF_YOU, texts.TIME_SHOWN)
Reason.MOVE_TIME = Reason(texts.MOVE_TIME, texts.MOVE_TIME_OF)
Reason.FAILURE = Reason(texts.FAILURE, texts.FAILURE_OF)
Reason.ADJUDICATION = Reason(texts.ADJUDICATION, in_words=texts.ADJUDICATION_SHOWN)
Reason.LENGTH = Reason(texts.LENGTH)


@dataclass(frozen=True)
class Outcome:
    """The result of a finished game: the winning side, or None for a draw, and why.

    `detail` says more where the reason alone does not tell: what was wrong with a player that failed, or
    how long a move was allowed to take.
    """

    winner: int | None
    reason: Reason
    detail: str = ""

    def reason_about(self, loser: str, to_loser: bool = False) -> str:
        """Return the reason as a clause that names the loser, if there is one, or addresses them as "you"."""
        if self.winner is None or not self.reason.of_loser:
            return self.reason.shown
        if to_loser and self.reason.of_you:
            return self.reason.of_you
        return self.reason.of_loser.format(loser=loser, detail=self.detail)

    @property
    def detailed_reason(self) -> str:
        """The reason with its detail."""
        return f"{self.reason.value}: {self.detail}" if self.detail else self.reason.value
