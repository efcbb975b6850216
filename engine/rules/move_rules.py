"""The interface of a game's rules: legal moves, their effects, click paths, and results."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import lru_cache
from typing import TYPE_CHECKING

from engine.rules import texts
from engine.rules.errors import GameError
from engine.rules.facts import Facts
from engine.rules.notation import Notation
from engine.rules.values import (
    Clicks,
    Move,
    Outcome,
    PieceWarning,
    Position,
    Reason,
    Target,
    Transition,
    moves_with_ends,
    sorted_moves,
)

if TYPE_CHECKING:
    from engine.rules.core import Core

CACHED_POSITIONS = 512
"""How many positions' moves are cached: the window asks for those of a few positions at every click."""


class MoveRules(ABC):
    """The part of `Rules` that notation, clicks and prose need not know. Stateless."""

    notation: Notation
    compiled_modules: tuple[str, ...] = ("moves", "evaluate")
    """The game's modules whose functions implement those of `engine.rules.core`, by name."""

    @property
    def facts(self) -> Facts:
        """The constants of the game."""
        return self.notation.facts

    @property
    def name(self) -> str:
        """The game's lower-case name."""
        return self.facts.name

    def core(self) -> Core:
        """Return the compiled functions; the first call may compile for seconds."""
        from engine.rules.core import load_core  # here, because it needs numba

        return load_core(self.name, self.compiled_modules)

    def start(self, size: int | None = None) -> Position:
        """Return the start position, on a board of `size` rows if that is not None.

        Raises:
            GameError: the game is not played on a board of that size.
        """
        position = self.notation.parse(self.facts.start_text)
        if size not in (None, *self.facts.sizes):
            columns, rows = self.notation.shape(position)
            raise GameError(texts.other_size(self.facts.title, columns, rows, size))
        return position

    # --- legal moves

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        """Return all legal moves, sorted by text; none in a terminal position."""
        return _legal_moves(self, position)

    def legal_codes(self, position: Position) -> tuple[int, ...]:
        """Return the codes of all legal moves in the compiled core's order; none in a terminal position.

        Ten times as fast as `legal_moves`, which also builds each path and text.
        """
        return _legal_codes(self, position)

    def is_legal(self, position: Position, move: Move) -> bool:
        """Return whether a move is one of the legal ones."""
        return move.code in self.legal_codes(position) and move == self.move_from_code(position, move.code)

    def move_from_code(self, position: Position, code: int) -> Move:
        """Return the legal move of a code."""
        path = self.notation.move_path(position, code)
        return Move(code, self.notation.move_text(position, path), path)

    # --- what moves do

    def play(self, position: Position, move: Move) -> Position:
        """Return the position after a legal move (of this very position; not checked)."""
        return self.play_with_progress(position, move)[0]

    def play_with_progress(self, position: Position, move: Move) -> tuple[Position, bool]:
        """Return the position after a legal move, and whether it is progress (see `Transition.progress`)."""
        record = position.copy_record()
        progress = self.core().play(record, move.code)
        return Position(record, self.next_move_number(position)), progress

    def next_move_number(self, position: Position) -> int:
        """Return the move number after a move; it stays the same in games that do not write it."""
        return position.move_number

    @abstractmethod
    def transition(self, position: Position, move: Move) -> Transition:
        """Return what a legal move does, along its written path."""

    def null_move(self, position: Position) -> Position | None:
        """Return the same board with the other side to move, None where there is no null move."""
        del position
        return None

    # --- results and warnings

    def outcome(self, position: Position) -> Outcome | None:
        """Return what the position alone decides, None while the game goes on: a side without moves loses."""
        if self.legal_codes(position):
            return None
        return Outcome(1 - position.side, Reason.NO_MOVES)

    def progress_clock(self, position: Position) -> int:
        """Return the plies without progress that a position counts; 0 in games without such a count."""
        return int(position.record["progress_clock"]) if self.facts.position_progress_limit else 0

    def warnings(self, position: Position) -> tuple[PieceWarning, ...]:
        """Return warnings for the player to move about their pieces."""
        del position
        return ()


@lru_cache(CACHED_POSITIONS)
def _legal_codes(rules: MoveRules, position: Position) -> tuple[int, ...]:
    return tuple(rules.core().moves(position.record))


@lru_cache(CACHED_POSITIONS)
def _legal_moves(rules: MoveRules, position: Position) -> tuple[Move, ...]:
    notation = rules.notation
    paths = notation.move_paths(position, rules.legal_codes(position))
    return sorted_moves(Move(code, notation.move_text(position, path), path) for code, path in paths.items())


class ClickInput:
    """The clicks of one game; they follow the moves' written paths, unless a game reads others as well."""

    def __init__(self, rules: MoveRules) -> None:
        self._rules = rules

    def after(self, position: Position, prefix: tuple[int, ...]) -> Clicks:
        """Return what the clicked squares `prefix` mean. An empty prefix offers the pieces that can move."""
        n = len(prefix)
        moves = {move.path: move for move in self._rules.legal_moves(position) if move.path[:n] == prefix}
        taken = self._captured(position, moves.get(prefix))
        onward = []
        for square in sorted({path[n] for path in moves if len(path) > n}):
            move = moves.get((*prefix, square))
            captures = tuple(each for each in self._captured(position, move) if each not in taken)
            spread = self._rules.transition(position, move).spread if move else ()
            onward.append(Target(square, captures, spread=spread))
        return Clicks((moves[prefix],) if prefix in moves else (), tuple(onward))

    def _captured(self, position: Position, move: Move | None) -> tuple[int, ...]:
        captured = self._rules.transition(position, move).captured if move else ()
        return tuple(placed.square for placed in captured)

    def moves_between(self, position: Position, start: int, end: int) -> tuple[Move, ...]:
        """Return all moves that start and end on these squares, so all that a drag between them can mean."""
        return moves_with_ends(self._rules.legal_moves(position), start, end)

    def path_transition(self, position: Position, move: Move, path: tuple[int, ...]) -> Transition:
        """Return what `move` does when it is played along `path`, which may differ from its written path."""
        del path
        return self._rules.transition(position, move)
