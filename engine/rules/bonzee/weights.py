"""The weights of Bonzee's evaluation, in hundredths of a token."""

from __future__ import annotations

from engine.rules.bonzee.board import DRAWING_PLIES
from engine.rules.switched_off import switched_off, weights_left

LEAD, STEP, ON_BLACK = weights_left({"lead": 1200, "steps": 3, "black_cells": 4})
"""For holding all of the tokens that are left and not half of them, for each step that a side can make, and
for each of its tokens on a black cell."""
DAMPING_PLIES = 1 << 20 if "patience" in switched_off() else 2 * DRAWING_PLIES
"""The score is damped linearly, to half at the draw, so that attacks come early."""
