"""Konane's notation: parse and format positions and moves."""

from __future__ import annotations

import re
from collections.abc import Mapping

import numpy as np

from engine.compiled.bitboards import bits
from engine.rules import fen, squares
from engine.rules import texts as common_texts
from engine.rules.errors import FenError, IllegalMove
from engine.rules.konane import texts
from engine.rules.konane.board import (
    BLACK,
    FULL,
    LETTERS,
    OPENING,
    OPENING_PLIES,
    POSITION,
    SIZES,
    STRIDE,
    WHITE,
    ZOBRIST,
    ZOBRIST_PLY,
    ZOBRIST_SIZE,
    bit_of,
    colour_at,
    ply_key_index,
    signed,
    square_of,
)
from engine.rules.konane.facts import FACTS, SIDE_NAMES
from engine.rules.notation import Notation
from engine.rules.values import Piece, Position, code_ends
from engine.system.errors import quoted

FIELDS = (fen.BOARD, fen.SIDE, texts.PLY)
MAX_PLIES = 10**9
"""A ply number beyond any game's."""


_SOURCE_CELL = re.compile(r"\(\s*(\d)\s*,\s*(\d)\s*\)", re.ASCII)


class KonaneNotation(Notation):
    """See `Notation`."""

    facts = FACTS

    def parse(self, text: str) -> Position:
        board, side_letter, number = fen.split_fields(text, FIELDS, len(FIELDS))
        rows = board.split("/")
        size = len(rows)
        if size not in SIZES:
            raise FenError(fen.BOARD, texts.wrong_size(size))
        stones = _parse_stones(rows, size)
        side, ply = fen.parse_side(side_letter, SIDE_NAMES), fen.parse_number(FIELDS[2], number)
        _check_ply(side, ply)
        if ply < OPENING_PLIES:
            _check_opening(stones, size, ply)
        return position_of(stones, size, ply)

    def counters(self, position: Position) -> list[str]:
        ply = ply_of(position)
        return [str(ply if ply <= MAX_PLIES else MAX_PLIES - 2 + ply % 2)]

    def shape(self, position: Position) -> tuple[int, int]:
        size = size_of(position)
        return size, size

    def pieces(self, position: Position) -> dict[int, Piece]:
        return pieces_of(position)

    def set_up_counters(self, like: Position, pieces: Mapping[int, Piece], side: int) -> list[str]:
        return [str(_ply_of_set_up(like, len(pieces), side))]

    def move_path(self, position: Position, code: int) -> tuple[int, ...]:
        """See `Notation`: a stone and each landing, or the stone removed."""
        size, (start, end) = size_of(position), code_ends(code)
        if start == end:
            return (square_of(start, size),)
        step = 2 if start // STRIDE == end // STRIDE else 2 * STRIDE
        signed_step = step if end > start else -step
        return tuple(square_of(bit, size) for bit in range(start, end + signed_step, signed_step))

    def move_text(self, position: Position, path: tuple[int, ...]) -> str:
        """See `Notation`: the stone's square and, for a jump, the last landing."""
        ends = path[:1] if len(path) == 1 else (path[0], path[-1])
        return super().move_text(position, ends)

    def parse_ends(self, position: Position, text: str) -> tuple[int, int]:
        """See `Notation`: the same square twice for a removal. The source's coordinates are read, too."""
        text = _from_source(text, size_of(position))
        squares = [self.square_at(position, text[at : at + 2]) for at in range(0, len(text), 2)]
        found = [square for square in squares if square is not None]
        if len(found) != len(squares) or len(found) not in (1, 2):
            self.require_squares(position, text)
            stone, jump = _examples(size_of(position))
            if ply_of(position) < OPENING_PLIES:
                raise IllegalMove(texts.not_a_removal(quoted(text), stone))
            raise IllegalMove(texts.not_a_jump(quoted(text), jump))
        return found[0], found[-1]


