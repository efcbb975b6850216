"""The weights of Konane's evaluation, in hundredths of a stone."""

from __future__ import annotations

from engine.rules.switched_off import weights_left

JUMP, STONE, TEMPO = weights_left({"jumps": 25, "movable": 35, "tempo": 15})
"""For each jump, for each stone that can jump, and for having the move."""
