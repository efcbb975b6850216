"""Conga's moves, compiled: which stacks can go where, how they spread, results.

The code of a move is the stack's square and the first square in its direction, as `core` says.
"""

from __future__ import annotations

from typing import Any

from engine.compiled.jit import inline, int64, jit, lowest, popcount
from engine.rules import core
from engine.rules.conga.board import AROUND, BEYOND, COUNT_BITS, SQUARES, WHITE, ZOBRIST, ZOBRIST_SIDE

MAX_MOVES = 8 * 10
"""Ten stones are at most ten stacks, with eight directions each."""
MAX_FILLED = 3
"""The largest number of squares that a move fills."""
MIX_1, MIX_2 = 0xBF58476D1CE4E5B9 - (1 << 64), 0x94D049BB133111EB - (1 << 64)


@inline
def height(position: Any, side: int, square: int) -> int:
    """Return how many stones of a side are on a square."""
    return (position.stones[side] >> (COUNT_BITS * square)) & 15


@jit
def generate(position: Any, buffer: Any, start: int, capacity: int) -> int:
    """See `core.generate`."""
    if capacity - start < MAX_MOVES:
        return int64(-1)
    own, enemy = position.sides[position.side], position.sides[1 - position.side]
    end = start
    while own:
        square = lowest(own)
        own &= own - 1
        targets = AROUND[square] & ~enemy
        while targets:
            buffer[end] = square | (lowest(targets) << 6)
            targets &= targets - 1
            end += 1
    return end


@jit
def mobility(position: Any, side: int) -> int:
    """Return how many moves a side has, or would have if it were its turn."""
    own, enemy = position.sides[side], position.sides[1 - side]
    total = int64(0)
    while own:
        total += popcount(AROUND[lowest(own)] & ~enemy)
        own &= own - 1
    return total


@jit
def count(position: Any, buffer: Any, start: int, capacity: int) -> int:
    """See `core.count`; needs no scratch space."""
    return mobility(position, position.side)


@inline
def add(position: Any, side: int, square: int, stones: int) -> None:
    """Put stones of a side on a square that the other side does not hold."""
    before = height(position, side, square)
    position.stones[side] += stones << (COUNT_BITS * square)
    position.sides[side] |= int64(1) << square
    position.key ^= ZOBRIST[side, square, before] ^ ZOBRIST[side, square, before + stones]


@jit
def play(position: Any, move: int) -> bool:
    """See `core.play`: one stone, two stones, the rest, as far as squares and stones go."""
    side = position.side
    enemy = position.sides[1 - side]
    start, first = move & 63, (move >> 6) & 63
    left = height(position, side, start)
    position.stones[side] ^= left << (COUNT_BITS * start)
    position.sides[side] ^= int64(1) << start
    position.key ^= ZOBRIST[side, start, left]
    second, third = BEYOND[start, first, 0], BEYOND[start, first, 1]
    if second < 0 or (enemy >> second) & 1:
        add(position, side, first, left)
        left = int64(0)
    else:
        add(position, side, first, int64(1))
        left -= 1
    if left and (third < 0 or (enemy >> third) & 1):
        add(position, side, second, left)
    elif left:
        add(position, side, second, min(left, int64(2)))
        if left > 2:
            add(position, side, third, left - 2)
    position.side = 1 - side
    position.key ^= ZOBRIST_SIDE
    return False


@jit
def terminal_result(position: Any) -> int:
    """See `core.terminal_result`: only having no move ends the game, never the board alone."""
    return int64(core.ONGOING)


@jit
def result_without_moves(position: Any) -> int:
    """See `core.result_without_moves`."""
    return int64(core.LOST)


@jit
def compute_key(position: Any) -> int:
    """See `core.compute_key`."""
    key = int64(0)
    for side in range(2):
        stacks = position.sides[side]
        while stacks:
            square = lowest(stacks)
            stacks &= stacks - 1
            key ^= ZOBRIST[side, square, height(position, side, square)]
    return key ^ ZOBRIST_SIDE if position.side == WHITE else key


