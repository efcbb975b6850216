"""What a game is, as search, players, command line and window see it.

A game is one `Rules` object. Nothing outside a game's own folder knows any rule: everything else works
with the four values below (`Position`, `Move`, `Transition`, `Outcome`) and asks the `Rules`.

Squares are integers, ``row * columns + column``; column 0 is on the left and row 0 at the bottom of the
board as the game's rules draw it. Sides are 0 (moves first) and 1.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from engine.rules import prose as telling

if TYPE_CHECKING:
    from engine.rules.core import Core
    from engine.rules.endgames import EndgameTables

FIRST, SECOND = 0, 1


POSITIONS_REMEMBERED = 512
"""For how many positions the moves are remembered: the window asks for those of a few at every click."""

QUOTED = 24
"""How much of a bad text is repeated to its author."""


def quoted(text: str) -> str:
    """Return a text in quotes, shortened if it is long, for messages about it."""
    return f"'{text}'" if len(text) <= QUOTED else f"'{text[: QUOTED - 1]}…'"


class GameError(ValueError):
    """Bad input from a person or a program; the message is one sentence meant for them."""


class FenError(GameError):
    """A position text that cannot be read; says which field, which rank or row, and why."""

    def __init__(self, field: str, reason: str, rank: str | None = None) -> None:
        self.field, self.rank, self.reason = field, rank, reason
        where = field if rank is None else f"{field}, {rank}"
        super().__init__(f"{where}: {reason}")


class IllegalMove(GameError):
    """A move text that names no legal move of the position."""


class AmbiguousMove(IllegalMove):
    """Two squares that are no move themselves, but the ends of several: the player has to choose."""

    def __init__(self, message: str, candidates: tuple[Move, ...]) -> None:
        super().__init__(message)
        self.candidates = candidates


@dataclass(frozen=True)
class Reason:
    """Why a game is over.

    `value` is a sentence fragment that follows the winner or "draw". `of_loser` says the same of who lost,
    with `{loser}` and perhaps `{detail}` in it; empty if `value` says all. These are the reasons that any
    game may have; a game declares its own in its folder (`Rules.ends`).
    """

    value: str
    of_loser: str = ""

    NO_MOVES: ClassVar[Reason]
    REPETITION: ClassVar[Reason]
    RESIGNATION: ClassVar[Reason]
    AGREEMENT: ClassVar[Reason]
    TIME: ClassVar[Reason]
    FAILURE: ClassVar[Reason]
    ADJUDICATION: ClassVar[Reason]


Reason.NO_MOVES = Reason("there is no legal move", "{loser} has no legal move")
Reason.REPETITION = Reason("the same position occurred for the third time")
Reason.RESIGNATION = Reason("resignation", "{loser} resigned")
Reason.AGREEMENT = Reason("both sides agreed to a draw")
Reason.TIME = Reason("the time was over", "{loser}'s time is over")
Reason.FAILURE = Reason("a player failed", "{loser}'s player failed: {detail}")
Reason.ADJUDICATION = Reason("the game was decided by hand")


@dataclass(frozen=True)
class Outcome:
    """The result of a finished game: the winning side, or None for a draw, and why.

    `detail` says more where the reason alone does not tell: what was wrong with a player that failed.
    """

    winner: int | None
    reason: Reason
    detail: str = ""

    @property
    def words(self) -> str:
        """The reason with its detail."""
        return f"{self.reason.value}: {self.detail}" if self.detail else self.reason.value


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


@dataclass(frozen=True)
class Transition:
    """What a move did, for animation, sounds, the move list and the spoken log.

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
        """Whether the counters of the draw rules start anew, because the move cannot be undone."""
        return bool(self.captured or self.drowned or self.promoted or self.removed)


