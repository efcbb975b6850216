"""Fit the network to samples: Adam (Kingma and Ba, 2015) on batches, in compiled code, without a framework.

The network sees a position from both sides. Each side's half is a sum of rows of the first layer, one for
each active input; clipped to 0..1 and squared, the two halves, that of the side to move first, give one
number, weighted with one of `SETS` sets of weights. Its logistic function is the chance of winning.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from engine.compiled.jit import fast, int64
from engine.research.training import texts
from engine.research.training.samples import MAX_INPUTS_ON, Samples
from engine.rules.facts import NetworkInputs
from engine.search.limits import logistic
from engine.search.network_layout import MAX_INPUTS_ON as COUNTED_INPUTS
from engine.search.network_layout import ONE, SECOND_ONE, SETS
from engine.system.errors import UserError

Floats = npt.NDArray[np.float32]
BATCH = 8192
RUNS, HELD_OUT = 1000, 50
"""The number of runs of neighbouring positions, and of how many runs one is held out."""
MAX_FIRST, MAX_SECOND = 1.98, 127 / SECOND_ONE
"""Bounds of the weights, so that they fit when quantised."""
BETA_1, BETA_2, EPSILON = 0.9, 0.999, 1e-8
LAST_RATE = 0.01
"""The learning rate at the end, as a part of that at the beginning; between them it follows a cosine."""


class Weights(NamedTuple):
    """The network as floats, in the shapes of `network_file.Network`."""

    first: Floats
    first_bias: Floats
    second: Floats
    second_bias: Floats


@dataclass(frozen=True)
class Fitting:
    """The settings of a fit."""

    width: int = 128
    epochs: int = 20
    seed: int = 1
    rate: float = 1e-3
    result_weight: float = 0.1
    """Part of the label that is the game's result; the rest is the search's score."""
    scale_cp: float = 235.0
    """The centipawns that multiply the odds of winning by e."""


def new_weights(inputs: int, width: int, seed: int) -> Weights:
    """Return a network with small random weights."""
    chance = np.random.default_rng(seed)
    second = np.tile(chance.standard_normal((1, 2, width)) / np.sqrt(width), (SETS, 1, 1))
    return Weights(
        (chance.standard_normal((inputs, width)) * 0.1).astype(np.float32),
        np.full(width, 0.3, np.float32),
        second.astype(np.float32),
        np.zeros(SETS, np.float32),
    )


def views(shape: NetworkInputs) -> npt.NDArray[np.int64]:
    """Return by input which one the other side sees, and which one either sees in a mirror; `(3, inputs)`.

    Row 0 is the other side's, row 1 the mirrored own one, row 2 the mirrored one of the other side.
    """
    numbers = np.arange(shape.total).reshape(2, -1, shape.ranks, shape.files)
    other, mirrored = numbers[::-1, :, ::-1, :], numbers[..., ::-1]
    return np.stack([other.reshape(-1), mirrored.reshape(-1), other[..., ::-1].reshape(-1)])


@fast
def read_inputs(inputs: Any, seen: Any, mirror: bool, own: Any, other: Any) -> int:
    """Write the active inputs as both sides see them; return how many."""
    count = 0
    while count < inputs.size and inputs[count] >= 0:
        given = inputs[count]
        own[count] = seen[1, given] if mirror else given
        other[count] = seen[2, given] if mirror else seen[0, given]
        count += 1
    return count


@fast
def forward(first: Any, bias: Any, second: Any, own: Any, other: Any, count: int, a: Any, b: Any) -> float:
    """Write the two halves before clipping into `a` and `b`; return the output without its bias."""
    width = bias.size
    a[:] = bias
    b[:] = bias
    for n in range(count):
        row, other_row = first[own[n]], first[other[n]]
        for h in range(width):
            a[h] += row[h]
        for h in range(width):
            b[h] += other_row[h]
    total: Any = np.float32(0)
    for h in range(width):
        x = min(max(a[h], np.float32(0)), np.float32(1))
        total += x * x * second[0, h]
    for h in range(width):
        x = min(max(b[h], np.float32(0)), np.float32(1))
        total += x * x * second[1, h]
    return total


@fast
def backward_half(x: Any, second: Any, g_second: Any, slope: float) -> None:
    """Add to the gradient of a half's output weights; replace the half by its own gradient."""
    zero, one, two = np.float32(0), np.float32(1), np.float32(2)
    for h in range(x.size):
        value = min(max(x[h], zero), one)
        g_second[h] += slope * value * value
        inside = two * value * slope * second[h]
        x[h] = inside if value < one else zero


@fast
def gradient(
    first: Any,
    bias: Any,
    second: Any,
    out_bias: Any,
    inputs: Any,
    targets: Any,
    sets: Any,
    seen: Any,
    chosen: Any,
    mirrored: Any,
    g_first: Any,
    g_bias: Any,
    g_second: Any,
    g_out: Any,
) -> float:
    """Add the gradient of the error of the chances over `chosen`; return the summed squared error."""
    width = bias.size
    a, b = np.empty(width, np.float32), np.empty(width, np.float32)
    own, other = np.empty(MAX_INPUTS_ON, np.int64), np.empty(MAX_INPUTS_ON, np.int64)
    one = np.float32(1)
    loss = 0.0
    for n in range(chosen.size):
        at = chosen[n]
        count = read_inputs(inputs[at], seen, mirrored[n], own, other)
        which = sets[count]
        out = forward(first, bias, second[which], own, other, count, a, b) + out_bias[which]
        chance = one / (one + np.exp(-out))
        error = chance - targets[at]
        loss += error * error
        slope: Any = np.float32(error * chance * (one - chance))
        g_out[which] += slope
        backward_half(a, second[which, 0], g_second[which, 0], slope)
        backward_half(b, second[which, 1], g_second[which, 1], slope)
        for h in range(width):
            g_bias[h] += a[h] + b[h]
        for k in range(count):
            row, other_row = g_first[own[k]], g_first[other[k]]
            for h in range(width):
                row[h] += a[h]
            for h in range(width):
                other_row[h] += b[h]
    return loss


