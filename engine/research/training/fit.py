"""Train the network: Adam (Kingma and Ba, 2015) on batches, in compiled code, without a framework.

The network sees a position from both perspectives. Each accumulator is the bias plus the rows of the first
layer of the active inputs. Both, that of the side to move first, pass a squared clipped ReLU (SCReLU) and are
weighted by the output weights of one of `OUTPUT_BUCKETS` buckets. The logistic function of this output is the
expected score. The arrays:

========================== ================================================================
first, bias                (inputs, width) and (width), float32
second, out_bias           (buckets, 2, width) and (buckets), float32
grad_…                     the gradient, in the shape of its weights
inputs                     (positions, MAX_ACTIVE_INPUTS), int16: `TrainingSet.inputs`
targets                    (positions), float32: expected scores, 0 to 1
buckets                    (MAX_BUCKET_INPUTS + 1), int64: bucket by number of active inputs
mapping                    (3, inputs), int64: see `perspectives`
chosen, mirrored           (batch), int64 and bool: positions, and whether to mirror each
own, other                 (MAX_ACTIVE_INPUTS), int64: active inputs of both perspectives
a, b                       (width), float32: accumulators of the side to move, and of the other
========================== ================================================================
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from engine.compiled.jit import fastmath, int64
from engine.research.training import texts
from engine.research.training.samples import MAX_ACTIVE_INPUTS, TrainingSet
from engine.rules.facts import NetworkInputs
from engine.search.limits import logistic
from engine.search.network_layout import MAX_BUCKET_INPUTS, OUTPUT_BUCKETS, QA, QB, output_bucket
from engine.system.errors import UserError

Floats = npt.NDArray[np.float32]
BATCH_SIZE = 8192
BLOCKS, HELD_OUT_EVERY = 1000, 50
"""The number of blocks of neighbouring positions, and of how many of these one is held out."""
MAX_FIRST_WEIGHT, MAX_SECOND_WEIGHT = 1.98, 127 / QB
"""Bounds of the weights that keep int16 from overflowing: in accumulators, the sums of bias and active rows,
and in products of a clipped value, at most `QA`, and an output weight."""
BETA_1, BETA_2, EPSILON = 0.9, 0.999, 1e-8
FINAL_RATE_FACTOR = 0.01
"""The final learning rate as a share of the first one; it falls by cosine annealing."""


class Weights(NamedTuple):
    """The network as floats, in the shapes of `network_file.Network`."""

    first: Floats
    first_bias: Floats
    second: Floats
    second_bias: Floats


@dataclass(frozen=True)
class TrainingConfig:
    """The hyperparameters of training a network."""

    width: int = 128
    epochs: int = 20
    seed: int = 1
    rate: float = 1e-3
    """The learning rate at the beginning."""
    result_weight: float = 0.1
    """Weight of the game's result in the target (lambda, WDL); the rest is the search's score."""
    scale_cp: float = 235.0
    """The centipawns that multiply the odds of winning by e."""


def new_weights(inputs: int, width: int, seed: int) -> Weights:
    """Return a network with small random weights."""
    rng = np.random.default_rng(seed)
    second = np.tile(rng.standard_normal((1, 2, width)) / np.sqrt(width), (OUTPUT_BUCKETS, 1, 1))
    return Weights(
        (rng.standard_normal((inputs, width)) * 0.1).astype(np.float32),
        np.full(width, 0.3, np.float32),
        second.astype(np.float32),
        np.zeros(OUTPUT_BUCKETS, np.float32),
    )


def perspectives(shape: NetworkInputs) -> npt.NDArray[np.int64]:
    """Return the number of each input in other perspectives: (3, inputs), int64.

    Row 0 is the input in the other side's perspective, row 1 the input mirrored left-right, row 2 both.
    """
    numbers = np.arange(shape.total).reshape(2, -1, shape.ranks, shape.files)
    other, mirrored = numbers[::-1, :, ::-1, :], numbers[..., ::-1]
    return np.stack([other.reshape(-1), mirrored.reshape(-1), other[..., ::-1].reshape(-1)])


@fastmath
def read_inputs(inputs: Any, mapping: Any, mirror: bool, own: Any, other: Any) -> int:
    """Write the active inputs of both perspectives into `own` and `other`; return how many."""
    count = 0
    while count < inputs.size and inputs[count] >= 0:
        given = inputs[count]
        own[count] = mapping[1, given] if mirror else given
        other[count] = mapping[2, given] if mirror else mapping[0, given]
        count += 1
    return count


@fastmath
def forward(first: Any, bias: Any, second: Any, own: Any, other: Any, count: int, a: Any, b: Any) -> float:
    """Write the two accumulators into `a` and `b`; return the output without its bias.

    `second` are the output weights of one bucket, (2, width).
    """
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


@fastmath
def backward_half(x: Any, second: Any, grad_second: Any, grad_output: float) -> None:
    """Add to the gradient of the output weights of one accumulator; replace the accumulator by its gradient.

    `grad_output` is the derivative of the loss by the output.
    """
    zero, one, two = np.float32(0), np.float32(1), np.float32(2)
    for h in range(x.size):
        value = min(max(x[h], zero), one)
        grad_second[h] += grad_output * value * value
        inside = two * value * grad_output * second[h]
        x[h] = inside if value < one else zero


@fastmath
def gradient(
    first: Any,
    bias: Any,
    second: Any,
    out_bias: Any,
    inputs: Any,
    targets: Any,
    buckets: Any,
    mapping: Any,
    chosen: Any,
    mirrored: Any,
    grad_first: Any,
    grad_bias: Any,
    grad_second: Any,
    grad_out: Any,
) -> float:
    """Add half the gradient of the squared error over `chosen`; return the summed squared error."""
    width = bias.size
    a, b = np.empty(width, np.float32), np.empty(width, np.float32)
    own, other = np.empty(MAX_ACTIVE_INPUTS, np.int64), np.empty(MAX_ACTIVE_INPUTS, np.int64)
    one = np.float32(1)
    loss = 0.0
    for n in range(chosen.size):
        at = chosen[n]
        count = read_inputs(inputs[at], mapping, mirrored[n], own, other)
        bucket = buckets[count]
        out = forward(first, bias, second[bucket], own, other, count, a, b) + out_bias[bucket]
        expected = one / (one + np.exp(-out))
        error = expected - targets[at]
        loss += error * error
        grad_output: Any = np.float32(error * expected * (one - expected))
        grad_out[bucket] += grad_output
        backward_half(a, second[bucket, 0], grad_second[bucket, 0], grad_output)
        backward_half(b, second[bucket, 1], grad_second[bucket, 1], grad_output)
        for h in range(width):
            grad_bias[h] += a[h] + b[h]
        for k in range(count):
            row, other_row = grad_first[own[k]], grad_first[other[k]]
            for h in range(width):
                row[h] += a[h]
            for h in range(width):
                other_row[h] += b[h]
    return loss


@fastmath
def adam(
    weights: Any, grad: Any, first_moment: Any, second_moment: Any, rate: float, step: int, limit: float
) -> None:
    """Make one step on flat arrays, clip the weights to `limit` and clear the gradient."""
    one, zero = np.float32(1), np.float32(0)
    b1, b2 = np.float32(BETA_1), np.float32(BETA_2)
    c1 = np.float32(rate) / (one - b1 ** np.float32(step))
    c2 = one / (one - b2 ** np.float32(step))
    bound = np.float32(limit)
    for n in range(weights.size):
        g = grad[n]
        m = b1 * first_moment[n] + (one - b1) * g
        v = b2 * second_moment[n] + (one - b2) * g * g
        first_moment[n], second_moment[n], grad[n] = m, v, zero
        weights[n] = min(max(weights[n] - c1 * m / (np.sqrt(v * c2) + np.float32(EPSILON)), -bound), bound)


@fastmath
def held_out_loss(
    first: Any,
    bias: Any,
    second: Any,
    out_bias: Any,
    inputs: Any,
    targets: Any,
    buckets: Any,
    mapping: Any,
    chosen: Any,
) -> float:
    """Return the mean squared error over `chosen`, without training on it."""
    width = bias.size
    a, b = np.empty(width, np.float32), np.empty(width, np.float32)
    own, other = np.empty(MAX_ACTIVE_INPUTS, np.int64), np.empty(MAX_ACTIVE_INPUTS, np.int64)
    loss = 0.0
    for n in range(chosen.size):
        at = chosen[n]
        count = read_inputs(inputs[at], mapping, False, own, other)
        bucket = buckets[count]
        out = forward(first, bias, second[bucket], own, other, count, a, b) + out_bias[bucket]
        error = 1 / (1 + np.exp(-out)) - targets[at]
        loss += error * error
    return loss / max(chosen.size, 1)


def targets_of(samples: TrainingSet, config: TrainingConfig) -> Floats:
    """Return the targets: the tablebase's result where it has one, else score and result mixed."""
    search = logistic(samples.scores.astype(np.float32) / config.scale_cp)
    results = (samples.results + np.float32(1)) / 2
    mixed = config.result_weight * results + (1 - config.result_weight) * search
    return np.where(samples.exact, results, mixed).astype(np.float32)