@jit
def move_from_key(position: Any, move_key: int) -> int:
    """See `core.move_from_key`: a move's key is its code."""
    start, first = move_key & 63, (move_key >> 6) & 63
    stands = (position.sides[position.side] >> start) & 1
    free = AROUND[start & (SQUARES - 1)] & ~position.sides[1 - position.side]
    return start | (first << 6) if stands and (free >> first) & 1 else int64(core.NO_MOVE)


# --- for proofs


@inline
def mirrored(stones: int) -> int:
    """Return a side's heights with the files in the other order."""
    stones = ((stones & 0x0F0F0F0F0F0F0F0F) << 4) | ((stones >> 4) & 0x0F0F0F0F0F0F0F0F)
    return ((stones & 0x00FF00FF00FF00FF) << 8) | ((stones >> 8) & 0x00FF00FF00FF00FF)


@inline
def flipped(stones: int) -> int:
    """Return a side's heights with the ranks in the other order."""
    stones = ((stones & 0x0000FFFF0000FFFF) << 16) | ((stones >> 16) & 0x0000FFFF0000FFFF)
    return (stones << 32) | ((stones >> 32) & 0x00000000FFFFFFFF)


@inline
def transposed(stones: int) -> int:
    """Return a side's heights with files and ranks exchanged."""
    moved = (stones ^ (stones >> 12)) & 0x0000F0F00000F0F0
    stones ^= moved | (moved << 12)
    moved = (stones ^ (stones >> 24)) & 0x00000000FF00FF00
    return stones ^ moved ^ (moved << 24)


@inline
def mixed(word: int) -> int:
    """Return a word whose every bit depends on every bit of another (the finaliser of SplitMix64)."""
    word = (word ^ ((word >> 30) & 0x3FFFFFFFF)) * MIX_1
    word = (word ^ ((word >> 27) & 0x1FFFFFFFFF)) * MIX_2
    return word ^ ((word >> 31) & 0x1FFFFFFFF)


@jit
def canonical_key(position: Any) -> int:
    """See `core.canonical_key`: the smallest of the board's eight symmetric forms, from the mover's view."""
    own, enemy = position.stones[position.side], position.stones[1 - position.side]
    least, least_enemy = own, enemy
    for form in range(1, 8):
        if form == 4:
            own, enemy = transposed(own), transposed(enemy)
        elif form & 1:
            own, enemy = mirrored(own), mirrored(enemy)
        else:
            own, enemy = flipped(own), flipped(enemy)
        if own < least or (own == least and enemy < least_enemy):
            least, least_enemy = own, enemy
    return mixed(least ^ mixed(least_enemy))


@jit
def liberties(position: Any, side: int) -> int:
    """Return the squares that a side's stacks can step onto, its own included."""
    own, found = position.sides[side], int64(0)
    while own:
        found |= AROUND[lowest(own)]
        own &= own - 1
    return found & ~position.sides[1 - side]


@jit
def lasting_liberties(position: Any, side: int) -> int:
    """Return how many squares a side can still step onto after any one of its stacks has gone."""
    own, once, twice = position.sides[side], int64(0), int64(0)
    while own:
        around = AROUND[lowest(own)]
        own &= own - 1
        twice |= once & around
        once |= around
    free = ~position.sides[1 - side]
    max_free, own = int64(0), position.sides[side]
    while own:
        max_free = max(max_free, popcount(AROUND[lowest(own)] & ~twice & free))
        own &= own - 1
    return popcount(once & free) - max_free


@jit
def could_win_within(position: Any, plies: int) -> bool:
    """See `core.could_win_within`.

    The last move has to fill all squares where the other side could step, and its own stacks must not be
    among them. Within three plies the two moves fill six, and the other side moves one stack in between:
    if it has seven without that stack, one is left.
    """
    side = position.side
    if plies == 1:
        open_squares = liberties(position, 1 - side)
        return popcount(open_squares) <= MAX_FILLED and not open_squares & position.sides[1 - side]
    return plies > 3 or lasting_liberties(position, 1 - side) <= 2 * MAX_FILLED
