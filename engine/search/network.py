"""The evaluation by neural network, compiled; its first layer is updated move by move.

An efficiently updatable neural network (NNUE: Y. Nasu 2018; in Stockfish since 2020). Its inputs are the
bits of `core.input_boards`, from the perspectives of both sides: from the second side's the owners of the
bitboards are exchanged and the ranks mirrored. Both perspectives use the same weights. An accumulator is the
sum of the rows of the active inputs; it belongs to a ply of the line and is brought up to date when a score
is wanted, from the nearest ply above that has a valid one. The two accumulators, that of the side to move
first, pass a squared clipped ReLU (SCReLU) and are weighted by one of several sets of output weights (output
buckets), chosen by the number of active inputs.

`s.network` is the address of the weights, laid out as in network_layout.py, so that another network needs no
compiling.
"""

from __future__ import annotations

from typing import Any

from engine.compiled.jit import inline, int64, lowest, noinline, word_at
from engine.compiled.vectors import add_vector, squared_product, subtract_vector
from engine.rules.core import evaluate, input_boards
from engine.search.network_layout import (
    BIAS_AT,
    BOARDS_PER_SIDE_AT,
    BUCKET_AT,
    LANES,
    MAX_BUCKET_INPUTS,
    MIN_ACTIVE_AT,
    MIRRORED_AT,
    QA,
    QB,
    SCALE_AT,
    SQUARES_AT,
    WEIGHTS_BYTE,
    WIDTH_AT,
)
from engine.search.state import MAX_STATIC_SCORE_CP

MIXER = 0x5851F42D4C957F2D
"""An odd number whose product with a key spreads its bits (Knuth's multiplier of linear congruences)."""


@inline
def row_of(network: int, board: int, square: int, side: int, width: int) -> int:
    """Return the address of the row of an input, from the perspective of a side."""
    squares = word_at(network, int64(SQUARES_AT))
    at = board * squares + square
    if side:
        half = word_at(network, int64(BOARDS_PER_SIDE_AT))
        other = board - half if board >= half else board + half
        at = other * squares + word_at(network, MIRRORED_AT + square)
    return network + WEIGHTS_BYTE + 2 * width * at


@inline
def accumulator(s: Any, ply: int, side: int) -> int:
    """Return the address of the accumulator of a side's perspective."""
    return int64(s.accumulators[ply, side].ctypes.data)


@noinline
def update(s: Any, ply: int, refresh: bool) -> None:
    """Compute the accumulators at `ply` from those at the ply above.

    With `refresh` they are computed from the position alone.
    """
    network = s.network
    width, boards = word_at(network, int64(WIDTH_AT)), 2 * word_at(network, int64(BOARDS_PER_SIDE_AT))
    blocks = width // LANES
    input_boards(s.positions[ply], s.input_boards[ply])
    white, black = accumulator(s, ply, int64(0)), accumulator(s, ply, int64(1))
    if refresh:
        white_source = black_source = row_of(network, boards, int64(0), int64(0), width)
        inputs = int64(0)  # the sources are the bias row, stored after the others
    else:
        white_source, black_source = accumulator(s, ply - 1, int64(0)), accumulator(s, ply - 1, int64(1))
        inputs = s.active_inputs[ply - 1]
    for board in range(boards):
        before, after = int64(0) if refresh else s.input_boards[ply - 1, board], s.input_boards[ply, board]
        changed = before ^ after
        while changed:
            square = lowest(changed)
            white_row = row_of(network, board, square, int64(0), width)
            black_row = row_of(network, board, square, int64(1), width)
            if after >> square & 1:
                add_vector(white, white_source, white_row, blocks)
                add_vector(black, black_source, black_row, blocks)
                inputs += 1
            else:
                subtract_vector(white, white_source, white_row, blocks)
                subtract_vector(black, black_source, black_row, blocks)
                inputs -= 1
            white_source, black_source = white, black
            changed &= changed - 1
    if white_source != white:  # nothing has changed, as after a null move
        for at in range(width):
            s.accumulators[ply, 0, at] = s.accumulators[ply - 1, 0, at]
            s.accumulators[ply, 1, at] = s.accumulators[ply - 1, 1, at]
    s.active_inputs[ply] = inputs
    s.accumulator_valid[ply] = 1


@inline
def limited(score: int) -> int:
    """Return a static score, or the limit that it exceeds."""
    return min(max(score, int64(-MAX_STATIC_SCORE_CP)), int64(MAX_STATIC_SCORE_CP))


@noinline
def network_score(s: Any, ply: int) -> int:
    """Return the network's score in centipawns for the side to move at `ply`."""
    valid = ply
    while valid > 0 and not s.accumulator_valid[valid]:
        valid -= 1
    for at in range(valid if not s.accumulator_valid[valid] else valid + 1, ply + 1):
        update(s, at, at == 0)
    network, side = s.network, s.positions[ply].side
    width, boards = word_at(network, int64(WIDTH_AT)), 2 * word_at(network, int64(BOARDS_PER_SIDE_AT))
    blocks = width // LANES
    bucket = word_at(network, BUCKET_AT + min(s.active_inputs[ply], int64(MAX_BUCKET_INPUTS)))
    # The buckets are stored after the bias, which is stored after the rows.
    weights = row_of(network, boards, int64(0), int64(0), width) + (1 + 2 * bucket) * 2 * width
    total = squared_product(accumulator(s, ply, side), weights, blocks, int64(QA))
    total += squared_product(accumulator(s, ply, 1 - side), weights + 2 * width, blocks, int64(QA))
    total = total // QA + word_at(network, BIAS_AT + bucket)
    return limited(total * word_at(network, int64(SCALE_AT)) // (QA * QB))


@inline
def variety(s: Any, ply: int) -> int:
    """Return centipawns between plus and minus `s.variety_cp`, another number for each position and seed."""
    return ((s.positions[ply].key ^ s.variety_seed) * MIXER >> 40) % (2 * s.variety_cp + 1) - s.variety_cp


@noinline
def static_eval(s: Any, ply: int, alpha: int, beta: int) -> int:
    """Return the static score at `ply`: the network's or, without one or with few pieces, `evaluate`."""
    if s.network:
        score = network_score(s, ply)
        if s.active_inputs[ply] >= word_at(s.network, int64(MIN_ACTIVE_AT)):
            return score + variety(s, ply) if s.variety_cp else score
    return limited(evaluate(s.positions[ply], alpha, beta))
