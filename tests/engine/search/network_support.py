"""A network for tests."""

from __future__ import annotations

import numpy as np

from engine.search.network_file import Network
from engine.search.network_layout import OUTPUT_BUCKETS, QA, QB
from tests.engine.rules.congo.support import CONGO


def some_network(width: int = 64, seed: int = 1) -> Network:
    """Return a network of random weights, some of them as large as they can be."""
    inputs = CONGO.facts.network_inputs
    assert inputs is not None
    chance = np.random.default_rng(seed)
    most = QB * 127 // 64
    return Network(
        "congo",
        inputs,
        235,
        chance.integers(-60, 60, (inputs.total, width)).astype(np.int16),
        chance.integers(0, QA, width).astype(np.int16),
        chance.integers(-most, most + 1, (OUTPUT_BUCKETS, 2, width)).astype(np.int16),
        chance.integers(-QA * QB // 4, QA * QB // 4, OUTPUT_BUCKETS).astype(np.int32),
        {"seed": seed},
    )
