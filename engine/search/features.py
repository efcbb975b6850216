"""The search's improvements over plain alpha-beta."""

from __future__ import annotations

FEATURES = (
    "ordering",
    "table",
    "killers",
    "history",
    "quiescence",
    "pvs",
    "aspiration",
    "see",
    "extensions",
    "lmr",
    "nullmove",
    "futility",
    "lmp",
    "iid",
    "tablebase",
)
"""By the names that `--without` takes; a feature's bit in the search is its place here."""