def _examples(size: int) -> tuple[str, str]:
    """Return a stone in the middle of a board, and a jump on the same file."""
    file, top = "abcdefgh"[size // 2 - 1], size - 1
    return f"{file}{size // 2 + 1}", f"{file}{top}{file}{top - 2}"


def _from_source(text: str, size: int) -> str:
    """Convert squares written as in the source, ``(0, 2) (4, 2)``, to their names: ``a6e6``.

    The source counts columns from the left and rows from the top, both from 0. Other texts stay as they are.
    """
    cells = _SOURCE_CELL.findall(text)
    if not cells or _SOURCE_CELL.sub("", text).strip():
        return text
    inside = all(int(column) < size and int(row) < size for column, row in cells)
    return "".join(f"{'abcdefgh'[int(column)]}{size - int(row)}" for column, row in cells) if inside else text


def _parse_stones(rows: list[str], size: int) -> list[int]:
    stones = [0, 0]
    for row, text in enumerate(rows):
        rank = size - 1 - row
        where = common_texts.rank(rank + 1)
        for file, letter in fen.parse_row(text, size, "bw", texts.STONE_LETTERS, where):
            side = "bw".index(letter)
            if colour_at(file, rank) != side:
                own = SIDE_NAMES[colour_at(file, rank)]
                name = squares.square_name(size * rank + file, size)
                raise FenError(fen.BOARD, texts.wrong_colour(name, own, SIDE_NAMES[side]), where)
            stones[side] |= 1 << bit_of(file, rank)
    return stones


def _check_ply(side: int, ply: int) -> None:
    if ply > MAX_PLIES:
        raise FenError(FIELDS[2], common_texts.above_any_game(MAX_PLIES))
    if ply % 2 != side:
        mover = SIDE_NAMES[ply % 2].title()
        raise FenError(fen.SIDE, texts.wrong_side(ply, mover, texts.ODD if ply % 2 else texts.EVEN))


def _check_opening(stones: list[int], size: int, ply: int) -> None:
    """Require the full board on ply 0, and on ply 1 that one stone is missing that Black may remove."""
    missing = [full & ~present for full, present in zip(FULL[size], stones, strict=True)]
    gaps = [square_of(bit, size) for bit in (*bits(missing[BLACK]), *bits(missing[WHITE]))]
    if ply == 0 and gaps:
        where = common_texts.rank(gaps[0] // size + 1)
        raise FenError(fen.BOARD, texts.not_full(squares.square_name(gaps[0], size)), where)
    allowed = missing[WHITE] == 0 and missing[BLACK] in {1 << bit for bit in bits(OPENING[size])}
    if ply == 1 and not allowed:
        names = ", ".join(squares.square_name(square_of(bit, size), size) for bit in bits(OPENING[size]))
        raise FenError(fen.BOARD, texts.not_one_missing(names))


def position_of(stones: list[int], size: int, ply: int) -> Position:
    """Return the position with these stones, as unsigned bitboards by side."""
    record = np.zeros(1, dtype=POSITION)
    key = int(ZOBRIST_SIZE[size]) ^ int(ZOBRIST_PLY[ply_key_index(ply)])
    for side, board in enumerate(stones):
        record["stones"][0, side] = signed(board)
        for bit in bits(board):
            key ^= int(ZOBRIST[side, bit])
    record["side"], record["key"], record["size"], record["ply"] = ply % 2, key, size, ply
    return Position(record[0], ply // 2 + 1)


def size_of(position: Position) -> int:
    """Return the length of the board's sides."""
    return int(position.record["size"])


def ply_of(position: Position) -> int:
    """Return the ply number."""
    return int(position.record["ply"])


def _ply_of_set_up(like: Position, stones: int, side: int) -> int:
    """Return the ply number of a board with this number of stones: that of `like` if it agrees with both."""
    missing = size_of(like) ** 2 - stones
    opening = min(missing, OPENING_PLIES)
    if ply_of(like) % 2 == side and min(ply_of(like), OPENING_PLIES) == opening:
        return ply_of(like)
    return opening if opening % 2 == side or opening < OPENING_PLIES else opening + 1


def pieces_of(position: Position) -> dict[int, Piece]:
    """Return the stones on the board, by square."""
    size = size_of(position)
    return {
        square_of(bit, size): Piece(side, LETTERS[side])
        for side in (BLACK, WHITE)
        for bit in bits(int(position.record["stones"][side]))
    }
