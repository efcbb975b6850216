"""Bonzee's notation: parse and format positions and moves."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from engine.rules import fen
from engine.rules import texts as common_texts
from engine.rules.bonzee import texts
from engine.rules.bonzee.board import (
    CELLS,
    DRAWING_PLIES,
    HEIGHT,
    MAX_TOKENS,
    POSITION,
    RED,
    ROWS,
    WIDTH,
    ZOBRIST,
    ZOBRIST_PROGRESS,
    ZOBRIST_SIDE,
    cell_name,
    cell_named,
)
from engine.rules.bonzee.facts import FACTS, SIDE_NAMES
from engine.rules.errors import FenError, IllegalMove
from engine.rules.notation import Notation
from engine.rules.values import Piece, Position
from engine.system.errors import quoted

TOKENS = {name[0]: Piece(side, name[0].upper()) for side, name in enumerate(SIDE_NAMES)}
"""By their letters."""
MAX_PROGRESS_CLOCK = 999_999
"""The highest counter that is read; from ten on, all mean the same."""


class BonzeeNotation(Notation):
    """See `Notation`."""

    facts = FACTS
    board_shape = WIDTH, HEIGHT

    def parse(self, text: str) -> Position:
        fields = fen.split_fields(text, (fen.BOARD, fen.SIDE, texts.PROGRESS_CLOCK), required=2)
        rows = fen.split_rows(fields[0], HEIGHT, "row")
        labels = (common_texts.row(name) for name in reversed(ROWS))
        pieces = fen.parse_pieces(rows, labels, WIDTH, TOKENS, texts.TOKEN_LETTERS)
        _check_tokens(pieces)
        progress_clock = fen.parse_number(texts.PROGRESS_CLOCK, fields[2]) if len(fields) == 3 else 0
        if progress_clock > MAX_PROGRESS_CLOCK:
            raise FenError(
                texts.PROGRESS_CLOCK, texts.progress_clock_too_high(MAX_PROGRESS_CLOCK, DRAWING_PLIES)
            )
        return position_of(pieces, fen.parse_side(fields[1], SIDE_NAMES), progress_clock)

    def counters(self, position: Position) -> list[str]:
        return [str(position.record["progress_clock"])]

    def square_name(self, position: Position, square: int) -> str:
        return cell_name(square)

    def square_at(self, position: Position, name: str) -> int | None:
        return cell_named(name)

    def pieces(self, position: Position) -> dict[int, Piece]:
        return pieces_of(position)

    def set_up_counters(self, like: Position, pieces: Mapping[int, Piece], side: int) -> list[str]:
        """See `Notation`: on another board no attack has been missed yet."""
        changed = dict(pieces) != pieces_of(like)
        return ["0"] if changed else super().set_up_counters(like, pieces, side)

    def parse_ends(self, position: Position, text: str) -> tuple[int, int]:
        """See `Notation`: there may be a space between the cells."""
        words = text.split()
        if len(words) == 1 or [len(word) for word in words] == [2, 2]:
            name = "".join(words)
            start, end = cell_named(name[:2]), cell_named(name[2:])
            if start is not None and end is not None:
                return start, end
        raise IllegalMove(texts.not_a_move(quoted(text)))


def _check_tokens(pieces: dict[int, Piece]) -> None:
    if not pieces:
        raise FenError(fen.BOARD, texts.NO_TOKEN)
    for side, name in enumerate(SIDE_NAMES):
        own = [cell for cell, piece in pieces.items() if piece.side == side]
        if len(own) > MAX_TOKENS:
            crowded = common_texts.row(ROWS[own[MAX_TOKENS] // WIDTH])
            reason = common_texts.too_many(name, len(own), FACTS.piece_words[1], MAX_TOKENS)
            raise FenError(fen.BOARD, reason, crowded)


def position_of(pieces: dict[int, Piece], side: int, progress_clock: int) -> Position:
    """Return the position with these tokens, by cell, side to move and plies without attack."""
    record = np.zeros(1, dtype=POSITION)
    key = int(ZOBRIST_PROGRESS[min(progress_clock, DRAWING_PLIES)]) ^ (ZOBRIST_SIDE if side == RED else 0)
    for cell, piece in pieces.items():
        record["tokens"][0, piece.side] |= 1 << cell
        key ^= int(ZOBRIST[piece.side, cell])
    record["side"], record["progress_clock"], record["key"] = side, progress_clock, key
    return Position(record[0])


def pieces_of(position: Position) -> dict[int, Piece]:
    """Return the tokens on the board, by cell."""
    tokens = [int(cells) for cells in position.record["tokens"]]
    return {
        cell: piece for piece in TOKENS.values() for cell in range(CELLS) if tokens[piece.side] >> cell & 1
    }
