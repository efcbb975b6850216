"""Minichess's moves, compiled: where pieces go, attacks, how the game ends, playing a move.

Leaving the king open to capture is legal here, so every move that the pieces can make is generated; whether
a safe one is left decides over mate. See README.md in this folder for the rules; the comments cite its parts.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.compiled.jit import highest, inline, int64, jit, lowest, popcount
from engine.rules import core
from engine.rules.minichess.board import (
    BISHOP,
    BLACK,
    CAPTURED_SHIFT,
    DOWN,
    DOWN_LEFT,
    DOWN_RIGHT,
    EMPRESS,
    FERZ,
    FERZ_STEPS,
    KIND_SHIFT,
    KINDS,
    KING,
    KING_STEPS,
    KNIGHT,
    KNIGHT_STEPS,
    LEFT,
    PAWN,
    PAWN_CAPTURES,
    PAWN_STEPS,
    PRINCESS,
    PROGRESS_LIMIT,
    QUEEN,
    RAYS,
    RIGHT,
    ROOK,
    UP,
    UP_LEFT,
    UP_RIGHT,
    ZOBRIST,
    ZOBRIST_PROGRESS,
    ZOBRIST_SIDE,
)
from engine.rules.minichess.weights import PSQT, VALUES

MAX_MOVES = 640
"""n pieces have no more than n times 49 - n moves, which is at most 600."""

NOT_OVER, KING_CAPTURED, NO_MOVES, CHECKMATE, NO_SAFE_MOVES, NO_CAPTURES = range(6)
"""The results of `ending`."""
ENDING_RESULTS = np.array(
    [core.ONGOING, core.LOST, core.DRAWN, core.LOST, core.LOST, core.DRAWN], dtype=np.int64
)
"""By ending: the result for the side to move."""


# --- where pieces go


@inline
def slide(square: int, direction: int, occupied: int) -> int:
    """Return the squares of a slide in a direction, the first occupied one included."""
    ray = RAYS[direction, square]
    blockers = ray & occupied
    if blockers:
        ray ^= RAYS[direction, lowest(blockers) if direction < DOWN else highest(blockers)]
    return ray


@jit
def rook_targets(square: int, occupied: int) -> int:
    """Return where a rook could go, own pieces included."""
    across = slide(square, UP, occupied) | slide(square, RIGHT, occupied)
    return across | slide(square, DOWN, occupied) | slide(square, LEFT, occupied)


@jit
def bishop_targets(square: int, occupied: int) -> int:
    """Return where a bishop could go, own pieces included."""
    across = slide(square, UP_RIGHT, occupied) | slide(square, UP_LEFT, occupied)
    return across | slide(square, DOWN_LEFT, occupied) | slide(square, DOWN_RIGHT, occupied)


@inline
def piece_targets(kind: int, square: int, occupied: int) -> int:
    """Return where a piece other than a pawn could go, own pieces included (rules: Pieces)."""
    if kind == FERZ:
        return FERZ_STEPS[square]
    if kind == KNIGHT:
        return KNIGHT_STEPS[square]
    if kind == BISHOP:
        return bishop_targets(square, occupied)
    if kind == ROOK:
        return rook_targets(square, occupied)
    if kind == PRINCESS:
        return KNIGHT_STEPS[square] | bishop_targets(square, occupied)
    if kind == EMPRESS:
        return KNIGHT_STEPS[square] | rook_targets(square, occupied)
    if kind == QUEEN:
        return rook_targets(square, occupied) | bishop_targets(square, occupied)
    return KING_STEPS[square]


@inline
def targets_of(position: Any, kind: int, square: int, side: int) -> int:
    """Return where a piece of `side` can move, captures included."""
    own, enemy = position.sides[side], position.sides[1 - side]
    if kind == PAWN:
        return (PAWN_STEPS[side, square] & ~(own | enemy)) | (PAWN_CAPTURES[side, square] & enemy)
    return piece_targets(kind, square, own | enemy) & ~own


@jit
def attackers(position: Any, square: int, side: int, occupied: int) -> int:
    """Return the pieces of `side` that could capture on `square` if the board were `occupied` like this."""
    kinds = position.kinds
    leapers = kinds[KNIGHT] | kinds[PRINCESS] | kinds[EMPRESS]
    found = PAWN_CAPTURES[1 - side, square] & kinds[PAWN]
    found |= FERZ_STEPS[square] & kinds[FERZ]
    found |= KING_STEPS[square] & kinds[KING]
    found |= KNIGHT_STEPS[square] & leapers
    found |= rook_targets(square, occupied) & (kinds[ROOK] | kinds[EMPRESS] | kinds[QUEEN])
    found |= bishop_targets(square, occupied) & (kinds[BISHOP] | kinds[PRINCESS] | kinds[QUEEN])
    return found & position.sides[side] & occupied


# --- generating


@jit
def kind_on(position: Any, bit: int) -> int:
    """Return the kind of the piece on a square, given as its bit; -1 for an empty one."""
    for kind in range(KINDS):
        if position.kinds[kind] & bit:
            return int64(kind)
    return int64(-1)


@inline
def write_kind(position: Any, buffer: Any, start: int, wanted: int, kind: int) -> int:
    """Write the moves of the pieces of one kind that end on a square of `wanted`."""
    side = position.side
    enemy = position.sides[1 - side]
    end = start
    movers = position.kinds[kind] & position.sides[side]
    while movers:
        square = lowest(movers)
        movers &= movers - 1
        base = square | (int64(kind) << KIND_SHIFT)
        targets = targets_of(position, kind, square, side) & wanted
        while targets:
            bit = targets & -targets
            targets ^= bit
            taken = kind_on(position, bit) + 1 if bit & enemy else int64(0)
            buffer[end] = base | (lowest(bit) << 6) | (taken << CAPTURED_SHIFT)
            end += 1
    return end


@jit
def write_moves(position: Any, buffer: Any, start: int, capacity: int, wanted: int) -> int:
    """Write the moves that end on a square of `wanted`; -1 if they do not fit."""
    if capacity - start < MAX_MOVES:
        return int64(-1)
    end = write_kind(position, buffer, start, wanted, PAWN)
    end = write_kind(position, buffer, end, wanted, FERZ)
    end = write_kind(position, buffer, end, wanted, KNIGHT)
    end = write_kind(position, buffer, end, wanted, BISHOP)
    end = write_kind(position, buffer, end, wanted, ROOK)
    end = write_kind(position, buffer, end, wanted, PRINCESS)
    end = write_kind(position, buffer, end, wanted, EMPRESS)
    end = write_kind(position, buffer, end, wanted, QUEEN)
    return write_kind(position, buffer, end, wanted, KING)


@jit
def generate(position: Any, buffer: Any, start: int, capacity: int) -> int:
    """See `core.generate`."""
    return write_moves(position, buffer, start, capacity, int64(-1))


@jit
def generate_tactical(position: Any, buffer: Any, start: int, capacity: int) -> int:
    """See `core.generate_tactical`: the captures."""
    return write_moves(position, buffer, start, capacity, position.sides[1 - position.side])


@inline
def count_kind(position: Any, movers: int, kind: int) -> int:
    """Return the number of moves of the pieces of one kind among `movers`, of the side to move."""
    total = int64(0)
    movers &= position.kinds[kind]
    while movers:
        total += popcount(targets_of(position, kind, lowest(movers), position.side))
        movers &= movers - 1
    return total


@jit
def moves_of(position: Any, movers: int) -> int:
    """Return the number of moves that these pieces of the side to move have."""
    total = count_kind(position, movers, PAWN) + count_kind(position, movers, FERZ)
    total += count_kind(position, movers, KNIGHT) + count_kind(position, movers, BISHOP)
    total += count_kind(position, movers, ROOK) + count_kind(position, movers, PRINCESS)
    total += count_kind(position, movers, EMPRESS) + count_kind(position, movers, QUEEN)
    return total + count_kind(position, movers, KING)


@jit
def count(position: Any, buffer: Any, start: int, capacity: int) -> int:
    """See `core.count`."""
    return moves_of(position, position.sides[position.side])


# --- how the game ends


@jit
def is_in_check(position: Any) -> bool:
    """See `core.is_in_check`: check."""
    side = position.side
    king = position.kinds[KING] & position.sides[side]
    if not king:
        return False
    return attackers(position, lowest(king), 1 - side, position.sides[0] | position.sides[1]) != 0


@jit
def leaves_king_safe(position: Any, square: int, end_bit: int, king: int) -> bool:
    """Return whether a move leaves the own king, then on `king`, not attacked."""
    side = position.side
    occupied = ((position.sides[0] | position.sides[1]) & ~(int64(1) << square)) | end_bit
    return attackers(position, king, 1 - side, occupied) & ~end_bit == 0


@jit
def has_safe_move(position: Any, king: int) -> bool:
    """Return whether some move leaves the own king, on `king` now, not attacked."""
    side = position.side
    for kind in range(KINDS):
        movers = position.kinds[kind] & position.sides[side]
        while movers:
            square = lowest(movers)
            movers &= movers - 1
            targets = targets_of(position, kind, square, side)
            while targets:
                bit = targets & -targets
                targets ^= bit
                if leaves_king_safe(position, square, bit, lowest(bit) if kind == KING else king):
                    return True
    return False


@jit
def can_go_on(position: Any) -> bool:
    """Return whether some move captures the king or leaves the own one not attacked (rules: The end).

    The first two tests nearly always decide: an attack on the other king, and a move of a piece that cannot
    be pinned, while the own king is not in check.
    """
    side = position.side
    own, enemy = position.sides[side], position.sides[1 - side]
    king, other = position.kinds[KING] & own, position.kinds[KING] & enemy
    occupied = own | enemy
    if other and attackers(position, lowest(other), side, occupied):
        return True
    square = lowest(king)
    if not attackers(position, square, 1 - side, occupied):
        blockers = rook_targets(square, occupied) | bishop_targets(square, occupied)
        if moves_of(position, own & ~blockers & ~king):
            return True
    return has_safe_move(position, square)


@jit
def ending(position: Any) -> int:
    """Return how the game has ended for the side to move; NOT_OVER if it has not."""
    own = position.sides[position.side]
    if not position.kinds[KING] & own:
        return int64(KING_CAPTURED)
    if not can_go_on(position):
        if not moves_of(position, own):
            return int64(NO_MOVES)
        return int64(CHECKMATE if is_in_check(position) else NO_SAFE_MOVES)
    return int64(NO_CAPTURES if position.progress_clock >= PROGRESS_LIMIT else NOT_OVER)


@jit
def terminal_result(position: Any) -> int:
    """See `core.terminal_result`."""
    return ENDING_RESULTS[ending(position)]


@jit
def result_without_moves(position: Any) -> int:
    """See `core.result_without_moves`; `terminal_result` reports the same earlier."""
    return int64(core.DRAWN)


# --- playing


@inline
def toggle(position: Any, side: int, kind: int, square: int, sign: int) -> None:
    """Put a piece on a square, with 1 for `sign`, or take it off, with -1."""
    bit = int64(1) << square
    position.kinds[kind] ^= bit
    position.sides[side] ^= bit
    position.key ^= ZOBRIST[side, kind, square]
    position.psqt_score += sign * PSQT[side, kind, square]


@inline
def progress_key(progress_clock: int) -> int:
    """Return the part of the key for the plies since the last capture."""
    return ZOBRIST_PROGRESS[min(progress_clock, int64(PROGRESS_LIMIT))]


@jit
def play(position: Any, move: int) -> bool:
    """See `core.play`: a capture is progress."""
    side = position.side
    start, end = move & 63, (move >> 6) & 63
    kind, taken = (move >> KIND_SHIFT) & 15, (move >> CAPTURED_SHIFT) & 15
    toggle(position, side, kind, start, int64(-1))
    if taken:
        toggle(position, 1 - side, taken - 1, end, int64(-1))
    toggle(position, side, kind, end, int64(1))
    progress_clock = int64(0) if taken else position.progress_clock + 1
    position.key ^= ZOBRIST_SIDE ^ progress_key(position.progress_clock) ^ progress_key(progress_clock)
    position.progress_clock = progress_clock
    position.side = 1 - side
    return taken != 0


@jit
def gain(position: Any, move: int) -> int:
    """See `core.gain`."""
    taken = (move >> CAPTURED_SHIFT) & 15
    return VALUES[taken - 1] if taken else int64(0)


@jit
def loses_material(position: Any, move: int) -> bool:
    """See `core.loses_material`: a more valuable piece captures a defended one. It plays out no exchange."""
    won = gain(position, move)
    if won >= VALUES[(move >> KIND_SHIFT) & 15]:
        return False
    end = (move >> 6) & 63
    occupied = (position.sides[0] | position.sides[1]) & ~(int64(1) << (move & 63))
    return attackers(position, end, 1 - position.side, occupied) & ~(int64(1) << end) != 0


@jit
def play_null_move(position: Any) -> bool:
    """See `core.play_null_move`: not with only king, pawns and ferzes, where zugzwang is likely."""
    side = position.side
    small = position.kinds[KING] | position.kinds[PAWN] | position.kinds[FERZ]
    if not position.sides[side] & ~small:
        return False
    position.side = 1 - side
    position.key ^= ZOBRIST_SIDE
    return True


@jit
def compute_key(position: Any) -> int:
    """See `core.compute_key`."""
    key = progress_key(position.progress_clock)
    for side in range(2):
        for kind in range(KINDS):
            pieces = position.kinds[kind] & position.sides[side]
            while pieces:
                key ^= ZOBRIST[side, kind, lowest(pieces)]
                pieces &= pieces - 1
    return key ^ ZOBRIST_SIDE if position.side == BLACK else key
