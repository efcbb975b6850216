"""Congo's moves, compiled: where pieces go, the monkey's jumps, playing a move, results.

Congo has no check, so every move that the pieces can make is legal. See README.md in this folder for the
rules; the comments cite its sections.
"""

from __future__ import annotations

from typing import Any

from engine.compiled.jit import inline, int64, jit, lowest, popcount
from engine.rules import core
from engine.rules.congo.board import (
    BLACK,
    CAPTURED_SHIFT,
    CROCODILE,
    ELEPHANT,
    ELEPHANT_STEPS,
    FULL,
    GIRAFFE,
    GIRAFFE_JUMPS,
    JUMP_OVER,
    JUMP_TO,
    KIND_SHIFT,
    KINDS,
    KING_STEPS,
    LAST_RANK,
    LION,
    LION_LINES,
    LION_STEPS,
    MONKEY,
    PAST_RIVER,
    PAWN,
    PAWN_STEPS,
    RANK_BEFORE_LAST,
    RETREAT_FAR,
    RETREAT_NEAR,
    RETREATS,
    RIVER,
    RIVER_RANK,
    RIVER_SLIDE,
    SIDEWAYS,
    SLIDE,
    SUPERPAWN,
    WIDTH,
    ZEBRA,
    ZEBRA_STEPS,
    ZOBRIST,
    ZOBRIST_SIDE,
)
from engine.rules.congo.weights import PSQT, VALUES

MAX_STEPS = 256
"""Fourteen pieces have at most 16 moves each, not counting the monkey's jumps."""


@inline
def lion_targets(position: Any, square: int, side: int) -> int:
    """Return the lion's targets: steps inside the castle, and the flying capture (rules: Lion)."""
    targets = LION_STEPS[square]
    enemy_lion = position.kinds[LION] & position.sides[1 - side]
    if enemy_lion:
        line = LION_LINES[square, lowest(enemy_lion)]
        if line >= 0 and not line & (position.sides[0] | position.sides[1]):
            targets |= enemy_lion
    return targets


@inline
def crocodile_targets(square: int, occupied: int) -> int:
    """Return steps, the slide towards the river and the slide along it (rules: Crocodile)."""
    targets = KING_STEPS[square] | SLIDE[square, 0]
    if SLIDE[square, 0] & ~occupied:
        targets |= SLIDE[square, 1]
        if SLIDE[square, 1] & ~occupied:
            targets |= SLIDE[square, 2]
    if (int64(1) << square) & RIVER:
        targets |= RIVER_SLIDE[square % WIDTH, (occupied >> (RIVER_RANK * WIDTH)) & 127]
    return targets


@inline
def retreat(square: int, side: int, direction: int, empty: int) -> int:
    """Return one or two squares backward over empty squares (rules: Pawn, Superpawn)."""
    near = RETREAT_NEAR[side, square, direction] & empty
    if near:
        return near | (RETREAT_FAR[side, square, direction] & empty)
    return near


@inline
def pawn_targets(square: int, side: int, empty: int) -> int:
    """Return the squares ahead, and past the river the empty ones straight behind."""
    targets = PAWN_STEPS[side, square]
    if (int64(1) << square) & PAST_RIVER[side]:
        targets |= retreat(square, side, int64(0), empty)
    return targets


@inline
def superpawn_targets(square: int, side: int, empty: int) -> int:
    """Return the squares ahead and to the side, and the empty ones behind in three directions."""
    targets = PAWN_STEPS[side, square] | SIDEWAYS[square]
    for direction in range(RETREATS):
        targets |= retreat(square, side, direction, empty)
    return targets


