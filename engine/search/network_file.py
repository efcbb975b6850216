"""The file of a network, and the network in memory; docs/networks.md describes the format.

A file is a magic line, the length of a header, the header (JSON), the weights, and the SHA-256 of all that.
Nothing in it is executed, and its sizes are checked before memory is allocated.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.rules.facts import NetworkInputs
from engine.search import texts
from engine.search.network_layout import (
    BIAS_AT,
    BOARDS_PER_SIDE_AT,
    BUCKET_AT,
    LANES,
    MAX_BUCKET_INPUTS,
    MIN_ACTIVE_AT,
    MIRRORED_AT,
    OUTPUT_BUCKETS,
    QA,
    QB,
    SCALE_AT,
    SQUARES_AT,
    WEIGHTS_BYTE,
    WIDTH_AT,
    output_bucket,
)
from engine.search.state import MAX_NETWORK_WIDTH, MAX_STATIC_SCORE_CP
from engine.system.errors import UserError
from engine.system.files import read_file, replace_file

MAGIC = b"congo network 1\n"
LENGTH_BYTES = 4
CHECKSUM_BYTES = hashlib.sha256().digest_size
MAX_BYTES, MAX_HEADER_BYTES = 1_000_000, 10_000
MAX_SCALE_CP = 2000
MAX_INT16 = np.iinfo(np.int16).max

Shorts = npt.NDArray[np.int16]


@dataclass(frozen=True)
class Network:
    """A network for the inputs of a game, quantised.

    All weights are fixed point: `QA` (255) is 1 in `first` and `first_bias`, `QB` (64) in `second`, and
    `QA * QB` in `second_bias`. An output of 1 is `scale_cp` centipawns. `origin` says how it was made.
    """

    game: str
    inputs: NetworkInputs
    scale_cp: int
    first: Shorts
    """The first layer, (inputs, width)."""
    first_bias: Shorts
    """Its bias, (width)."""
    second: Shorts
    """Output weights by bucket, for the side to move and for the other: (`OUTPUT_BUCKETS`, 2, width)."""
    second_bias: npt.NDArray[np.int32]
    """Output biases, (`OUTPUT_BUCKETS`)."""
    origin: Mapping[str, Any] = field(default_factory=dict)

    @property
    def width(self) -> int:
        """The size of an accumulator."""
        return len(self.first_bias)

    def output_bucket(self, active_inputs: int) -> int:
        """Return the output bucket of a position with this many active inputs."""
        return output_bucket(active_inputs, self.inputs.at_start)

    def score(self, boards: npt.NDArray[np.int64], side: int) -> int:
        """Return the score for a side to move in centipawns, from the game's `input_boards`.

        The same as the search's, number for number, without compiled code: for explanations and for tests.
        """
        squares = np.arange(self.inputs.squares)
        on = (boards[: self.inputs.boards, None] >> squares & 1).astype(bool)
        half = self.inputs.boards // 2
        mirrored = np.concatenate((on[half:], on[:half]))[:, self._mirrored()]
        bucket = self.output_bucket(int(on.sum()))
        total = 0
        for half, perspective in enumerate((mirrored, on) if side else (on, mirrored)):
            active = self.first[perspective.reshape(-1)]
            sums = self.first_bias.astype(np.int64) + active.sum(axis=0, dtype=np.int64)
            clipped = np.clip(sums, 0, QA)
            total += int((clipped * clipped * self.second[bucket, half]).sum())
        total = total // QA + int(self.second_bias[bucket])
        return max(min(total * self.scale_cp // (QA * QB), MAX_STATIC_SCORE_CP), -MAX_STATIC_SCORE_CP)

    def _mirrored(self) -> npt.NDArray[np.int64]:
        """Return by square its vertical mirror image, as the second side's perspective has it."""
        ranks = np.arange(self.inputs.squares).reshape(self.inputs.ranks, self.inputs.files)
        return ranks[::-1].reshape(-1)

    def memory(self) -> npt.NDArray[np.int64]:
        """Return the network in memory, laid out as in network_layout.py."""
        numbers = [part.reshape(-1) for part in (self.first, self.first_bias, self.second)]
        words = np.concatenate([np.zeros(WEIGHTS_BYTE // 2, np.int16), *numbers]).view(np.int64)
        words[WIDTH_AT], words[SCALE_AT] = self.width, self.scale_cp
        words[BOARDS_PER_SIDE_AT], words[SQUARES_AT] = self.inputs.boards // 2, self.inputs.squares
        words[BIAS_AT : BIAS_AT + OUTPUT_BUCKETS] = self.second_bias
        words[MIN_ACTIVE_AT] = self.inputs.min_active
        words[MIRRORED_AT : MIRRORED_AT + self.inputs.squares] = self._mirrored()
        counts = range(MAX_BUCKET_INPUTS + 1)
        words[BUCKET_AT : BUCKET_AT + len(counts)] = [self.output_bucket(count) for count in counts]
        return words


def write(network: Network, path: Path) -> None:
    """Write a network to a file."""
    replace_file(path, to_bytes(network))


def to_bytes(network: Network) -> bytes:
    """Return the contents of a network's file."""
    header = json.dumps(
        {
            "game": network.game,
            "inputs": _shape(network.inputs),
            "width": network.width,
            "sets": OUTPUT_BUCKETS,
            "scale_cp": network.scale_cp,
            "origin": network.origin,
        },
        indent=1,
    ).encode()
    parts = [network.first, network.first_bias, network.second]
    weights = b"".join(part.astype("<i2").tobytes() for part in parts)
    weights += network.second_bias.astype("<i4").tobytes()
    data = MAGIC + len(header).to_bytes(LENGTH_BYTES, "little") + header + weights
    return data + hashlib.sha256(data).digest()


def read(path: Path, game: str, inputs: NetworkInputs) -> Network:
    """Read a game's network from a file.

    Raises:
        UserError: the file is missing, damaged, or not for this game.
    """
    try:
        data = read_file(path, MAX_BYTES)
    except OSError as error:
        raise UserError(texts.network_not_readable(path.name, error.strerror)) from None
    try:
        return from_bytes(data, game, inputs)
    except ValueError:
        raise UserError(texts.network_damaged(path.name)) from None


def from_bytes(data: bytes, game: str, inputs: NetworkInputs) -> Network:
    """Return the network in a file's bytes.

    Raises:
        ValueError: there is none, or not for this game.
    """
    try:
        return _parse(data, game, inputs)
    except (KeyError, TypeError, RecursionError) as error:
        raise ValueError from error


def _parse(data: bytes, game: str, inputs: NetworkInputs) -> Network:
    """Do as `from_bytes`; a damaged header may also raise other errors."""
    body, checksum = data[:-CHECKSUM_BYTES], data[-CHECKSUM_BYTES:]
    if not body.startswith(MAGIC) or hashlib.sha256(body).digest() != checksum:
        raise ValueError
    at = len(MAGIC) + LENGTH_BYTES
    length = int.from_bytes(body[len(MAGIC) : at], "little")
    if length > MAX_HEADER_BYTES:
        raise ValueError
    header = json.loads(body[at : at + length])
    width, scale_cp = _whole(header["width"]), _whole(header["scale_cp"])
    given = (header["game"], header["inputs"], header["sets"])
    fits = width <= MAX_NETWORK_WIDTH and width % LANES == 0 and scale_cp <= MAX_SCALE_CP
    if given != (game, _shape(inputs), OUTPUT_BUCKETS) or not fits:
        raise ValueError
    shorts = (inputs.total + 1 + 2 * OUTPUT_BUCKETS) * width
    weights = body[at + length :]
    if len(weights) != 2 * shorts + 4 * OUTPUT_BUCKETS:
        raise ValueError
    numbers = np.frombuffer(weights, "<i2", shorts).astype(np.int16)
    first, bias, second = np.split(numbers, [inputs.total * width, (inputs.total + 1) * width])
    second_bias = np.frombuffer(weights, "<i4", OUTPUT_BUCKETS, 2 * shorts).astype(np.int32)
    origin = dict(header["origin"])
    network = Network(
        game,
        inputs,
        scale_cp,
        first.reshape(-1, width),
        bias,
        second.reshape(OUTPUT_BUCKETS, 2, width),
        second_bias,
        origin,
    )
    if _may_overflow(network):
        raise ValueError
    return network


def _may_overflow(network: Network) -> bool:
    """Return whether the compiled search's int16 could overflow with these weights.

    Its accumulators are int16, and so is a clipped value, at most `QA`, times its output weight. A square
    has at most one piece, so each adds at most the largest of its weights to a number of an accumulator.
    """
    by_board = np.abs(network.first.astype(np.int64)).reshape(network.inputs.boards, -1, network.width)
    reach = np.abs(network.first_bias.astype(np.int64)) + by_board.max(axis=0).sum(axis=0)
    largest = np.abs(network.second.astype(np.int64)).max()
    return bool(reach.max() > MAX_INT16 or QA * largest > MAX_INT16)


def _shape(inputs: NetworkInputs) -> dict[str, int]:
    """Return the description of the inputs in a file's header."""
    return {name: getattr(inputs, name) for name in ("boards", "files", "ranks", "at_start")}


def _whole(value: Any) -> int:
    """Return a number of a header, which must be at least 1."""
    if type(value) is not int or value < 1:  # True is an int, too
        raise ValueError
    return value
