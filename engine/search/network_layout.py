"""Where the weights of a network are in memory, and what their numbers mean. No numba here."""

from __future__ import annotations

LANES = 32
"""A network's width is a multiple of this: what compiled code adds at a time."""
QA, QB = 255, 64
"""The quantisation factors: the integers that represent 1 in the accumulators, and in the output weights."""
OUTPUT_BUCKETS = 8
MAX_BUCKET_INPUTS = 64
"""Positions with more active inputs use the output bucket of this number."""

(WIDTH_AT, BOARDS_PER_SIDE_AT, SQUARES_AT, SCALE_AT, BIAS_AT) = range(5)
MIN_ACTIVE_AT, MIRRORED_AT, BUCKET_AT = 13, 16, 80
WEIGHTS_BYTE = 8 * 152
"""The layout of the memory at `s.network`, by offset, in 8-byte words:

====================== ========================================================================
WIDTH_AT               the width of the first layer
BOARDS_PER_SIDE_AT     the number of bitboards of each side
SQUARES_AT             the number of squares of a bitboard
SCALE_AT               centipawns of an output of 1
BIAS_AT                the output biases, one for each bucket
MIN_ACTIVE_AT          the minimum number of active inputs with which the network evaluates a position
MIRRORED_AT            by square, the same square with the ranks mirrored
BUCKET_AT              by number of active inputs, the output bucket
byte WEIGHTS_BYTE      the weights, int16: first layer by input, its bias, output by bucket
====================== ========================================================================
"""


def output_bucket(active_inputs: int, at_start: int) -> int:
    """Return the output bucket of a position, by its active inputs and those of the start position."""
    return min(max(active_inputs - 1, 0) * OUTPUT_BUCKETS // at_start, OUTPUT_BUCKETS - 1)
