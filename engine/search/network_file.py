"""The file of a network, and the network in memory; docs/networks.md describes the format.

A file is a magic line, the length of a header, the header (JSON), the weights, and the SHA-256 of all that.
Nothing in it is executed, and its sizes are checked before memory is taken for them.
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
    FEWEST_AT,
    HALF_AT,
    LANES,
    MAX_INPUTS_ON,
    ONE,
    SCALE_AT,
    SECOND_ONE,
    SET_AT,
    SETS,
    SQUARES_AT,
    TURNED_AT,
    WEIGHTS_AT,
    WIDTH_AT,
)
from engine.search.state import MAX_NETWORK_WIDTH, NETWORK_LIMIT
from engine.system.errors import UserError
from engine.system.files import read_file, replace_file

MAGIC = b"congo network 1\n"
LENGTH_BYTES = 4
CHECKSUM_BYTES = hashlib.sha256().digest_size
MAX_BYTES, MAX_HEADER_BYTES = 1_000_000, 10_000
MAX_SCALE_CP = 2000

Shorts = npt.NDArray[np.int16]


@dataclass(frozen=True)
class Network:
    """A network for the inputs of a game, quantised.

    The shapes are (inputs, width), (width), (`SETS`, 2, width), the side to move first, and (`SETS`).
    `first` and `first_bias` count in parts of `ONE`, `second` in parts of `SECOND_ONE`, the output's bias in
    parts of both; `scale_cp` centipawns are one of its output. `origin` says how the network was made.
    """

    game: str
    inputs: NetworkInputs
    scale_cp: int
    first: Shorts
    first_bias: Shorts
    second: Shorts
    second_bias: npt.NDArray[np.int32]
    origin: Mapping[str, Any] = field(default_factory=dict)

    @property
    def width(self) -> int:
        """How many numbers an accumulator has."""
        return len(self.first_bias)

    def set_of(self, inputs_on: int) -> int:
        """Return which set of output weights counts when so many inputs are on."""
        return min(max(inputs_on - 1, 0) * SETS // self.inputs.at_start, SETS - 1)

    def score(self, boards: npt.NDArray[np.int64], side: int) -> int:
        """Return the score for a side to move in centipawns, from the game's `input_boards`.

        The same as the search's, number for number, and no compiled code: for people, and for tests.
        """
        squares = np.arange(self.inputs.squares)
        on = (boards[: self.inputs.boards, None] >> squares & 1).astype(bool)
        half = self.inputs.boards // 2
        turned = np.concatenate((on[half:], on[:half]))[:, self._turned()]
        chosen = self.set_of(int(on.sum()))
        total = 0
        for place, view in enumerate((turned, on) if side else (on, turned)):
            sums = self.first_bias.astype(np.int64) + self.first[view.reshape(-1)].sum(axis=0, dtype=np.int64)
            clipped = np.clip(sums, 0, ONE)
            total += int((clipped * clipped * self.second[chosen, place]).sum())
        total = total // ONE + int(self.second_bias[chosen])
        return max(min(total * self.scale_cp // (ONE * SECOND_ONE), NETWORK_LIMIT), -NETWORK_LIMIT)

    def _turned(self) -> npt.NDArray[np.int64]:
        """Return by square the one where the second side's view has it."""
        ranks = np.arange(self.inputs.squares).reshape(self.inputs.ranks, self.inputs.files)
        return ranks[::-1].reshape(-1)

    def memory(self) -> npt.NDArray[np.int64]:
        """Return the weights as the compiled code wants them."""
        numbers = [part.reshape(-1) for part in (self.first, self.first_bias, self.second)]
        words = np.concatenate([np.zeros(WEIGHTS_AT // 2, np.int16), *numbers]).view(np.int64)
        words[WIDTH_AT], words[SCALE_AT] = self.width, self.scale_cp
        words[HALF_AT], words[SQUARES_AT] = self.inputs.boards // 2, self.inputs.squares
        words[BIAS_AT : BIAS_AT + SETS] = self.second_bias
        words[FEWEST_AT] = self.inputs.fewest
        words[TURNED_AT : TURNED_AT + self.inputs.squares] = self._turned()
        words[SET_AT : SET_AT + MAX_INPUTS_ON + 1] = [self.set_of(on) for on in range(MAX_INPUTS_ON + 1)]
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
            "sets": SETS,
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
    """Do as `from_bytes`; a damaged header may raise other errors, too."""
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
    if given != (game, _shape(inputs), SETS) or not fits:
        raise ValueError
    shorts = (inputs.total + 1 + 2 * SETS) * width
    weights = body[at + length :]
    if len(weights) != 2 * shorts + 4 * SETS:
        raise ValueError
    numbers = np.frombuffer(weights, "<i2", shorts).astype(np.int16)
    first, bias, second = np.split(numbers, [inputs.total * width, (inputs.total + 1) * width])
    second_bias = np.frombuffer(weights, "<i4", SETS, 2 * shorts).astype(np.int32)
    origin = dict(header["origin"])
    return Network(
        game,
        inputs,
        scale_cp,
        first.reshape(-1, width),
        bias,
        second.reshape(SETS, 2, width),
        second_bias,
        origin,
    )


def _shape(inputs: NetworkInputs) -> dict[str, int]:
    """Return what a file says of the inputs."""
    return {name: getattr(inputs, name) for name in ("boards", "files", "ranks", "at_start")}


def _whole(value: Any) -> int:
    """Return a number of a header that has to be at least 1."""
    if not isinstance(value, int) or value < 1:
        raise ValueError
    return value