@inline
def targets_of(position: Any, kind: int, square: int, side: int) -> int:
    """Return the target squares of a piece of `side` as a bitboard, with captures, without monkey jumps.

    Called with a constant kind, which makes generating moves and counting mobility twice as fast.
    """
    own = position.sides[side]
    occupied = own | position.sides[1 - side]
    empty = FULL & ~occupied
    if kind == PAWN:
        return pawn_targets(square, side, empty) & ~own
    if kind == LION:
        return lion_targets(position, square, side) & ~own
    if kind == ZEBRA:
        return ZEBRA_STEPS[square] & ~own
    if kind == ELEPHANT:
        return ELEPHANT_STEPS[square] & ~own
    if kind == GIRAFFE:
        return (KING_STEPS[square] & empty) | (GIRAFFE_JUMPS[square] & ~own)
    if kind == CROCODILE:
        return crocodile_targets(square, occupied) & ~own
    if kind == MONKEY:
        return KING_STEPS[square] & empty
    return superpawn_targets(square, side, empty) & ~own


@jit
def write_jumps(buffer: Any, start: int, capacity: int, square: int, empty: int, enemy: int) -> int:
    """Write every capture of the monkey on `square` from index `start` on (rules: Monkey).

    `empty` counts the monkey's own square as empty. A capture is a landing square and the set of animals
    jumped over; two paths that agree in both are one move. They are found level by level, a level being
    all captures of the same number of animals, and the buffer itself is the queue. Since directions are
    tried in the order of their landing squares' names, captures of a level appear in the order of their
    first paths: the first way in which one is found is the one that is written (see notation.py).
    Returns the index after the last, -1 if they do not fit.
    """
    base = square | (int64(MONKEY) << KIND_SHIFT)
    end = start
    at = start - 1  # the capture that is being extended; start - 1 means the monkey's own square
    here, taken = square, int64(0)
    level_end = start
    while True:
        for direction in range(8):
            over = JUMP_OVER[here, direction]
            landing = JUMP_TO[here, direction]
            if over & enemy & ~taken and (int64(1) << landing) & empty:
                code = base | (landing << 6) | ((taken | over) << CAPTURED_SHIFT)
                known = False
                for other in range(level_end, end):
                    if buffer[other] == code:
                        known = True
                        break
                if not known:
                    if end >= capacity:
                        return int64(-1)
                    buffer[end] = code
                    end += 1
        at += 1
        if at == level_end:
            level_end = end
        if at >= end:
            return end
        here = (buffer[at] >> 6) & 63
        taken = (buffer[at] >> CAPTURED_SHIFT) & FULL


@jit
def monkey_jumps(position: Any, buffer: Any, start: int, capacity: int) -> int:
    """Write the captures of all monkeys of the side to move; -1 if they do not fit."""
    side = position.side
    enemy = position.sides[1 - side]
    empty = FULL & ~(position.sides[side] | enemy)
    monkeys = position.kinds[MONKEY] & position.sides[side]
    end = start
    while monkeys and end >= 0:
        square = lowest(monkeys)
        if KING_STEPS[square] & enemy:
            end = write_jumps(buffer, end, capacity, square, empty | (int64(1) << square), enemy)
        monkeys &= monkeys - 1
    return end


@inline
def write_kind(position: Any, buffer: Any, start: int, wanted: int, kind: int) -> int:
    """Write the steps of the pieces of one kind; see `write_steps`."""
    side = position.side
    enemy = position.sides[1 - side]
    end = start
    movers = position.kinds[kind] & position.sides[side]
    while movers:
        square = lowest(movers)
        movers &= movers - 1
        base = square | (kind << KIND_SHIFT)
        targets = targets_of(position, kind, square, side) & wanted
        while targets:
            bit = targets & -targets
            targets ^= bit
            buffer[end] = base | (lowest(bit) << 6) | ((bit & enemy) << CAPTURED_SHIFT)
            end += 1
    return end


@jit
def write_steps(position: Any, buffer: Any, start: int, wanted: int) -> int:
    """Write the moves, other than a monkey's captures, that end on a square of `wanted`."""
    end = write_kind(position, buffer, start, wanted, LION)
    end = write_kind(position, buffer, end, wanted, ZEBRA)
    end = write_kind(position, buffer, end, wanted, ELEPHANT)
    end = write_kind(position, buffer, end, wanted, GIRAFFE)
    end = write_kind(position, buffer, end, wanted, CROCODILE)
    end = write_kind(position, buffer, end, wanted, MONKEY)
    end = write_kind(position, buffer, end, wanted, PAWN)
    return write_kind(position, buffer, end, wanted, SUPERPAWN)


