"""What a move wins at once, in the measure of the game's own move ordering."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.jit import jit
from engine.rules.base import Move, Position, Rules
from engine.rules.core import gain


@jit
def _gain(position: Any, move: int) -> int:
    return gain(position, move)


def material_gain(rules: Rules, position: Position, move: Move) -> int:
    """Return the worth of what a legal move captures and promotes to, in centipawns."""
    rules.core()  # makes the game's own `gain` known
    return int(_gain(position.record, np.int64(move.code)))
