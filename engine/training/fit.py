"""Fit the network to samples: Adam (Kingma and Ba, 2015) on batches, in compiled code, without a framework.

The network sees a position from both sides. Each side's half is a sum of rows of the first layer, one for
each piece (own or enemy, kind, square with the ranks turned for the second side); squared and clipped to
0..1, the two halves, that of the side to move first, give one number.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numba
import numpy as np
import numpy.typing as npt

from engine.compiled.jit import int64, lowest
from engine.training.samples import Samples

Floats = npt.NDArray[np.float32]
SCALE = 174.0
"""Centipawns at which the winning chances are 1 / (1 + 1/e)."""
BATCH = 8192
SQUARES = 49
FAST: dict[str, Any] = {"nogil": True, "fastmath": True, "cache": True}


class Network(NamedTuple):
    """First layer (inputs, width), its bias (width), second layer (2 * width), its bias (1); float32."""

    first: Floats
    first_bias: Floats
    second: Floats
    second_bias: Floats


def new_network(inputs: int, width: int, seed: int) -> Network:
    """Return a network with small random weights."""
    chance = np.random.default_rng(seed)
    return Network(
        (chance.standard_normal((inputs, width)) * 0.1).astype(np.float32),
        np.full(width, 0.3, np.float32),
        (chance.standard_normal(2 * width) / np.sqrt(width)).astype(np.float32),
        np.zeros(1, np.float32),
    )


@numba.njit(**FAST)
def features(kinds: Any, sides: Any, to_move: int, mirror: bool, own: Any, other: Any) -> int:
    """Write the inputs that are on, seen by the side to move and by the other one; return how many."""
    count = 0
    for kind in range(kinds.size):
        for whose in range(2):
            board = kinds[kind] & sides[whose]
            while board:
                square = lowest(board)
                board &= board - 1
                rank, file = square // 7, square % 7
                if mirror:
                    file = 6 - file
                up = rank * 7 + file
                down = (6 - rank) * 7 + file
                mine = down if to_move else up
                theirs = up if to_move else down
                own[count] = (whose * kinds.size + kind) * SQUARES + mine
                other[count] = ((1 - whose) * kinds.size + kind) * SQUARES + theirs
                count += 1
    return count


@numba.njit(**FAST)
def forward(first: Any, bias: Any, second: Any, out_bias: Any, own: Any, other: Any, count: int, a: Any, b: Any) -> float:
    width = bias.size
    a[:] = bias
    b[:] = bias
    for n in range(count):
        row, mirror_row = first[own[n]], first[other[n]]
        for h in range(width):
            a[h] += row[h]
        for h in range(width):
            b[h] += mirror_row[h]
    total = np.float32(0)
    for h in range(width):
        x = min(max(a[h], np.float32(0)), np.float32(1))
        total += x * x * second[h]
    for h in range(width):
        x = min(max(b[h], np.float32(0)), np.float32(1))
        total += x * x * second[width + h]
    return total + out_bias[0]


@numba.njit(**FAST)
def gradient(
    first: Any, bias: Any, second: Any, out_bias: Any, kinds: Any, sides: Any, to_move: Any, targets: Any, chosen: Any,
    mirrored: Any, g_first: Any, g_bias: Any, g_second: Any, g_out: Any,
) -> float:
    """Add the gradient of the mean squared error of the chances over `chosen`; return the summed error."""
    width = bias.size
    a, b = np.empty(width, np.float32), np.empty(width, np.float32)
    own, other = np.empty(64, np.int64), np.empty(64, np.int64)
    zero, one, two = np.float32(0), np.float32(1), np.float32(2)
    loss = 0.0
    for n in range(chosen.size):
        at = chosen[n]
        count = features(kinds[at], sides[at], to_move[at], mirrored[n], own, other)
        out = forward(first, bias, second, out_bias, own, other, count, a, b)
        chance = one / (one + np.exp(-out))
        error = chance - targets[at]
        loss += error * error
        d = error * chance * (one - chance)
        g_out[0] += d
        for h in range(width):
            x = a[h]
            inside = zero < x < one
            clipped = min(max(x, zero), one)
            g_second[h] += d * clipped * clipped
            a[h] = d * two * clipped * second[h] if inside else zero
        for h in range(width):
            x = b[h]
            inside = zero < x < one
            clipped = min(max(x, zero), one)
            g_second[width + h] += d * clipped * clipped
            b[h] = d * two * clipped * second[width + h] if inside else zero
        for h in range(width):
            g_bias[h] += a[h] + b[h]
        for k in range(count):
            row, mirror_row = g_first[own[k]], g_first[other[k]]
            for h in range(width):
                row[h] += a[h]
            for h in range(width):
                mirror_row[h] += b[h]
    return loss


@numba.njit(**FAST)
def adam(w: Any, g: Any, m: Any, v: Any, rate: float, step: int, limit: float) -> None:
    """One step of Adam on flat arrays; clears the gradient."""
    b1, b2, eps = np.float32(0.9), np.float32(0.999), np.float32(1e-8)
    one = np.float32(1)
    c1, c2 = one - b1 ** np.float32(step), one - b2 ** np.float32(step)
    for n in range(w.size):
        m[n] = b1 * m[n] + (one - b1) * g[n]
        v[n] = b2 * v[n] + (one - b2) * g[n] * g[n]
        w[n] -= np.float32(rate) * (m[n] / c1) / (np.sqrt(v[n] / c2) + eps)
        w[n] = min(max(w[n], np.float32(-limit)), np.float32(limit))
        g[n] = np.float32(0)


@numba.njit(**FAST)
def held_out_loss(first: Any, bias: Any, second: Any, out_bias: Any, kinds: Any, sides: Any, to_move: Any, targets: Any, chosen: Any) -> float:
    width = bias.size
    a, b = np.empty(width, np.float32), np.empty(width, np.float32)
    own, other = np.empty(64, np.int64), np.empty(64, np.int64)
    loss = 0.0
    for n in range(chosen.size):
        at = chosen[n]
        count = features(kinds[at], sides[at], to_move[at], False, own, other)
        out = forward(first, bias, second, out_bias, own, other, count, a, b)
        error = 1.0 / (1.0 + np.exp(-out)) - targets[at]
        loss += error * error
    return loss / chosen.size


def targets_of(samples: Samples, result_weight: float = 0.3) -> Floats:
    """Return the chances to learn."""
    search = 1 / (1 + np.exp(-samples.scores.astype(np.float32) / SCALE))
    return (result_weight * (samples.results + 1) / 2 + (1 - result_weight) * search).astype(np.float32)


def train(
    network: Network, samples: Samples, epochs: int, seed: int, report: Callable[[int, float, float], None],
    rate: float = 1e-3,
) -> None:
    """Fit `network` in place; the first 2 % of the samples are held out. The rate falls to a hundredth by a cosine."""
    targets = targets_of(samples)
    held = np.arange(len(targets) // 50)
    used = np.arange(len(targets) // 50, len(targets))
    chance = np.random.default_rng(seed)
    flat = [part.reshape(-1) for part in network]
    grads = [np.zeros_like(part) for part in network]
    moments = [(np.zeros_like(part), np.zeros_like(part)) for part in flat]
    limits = (1.98, 1.98, 3.9, 3.9)
    steps = epochs * (len(used) // BATCH)
    step = 0
    for epoch in range(epochs):
        order = chance.permutation(used)
        total = 0.0
        for begin in range(0, len(order) - BATCH + 1, BATCH):
            chosen = order[begin : begin + BATCH]
            mirrored = chance.integers(0, 2, BATCH).astype(np.bool_)
            total += gradient(*network, samples.kinds, samples.sides, samples.to_move, targets, chosen, mirrored, *grads)
            step += 1
            now = rate * (0.01 + 0.99 * 0.5 * (1 + np.cos(np.pi * step / steps)))
            for part, grad, (m, v), limit in zip(flat, grads, moments, limits, strict=True):
                g = grad.reshape(-1)
                g /= BATCH
                adam(part, g, m, v, now, step, limit)
        report(epoch, total / (len(used) // BATCH * BATCH), held_out_loss(*network, samples.kinds, samples.sides, samples.to_move, targets, held))
