"""The terms of Congo's evaluation; see `engine.search.evaluation`."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.rules.congo.board import KINDS, LETTERS
from engine.rules.congo.tuning import PSQT_WEIGHTS, count_weights, read_pairs
from engine.rules.congo.weights import BY_KIND, FILE, MAX_ACTIVITY, SINGLE, TERMS

ACTIVE = frozenset({"mobility", "threats", "lion"})
"""The terms that are bounded together."""


def _term_of_weight(name: str) -> str:
    return next(term for term, names in TERMS.items() if name in names)


def evaluation_terms(position: Any) -> dict[str, float]:
    """Return the terms for the side to move, in centipawns.

    `material` is what the kinds are worth on average over their squares, `places` what the squares add to
    that. `limit` is what the bound on mobility, threats and the lions' safety takes off.
    """
    counts, openings = count_weights(np.array([position]))
    pairs = read_pairs(FILE)
    weights = pairs @ np.array([openings[0], 1 - openings[0]])  # for as much of the opening as is left
    by_kind = weights[:PSQT_WEIGHTS].reshape(KINDS, -1)
    means = by_kind.mean(axis=1, keepdims=True)
    on_squares = counts[0][:PSQT_WEIGHTS].reshape(KINDS, -1)
    terms = {"material": float((on_squares * means).sum()), **dict.fromkeys(TERMS, 0.0)}
    terms["places"] = float((on_squares * (by_kind - means)).sum())
    names = [*SINGLE, *(name for name in BY_KIND for _ in LETTERS)]
    for name, value in zip(names, counts[0][PSQT_WEIGHTS:] * weights[PSQT_WEIGHTS:], strict=True):
        terms[_term_of_weight(name)] += float(value)
    active = sum(terms[term] for term in ACTIVE)
    return {**terms, "limit": max(min(active, MAX_ACTIVITY), -MAX_ACTIVITY) - active}
