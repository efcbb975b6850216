"""Bonzee's moves, compiled: steps, forward and backward attacks, results."""

from __future__ import annotations

from typing import Any

from engine.compiled.jit import inline, int64, jit, lowest, popcount
from engine.rules import core
from engine.rules.bonzee.board import (
    CAPTURED_SHIFT,
    CELLS,
    DRAWING_PLIES,
    FULL,
    INSIDE,
    LEAVING,
    RED,
    SHIFTS,
    STEPS,
    ZOBRIST,
    ZOBRIST_PROGRESS,
    ZOBRIST_SIDE,
)

DIRECTIONS = len(STEPS)
MAX_MOVES = 256
"""More than 22 tokens have in eight directions each."""
TOKEN = 100
"""The value of a token, in hundredths."""
MIN_NULL_MOVE_TOKENS = 4


@inline
def shifted(cells: int, by: int) -> int:
    """Return a bitboard shifted by this number of bits, up or down."""
    return cells << by if by >= 0 else cells >> -by


@inline
def movers(position: Any, direction: int) -> int:
    """Return the tokens of the side to move that can step in a direction."""
    own = position.tokens[position.side]
    empty = FULL & ~(own | position.tokens[1 - position.side])
    return own & LEAVING[direction] & shifted(empty, -SHIFTS[direction])


@jit
def line_of_enemies(cell: int, direction: int, enemy: int) -> int:
    """Return the unbroken line of enemy tokens that begins next to a cell, in a direction."""
    found, at = int64(0), int64(1) << cell
    while at & INSIDE[direction]:
        at = shifted(at, SHIFTS[direction])
        if not at & enemy:
            break
        found |= at
    return found


@jit
def attacked(cell: int, direction: int, enemy: int) -> int:
    """Return what a token captures that steps from a cell in a direction: forward, or else backward."""
    forward = line_of_enemies(cell + SHIFTS[direction], direction, enemy)
    return forward if forward else line_of_enemies(cell, direction ^ 1, enemy)


@inline
def write_moves(position: Any, buffer: Any, start: int, capacity: int, greatest_only: bool) -> int:
    """Write all moves, or only those that capture the most tokens, if any captures some."""
    if capacity - start < MAX_MOVES:
        return int64(-1)
    enemy = position.tokens[1 - position.side]
    end, max_taken = start, int64(1)
    for direction in range(DIRECTIONS):
        able = movers(position, direction)
        while able:
            cell = lowest(able)
            able &= able - 1
            taken = attacked(cell, direction, enemy)
            if greatest_only:
                count_taken = popcount(taken)
                if count_taken < max_taken:
                    continue
                end, max_taken = start, count_taken + 1
            buffer[end] = cell | ((cell + SHIFTS[direction]) << 6) | (taken << CAPTURED_SHIFT)
            end += 1
    return end


@jit
def generate(position: Any, buffer: Any, start: int, capacity: int) -> int:
    """See `core.generate`."""
    return write_moves(position, buffer, start, capacity, False)


@jit
def generate_tactical(position: Any, buffer: Any, start: int, capacity: int) -> int:
    """See `core.generate_tactical`: the attacks that capture the most.

    With all attacks, which there are many of on a full board, quiescence would not come to an end.
    """
    return write_moves(position, buffer, start, capacity, True)


@jit
def count(position: Any, buffer: Any, start: int, capacity: int) -> int:
    """See `core.count`; needs no scratch space."""
    total = int64(0)
    for direction in range(DIRECTIONS):
        total += popcount(movers(position, direction))
    return total


@inline
def set_progress_clock(position: Any, plies: int) -> None:
    """Set the number of plies since the last attack."""
    last = int64(DRAWING_PLIES)
    position.key ^= ZOBRIST_PROGRESS[min(position.progress_clock, last)] ^ ZOBRIST_PROGRESS[min(plies, last)]
    position.progress_clock = plies


@jit
def play(position: Any, move: int) -> bool:
    """See `core.play`."""
    side = position.side
    start, end = move & 63, (move >> 6) & 63
    taken = (move >> CAPTURED_SHIFT) & FULL
    position.tokens[side] ^= (int64(1) << start) | (int64(1) << end)
    position.key ^= ZOBRIST[side, start] ^ ZOBRIST[side, end] ^ ZOBRIST_SIDE
    position.tokens[1 - side] ^= taken
    set_progress_clock(position, int64(0) if taken else position.progress_clock + 1)
    position.side = 1 - side
    progress = taken != 0
    while taken:
        position.key ^= ZOBRIST[1 - side, lowest(taken)]
        taken &= taken - 1
    return progress


@jit
def terminal_result(position: Any) -> int:
    """See `core.terminal_result`: having no tokens comes before ten plies without an attack."""
    if not position.tokens[position.side]:
        return int64(core.LOST)
    if not position.tokens[1 - position.side]:
        return int64(core.WON)
    return int64(core.DRAWN if position.progress_clock >= DRAWING_PLIES else core.ONGOING)


@jit
def result_without_moves(position: Any) -> int:
    """See `core.result_without_moves`."""
    return int64(core.LOST)


@jit
def gain(position: Any, move: int) -> int:
    """See `core.gain`."""
    return TOKEN * popcount((move >> CAPTURED_SHIFT) & FULL)


@jit
def play_null_move(position: Any) -> bool:
    """See `core.play_null_move`: not with few tokens, nor when the draw is near."""
    if (
        popcount(position.tokens[position.side]) < MIN_NULL_MOVE_TOKENS
        or position.progress_clock >= DRAWING_PLIES - 2
    ):
        return False
    set_progress_clock(position, position.progress_clock + 1)
    position.side = 1 - position.side
    position.key ^= ZOBRIST_SIDE
    return True


@jit
def compute_key(position: Any) -> int:
    """See `core.compute_key`."""
    key = ZOBRIST_PROGRESS[min(position.progress_clock, int64(DRAWING_PLIES))]
    for side in range(2):
        for cell in range(CELLS):
            if (position.tokens[side] >> cell) & 1:
                key ^= ZOBRIST[side, cell]
    return key ^ ZOBRIST_SIDE if position.side == RED else key


@jit
def move_from_key(position: Any, move_key: int) -> int:
    """See `core.move_from_key`: the step between the key's cells, if it captures what it captured then."""
    start, end = move_key & 63, (move_key >> 6) & 63
    bit = (int64(1) << start) & FULL
    for direction in range(DIRECTIONS):
        if start + SHIFTS[direction] == end and bit & movers(position, direction):
            taken = attacked(start, direction, position.tokens[1 - position.side])
            move = start | (end << 6) | (taken << CAPTURED_SHIFT)
            return move if core.move_key(move) == move_key else int64(core.NO_MOVE)
    return int64(core.NO_MOVE)
