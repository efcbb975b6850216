"""Which network evaluates a game: the one in the assets, or another that is named."""

from __future__ import annotations

import logging
import os
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.compiled.bitboards import bits
from engine.rules.rules import Rules
from engine.search import texts
from engine.search.network_file import Network, read
from engine.system.errors import UserError
from engine.system.files import asset_path, typed_path

LOG = logging.getLogger(__name__)
NETWORK_VARIABLE = "CONGO_NETWORK"
"""The environment variable that names another file for the game whose network it is."""


class LoadedNetwork:
    """A network in memory; `address` is where the compiled search finds it."""

    def __init__(self, rules: Rules, network: Network) -> None:
        self.network = network
        self._memory = network.memory()
        self.address = int(self._memory.ctypes.data)
        self._rules = rules

    def covers(self, record: Any) -> bool:
        """Return whether a position has enough pieces for the network."""
        on = sum(int(board).bit_count() for board in self._boards(record))
        return on >= self.network.inputs.min_active

    def score(self, record: Any) -> int:
        """Return the score of a position for the side to move, in centipawns."""
        return self.network.score(self._boards(record), int(record["side"]))

    def piece_values(self, record: Any) -> dict[int, int]:
        """Return the value of each piece to its owner where it stands, in centipawns, by square.

        That is the drop in the score when it is removed. Royal pieces have none.
        """
        boards, inputs, side = self._boards(record), self.network.inputs, int(record["side"])
        whole = self.network.score(boards, side)
        values = {}
        for board in set(range(inputs.boards)) - set(inputs.royal):
            for square in bits(int(boards[board])):
                without = boards.copy()
                without[board] ^= np.int64(1 << square)
                owner = board * 2 // inputs.boards
                lost = whole - self.network.score(without, side)
                values[square] = lost if owner == side else -lost
        return dict(sorted(values.items()))

    def _boards(self, record: Any) -> npt.NDArray[np.int64]:
        boards: npt.NDArray[np.int64] = self._rules.core().input_boards(record, self.network.inputs.boards)
        return boards


def network_path(rules: Rules) -> Path:
    """Return the file of a game's network."""
    named = os.environ.get(NETWORK_VARIABLE)
    return Path(named) if named else asset_path("networks", f"{rules.name}.nnue")


def load(rules: Rules, path: Path) -> LoadedNetwork:
    """Return the network in a file.

    Raises:
        UserError: there is none for this game.
    """
    inputs = rules.facts.network_inputs
    if inputs is None:
        raise UserError(texts.no_network(rules.facts.title))
    return LoadedNetwork(rules, read(path, rules.name, inputs))


@cache
def network_from_file(rules: Rules, name: str) -> LoadedNetwork:
    """Return the network in a file, as `load` does, read once."""
    return load(rules, typed_path(name))


@cache
def _shared(rules: Rules, path: Path) -> LoadedNetwork | UserError:
    try:
        return load(rules, path)
    except UserError as error:
        LOG.warning("%s", texts.without_network(error))
        return error


def network_of_game(rules: Rules) -> LoadedNetwork | None:
    """Return the network of a game, None without a usable one; what is wrong is logged once."""
    if rules.facts.network_inputs is None:
        return None
    found = _shared(rules, network_path(rules))
    return found if isinstance(found, LoadedNetwork) else None


def network_problem(rules: Rules) -> str | None:
    """Return why a game that has a network is evaluated without it, as a sentence; None if all is well."""
    if rules.facts.network_inputs is None:
        return None
    found = _shared(rules, network_path(rules))
    return None if isinstance(found, LoadedNetwork) else texts.without_network(found)


def clear_cache() -> None:
    """Clear the cache, so that files are read again."""
    network_from_file.cache_clear()
    _shared.cache_clear()
