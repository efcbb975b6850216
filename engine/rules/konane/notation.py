"""Konane's texts: the position both ways, and why a move is none."""

from __future__ import annotations

import numpy as np

from engine.compiled.bitboards import bits
from engine.rules import fen
from engine.rules.errors import FenError, IllegalMove
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
    square_name,
    square_named,
    square_of,
)
from engine.rules.piece import Piece
from engine.rules.position import Position
from engine.system.errors import quoted

SIDE_NAMES = ("black", "white")
SIDES = {name[0]: name for name in SIDE_NAMES}
FIELDS = (fen.BOARD, fen.SIDE, "ply number")
MOST_PLIES = 10**9
"""A ply number beyond any game's."""
ALL_BITS = (1 << 64) - 1

# --- positions


def parse(text: str) -> Position:
    """Read a position; raise `FenError`."""
    board, side_letter, number = fen.split_fields(text, FIELDS, len(FIELDS))
    rows = board.split("/")
    size = len(rows)
    if size not in SIZES:
        reason = f"it has {size} {fen.plural('row', size)}; a board has 4, 6 or 8, separated by /"
        raise FenError(fen.BOARD, reason)
    stones = _read_stones(rows, size)
    side, ply = fen.read_side(side_letter, SIDES), fen.read_number(FIELDS[2], number)
    _check_ply(side, ply)
    if ply < OPENING_PLIES:
        _check_opening(stones, size, ply)
    return position_of(stones, size, ply)


def _read_stones(rows: list[str], size: int) -> list[int]:
    stones = [0, 0]
    for row, text in enumerate(rows):
        rank = size - 1 - row
        where = f"rank {rank + 1}"
        for file, letter in fen.read_row(text, size, "bw", "b or w", where):
            side = "bw".index(letter)
            if colour_at(file, rank) != side:
                own = SIDE_NAMES[colour_at(file, rank)]
                name = square_name(size * rank + file, size)
                raise FenError(fen.BOARD, f"{name} is a {own} square, so no {SIDE_NAMES[side]} stone", where)
            stones[side] |= 1 << bit_of(file, rank)
    return stones


def _check_ply(side: int, ply: int) -> None:
    if ply > MOST_PLIES:
        raise FenError(FIELDS[2], f"it is above {MOST_PLIES}, which no game reaches")
    if ply % 2 != side:
        mover = SIDE_NAMES[ply % 2].title()
        raise FenError(fen.SIDE, f"on ply {ply} it is {mover}'s turn, who moves on all {_parity(ply)} plies")


def _parity(ply: int) -> str:
    return "odd" if ply % 2 else "even"


def _check_opening(stones: list[int], size: int, ply: int) -> None:
    """Require the full board on ply 0, and on ply 1 that one stone is gone that Black may take off."""
    missing = [full & ~present for full, present in zip(FULL[size], stones, strict=True)]
    gaps = [square_of(bit, size) for bit in (*bits(missing[BLACK]), *bits(missing[WHITE]))]
    if ply == 0 and gaps:
        where = f"rank {gaps[0] // size + 1}"
        raise FenError(
            fen.BOARD, f"the board is full on ply 0, but {square_name(gaps[0], size)} is empty", where
        )
    allowed = missing[WHITE] == 0 and missing[BLACK] in {1 << bit for bit in bits(OPENING[size])}
    if ply == 1 and not allowed:
        names = ", ".join(square_name(square_of(bit, size), size) for bit in bits(OPENING[size]))
        raise FenError(fen.BOARD, f"on ply 1 exactly one stone is missing, on one of {names}")


def position_of(stones: list[int], size: int, ply: int) -> Position:
    """Return the position with these stones, as unsigned bitboards by side."""
    record = np.zeros(1, dtype=POSITION)
    key = int(ZOBRIST_SIZE[size]) ^ int(ZOBRIST_PLY[ply_key_index(ply)])
    for side, board in enumerate(stones):
        record["stones"][0, side] = signed(board)
        for bit in bits(board):
            key ^= int(ZOBRIST[side, bit])
    record["side"], record["key"], record["size"], record["ply"] = ply % 2, key, size, ply
    return Position(record[0], move_number_of(ply))


