"""The interface of a game's notation: positions and moves as text."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

from engine.rules import fen, squares, texts
from engine.rules.errors import IllegalMove
from engine.rules.facts import Facts
from engine.rules.values import SECOND, Piece, Position, code_ends
from engine.system.errors import quoted

_SQUARE = re.compile(r"[a-z][0-9]+", re.ASCII | re.IGNORECASE)


class Notation(ABC):
    """The squares and pieces of a game's positions, and how its texts are parsed and formatted. Stateless."""

    facts: Facts
    board_shape: tuple[int, int]
    """Columns and rows; a game with several sizes has a `shape` of its own instead."""
    move_example: str = "a2a3"
    """A move as players write it, for those who write one wrongly."""
    cell_separator: str = ""
    """The separator of two squares of a row in the text of a position."""

    # --- positions

    @abstractmethod
    def parse(self, text: str) -> Position:
        """Return the position that a text describes.

        Raises:
            FenError: it describes none; the error names the field, the rank or row, and the reason.
        """

    def format(self, position: Position) -> str:
        """Return a position's text; `parse` reads it back as the same position."""
        return self.format_set_up(position, self.pieces(position), position.side, self.counters(position))

    def counters(self, position: Position) -> list[str]:
        """Return the fields after board and side in the text of a position; none in many games."""
        del position
        return []

    def shape(self, position: Position) -> tuple[int, int]:
        """Return the board's columns and rows."""
        del position
        return self.board_shape

    def square_name(self, position: Position, square: int) -> str:
        """Return the name of a square: its column's letter and its row's number, e.g. ``d4``."""
        return squares.square_name(square, self.shape(position)[0])

    def square_at(self, position: Position, name: str) -> int | None:
        """Return the square of that name (in either case), or None."""
        return squares.square_named(name, *self.shape(position))

    @abstractmethod
    def pieces(self, position: Position) -> dict[int, Piece]:
        """Return the pieces on the board, by square."""

    # --- positions that are being set up: see `engine.rules.set_up`

    def format_cell(self, piece: Piece | None) -> str:
        """Return a square as written in the text of a position; empty for one of several empty squares."""
        if piece is None:
            return ""
        return piece.kind.lower() if self.facts.stones or piece.side == SECOND else piece.kind

    def set_up_counters(self, like: Position, pieces: Mapping[int, Piece], side: int) -> list[str]:
        """Return the fields after board and side in the text of a set-up; `like` is where it began."""
        del pieces, side
        return self.counters(like)

    def format_set_up(
        self, like: Position, pieces: Mapping[int, Piece], side: int, counters: Sequence[str]
    ) -> str:
        """Return a board as large as that of `like`, the side to move and counters as a text."""
        columns, rows = self.shape(like)
        cells = [self.format_cell(pieces.get(square)) for square in range(columns * rows)]
        format_row = self.cell_separator.join if self.cell_separator else fen.format_row
        board = "/".join(format_row(cells[row * columns :][:columns]) for row in reversed(range(rows)))
        return " ".join([board, self.facts.side_names[side][0], *counters])

    # --- moves

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

    def parse_ends(self, position: Position, text: str) -> tuple[int, int]:
        """Return the first and the last square of the move that a text names.

        Raises:
            IllegalMove: it does not name two squares.
        """
        start, end = self.square_at(position, text[:2]), self.square_at(position, text[2:])
        if start is None or end is None:
            self.require_squares(position, text)
            raise IllegalMove(texts.not_a_move(quoted(text), self.move_example))
        return start, end

    def require_squares(self, position: Position, text: str) -> None:
        """Require of a text that is not a move that the board has the squares that it names.

        Raises:
            IllegalMove: one of them is not on the board; the message names it.
        """
        if _SQUARE.sub("", text).strip():
            return  # not a list of squares
        missing = [name for name in _SQUARE.findall(text) if self.square_at(position, name) is None]
        if missing:
            columns, rows = self.shape(position)
            corners = (self.square_name(position, square) for square in (0, columns * rows - 1))
            raise IllegalMove(texts.no_square(quoted(text), missing[0].lower(), *corners))
