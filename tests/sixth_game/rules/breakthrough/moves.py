"""Breakthrough's moves, compiled; the functions implement those of ``engine/rules/core.py`` by name."""

from __future__ import annotations

from typing import Any

from engine.rules.breakthrough.board import (
    BLACK,
    DIRECTIONS,
    FULL,
    LAST_ROW,
    LEAVING,
    SHIFTS,
    SQUARES,
    STRAIGHT,
    ZOBRIST,
    ZOBRIST_SIDE,
)

from engine.compiled.jit import inline, int64, jit, lowest, popcount
from engine.rules import core

MAX_MOVES = 64
"""More than ten pieces with three directions each have."""
PIECE = 100
"""The value of a piece in centipawns."""


@inline
def shifted(squares: int, by: int) -> int:
    """Return a set of squares moved by so many places, up or down."""
    return squares << by if by >= 0 else squares >> -by


@inline
def movers(position: Any, direction: int, captures_only: bool) -> int:
    """Return the pieces of the side to move that can step in a direction."""
    own, enemy = position.pieces[position.side], position.pieces[1 - position.side]
    free = enemy if captures_only else FULL & ~own
    if direction == STRAIGHT:
        free &= ~enemy
    return own & LEAVING[direction] & shifted(free, -SHIFTS[position.side, direction]) & FULL


@inline
def write_moves(position: Any, buffer: Any, start: int, capacity: int, captures_only: bool) -> int:
    """Write all moves, or only the captures; see `core.generate`."""
    if capacity - start < MAX_MOVES:
        return int64(-1)
    end = start
    for direction in range(len(DIRECTIONS)):
        able = movers(position, direction, captures_only)
        while able:
            square = lowest(able)
            able &= able - 1
            buffer[end] = square | ((square + SHIFTS[position.side, direction]) << 6)
            end += 1
    return end


@jit
def generate(position: Any, buffer: Any, start: int, capacity: int) -> int:
    """See `core.generate`."""
    return write_moves(position, buffer, start, capacity, False)


@jit
def generate_tactical(position: Any, buffer: Any, start: int, capacity: int) -> int:
    """See `core.generate_tactical`: the captures."""
    return write_moves(position, buffer, start, capacity, True)


@jit
def count(position: Any, buffer: Any, start: int, capacity: int) -> int:
    """See `core.count`; needs no scratch space."""
    total = int64(0)
    for direction in range(len(DIRECTIONS)):
        total += popcount(movers(position, direction, False))
    return total


@jit
def play(position: Any, move: int) -> bool:
    """See `core.play`."""
    side, enemy = position.side, 1 - position.side
    start, end = move & 63, (move >> 6) & 63
    target = int64(1) << end
    captured = position.pieces[enemy] & target
    position.pieces[side] ^= (int64(1) << start) | target
    position.key ^= ZOBRIST[side, start] ^ ZOBRIST[side, end] ^ ZOBRIST_SIDE
    if captured:
        position.pieces[enemy] ^= target
        position.key ^= ZOBRIST[enemy, end]
    position.side = enemy
    return captured != 0


@jit
def terminal_result(position: Any) -> int:
    """See `core.terminal_result`: a piece on the last row, or no pieces left."""
    own, enemy = position.pieces[position.side], position.pieces[1 - position.side]
    if not own or enemy & LAST_ROW[1 - position.side]:
        return int64(core.LOST)
    if not enemy or own & LAST_ROW[position.side]:
        return int64(core.WON)
    return int64(core.ONGOING)


@jit
def result_without_moves(position: Any) -> int:
    """See `core.result_without_moves`; it does not happen, because the foremost piece can always move."""
    return int64(core.LOST)


@jit
def gain(position: Any, move: int) -> int:
    """See `core.gain`."""
    target = int64(1) << ((move >> 6) & 63)
    return int64(PIECE) if position.pieces[1 - position.side] & target else int64(0)


@jit
def compute_key(position: Any) -> int:
    """See `core.compute_key`."""
    key = int64(0)
    for side in range(2):
        for square in range(SQUARES):
            if (position.pieces[side] >> square) & 1:
                key ^= ZOBRIST[side, square]
    return key ^ ZOBRIST_SIDE if position.side == BLACK else key
