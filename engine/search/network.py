"""The learned evaluation, compiled: a network whose first layer is updated move by move.

An efficiently updatable neural network (NNUE: Y. Nasu 2018; in Stockfish since 2020). Its inputs are the
bits of `core.input_boards`, seen once by either side: the second side sees the bitboards of the owners
exchanged and the ranks turned. Both views use the same weights. A view's accumulator is the sum of the
rows of the inputs that are on; it belongs to a ply of the line and is brought up to date when a score is
wanted, from the nearest ply above that has one. The two accumulators, clipped and squared, that of the side
to move first, are weighted with one of several sets of weights, chosen by how many inputs are on.

`s.network` is the address of the weights (in the order that network_layout.py tells), so
that another network needs no compiling.
"""

from __future__ import annotations

from typing import Any

from engine.compiled.jit import inline, int64, lowest, outline, word_at
from engine.compiled.vectors import add_vector, squared_product, subtract_vector
from engine.rules.core import evaluate, input_boards
from engine.search.network_layout import (
    BIAS_AT,
    FEWEST_AT,
    HALF_AT,
    LANES,
    MAX_INPUTS_ON,
    ONE,
    SCALE_AT,
    SECOND_ONE,
    SET_AT,
    SQUARES_AT,
    TURNED_AT,
    WEIGHTS_AT,
    WIDTH_AT,
)
from engine.search.state import NETWORK_LIMIT


@inline
def row_of(network: int, board: int, square: int, side: int, width: int) -> int:
    """Return the address of the row of an input, as a side sees it."""
    squares = word_at(network, int64(SQUARES_AT))
    at = board * squares + square
    if side:
        half = word_at(network, int64(HALF_AT))
        other = board - half if board >= half else board + half
        at = other * squares + word_at(network, TURNED_AT + square)
    return network + WEIGHTS_AT + 2 * width * at


@inline
def accumulator(s: Any, ply: int, side: int) -> int:
    """Return the address of an accumulator."""
    return int64(s.accumulators[ply, side].ctypes.data)


@outline
def update(s: Any, ply: int, fresh: bool) -> None:
    """Compute the accumulators at `ply` from those at the ply above or, `fresh`, from the position alone."""
    network = s.network
    width, boards = word_at(network, int64(WIDTH_AT)), 2 * word_at(network, int64(HALF_AT))
    blocks = width // LANES
    input_boards(s.positions[ply], s.boards[ply])
    white, black = accumulator(s, ply, int64(0)), accumulator(s, ply, int64(1))
    if fresh:
        white_source = black_source = row_of(network, boards, int64(0), int64(0), width)
        inputs = int64(0)  # and that is the bias, which is behind the rows
    else:
        white_source, black_source = accumulator(s, ply - 1, int64(0)), accumulator(s, ply - 1, int64(1))
        inputs = s.inputs[ply - 1]
    for board in range(boards):
        before, after = int64(0) if fresh else s.boards[ply - 1, board], s.boards[ply, board]
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
    s.inputs[ply] = inputs
    s.accumulated[ply] = 1


@outline
def network_score(s: Any, ply: int) -> int:
    """Return the network's score in centipawns for the side to move at `ply`."""
    known = ply
    while known > 0 and not s.accumulated[known]:
        known -= 1
    for at in range(known if not s.accumulated[known] else known + 1, ply + 1):
        update(s, at, at == 0)
    network, side = s.network, s.positions[ply].side
    width, boards = word_at(network, int64(WIDTH_AT)), 2 * word_at(network, int64(HALF_AT))
    blocks = width // LANES
    chosen = word_at(network, SET_AT + min(s.inputs[ply], int64(MAX_INPUTS_ON)))
    # The sets are behind the bias, which is behind the rows.
    weights = row_of(network, boards, int64(0), int64(0), width) + (1 + 2 * chosen) * 2 * width
    total = squared_product(accumulator(s, ply, side), weights, blocks, int64(ONE))
    total += squared_product(accumulator(s, ply, 1 - side), weights + 2 * width, blocks, int64(ONE))
    total = total // ONE + word_at(network, BIAS_AT + chosen)
    score = total * word_at(network, int64(SCALE_AT)) // (ONE * SECOND_ONE)
    return min(max(score, int64(-NETWORK_LIMIT)), int64(NETWORK_LIMIT))


@outline
def static_eval(s: Any, ply: int, alpha: int, beta: int) -> int:
    """Return the static score at `ply`: the network's or, without one or with few pieces, `evaluate`."""
    if s.network:
        score = network_score(s, ply)
        if s.inputs[ply] >= word_at(s.network, int64(FEWEST_AT)):
            return score
    return evaluate(s.positions[ply], alpha, beta)
