"""Where the weights of a network are in memory, and what their numbers mean. No numba here."""

from __future__ import annotations

LANES = 32
"""A network's width is a multiple of this: what compiled code adds at a time."""
ONE, SECOND_ONE = 255, 64
"""What stands for 1 in the accumulators, and in the weights of the output."""
SETS = 8
"""Sets of output weights."""
MAX_INPUTS_ON = 64
"""More inputs that are on than these count as so many when the set of output weights is chosen."""

(WIDTH_AT, HALF_AT, SQUARES_AT, SCALE_AT, BIAS_AT) = range(5)
FEWEST_AT, TURNED_AT, SET_AT = 13, 16, 80
WEIGHTS_AT = 8 * 152
"""Where things are at `s.network`, in words: width, half the number of bitboards, squares, centipawns of the
output's 1, the output's biases, the fewest inputs on that it judges, by square that with the ranks turned,
by the number of inputs that are on the set. At byte `WEIGHTS_AT` begin the weights, int16: the rows of the
first layer, its bias, the sets."""
