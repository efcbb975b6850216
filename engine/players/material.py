"""The material won by a move, before any reply."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.compiled.jit import int64, jit
from engine.rules import core

if TYPE_CHECKING:
    from engine.rules.rules import Rules
    from engine.rules.values import Move, Position


@jit
def _material(position: Any, move: int) -> int:
    return core.material_gain(position, move)


def material_gain(rules: Rules, position: Position, move: Move) -> int:
    """Return the value of a legal move's captures and promotion, in centipawns."""
    rules.core()  # registers the game's own `core.material_gain`
    return int(_material(position.record, int64(move.code)))
