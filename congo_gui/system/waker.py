"""Wakes the event loop of the window from other threads."""

from __future__ import annotations

import pygame

WAKE = pygame.event.custom_type()


class Waker:
    """Wakes the event loop from any thread, with at most one event under way."""

    def __init__(self) -> None:
        self._posted = False

    def __call__(self) -> None:
        """Wake the loop."""
        if self._posted:
            return
        self._posted = True
        try:
            pygame.event.post(pygame.event.Event(WAKE))
        except pygame.error:
            # The window is closed, or its queue is full and the loop awake anyway.
            self._posted = False

    def taken(self) -> None:
        """Note that the event has arrived."""
        self._posted = False
