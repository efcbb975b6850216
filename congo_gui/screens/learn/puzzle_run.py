"""A run of puzzles: a streak until the first mistake, or as many as can be solved in a time. No pygame."""

from __future__ import annotations

from dataclasses import dataclass

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