def passed(position: Position) -> Position:
    """Return the same stones with the other side to move, on the other one of two plies in a row."""
    stones = [int(board) & ALL_BITS for board in position.record["stones"]]
    return position_of(stones, size_of(position), ply_of(position) ^ 1)


def move_number_of(ply: int) -> int:
    """Return the number of the move that a ply belongs to."""
    return ply // 2 + 1


def size_of(position: Position) -> int:
    """Return the length of the board's sides."""
    return int(position.record["size"])


def ply_of(position: Position) -> int:
    """Return the ply number."""
    return int(position.record["ply"])


def ply_of_set_up(like: Position, stones: int, side: int) -> int:
    """Return the ply number of a board with so many stones: that of `like` if it agrees with both."""
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


def write(position: Position) -> str:
    """Write a position, always with all three fields."""
    size, pieces = size_of(position), pieces_of(position)
    rows = (
        fen.write_row([pieces[at].kind.lower() if at in pieces else "" for at in range(first, first + size)])
        for first in range(size * (size - 1), -1, -size)
    )
    return f"{'/'.join(rows)} {SIDE_NAMES[position.side][0]} {ply_of(position)}"


# --- moves


def move_path(code: int, size: int) -> tuple[int, ...]:
    """Return the squares that one clicks for a move: its stone and each landing, or the stone taken off."""
    start, end = code & 63, code >> 6 & 63
    if start == end:
        return (square_of(start, size),)
    step = 2 if start // STRIDE == end // STRIDE else 2 * STRIDE
    way = step if end > start else -step
    return tuple(square_of(bit, size) for bit in range(start, end + way, way))


def path_text(path: tuple[int, ...], size: int) -> str:
    """Return a move as it is written: the stone's square and, for a jump, the last landing."""
    ends = path[:1] if len(path) == 1 else (path[0], path[-1])
    return "".join(square_name(square, size) for square in ends)


def read_ends(position: Position, text: str) -> tuple[int, int]:
    """Return the squares where a move starts and ends, the same one twice for a removal."""
    size = size_of(position)
    squares = [square_named(text[at : at + 2], size) for at in range(0, len(text), 2)]
    found = [square for square in squares if square is not None]
    if len(found) != len(squares) or len(found) not in (1, 2):
        removal, jump = "the square of the stone to take off", "the stone's square and the one where it lands"
        shape = f"{removal}, such as d5" if ply_of(position) < OPENING_PLIES else f"{jump}, such as d7d5"
        raise IllegalMove(f"{quoted(text)} is not a move; write {shape}")
    return found[0], found[-1]


def why_not(position: Position, path: tuple[int, ...], end: int) -> str:
    """Return why a stone of the side to move cannot go on to `end` after `path`, in a player's words."""
    if ply_of(position) == 0:
        return "the first stone is taken from a corner or from the middle of the board"
    if ply_of(position) == 1:
        return "White's first stone is taken from beside the empty square"
    if not path:
        return "this stone has no enemy beside it with an empty square behind"
    if end in path:
        return "the stone has to leave the squares that it was on"
    return _why_no_jump(position, path[0], end)


def _why_no_jump(position: Position, start: int, end: int) -> str:
    size, pieces = size_of(position), pieces_of(position)
    right, up = end % size - start % size, end // size - start // size
    if (right and up) or (right + up) % 2:
        return "a stone jumps two squares, or four or six, straight along its row or column"
    if end in pieces:
        return f"{square_name(end, size)}, where it would land, is not empty"
    step = (1 if right + up > 0 else -1) * (1 if right else size)
    for over in range(start + step, end, 2 * step):
        if over not in pieces:
            return f"there is no stone on {square_name(over, size)} to jump over"
        if over + step in pieces:
            return f"{square_name(over + step, size)}, where it would land on the way, is not empty"
    return "the stone jumps one landing at a time"
