"""Drives a background player."""

from __future__ import annotations

from collections.abc import Callable

from engine.players.background import BackgroundPlayer
from engine.players.base import Player
from engine.search.thinker import Event, SearchProgress
from tests.waiting import Signal


class Background(BackgroundPlayer):
    """A background player with a way to wait for events."""

    def __init__(self, make: Callable[[], Player]) -> None:
        self.woken = Signal()
        super().__init__(make, self.woken)

    def last_event(self) -> Event:
        """Wait for the event that ends the request."""
        found: list[Event] = []

        def ended() -> bool:
            found.extend(self.events())
            return bool(found) and not isinstance(found[-1], SearchProgress)

        self.woken.wait_until(ended)
        return found[-1]
