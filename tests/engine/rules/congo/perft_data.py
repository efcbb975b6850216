"""The perft figures of tests/data/congo_perft.txt: lines of ``FEN ;D1 n ;D2 n ...``."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

FILE = Path(__file__).parents[3] / "data" / "congo_perft.txt"


@dataclass(frozen=True)
class PerftLine:
    """A position and the number of leaves at each depth."""

    fen: str
    depths: dict[int, int]

    def __str__(self) -> str:
        return self.fen


def read_line(text: str) -> PerftLine:
    """Read one line of the file."""
    fen, *entries = text.split(";")
    pairs = (entry.split() for entry in entries)
    return PerftLine(fen.strip(), {int(depth[1:]): int(leaves) for depth, leaves in pairs})


LINES = [read_line(line) for line in FILE.read_text().splitlines() if line.strip()]