def buckets_by_count(at_start: int) -> npt.NDArray[np.int64]:
    """Return the output bucket by the number of active inputs."""
    return np.array([output_bucket(count, at_start) for count in range(MAX_BUCKET_INPUTS + 1)], np.int64)


def train_network(
    weights: Weights,
    samples: TrainingSet,
    shape: NetworkInputs,
    config: TrainingConfig,
    report: Callable[[int, float, float], None],
) -> None:
    """Train `weights` in place; `report` is called with the epoch, its loss and its held-out loss.

    The last batch of an epoch is left out if it is not full, unless it is the only one.

    Raises:
        UserError: there are no positions.
    """
    targets = targets_of(samples, config)
    data = (samples.inputs, targets, buckets_by_count(shape.at_start), perspectives(shape))
    everything, is_held_out = np.arange(len(targets)), _held_out(len(targets))
    held_out, used = everything[is_held_out], everything[~is_held_out]
    if not len(used):
        raise UserError(texts.NO_POSITIONS)
    rng = np.random.default_rng(config.seed)
    batches = max(len(used) // BATCH_SIZE, 1)
    optimiser = _Optimiser(weights, config.rate, config.epochs * batches)
    for epoch in range(config.epochs):
        order = rng.permutation(used)
        total = 0.0
        for number in range(batches):
            chosen = order[number * BATCH_SIZE : (number + 1) * BATCH_SIZE]
            mirrored = rng.integers(0, 2, len(chosen)).astype(np.bool_)
            total += gradient(*weights, *data, chosen, mirrored, *optimiser.gradients)
            optimiser.apply(len(chosen))
        report(
            epoch + 1,
            total / min(batches * BATCH_SIZE, len(used)),
            float(held_out_loss(*weights, *data, held_out)),
        )


def _held_out(count: int) -> npt.NDArray[np.bool_]:
    """Return which of `count` positions are held out: whole blocks, since neighbours are from one game."""
    block = np.arange(count) * min(BLOCKS, count) // max(count, 1)
    return block % HELD_OUT_EVERY == HELD_OUT_EVERY - 1


class _Optimiser:
    """Applies the `gradients` of batches to weights, in so many steps of a falling learning rate."""

    def __init__(self, weights: Weights, rate: float, steps: int) -> None:
        self._weights, self._rate, self._steps, self._step = weights, rate, steps, 0
        self.gradients = [np.zeros_like(part) for part in weights]
        """To be added to; cleared by each step."""
        self._moments = [
            (np.zeros(part.size, np.float32), np.zeros(part.size, np.float32)) for part in weights
        ]

    def apply(self, positions: int) -> None:
        """Make a step with the gradients of a batch with so many positions."""
        self._step += 1
        cosine = (1 + np.cos(np.pi * self._step / self._steps)) / 2
        rate = self._rate * (FINAL_RATE_FACTOR + (1 - FINAL_RATE_FACTOR) * cosine)
        limits = (MAX_FIRST_WEIGHT, MAX_FIRST_WEIGHT, MAX_SECOND_WEIGHT, 1e6)
        parts = zip(self._weights, self.gradients, self._moments, limits, strict=True)
        for part, grad, both, limit in parts:
            flat = grad.reshape(-1)
            flat /= positions
            adam(part.reshape(-1), flat, *both, float(rate), int64(self._step), float(limit))


def quantised(weights: Weights) -> tuple[Any, Any, Any, Any]:
    """Return the weights quantised to the integers of a network file."""
    first, first_bias = (np.rint(part * QA).astype(np.int16) for part in weights[:2])
    second = np.rint(weights.second * QB).astype(np.int16)
    return first, first_bias, second, np.rint(weights.second_bias * QA * QB).astype(np.int32)
