"""The perft figures of tests/data/<game>_perft.txt: lines of ``FEN ;D1 n ;D2 n ...``."""

from __future__ import annotations

from dataclasses import dataclass

from tests.engine.rules.games import data_file


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


def perft_lines(game: str) -> list[PerftLine]:
    """Return the known figures of a game."""
    text = data_file(game, "perft").read_text(encoding="utf-8")
    return [read_line(line) for line in text.splitlines() if line.strip()]
