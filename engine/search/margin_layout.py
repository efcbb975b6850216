"""The search's margins, and where they are in its record. No texts, no rules, no numba here.

Compiled code depends on all modules that this one imports.
"""

from __future__ import annotations

from typing import NamedTuple


class Margins(NamedTuple):
    """The tunable numbers by which a game's search prunes, reduces and opens its windows."""

    rfp: int = 80
    """Reverse futility pruning: centipawns above beta for each ply of depth."""
    futility: int = 70
    """Futility pruning: centipawns below alpha for each ply of depth."""
    futility_base: int = 80
    """Futility pruning: centipawns below alpha at any depth."""
    lmp: int = 6
    """Late move pruning: moves searched, hash move and captures included, besides the square of the depth."""
    lmr_base: int = 40
    """Late move reductions: hundredths of a ply at any depth."""
    lmr_divisor: int = 220
    """Late move reductions: hundredths by which the product of the logarithms is divided."""
    aspiration: int = 24
    """Centipawns from the middle of the first aspiration window to its ends."""


RFP, FUTILITY_STEP, FUTILITY_BASE, LMP_BASE = range(4)
"""Where the compiled search finds those that it needs itself."""
REDUCTIONS = 64
"""Depths, and numbers of moves, in the table of reductions; its last entries also serve all beyond them."""