@dataclass(frozen=True)
class Target:
    """A square that may be clicked next, and the squares of the pieces that this click captures.

    `drowns` tells that the piece that goes there is lost in the river if its move ends there; `spread` is
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
    """What a player should be warned of; see `Rules.warnings`."""

    WILL_DROWN = "will drown this turn unless it leaves the river"
    UNDER_ATTACK = "can be captured next"


@dataclass(frozen=True)
class Notice:
    """A warning about the piece on `square`, caused by the pieces on `sources` (empty for the river)."""

    danger: Danger
    square: int
    sources: tuple[int, ...] = ()


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


@dataclass(frozen=True)
class SearchExample:
    """A position whose search is worth looking at: its text as the command line takes it, and how deep."""

    label: str
    text: str
    depth: int


@dataclass(frozen=True)
class Mirror:
    """How a board with the side to move, and a move, are written as a mirror shows them."""

    position: Callable[[str], str]
    move: Callable[[str], str]


def _position(memory: bytes, dtype: np.dtype[Any], move_number: int) -> Position:
    """Return a position that another process has sent."""
    return Position(np.frombuffer(memory, dtype)[0], move_number)


class Rules(ABC):
    """One game. Stateless; get the instances from `engine.rules.get`, in every process that meets one."""

    name: str
    """Lower-case name, as on the command line."""
    title: str
    """Name for people."""
    side_names: tuple[str, str]
    """Lower-case names of the sides, the one that moves first in front."""
    kind_names: ClassVar[Mapping[str, str]]
    """The pieces' names by FEN letter, e.g. ``{"L": "lion"}``."""
    help: str
    """The game in a few plain sentences: the goal, how one moves, how a move is typed."""
    origin: str
    """In a sentence or two: who made the game, or where its rules come from."""
    sizes: tuple[int, ...]
    """Board sizes that `start` offers, the default in front."""
    start_text: str
    """The start position as text; a game with several sizes has a `start` of its own instead."""
    repetitions: int = 0
    """The occurrence of a position that makes a draw; 0 for no such rule."""
    progress_limit: int = 0
    """Plies without progress that make a draw; 0 for no such rule."""
    reply_time: int | None = None
    """Milliseconds within which the engine has to move, if the game's source says so."""
    stones: ClassVar[tuple[str, ...]] = ()
    """The kinds of the first and of the second side, in games where each side has but one of its own."""
    most_stones: int = 1
    """How many stones may lie on a square."""
    side_below: int = FIRST
    """The side whose home is the lower edge of the board; for a player of the other the window turns it."""
    piece_words: ClassVar[tuple[str, str]] = ("piece", "pieces")
    """What the game calls one and several of its pieces."""
    first_hint: str = "Click a piece, then a marked square."
    """How somebody who has never seen the game makes the first move in the window."""
    between_cells: str = ""
    """What stands between two squares of a row in the text of a position."""
    what_pieces_do: ClassVar[Mapping[str, str]] = {}
    """What each kind does, by FEN letter: what `about` puts between a colon and a full stop."""
    ends: ClassVar[tuple[Reason, ...]] = ()
    """The reasons that only this game has for being over."""
    no_progress: ClassVar[Reason] = Reason("too many plies without progress")
    """Why a game is drawn that has come to `progress_limit`."""
    search_examples: ClassVar[tuple[SearchExample, ...]] = ()
    """Small searches to look at step by step."""
    has_book: bool = False
    """Whether an opening book comes with the program."""
    book_fields: int = 2
    """How many fields of a position's text an opening book keeps; what follows does not matter there."""
    mirror: ClassVar[Mirror | None] = None
    """How positions look in a mirror, if that changes nothing: of two such an opening book has only one."""

    def __reduce__(self) -> tuple[Any, ...]:
        from engine.rules import get

        return get, (self.name,)

    # --- positions

    def start(self, size: int | None = None) -> Position:
        """Return the start position; raise `GameError` for a size that the game does not have."""
        position = self.parse(self.start_text)
        if size not in (None, *self.sizes):
            columns, rows = self.shape(position)
            board = f"{columns}x{rows} squares"
            raise GameError(f"{self.title} is played on {board}, not on {size}x{size}")
        return position

    @abstractmethod
    def parse(self, text: str) -> Position:
        """Read a position; raise `FenError`."""

    @abstractmethod
    def write(self, position: Position) -> str:
        """Write a position; `parse` reads it back as the same position."""

    @abstractmethod
    def shape(self, position: Position) -> tuple[int, int]:
        """Return the board's columns and rows."""

    @abstractmethod
    def square_name(self, position: Position, square: int) -> str:
        """Return the name of a square, e.g. ``d4``."""

    @abstractmethod
    def square_at(self, position: Position, name: str) -> int | None:
        """Return the square of that name (in either case), or None."""

    @abstractmethod
    def pieces(self, position: Position) -> dict[int, Piece]:
        """Return what stands on the board, by square."""

    def sample(self, kind: str) -> Piece:
        """Return a piece of a kind: the first side's, unless only the other one has that kind."""
        return Piece(self.stones.index(kind) if self.stones else FIRST, kind)

    # --- positions that are being set up: see `engine.rules.set_up`

    def cell_text(self, piece: Piece | None) -> str:
        """Return a square as it stands in the text of a position; empty for one of several empty squares."""
        if piece is None:
            return ""
        return piece.kind.lower() if self.stones or piece.side == SECOND else piece.kind

    def counters_of_set_up(self, like: Position, pieces: Mapping[int, Piece], side: int) -> list[str]:
        """Return what stands behind board and side in the text of a set-up; `like` is where it began."""
        del pieces, side
        return self.write(like).split()[2:]

    # --- moves

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        """Return all legal moves, sorted by text; none in a terminal position."""
        return _legal_moves(self, position)

    def legal_codes(self, position: Position) -> tuple[int, ...]:
        """Return the codes of all legal moves in the compiled core's order; none in a terminal position.

        To name all moves takes ten times as long.
        """
        return _legal_codes(self, position)

    def is_legal(self, position: Position, move: Move) -> bool:
        """Return whether a move is one of the legal ones."""
        return move.code in self.legal_codes(position) and move == self.named(position, move.code)

    def named(self, position: Position, code: int) -> Move:
        """Return the legal move of a code."""
        path = self.move_path(position, code)
        return Move(code, self.move_text(position, path), path)

    def move_paths(self, position: Position, codes: Sequence[int]) -> Mapping[int, tuple[int, ...]]:
        """Return the squares that one clicks to enter each of these moves as it is written."""
        return {code: self.move_path(position, code) for code in codes}

    def move_path(self, position: Position, code: int) -> tuple[int, ...]:
        """Return the squares that one clicks to enter a legal move as it is written."""
        del position
        return code_ends(code)

    def move_text(self, position: Position, path: tuple[int, ...]) -> str:
        """Return how the move along a path is written."""
        return "".join(self.square_name(position, square) for square in path)

    @abstractmethod
    def parse_move(self, position: Position, text: str) -> Move:
        """Read a move; raise `IllegalMove` with the reason, or `AmbiguousMove`."""

    def play(self, position: Position, move: Move) -> Position:
        """Return the position after a legal move (of this very position; not checked)."""
        return self.played(position, move)[0]

    def played(self, position: Position, move: Move) -> tuple[Position, bool]:
        """Return the same, and whether the move makes progress (see `Transition.progress`)."""
        record = position.copy_record()
        progress = self.core().play(record, move.code)
        return Position(record, self.next_move_number(position)), progress

    def next_move_number(self, position: Position) -> int:
        """Return the move number after a move; it stays the same in games that do not write it."""
        return position.move_number

    @abstractmethod
    def transition(self, position: Position, move: Move) -> Transition:
        """Return what a legal move does, along its written path."""

    def clicks(self, position: Position, prefix: tuple[int, ...]) -> Clicks:
        """Tell what the clicked squares `prefix` mean. An empty prefix offers the pieces that can move.

        Follows the moves' written paths, unless a game reads others as well.
        """
        n = len(prefix)
        moves = {move.path: move for move in self.legal_moves(position) if move.path[:n] == prefix}
        taken = self._captured(position, moves.get(prefix))
        onward = []
        for square in sorted({path[n] for path in moves if len(path) > n}):
            move = moves.get((*prefix, square))
            captures = tuple(each for each in self._captured(position, move) if each not in taken)
            spread = self.transition(position, move).spread if move else ()
            onward.append(Target(square, captures, spread=spread))
        return Clicks((moves[prefix],) if prefix in moves else (), tuple(onward))

    def _captured(self, position: Position, move: Move | None) -> tuple[int, ...]:
        captured = self.transition(position, move).captured if move else ()
        return tuple(placed.square for placed in captured)

    def moves_between(self, position: Position, start: int, end: int) -> tuple[Move, ...]:
        """Return all moves that start and end on these squares, so all that a drag between them can mean."""
        return tuple(
            move for move in self.legal_moves(position) if (move.path[0], move.path[-1]) == (start, end)
        )

    def path_transition(self, position: Position, move: Move, path: tuple[int, ...]) -> Transition:
        """Return what `move` does when it is walked along `path`, an equivalent of its written path."""
        del path
        return self.transition(position, move)

    def require_mover(self, position: Position, text: str, start: int) -> None:
        """Raise `IllegalMove` for the move `text` unless the side to move has a piece on `start`."""
        name = self.square_name(position, start)
        if self.outcome(position) is not None:
            raise IllegalMove(f"{text} is not possible: the game is over in this position")
        piece = self.pieces(position).get(start)
        if piece is None:
            raise IllegalMove(f"{text} is not possible: there is no piece on {name}")
        if piece.side != position.side:
            owner, mover = (self.side_names[side].title() for side in (piece.side, position.side))
            where = f"the {self.kind_names[piece.kind]} on {name}"
            raise IllegalMove(f"{text} is not possible: {where} is {owner}'s, and it is {mover}'s turn")

    # --- results and advice

    @abstractmethod
    def outcome(self, position: Position) -> Outcome | None:
        """Return what the position alone decides, None while the game goes on."""

    def notices(self, position: Position) -> tuple[Notice, ...]:
        """Return what the player to move should be warned of."""
        del position
        return ()

    def passed(self, position: Position) -> Position | None:
        """Return the same board with the other side to move, None if the game cannot tell what that means."""
        del position
        return None

    # --- in words, for people who learn the game

    def why_not(self, position: Position, path: tuple[int, ...], square: int) -> str:
        """Return in a sentence why `square` cannot be clicked after the squares `path`; empty if it can be.

        With an empty path: why what stands there cannot be moved.
        """
        if self.outcome(position) is not None:
            return "The game is over."
        if self._can_be_clicked(position, path, square):
            return ""
        return sentence(self.reason(position, path, square))

    def _can_be_clicked(self, position: Position, path: tuple[int, ...], square: int) -> bool:
        if any(target.square == square for target in self.clicks(position, path).onward):
            return True
        return len(path) == 1 and bool(self.moves_between(position, path[0], square))

    def reason(self, position: Position, path: tuple[int, ...], square: int) -> str:
        """Return why that click, known to be impossible in a game that goes on, is so: a clause."""
        name = self.square_name(position, square)
        piece = self.pieces(position).get(path[0] if path else square)
        if piece is None:
            return f"there is nothing on {name} that could move"
        kind = self.kind_names[piece.kind]
        if path:
            return f"the {kind} on {self.square_name(position, path[0])} cannot go to {name} now"
        if piece.side != position.side:
            owner, mover = (self.side_names[side].capitalize() for side in (piece.side, position.side))
            return f"the {kind} on {name} is {owner}'s, and it is {mover}'s turn"
        return f"this {kind} cannot move anywhere now"

    def caution(self, position: Position, path: tuple[int, ...], square: int) -> str:
        """Return what a beginner may overlook about clicking `square` after `path`, which is possible."""
        del position, path, square
        return ""

    def about(self, position: Position, square: int) -> str:
        """Return whose piece stands on a square, what it is and what it does; empty for an empty square."""
        piece = self.pieces(position).get(square)
        if piece is None:
            return ""
        owner = self.side_names[piece.side].capitalize()
        name = f"{owner}'s {self.kind_names[piece.kind]}"
        does = self.what_pieces_do.get(piece.kind, "")
        return f"{name}: {does}." if does else f"{name}."

    def told(self, position: Position, transition: Transition) -> str:
        """Return in sentences what a move does that is made in a position."""
        return telling.told(self, position, transition)

    def verb(self, transition: Transition) -> str:
        """Return what the moved piece does between its squares: moves, jumps …"""
        return "jumps" if transition.jumped else "moves"

    # --- what is known beforehand

    def endgame_tables(self) -> EndgameTables | None:
        """Return the game's endgame tables, None if it has none; the first call reads them."""
        return None

    # --- the compiled core

    @abstractmethod
    def core(self) -> Core:
        """Return the compiled functions; the first call may compile for seconds."""


def sentence(clause: str) -> str:
    """Return a clause with a capital and a full stop."""
    return f"{clause[:1].upper()}{clause[1:]}."


def code_ends(code: int) -> tuple[int, int]:
    """Return the squares that a move starts from and ends on, by its code in the compiled core."""
    return code & 63, code >> 6 & 63


@lru_cache(POSITIONS_REMEMBERED)
def _legal_codes(rules: Rules, position: Position) -> tuple[int, ...]:
    return tuple(rules.core().moves(position.record))


@lru_cache(POSITIONS_REMEMBERED)
def _legal_moves(rules: Rules, position: Position) -> tuple[Move, ...]:
    paths = rules.move_paths(position, rules.legal_codes(position))
    return sorted_moves(Move(code, rules.move_text(position, path), path) for code, path in paths.items())


def sorted_moves(moves: Iterable[Move]) -> tuple[Move, ...]:
    """Return the moves in the one order that every list of them has: by text."""
    return tuple(sorted(moves, key=lambda move: move.text))
