"""Konane's moves, compiled: the removals of the opening, jumps, playing a move, results.

See README.md in this folder for the rules; the comments cite its sections.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.compiled.jit import inline, int64, jit, lowest, popcount
from engine.rules import core
from engine.rules.konane.board import (
    BOARDS,
    OPENING_PLIES,
    OPENINGS,
    REMOVAL,
    ZOBRIST,
    ZOBRIST_PLY,
    ZOBRIST_SIZE,
)

MAX_MOVES = 400
"""32 stones cannot jump more than three times in each of four directions."""
STONE = 100
"""Centipawns."""

NORTH, EAST, SOUTH, WEST = range(4)
STEPS = np.array([8, 1, -8, -1], dtype=np.int64)

NOT_RIGHT = 0x3F3F3F3F3F3F3F3F
"""The files a to f, from which two steps to the right stay in the row."""
NOT_LEFT = ~0x0303030303030303
BELOW_EIGHT, BELOW_SEVEN = (1 << 56) - 1, (1 << 48) - 1
"""Masks after a shift down by one row, and by two: they remove the sign bits shifted in."""


@inline
def jump_targets(movers: int, enemy: int, empty: int, direction: int) -> int:
    """Return where `movers` land after one jump in a direction."""
    if direction == NORTH:
        return (((movers << 8) & enemy) << 8) & empty
    if direction == EAST:
        return (((movers & NOT_RIGHT) << 1 & enemy) << 1) & empty
    if direction == SOUTH:
        over = (movers >> 8) & BELOW_EIGHT & enemy
        return (over >> 8) & BELOW_SEVEN & empty
    over = ((movers & NOT_LEFT) >> 1) & int64(0x7FFFFFFFFFFFFFFF) & enemy
    return (over >> 1) & int64(0x7FFFFFFFFFFFFFFF) & empty


@inline
def empty_squares(position: Any) -> int:
    """Return the squares without a stone."""
    return BOARDS[position.size] & ~(position.stones[0] | position.stones[1])


@inline
def write_direction(position: Any, buffer: Any, start: int, direction: int) -> int:
    """Write the jumps in one direction, each with all its continuations (rules: Jumps)."""
    side = position.side
    enemy = position.stones[1 - side]
    empty = empty_squares(position)
    step = 2 * STEPS[direction]
    end = start
    landings = jump_targets(position.stones[side], enemy, empty, direction)
    while landings:
        bit = landings & -landings
        landings ^= bit
        origin = lowest(bit) - step
        while bit:
            buffer[end] = origin | (lowest(bit) << 6)
            end += 1
            bit = jump_targets(bit, enemy, empty, direction)
    return end


@inline
def removals(position: Any) -> int:
    """Return the stones that may be removed in this ply of the opening (rules: The opening)."""
    if position.ply == 0:
        return position.stones[0] & OPENINGS[position.size]
    gap = empty_squares(position)
    beside = (gap << 8) | ((gap >> 8) & BELOW_EIGHT)
    # The other end of a neighbouring row is of the other colour, so it is not a white stone's square.
    beside |= (gap << 1) | ((gap >> 1) & int64(0x7FFFFFFFFFFFFFFF))
    return beside & position.stones[1]


@jit
def generate(position: Any, buffer: Any, start: int, capacity: int) -> int:
    """See `core.generate`."""
    if capacity - start < MAX_MOVES:
        return int64(-1)
    end = start
    if position.ply < OPENING_PLIES:
        stones = removals(position)
        while stones:
            square = lowest(stones)
            stones &= stones - 1
            buffer[end] = square | (square << 6) | REMOVAL
            end += 1
        return end
    end = write_direction(position, buffer, end, NORTH)
    end = write_direction(position, buffer, end, EAST)
    end = write_direction(position, buffer, end, SOUTH)
    return write_direction(position, buffer, end, WEST)


@inline
def count_direction(position: Any, direction: int) -> int:
    """Return the number of jumps in one direction."""
    enemy = position.stones[1 - position.side]
    empty = empty_squares(position)
    total = int64(0)
    landings = jump_targets(position.stones[position.side], enemy, empty, direction)
    while landings:
        total += popcount(landings)
        landings = jump_targets(landings, enemy, empty, direction)
    return total


@jit
def count(position: Any, buffer: Any, start: int, capacity: int) -> int:
    """See `core.count`."""
    if position.ply < OPENING_PLIES:
        return popcount(removals(position))
    total = count_direction(position, NORTH) + count_direction(position, EAST)
    return total + count_direction(position, SOUTH) + count_direction(position, WEST)


@jit
def captured(position: Any, move: int) -> int:
    """Return the stones that a move jumps over."""
    start, end = move & 63, (move >> 6) & 63
    taken = int64(0)
    if start != end:
        step = int64(1) if start >> 3 == end >> 3 else int64(8)
        for square in range(min(start, end) + step, max(start, end), 2 * step):
            taken |= int64(1) << square
    return taken


@inline
def ply_key(ply: int) -> int:
    """Return the part of the key for the ply."""
    return ZOBRIST_PLY[ply] if ply < OPENING_PLIES else ZOBRIST_PLY[OPENING_PLIES + (ply & 1)]


@jit
def play(position: Any, move: int) -> bool:
    """See `core.play`: every move removes a stone, so no position ever repeats."""
    side = position.side
    start, end = move & 63, (move >> 6) & 63
    taken = captured(position, move)
    position.stones[1 - side] ^= taken
    while taken:
        position.key ^= ZOBRIST[1 - side, lowest(taken)]
        taken &= taken - 1
    position.stones[side] ^= int64(1) << start
    position.key ^= ZOBRIST[side, start]
    if not move & REMOVAL:
        position.stones[side] |= int64(1) << end
        position.key ^= ZOBRIST[side, end]
    position.key ^= ply_key(position.ply) ^ ply_key(position.ply + 1)
    position.ply += 1
    position.side = 1 - side
    return True


@jit
def movable(position: Any, side: int) -> int:
    """Return some of the squares on which a side could land by a jump if it were to move; 0 for none."""
    own, enemy, empty = position.stones[side], position.stones[1 - side], empty_squares(position)
    found = jump_targets(own, enemy, empty, NORTH) | jump_targets(own, enemy, empty, EAST)
    return found | jump_targets(own, enemy, empty, SOUTH) | jump_targets(own, enemy, empty, WEST)


@jit
def terminal_result(position: Any) -> int:
    """See `core.terminal_result`: a side without a move has lost (rules: The end)."""
    if position.ply < OPENING_PLIES:
        return int64(core.ONGOING if removals(position) else core.LOST)
    return int64(core.ONGOING if movable(position, position.side) else core.LOST)


@jit
def result_without_moves(position: Any) -> int:
    """See `core.result_without_moves`."""
    return int64(core.LOST)


@jit
def material_gain(position: Any, move: int) -> int:
    """See `core.material_gain`: the captured stones. They do not order moves (`core.gain`)."""
    return STONE * popcount(captured(position, move))


@jit
def compute_key(position: Any) -> int:
    """See `core.compute_key`."""
    key = ZOBRIST_SIZE[position.size] ^ ply_key(position.ply)
    for side in range(2):
        stones = position.stones[side]
        while stones:
            key ^= ZOBRIST[side, lowest(stones)]
            stones &= stones - 1
    return key
