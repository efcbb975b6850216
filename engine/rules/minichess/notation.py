"""Minichess's notation: parse and format positions and moves."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from engine.compiled.bitboards import bits
from engine.rules import fen
from engine.rules import texts as common_texts
from engine.rules.errors import FenError
from engine.rules.minichess import texts
from engine.rules.minichess.board import (
    BLACK,
    KINDS,
    LETTERS,
    POSITION,
    PROGRESS_LIMIT,
    WHITE,
    WIDTH,
    ZOBRIST,
    ZOBRIST_PROGRESS,
    ZOBRIST_SIDE,
    square_name,
    square_named,
)
from engine.rules.minichess.facts import FACTS, SIDE_NAMES
from engine.rules.minichess.weights import PSQT
from engine.rules.notation import Notation
from engine.rules.values import Piece, Position
from engine.rules.words import listed

PIECES = {
    **{letter: Piece(WHITE, letter) for letter in LETTERS},
    **{letter.lower(): Piece(BLACK, letter) for letter in LETTERS},
}
"""By their letters."""
FIELDS = (fen.BOARD, fen.SIDE, texts.PROGRESS_CLOCK, fen.MOVE_NUMBER)
MAX_PROGRESS_CLOCK = 10**9
"""Plies beyond any game's."""


class MinichessNotation(Notation):
    """See `Notation`."""

    facts = FACTS
    board_shape = WIDTH, WIDTH
    move_example = "c1c2"

    def parse(self, text: str) -> Position:
        """See `Notation`: the counters may be missing."""
        board, side_letter, *counters = fen.split_fields(text, FIELDS, 2)
        rows = fen.split_rows(board, WIDTH, "rank")
        labels = (common_texts.rank(rank) for rank in range(WIDTH))
        known = common_texts.letters(LETTERS, LETTERS.lower())
        pieces = fen.parse_pieces(rows, labels, WIDTH, PIECES, known)
        side = fen.parse_side(side_letter, SIDE_NAMES)
        _check_kings(pieces, side)
        progress_clock = fen.parse_number(FIELDS[2], counters[0]) if counters else 0
        if progress_clock > MAX_PROGRESS_CLOCK:
            raise FenError(FIELDS[2], common_texts.above_any_game(MAX_PROGRESS_CLOCK))
        number = fen.parse_number(FIELDS[3], counters[1]) if len(counters) > 1 else 1
        return position_of(pieces, side, progress_clock, number)

    def counters(self, position: Position) -> list[str]:
        return [str(position.record["progress_clock"]), fen.format_number(position.move_number)]

    def square_name(self, position: Position, square: int) -> str:
        return square_name(square)

    def square_at(self, position: Position, name: str) -> int | None:
        return square_named(name)

    def pieces(self, position: Position) -> dict[int, Piece]:
        return pieces_of(position)

    def set_up_counters(self, like: Position, pieces: Mapping[int, Piece], side: int) -> list[str]:
        """See `Notation`: on another board no ply has been without a capture yet."""
        progress_clock, number = super().set_up_counters(like, pieces, side)
        return [progress_clock if dict(pieces) == pieces_of(like) else "0", number]


def _check_kings(pieces: dict[int, Piece], side: int) -> None:
    for owner, name in enumerate(SIDE_NAMES):
        kings = [square for square, piece in pieces.items() if piece == Piece(owner, "K")]
        if len(kings) > 1:
            both = listed(square_name(square) for square in kings)
            where = common_texts.rank(int(square_name(kings[1])[1]))
            raise FenError(fen.BOARD, common_texts.several(name, len(kings), texts.KINGS, both), where)
        if not kings and owner != side:
            mover = SIDE_NAMES[side].title()
            raise FenError(fen.BOARD, texts.no_king(name, mover))


def position_of(pieces: dict[int, Piece], side: int, progress_clock: int, move_number: int) -> Position:
    """Return the position with these pieces, by square, and these counters."""
    record = np.zeros(1, dtype=POSITION)
    key = int(ZOBRIST_PROGRESS[min(progress_clock, PROGRESS_LIMIT)]) ^ (ZOBRIST_SIDE if side == BLACK else 0)
    for square, piece in pieces.items():
        kind = LETTERS.index(piece.kind)
        record["kinds"][0, kind] |= 1 << square
        record["sides"][0, piece.side] |= 1 << square
        record["psqt_score"] += PSQT[piece.side, kind, square]
        key ^= int(ZOBRIST[piece.side, kind, square])
    record["side"], record["progress_clock"], record["key"] = side, progress_clock, key
    return Position(record[0], move_number)


def pieces_of(position: Position) -> dict[int, Piece]:
    """Return the pieces on the board, by square."""
    kinds, sides = position.record["kinds"], position.record["sides"]
    return {
        square: Piece(side, LETTERS[kind])
        for side in (WHITE, BLACK)
        for kind in range(KINDS)
        for square in bits(int(kinds[kind] & sides[side]))
    }