@jit
def generate(position: Any, buffer: Any, start: int, capacity: int) -> int:
    """See `core.generate`."""
    if capacity - start < MAX_STEPS:
        return int64(-1)
    end = write_steps(position, buffer, start, int64(FULL))
    return monkey_jumps(position, buffer, end, capacity)


@jit
def drownable(position: Any, side: int) -> int:
    """Return the pieces of a side that are in the river and can drown: all but crocodiles."""
    return position.sides[side] & RIVER & ~position.kinds[CROCODILE]


@jit
def kind_on(position: Any, square: int) -> int:
    """Return the kind of the piece on a square that is not empty."""
    bit = int64(1) << square
    kind = int64(0)
    while not position.kinds[kind] & bit:
        kind += 1
    return kind


@jit
def promotions(position: Any, buffer: Any, start: int) -> int:
    """Write the pawns' steps to the last rank that capture nothing."""
    side = position.side
    wanted = LAST_RANK[side] & ~(position.sides[0] | position.sides[1])
    if not RANK_BEFORE_LAST[side] & position.kinds[PAWN] & position.sides[side]:
        return start
    return write_kind(position, buffer, start, wanted, PAWN)


@jit
def escapes(position: Any, buffer: Any, start: int) -> int:
    """Write the moves that save a piece from drowning and capture nothing."""
    side = position.side
    dry = FULL & ~RIVER & ~(position.sides[0] | position.sides[1])
    wet = drownable(position, side)
    end = start
    while wet:
        square = lowest(wet)
        wet &= wet - 1
        kind = kind_on(position, square)
        targets = targets_of(position, kind, square, side) & dry
        while targets:
            buffer[end] = square | (kind << KIND_SHIFT) | (lowest(targets) << 6)
            targets &= targets - 1
            end += 1
    return end


@jit
def generate_tactical(position: Any, buffer: Any, start: int, capacity: int) -> int:
    """See `core.generate_tactical`: captures, promotions, and escapes from drowning."""
    if capacity - start < MAX_STEPS:
        return int64(-1)
    end = write_steps(position, buffer, start, position.sides[1 - position.side])
    end = promotions(position, buffer, end)
    end = escapes(position, buffer, end)
    return monkey_jumps(position, buffer, end, capacity)


@jit
def count(position: Any, buffer: Any, start: int, capacity: int) -> int:
    """See `core.count`."""
    side = position.side
    total = int64(0)
    for kind in range(KINDS):
        movers = position.kinds[kind] & position.sides[side]
        while movers:
            total += popcount(targets_of(position, kind, lowest(movers), side))
            movers &= movers - 1
    end = monkey_jumps(position, buffer, start, capacity)
    if end < 0:
        return end
    return total + end - start


@jit
def move_from_key(position: Any, move_key: int) -> int:
    """See `core.move_from_key`: every move but a monkey's captures, whose path a key does not contain."""
    side = position.side
    start, end = move_key & 63, (move_key >> 6) & 63
    kind = (move_key >> KIND_SHIFT) & 7
    if not position.kinds[kind] & position.sides[side] & (int64(1) << start):
        return int64(core.NO_MOVE)
    end_bit = targets_of(position, kind, start, side) & (int64(1) << end)
    move = start | (end << 6) | (kind << KIND_SHIFT)
    move |= (end_bit & position.sides[1 - side]) << CAPTURED_SHIFT
    return move if end_bit and core.move_key(move) == move_key else int64(core.NO_MOVE)


