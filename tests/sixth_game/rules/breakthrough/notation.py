"""Breakthrough's positions as text: parsing and formatting. Moves are written as in most games."""

from __future__ import annotations

import numpy as np
from engine.rules.breakthrough import texts
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
from engine.rules import texts as common_texts
from engine.rules.errors import FenError
from engine.rules.notation import Notation
from engine.rules.values import Piece, Position

PIECES = {"w": Piece(0, "W"), "b": Piece(1, "B")}


class BreakthroughNotation(Notation):
    """See `Notation`."""

    facts = FACTS
    board_shape = WIDTH, WIDTH

    def parse(self, text: str) -> Position:
        board, side = fen.split_fields(text, (fen.BOARD, fen.SIDE), required=2)
        rows = fen.split_rows(board, WIDTH, "row")
        labels = (common_texts.row(str(row)) for row in range(WIDTH, 0, -1))
        pieces = fen.parse_pieces(rows, labels, WIDTH, PIECES, texts.PIECE_LETTERS)
        position = position_of(pieces, fen.parse_side(side, SIDE_NAMES))
        _check_pieces(position)
        return position

    def pieces(self, position: Position) -> dict[int, Piece]:
        boards = [int(board) for board in position.record["pieces"]]
        return {
            square: piece
            for piece in PIECES.values()
            for square in range(SQUARES)
            if boards[piece.side] >> square & 1
        }


def _check_pieces(position: Position) -> None:
    """Check the pieces of a position.

    Raises:
        FenError: there are none, or too many, or both sides have reached their last row.
    """
    boards = [int(board) for board in position.record["pieces"]]
    if not any(boards):
        raise FenError(fen.BOARD, texts.NO_PIECE)
    for board, name in zip(boards, SIDE_NAMES, strict=True):
        count = bin(board).count("1")
        if count > MAX_PIECES:
            raise FenError(fen.BOARD, common_texts.too_many(name, count, FACTS.piece_words[1], MAX_PIECES))
    if all(board & int(row) for board, row in zip(boards, LAST_ROW, strict=True)):
        raise FenError(fen.BOARD, texts.BOTH_ARRIVED)


def position_of(pieces: dict[int, Piece], side: int) -> Position:
    """Return the position with these pieces, by square, and this side to move."""
    record = np.zeros(1, dtype=POSITION)
    key = ZOBRIST_SIDE if side == BLACK else 0
    for square, piece in pieces.items():
        record["pieces"][0, piece.side] |= 1 << square
        key ^= int(ZOBRIST[piece.side, square])
    record["side"], record["key"] = side, key
    return Position(record[0])
