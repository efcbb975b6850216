"""What a game is, as search, players, command line and window see it.

A game is one `Rules` object. Nothing outside a game's own folder knows any rule: everything else works
with values (`Position`, `Move`, `Transition`, `Outcome`) and asks the `Rules`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar

from engine.rules import prose as telling
from engine.rules.clicks import Clicks, Target
from engine.rules.errors import GameError, IllegalMove
from engine.rules.facts import Mirror, SearchExample
from engine.rules.move import Move, code_ends, sorted_moves
from engine.rules.notice import Notice
from engine.rules.outcome import Outcome, Reason
from engine.rules.piece import Piece
from engine.rules.position import FIRST, SECOND, Position
from engine.rules.transition import Transition
from engine.rules.words import sentence

if TYPE_CHECKING:
    from engine.rules.core import Core
    from engine.rules.endgames import EndgameTables


POSITIONS_REMEMBERED = 512
"""For how many positions the moves are remembered: the window asks for those of a few at every click."""


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
        return _instance, (type(self).__module__,)

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


def _instance(module: str) -> Any:
    """Return the game that another process has sent."""
    return import_module(module).RULES


@lru_cache(POSITIONS_REMEMBERED)
def _legal_codes(rules: Rules, position: Position) -> tuple[int, ...]:
    return tuple(rules.core().moves(position.record))


@lru_cache(POSITIONS_REMEMBERED)
def _legal_moves(rules: Rules, position: Position) -> tuple[Move, ...]:
    paths = rules.move_paths(position, rules.legal_codes(position))
    return sorted_moves(Move(code, rules.move_text(position, path), path) for code, path in paths.items())
