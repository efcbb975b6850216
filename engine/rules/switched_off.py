"""Weights of an evaluation with terms switched off, to measure what each term is worth.

The variable CONGO_WEIGHTS, ``weights-TERM-TERM``, names what is off, as the player ``engine:weights=`` does.
Weights are part of the compiled code, so this costs no speed.
"""

from __future__ import annotations

import os
from collections.abc import Mapping


def switched_off() -> frozenset[str]:
    """Return the terms that are switched off in this process."""
    return frozenset(os.environ.get("CONGO_WEIGHTS", "").split("-")[1:])


def weights_left(weights: Mapping[str, int]) -> tuple[int, ...]:
    """Return the weights of terms, 0 for those that are switched off."""
    off = switched_off()
    return tuple(0 if term in off else weight for term, weight in weights.items())
