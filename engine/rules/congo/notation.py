"""Congo's notation: parse and format positions, and the squares of moves."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.compiled.bitboards import bits
from engine.rules import fen
from engine.rules import texts as common_texts
from engine.rules.congo import texts
from engine.rules.congo.board import (
    BLACK,
    CASTLES,
    KINDS,
    LETTERS,
    MAX_PIECES,
    POSITION,
    WHITE,
    WIDTH,
    ZOBRIST,
    ZOBRIST_SIDE,
    square_name,
)
from engine.rules.congo.facts import FACTS, SIDE_NAMES
from engine.rules.congo.jumps import first_paths, is_jump
from engine.rules.congo.weights import PSQT
from engine.rules.errors import FenError, IllegalMove
from engine.rules.notation import Notation
from engine.rules.values import Piece, Position, code_ends
from engine.rules.words import listed
from engine.system.errors import quoted

PIECES = tuple(tuple(Piece(side, letter) for letter in LETTERS) for side in (WHITE, BLACK))
ANIMALS = dict(zip(LETTERS + LETTERS.lower(), (*PIECES[WHITE], *PIECES[BLACK]), strict=True))
"""By their letters."""
FIELDS = (fen.BOARD, fen.SIDE, fen.MOVE_NUMBER)
MAX_MOVE_LENGTH = 2 * 49
"""No move has a longer text: a monkey jumps over fewer pieces than there are squares."""


class CongoNotation(Notation):
    """See `Notation`."""

    facts = FACTS
    board_shape = WIDTH, WIDTH

    def parse(self, text: str) -> Position:
        """See `Notation`: the usual form, or the one with slashes throughout."""
        board, side, number = _fields(text)
        labels = (common_texts.rank(rank) for rank in range(WIDTH, 0, -1))
        known = common_texts.letters(LETTERS, LETTERS.lower())
        pieces = fen.parse_pieces(board, labels, WIDTH, ANIMALS, known)
        _check_pieces(pieces)
        return position_of(pieces, fen.parse_side(side, SIDE_NAMES), number)

    def counters(self, position: Position) -> list[str]:
        return [fen.format_number(position.move_number)]

    def pieces(self, position: Position) -> dict[int, Piece]:
        return pieces_of(position)

    def move_paths(self, position: Position, codes: Sequence[int]) -> dict[int, tuple[int, ...]]:
        """See `Notation`: which path is written for a jump depends on the other jumps in `codes`."""
        paths = first_paths([code for code in codes if is_jump(code)])
        return {code: paths.get(code, code_ends(code)) for code in codes}

    def parse_path(self, position: Position, text: str) -> tuple[int, ...]:
        """Return the squares that the text of a move names.

        Raises:
            IllegalMove: it does not name two squares or more, or more than a move can have.
        """
        if len(text) > MAX_MOVE_LENGTH:
            raise IllegalMove(texts.not_a_move(quoted(text)))
        squares = [self.square_at(position, text[at : at + 2]) for at in range(0, len(text), 2)]
        path = tuple(square for square in squares if square is not None)
        if len(path) < 2 or len(path) != len(squares):
            self.require_squares(position, text)
            raise IllegalMove(texts.not_a_move(quoted(text)))
        return path


def _fields(text: str) -> tuple[list[str], str, int]:
    """Split a FEN into its seven ranks, the side and the move number."""
    fields = text.split()
    if not fields:
        raise FenError(fen.BOARD, texts.EMPTY)
    parts = fields[0].split("/")
    if len(fields) == 1 and len(parts) > 7:
        return parts[:7], parts[7], _slash_form_number(parts[8:])
    if len(fields) > 3:
        raise FenError(fen.END, common_texts.unexpected(quoted(fields[3]), FIELDS))
    ranks = fen.split_rows(fields[0], WIDTH, "rank")
    if len(fields) == 1:
        raise FenError(fen.SIDE, texts.NO_SIDE)
    return ranks, fields[1], fen.parse_number(fen.MOVE_NUMBER, fields[2]) if len(fields) == 3 else 1


def _slash_form_number(rest: list[str]) -> int:
    if rest not in ([], ["-1"]):
        raise FenError(texts.LAST_FIELD, texts.in_a_jump(quoted("/".join(rest))))
    return 1


def _check_pieces(pieces: dict[int, Piece]) -> None:
    for side, name in enumerate(SIDE_NAMES):
        own = {square: piece for square, piece in pieces.items() if piece.side == side}
        lions = [square for square, piece in own.items() if piece.kind == "L"]
        if len(lions) > 1:
            both = listed(square_name(square) for square in lions)
            reason = common_texts.several(name, len(lions), texts.LIONS, both)
            raise FenError(fen.BOARD, reason, _rank(lions[1]))
        if len(own) > MAX_PIECES:
            reason = common_texts.too_many(name, len(own), texts.PIECES, MAX_PIECES)
            raise FenError(fen.BOARD, reason, _rank(list(own)[MAX_PIECES]))
        for square, piece in own.items():
            if piece.kind == "P" and square // WIDTH == (WIDTH - 1, 0)[side]:
                reason = texts.superpawn_there(name, square_name(square))
                raise FenError(fen.BOARD, reason, _rank(square))
    _check_lions({piece.side: square for square, piece in pieces.items() if piece.kind == "L"})


def _check_lions(lions: dict[int, int]) -> None:
    if not lions:
        raise FenError(fen.BOARD, texts.NO_LION)
    for side, square in lions.items():
        allowed = CASTLES[side] if len(lions) == 2 else CASTLES[0] | CASTLES[1]
        if not allowed >> square & 1:
            castle = ("c1-e3", "c5-e7")[side] if len(lions) == 2 else texts.EITHER_CASTLE
            reason = texts.outside_castle(SIDE_NAMES[side], square_name(square), castle)
            raise FenError(fen.BOARD, reason, _rank(square))


def _rank(square: int) -> str:
    return common_texts.rank(square // WIDTH + 1)


def position_of(pieces: dict[int, Piece], side: int, move_number: int) -> Position:
    """Return the position with these pieces, by square, and this side to move."""
    record = np.zeros(1, dtype=POSITION)
    key = ZOBRIST_SIDE if side == BLACK else 0
    for square, piece in pieces.items():
        kind = LETTERS.index(piece.kind)
        record["kinds"][0, kind] |= 1 << square
        record["sides"][0, piece.side] |= 1 << square
        record["psqt_score"] += PSQT[piece.side, kind, square]
        key ^= int(ZOBRIST[piece.side, kind, square])
    record["side"] = side
    record["key"] = key
    return Position(record[0], move_number)


def pieces_of(position: Position) -> dict[int, Piece]:
    """Return the pieces on the board, by square."""
    kinds, sides = position.record["kinds"].tolist(), position.record["sides"].tolist()
    return {
        square: PIECES[side][kind]
        for side in (WHITE, BLACK)
        for kind in range(KINDS)
        for square in bits(kinds[kind] & sides[side])
    }