@fast
def adam(weights: Any, slope: Any, mean: Any, square: Any, rate: float, step: int, limit: float) -> None:
    """Make one step on flat arrays; clears the gradient."""
    one, zero = np.float32(1), np.float32(0)
    b1, b2 = np.float32(BETA_1), np.float32(BETA_2)
    c1 = np.float32(rate) / (one - b1 ** np.float32(step))
    c2 = one / (one - b2 ** np.float32(step))
    bound = np.float32(limit)
    for n in range(weights.size):
        g = slope[n]
        m = b1 * mean[n] + (one - b1) * g
        v = b2 * square[n] + (one - b2) * g * g
        mean[n], square[n], slope[n] = m, v, zero
        weights[n] = min(max(weights[n] - c1 * m / (np.sqrt(v * c2) + np.float32(EPSILON)), -bound), bound)


@fast
def held_out_loss(
    first: Any,
    bias: Any,
    second: Any,
    out_bias: Any,
    inputs: Any,
    targets: Any,
    sets: Any,
    seen: Any,
    chosen: Any,
) -> float:
    """Return the mean squared error of the chances over `chosen`."""
    width = bias.size
    a, b = np.empty(width, np.float32), np.empty(width, np.float32)
    own, other = np.empty(MAX_INPUTS_ON, np.int64), np.empty(MAX_INPUTS_ON, np.int64)
    loss = 0.0
    for n in range(chosen.size):
        at = chosen[n]
        count = read_inputs(inputs[at], seen, False, own, other)
        which = sets[count]
        out = forward(first, bias, second[which], own, other, count, a, b) + out_bias[which]
        error = 1 / (1 + np.exp(-out)) - targets[at]
        loss += error * error
    return loss / max(chosen.size, 1)


def targets_of(samples: Samples, fitting: Fitting) -> Floats:
    """Return the chances to learn: the exact result where the endgame tablebase has it."""
    search = logistic(samples.scores.astype(np.float32) / fitting.scale_cp)
    results = (samples.results + np.float32(1)) / 2
    mixed = fitting.result_weight * results + (1 - fitting.result_weight) * search
    return np.where(samples.exact, results, mixed).astype(np.float32)


def sets_by_count(at_start: int) -> npt.NDArray[np.int64]:
    """Return the set of output weights by the number of active inputs."""
    counts = np.arange(COUNTED_INPUTS + 1)
    return np.minimum(np.maximum(counts - 1, 0) * SETS // at_start, SETS - 1)


def fit(
    weights: Weights,
    samples: Samples,
    shape: NetworkInputs,
    fitting: Fitting,
    report: Callable[[int, float, float], None],
) -> None:
    """Fit `weights` in place; `report` gets the epoch, its loss and its held-out loss."""
    targets, seen, sets = (targets_of(samples, fitting), views(shape), sets_by_count(shape.at_start))
    everything = np.arange(len(targets))
    # Neighbours are of the same game, so whole runs of positions are held out.
    is_held = everything * min(RUNS, len(targets)) // max(len(targets), 1) % HELD_OUT == HELD_OUT - 1
    held, used = everything[is_held], everything[~is_held]
    if not len(used):
        raise UserError(texts.NO_POSITIONS)
    chance = np.random.default_rng(fitting.seed)
    batches = max(len(used) // BATCH, 1)
    steps, step = fitting.epochs * batches, 0
    slopes = [np.zeros_like(part) for part in weights]
    moments = [(np.zeros(part.size, np.float32), np.zeros(part.size, np.float32)) for part in weights]
    limits = (MAX_FIRST, MAX_FIRST, MAX_SECOND, 1e6)
    data = (samples.inputs, targets, sets, seen)
    for epoch in range(fitting.epochs):
        order = chance.permutation(used)
        total = 0.0
        for number in range(batches):
            chosen = order[number * BATCH : (number + 1) * BATCH]
            mirrored = chance.integers(0, 2, len(chosen)).astype(np.bool_)
            total += gradient(*weights, *data, chosen, mirrored, *slopes)
            step += 1
            rate = fitting.rate * (LAST_RATE + (1 - LAST_RATE) * (1 + np.cos(np.pi * step / steps)) / 2)
            for part, slope, (mean, square), limit in zip(weights, slopes, moments, limits, strict=True):
                flat = slope.reshape(-1)
                flat /= len(chosen)
                adam(part.reshape(-1), flat, mean, square, float(rate), int64(step), float(limit))
        report(
            epoch + 1, total / min(batches * BATCH, len(used)), float(held_out_loss(*weights, *data, held))
        )


def quantised(weights: Weights) -> tuple[Any, Any, Any, Any]:
    """Return the weights quantised to the integers of a network file."""
    first, first_bias = (np.rint(part * ONE).astype(np.int16) for part in weights[:2])
    second = np.rint(weights.second * SECOND_ONE).astype(np.int16)
    return first, first_bias, second, np.rint(weights.second_bias * ONE * SECOND_ONE).astype(np.int32)
