"""Congo's perft figures."""

from __future__ import annotations

from tests.engine.rules.perft_data import PerftLine, perft_lines

__all__ = ["LINES", "PerftLine"]

LINES = perft_lines("congo")
