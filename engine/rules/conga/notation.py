"""Conga's notation: parse and format positions and moves."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from engine.rules import fen
from engine.rules import texts as common_texts
from engine.rules.conga import texts
from engine.rules.conga.board import (
    COMPASS,
    COUNT_BITS,
    DIRECTIONS,
    MAX_STONES,
    POSITION,
    SQUARES,
    WHITE,
    WIDTH,
    ZOBRIST,
    ZOBRIST_SIDE,
    square_name,
    square_named,
    step,
)
from engine.rules.conga.facts import FACTS, SIDE_NAMES
from engine.rules.errors import FenError
from engine.rules.notation import Notation
from engine.rules.values import Piece, Position
from engine.system.errors import quoted

LETTERS = [name[0] for name in SIDE_NAMES]
EMPTY = "-"


class CongaNotation(Notation):
    """See `Notation`."""

    facts = FACTS
    board_shape = WIDTH, WIDTH
    cell_separator = ","

    def parse(self, text: str) -> Position:
        board, side = fen.split_fields(text, (fen.BOARD, fen.SIDE), required=2)
        pieces: dict[int, Piece] = {}
        for row, cells in enumerate(fen.split_rows(board, WIDTH, "rank")):
            pieces.update(_parse_rank(cells, WIDTH - 1 - row))
        _check_stones(pieces)
        return position_of(pieces, fen.parse_side(side, SIDE_NAMES))

    def format_cell(self, piece: Piece | None) -> str:
        """See `Notation`: the owner of a stack and the number of its stones."""
        return f"{piece.kind.lower()}{piece.count}" if piece else EMPTY

    def pieces(self, position: Position) -> dict[int, Piece]:
        return pieces_of(position)

    def move_text(self, position: Position, path: tuple[int, ...]) -> str:
        """See `Notation`: the square of the stack and the direction of the square next to it."""
        start, first = path
        return square_name(start) + DIRECTIONS[start, first]


def _parse_rank(text: str, rank: int) -> Iterator[tuple[int, Piece]]:
    where = common_texts.rank(rank + 1)
    cells = text.split(",")
    if len(cells) != WIDTH:
        raise FenError(fen.BOARD, texts.wrong_cells(quoted(text), len(cells), WIDTH), where)
    for file, cell in enumerate(cells):
        if cell != EMPTY:
            yield rank * WIDTH + file, _parse_stack(cell, where)


def _parse_stack(cell: str, where: str) -> Piece:
    owner, stones = cell[:1], cell[1:]
    if owner not in LETTERS or not (stones.isascii() and stones.isdigit()):
        raise FenError(fen.BOARD, texts.not_a_stack(quoted(cell), EMPTY), where)
    if len(stones) > 2 or not 1 <= int(stones) <= MAX_STONES:
        raise FenError(fen.BOARD, texts.wrong_stones(quoted(cell), MAX_STONES), where)
    return Piece(LETTERS.index(owner), owner.upper(), int(stones))


def _check_stones(pieces: dict[int, Piece]) -> None:
    for side, name in enumerate(SIDE_NAMES):
        own = {square: piece.count for square, piece in pieces.items() if piece.side == side}
        total = sum(own.values())
        if total == 0:
            raise FenError(fen.BOARD, texts.no_stone(name, MAX_STONES))
        if total > MAX_STONES:
            lowest = common_texts.rank(min(own) // WIDTH + 1)
            reason = common_texts.too_many(name, total, texts.STONES, MAX_STONES)
            raise FenError(fen.BOARD, reason, lowest)


def position_of(pieces: dict[int, Piece], side: int) -> Position:
    """Return the position with these stacks, by square, and this side to move."""
    record = np.zeros(1, dtype=POSITION)
    key, stones = ZOBRIST_SIDE if side == WHITE else 0, [0, 0]
    for square, piece in pieces.items():
        record["sides"][0, piece.side] |= 1 << square
        stones[piece.side] |= piece.count << (COUNT_BITS * square)
        key ^= int(ZOBRIST[piece.side, square, piece.count])
    record["stones"] = np.array(stones, dtype=np.uint64).view(np.int64)
    record["side"] = side
    record["key"] = key
    return Position(record[0])


_STACKS = [
    [Piece(side, name[0].upper(), stones) for stones in range(16)] for side, name in enumerate(SIDE_NAMES)
]
"""By side and number of stones; made once, because long games have hundreds of thousands of stacks."""


def pieces_of(position: Position) -> dict[int, Piece]:
    """Return the stacks on the board, by square."""
    return {
        square: _STACKS[side][stones]
        for side, stacks in enumerate(position.record["stones"].tolist())
        for square in range(SQUARES)
        if (stones := stacks >> (COUNT_BITS * square) & 15)
    }


_SOURCE_MOVE = re.compile(r"\(\s*([1-4])\s*,\s*([1-4])\s*\)([a-zA-Z\s-]+)", re.ASCII)
_WORD = re.compile("up|down|left|right|[a-z]+")
_COMPASS_OF = {"up": "N", "down": "S", "left": "W", "right": "E"}


def parse_direction(text: str) -> tuple[int, str] | None:
    """Return the square and the direction that a text names, None if it does not.

    The source's form is read, too: ``(1,4) right``, columns from the left and rows from the bottom, from 1.
    """
    found = _SOURCE_MOVE.fullmatch(text.strip())
    if found:
        words = _WORD.findall(found[3].lower())
        compass = "".join(sorted((_COMPASS_OF.get(word, "?") for word in words), key="NSEW".find))
        text = f"{'abcd'[int(found[1]) - 1]}{found[2]}{compass}"
    start, direction = square_named(text[:2]), text[2:].upper()
    return (start, direction) if start is not None and direction in COMPASS else None


def shares(position: Position, start: int, first: int) -> dict[int, int]:
    """Return how many stones each square gets when the stack on `start` moves towards `first`."""
    pieces = pieces_of(position)
    direction, left = DIRECTIONS[start, first], pieces[start].count
    line = [step(start, direction, steps) for steps in (1, 2, 3)]
    free: list[int] = []
    for square in line:
        if square is None or (square in pieces and pieces[square].side != position.side):
            break
        free.append(square)
    given: dict[int, int] = {}
    for stones, square in enumerate(free, start=1):
        given[square] = left if square == free[-1] else min(stones, left)
        left -= given[square]
    return {square: stones for square, stones in given.items() if stones}
