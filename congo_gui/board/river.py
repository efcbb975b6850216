"""When the part of a board moves that lives by itself, the river, and which second of its life is shown."""

from __future__ import annotations

from collections.abc import Callable

RIVER_INTERVAL = 0.18
"""Seconds between two pictures of the river."""


class River:
    """Counts the seconds of a river's life; it stands still while `can_flow` says no."""

    def __init__(self, can_flow: Callable[[], bool]) -> None:
        self._can_flow = can_flow
        self.lively = True
        """Whether it may move while nobody does anything."""
        self.resting = False
        """Whether the window is not the one that the player works with."""
        self.covered = False
        """Whether something lies above the board."""
        self.second = 0.0
        """The second that is shown."""
        self._waited = 0.0

    @property
    def flows(self) -> bool:
        """Whether it moves."""
        return self.lively and not self.resting and not self.covered and self._can_flow()

    def update(self, seconds: float) -> None:
        """Let time pass."""
        if self.flows:
            self._waited += seconds

    @property
    def is_due(self) -> bool:
        """Whether it is time for its next picture."""
        return self.flows and self._waited >= RIVER_INTERVAL

    def go_on(self) -> None:
        """Show the second that it is now."""
        self.second += self._waited
        self._waited = 0.0

    @property
    def next_change(self) -> float | None:
        """Seconds until its next picture, None while it stands still."""
        return RIVER_INTERVAL - self._waited if self.flows else None
