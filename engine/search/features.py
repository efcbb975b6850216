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
    "iir",
    "tablebase",
)
"""By the names that `--without` takes; a feature's bit in the search is its index here."""

OLD_FEATURE_NAMES = {"iid": "iir"}
"""Names that earlier versions took and wrote."""
