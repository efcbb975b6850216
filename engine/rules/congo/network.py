"""What Congo's network sees: where each side's animals of each kind are."""

from __future__ import annotations

from typing import Any

from engine.compiled.jit import jit
from engine.rules.congo.board import KINDS


@jit
def input_boards(position: Any, boards: Any) -> None:
    """Write White's animals by kind, then Black's; see `core.input_boards`."""
    for kind in range(KINDS):
        boards[kind] = position.kinds[kind] & position.sides[0]
        boards[KINDS + kind] = position.kinds[kind] & position.sides[1]
