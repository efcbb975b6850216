"""The weights of Conga's evaluation, in hundredths of a stone."""

from __future__ import annotations

from engine.rules.switched_off import weights_left

MOVE, LIBERTY, STACK = weights_left({"moves": 10, "squares": 30, "stacks": 10})
"""For each move of a side, for each square that it can step onto, and for each stack."""
