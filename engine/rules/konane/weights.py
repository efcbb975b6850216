"""The weights of Konane's evaluation, in hundredths of a stone."""

from __future__ import annotations

from engine.rules.switched_off import weights_left

TERM_TITLES = {"jumps": "jumps", "movable": "stones that can jump", "tempo": "the right to move"}
REST = ""
"""What of the evaluation cannot be switched off."""
JUMP, STONE, TEMPO = weights_left({"jumps": 25, "movable": 35, "tempo": 15})
"""For each jump, for each stone that can jump, and for having the move."""
