"""Conga's texts: positions both ways, the names of moves, and why a move is none."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from engine.rules import fen
from engine.rules.conga.board import (
    COMPASS,
    COUNT_BITS,
    DIRECTIONS,
    MOST_STONES,
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
from engine.rules.errors import FenError
from engine.rules.piece import Piece
from engine.rules.position import Position
from engine.system.errors import quoted

SIDE_NAMES = ("black", "white")
SIDES = {name[0]: name for name in SIDE_NAMES}
EMPTY = "-"
WHAT_A_STACK_DOES = (
    "all its stones go in one direction, one onto the first square, two onto the second, the rest onto the "
    "third. Only squares of the other side are in the way"
)

# --- positions


def parse(text: str) -> Position:
    """Read a position; raise `FenError`."""
    board, side = fen.split_fields(text, (fen.BOARD, fen.SIDE), least=2)
    pieces: dict[int, Piece] = {}
    for row, cells in enumerate(fen.split_rows(board, WIDTH, "rank")):
        pieces.update(_read_rank(cells, WIDTH - 1 - row))
    _check_stones(pieces)
    return position_of(pieces, fen.read_side(side, SIDES))


def _read_rank(text: str, rank: int) -> Iterator[tuple[int, Piece]]:
    where = f"rank {rank + 1}"
    cells = text.split(",")
    if len(cells) != WIDTH:
        reason = f"{quoted(text)} has {len(cells)} {fen.plural('cell', len(cells))} instead of {WIDTH}"
        raise FenError(fen.BOARD, f"{reason}, separated by commas", where)
    for file, cell in enumerate(cells):
        if cell != EMPTY:
            yield rank * WIDTH + file, _read_stack(cell, where)


def _read_stack(cell: str, where: str) -> Piece:
    owner, stones = cell[:1], cell[1:]
    if owner not in SIDES or not (stones.isascii() and stones.isdigit()):
        reason = f"{quoted(cell)} is neither {EMPTY} nor a stack such as b10 or w3"
        raise FenError(fen.BOARD, reason, where)
    if len(stones) > 2 or not 1 <= int(stones) <= MOST_STONES:
        reason = f"the stack {quoted(cell)} has not 1 to {MOST_STONES} stones"
        raise FenError(fen.BOARD, reason, where)
    return Piece(list(SIDES).index(owner), owner.upper(), int(stones))


def _check_stones(pieces: dict[int, Piece]) -> None:
    for side, name in enumerate(SIDE_NAMES):
        own = {square: piece.count for square, piece in pieces.items() if piece.side == side}
        total = sum(own.values())
        if total == 0:
            raise FenError(fen.BOARD, f"{name} has no stone on any rank; it must have 1 to {MOST_STONES}")
        if total > MOST_STONES:
            lowest = f"rank {min(own) // WIDTH + 1}"
            raise FenError(fen.BOARD, f"{name} has {total} stones; at most {MOST_STONES} are allowed", lowest)


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


def pieces_of(position: Position) -> dict[int, Piece]:
    """Return the stacks on the board, by square."""
    return {
        square: Piece(side, SIDE_NAMES[side][0].upper(), stones)
        for side in range(2)
        for square in range(SQUARES)
        if (stones := int(position.record["stones"][side]) >> (COUNT_BITS * square) & 15)
    }


def write(position: Position) -> str:
    """Write a position."""
    pieces = pieces_of(position)
    cells = [cell_text(pieces.get(square)) for square in range(SQUARES)]
    ranks = (cells[rank * WIDTH : (rank + 1) * WIDTH] for rank in reversed(range(WIDTH)))
    return f"{'/'.join(','.join(rank) for rank in ranks)} {SIDE_NAMES[position.side][0]}"


def cell_text(piece: Piece | None) -> str:
    """Write a square: the owner of its stack and the number of stones."""
    return f"{piece.kind.lower()}{piece.count}" if piece else EMPTY


# --- moves


def move_text(start: int, first: int) -> str:
    """Return the move of the stack on `start` towards the square next to it, `first`."""
    return square_name(start) + DIRECTIONS[start, first]


def read_move(text: str) -> tuple[int, str] | None:
    """Return the square and the direction that a text names, None if it does not."""
    start, direction = square_named(text[:2]), text[2:].upper()
    return (start, direction) if start is not None and direction in COMPASS else None


def why_not(position: Position, start: int, direction: str) -> str:
    """Return why the mover's stack on `start` cannot go in a direction, in a player's words."""
    first = step(start, direction)
    if first is None:
        return f"the board ends at {square_name(start)} in that direction"
    return f"{SIDE_NAMES[1 - position.side].title()} holds {square_name(first)}, the first square on the way"


def why_not_there(position: Position, start: int, square: int) -> str:
    """Return why a square cannot be chosen for the mover's stack on `start`, in a player's words."""
    if square == start:
        return f"the stack on {square_name(start)} has to leave its square"
    direction = DIRECTIONS.get((start, square))
    if direction is None:
        return f"choose the direction by one of the squares next to {square_name(start)}"
    return why_not(position, start, direction)


def why_stuck(position: Position) -> str:
    """Return why a stack of the mover cannot move at all, in a player's words."""
    return f"{SIDE_NAMES[1 - position.side].title()} holds all squares around this stack"


def shares(position: Position, start: int, first: int) -> dict[int, int]:
    """Return how many stones each square gets when the stack on `start` moves towards `first`."""
    pieces = pieces_of(position)
    direction, left = DIRECTIONS[start, first], pieces[start].count
    way = [step(start, direction, steps) for steps in (1, 2, 3)]
    free: list[int] = []
    for square in way:
        if square is None or (square in pieces and pieces[square].side != position.side):
            break
        free.append(square)
    given: dict[int, int] = {}
    for stones, square in enumerate(free, start=1):
        given[square] = left if square == free[-1] else min(stones, left)
        left -= given[square]
    return {square: stones for square, stones in given.items() if stones}