@jit
def remove(position: Any, side: int, squares: int) -> None:
    """Take pieces of one side off the board."""
    for kind in range(KINDS):
        hit = position.kinds[kind] & squares
        position.kinds[kind] ^= hit
        while hit:
            square = lowest(hit)
            hit &= hit - 1
            position.key ^= ZOBRIST[side, kind, square]
            position.psqt_score -= PSQT[side, kind, square]
    position.sides[side] &= ~squares


@jit
def put(position: Any, side: int, kind: int, square: int) -> None:
    """Put a piece on an empty square."""
    bit = int64(1) << square
    position.kinds[kind] |= bit
    position.sides[side] |= bit
    position.key ^= ZOBRIST[side, kind, square]
    position.psqt_score += PSQT[side, kind, square]


@jit
def lift(position: Any, side: int, kind: int, square: int) -> None:
    """Remove the piece from a square that is not empty."""
    bit = int64(1) << square
    position.kinds[kind] ^= bit
    position.sides[side] ^= bit
    position.key ^= ZOBRIST[side, kind, square]
    position.psqt_score -= PSQT[side, kind, square]


@jit
def play(position: Any, move: int) -> bool:
    """See `core.play`."""
    side = position.side
    start = move & 63
    end = (move >> 6) & 63
    kind = (move >> KIND_SHIFT) & 7
    captured = (move >> CAPTURED_SHIFT) & FULL
    start_bit, end_bit = int64(1) << start, int64(1) << end
    wet = drownable(position, side)
    if captured:
        remove(position, 1 - side, captured)
    lift(position, side, kind, start)
    drowned = wet & ~start_bit
    progress = captured != 0 or drowned != 0
    if drowned:
        remove(position, side, drowned)
    if wet & start_bit and end_bit & RIVER:
        progress = True  # it was in the river and is in the river (rules: Drowning)
    elif kind == PAWN and end_bit & LAST_RANK[side]:
        put(position, side, int64(SUPERPAWN), end)
        progress = True
    else:
        put(position, side, kind, end)
    position.side = 1 - side
    position.key ^= ZOBRIST_SIDE
    return progress


@jit
def terminal_result(position: Any) -> int:
    """See `core.terminal_result`: a captured lion before bare lions."""
    lions = position.kinds[LION]
    if not lions & position.sides[position.side]:
        return int64(core.LOST)
    if not lions & position.sides[1 - position.side]:
        return int64(core.WON)
    if position.sides[0] | position.sides[1] == lions:
        return int64(core.DRAWN)
    return int64(core.ONGOING)


@jit
def result_without_moves(position: Any) -> int:
    """See `core.result_without_moves`: no legal move loses."""
    return int64(core.LOST)


@jit
def gain(position: Any, move: int) -> int:
    """See `core.gain`: what is captured, and a promotion."""
    total = int64(0)
    end_bit = int64(1) << ((move >> 6) & 63)
    if (move >> KIND_SHIFT) & 7 == PAWN and end_bit & LAST_RANK[position.side]:
        total += VALUES[SUPERPAWN] - VALUES[PAWN]
    captured = (move >> CAPTURED_SHIFT) & FULL
    if captured:
        for kind in range(KINDS):
            total += popcount(position.kinds[kind] & captured) * VALUES[kind]
    return total


@jit
def play_null_move(position: Any) -> bool:
    """See `core.play_null_move`: not with a piece in the river, nor with only pawns beside the lion."""
    side = position.side
    few = position.kinds[LION] | position.kinds[PAWN]
    if drownable(position, side) or not position.sides[side] & ~few:
        return False
    position.side = 1 - side
    position.key ^= ZOBRIST_SIDE
    return True


@jit
def compute_key(position: Any) -> int:
    """See `core.compute_key`."""
    key = int64(0)
    for side in range(2):
        for kind in range(KINDS):
            pieces = position.kinds[kind] & position.sides[side]
            while pieces:
                key ^= ZOBRIST[side, kind, lowest(pieces)]
                pieces &= pieces - 1
    return key ^ ZOBRIST_SIDE if position.side == BLACK else key
