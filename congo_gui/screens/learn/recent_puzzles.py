"""The puzzles opened last, so that the next ones are unlike them. No pygame."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence

from engine.learn.puzzles import Puzzle
from engine.rules.rules import Rules
from engine.rules.values import Piece

MAX_RECENT = 20
MAX_SIMILAR = 6
"""Puzzles are alike if no more pieces than this, counted on both boards, stand elsewhere: three moves."""

Placement = frozenset[tuple[int, Piece]]


class RecentPuzzles:
    """The positions of the last puzzles; many puzzles come from the same game, a move or two apart."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._recent: deque[Placement] = deque(maxlen=MAX_RECENT)

    def note(self, puzzle: Puzzle) -> None:
        """Note that a puzzle was opened."""
        self._recent.append(self._placement(puzzle))

    def unlike(self, puzzles: Sequence[Puzzle], order: Iterable[int], count: int) -> list[int]:
        """Return the first numbers in `order` whose puzzles are unlike the recent ones, at most `count`."""
        found: list[int] = []
        for at in order:
            if len(found) == count:
                break
            here = self._placement(puzzles[at])
            if all(len(here ^ other) > MAX_SIMILAR for other in self._recent):
                found.append(at)
        return found

    def _placement(self, puzzle: Puzzle) -> Placement:
        position = self._rules.notation.parse(puzzle.fen)
        return frozenset(self._rules.notation.pieces(position).items())
