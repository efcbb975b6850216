"""Breakthrough's texts: positions, both ways. Moves are written as most games write them."""

from __future__ import annotations

import numpy as np
from engine.rules.breakthrough.board import (
    BLACK,
    LAST_ROW,
    MAX_PIECES,
    POSITION,
    SQUARES,
    WIDTH,
    ZOBRIST,
    ZOBRIST_SIDE,
)
from engine.rules.breakthrough.facts import FACTS, SIDE_NAMES

from engine.rules import fen
from engine.rules.errors import FenError
from engine.rules.notation import Notation
from engine.rules.values import Piece, Position

SIDES = {name[0]: name for name in SIDE_NAMES}
LETTERS = "wb"


class BreakthroughNotation(Notation):
    """See `Notation`."""

    facts = FACTS
    board_shape = WIDTH, WIDTH

    def parse(self, text: str) -> Position:
        board, side = fen.split_fields(text, (fen.BOARD, fen.SIDE), least=2)
        pieces: dict[int, Piece] = {}
        for number, letters in enumerate(fen.split_rows(board, WIDTH, "row")):
            row = WIDTH - 1 - number
            for column, letter in fen.parse_row(letters, WIDTH, LETTERS, "w or b", f"row {row + 1}"):
                pieces[row * WIDTH + column] = Piece(LETTERS.index(letter), letter.upper())
        position = position_of(pieces, fen.parse_side(side, SIDES))
        _check_pieces(position)
        return position

    def format(self, position: Position) -> str:
        pieces = self.pieces(position)
        cells = [self.format_cell(pieces.get(square)) for square in range(SQUARES)]
        rows = (fen.format_row(cells[row * WIDTH :][:WIDTH]) for row in reversed(range(WIDTH)))
        return f"{'/'.join(rows)} {SIDE_NAMES[position.side][0]}"

    def pieces(self, position: Position) -> dict[int, Piece]:
        boards = [int(board) for board in position.record["pieces"]]
        return {
            square: Piece(side, LETTERS[side].upper())
            for side, board in enumerate(boards)
            for square in range(SQUARES)
            if board >> square & 1
        }


def _check_pieces(position: Position) -> None:
    boards = [int(board) for board in position.record["pieces"]]
    if not any(boards):
        raise FenError(fen.BOARD, "there is no piece in any row; there must be one at least")
    for board, name in zip(boards, SIDE_NAMES, strict=True):
        count = bin(board).count("1")
        if count > MAX_PIECES:
            raise FenError(fen.BOARD, f"{name} has {count} pieces; at most {MAX_PIECES} are allowed")
    if all(board & int(row) for board, row in zip(boards, LAST_ROW, strict=True)):
        raise FenError(fen.BOARD, "only one side can have reached its last row")


def position_of(pieces: dict[int, Piece], side: int) -> Position:
    """Return the position with these pieces, by square, and this side to move."""
    record = np.zeros(1, dtype=POSITION)
    key = ZOBRIST_SIDE if side == BLACK else 0
    for square, piece in pieces.items():
        record["pieces"][0, piece.side] |= 1 << square
        key ^= int(ZOBRIST[piece.side, square])
    record["side"], record["key"] = side, key
    return Position(record[0])
