"""A run of puzzles: a streak until the first mistake, or as many as can be solved in a time. No pygame."""

from __future__ import annotations

from dataclasses import dataclass

from congo_gui.screens.learn import texts
from congo_gui.store.puzzle_progress import RunKind

RUN_S = 180.0
"""Seconds of a timed run."""
RUN_EASIEST, RUN_STEP = 900, 60
"""The rating of a run's first puzzle, and by how much each next one is harder."""


@dataclass
class PuzzleRun:
    """A run in progress or over: how many puzzles it has solved, and when its time is up."""

    kind: RunKind
    ends: float | None = None
    """The time at which a timed run ends, in seconds of the course's clock."""
    solved: int = 0
    over: bool = False

    def seconds_left(self, now: float) -> float | None:
        """Return the seconds left, None without a limit or after the end."""
        return None if self.ends is None or self.over else max(0.0, self.ends - now)

    def words(self, seconds_left: float | None, best: int) -> str:
        """Return how far the run is, or how it ended beside the best one."""
        if self.over:
            return texts.run_over(self.kind.value, self.solved, best)
        left = None if seconds_left is None else round(seconds_left)
        words = texts.run_so_far(texts.RUNS[self.kind.value], self.solved, left)
        return words if self.solved or self.kind is RunKind.TIMED else f"{words} {texts.STREAK_RULE}"
