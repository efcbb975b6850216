"""The clicks of the mouse, and the screens that they belong to."""

from __future__ import annotations

import math

import pygame

from congo_gui.widgets.base import DOUBLE_CLICK_MS, LEFT_BUTTON

SAME_PLACE = 8
"""Two presses at most so many pixels apart are at one place."""


class Clicks:
    """Follows the events of the left button.

    Many people double-click everything. If the first click has opened or closed a screen, the second one must
    not press what is now below the pointer.
    """

    def __init__(self) -> None:
        self._screen: object = None
        """The screen on which the present series of clicks, each soon after the one before, has begun."""
        self._place = (0, 0)
        self._handled_ms: int | None = None
        """When the last event was handled: opening a screen may have taken long."""
        self._is_stray = False

    def is_stray(self, event: pygame.event.Event, screen: object) -> bool:
        """Return whether an event belongs to a series of clicks that has begun on another screen."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == LEFT_BUTTON:
            if not self._is_soon() or math.dist(event.pos, self._place) > SAME_PLACE:
                self._screen = screen
            self._place = event.pos
            self._is_stray = screen is not self._screen
            return self._is_stray
        return event.type == pygame.MOUSEBUTTONUP and event.button == LEFT_BUTTON and self._is_stray

    def _is_soon(self) -> bool:
        return self._handled_ms is not None and pygame.time.get_ticks() - self._handled_ms < DOUBLE_CLICK_MS

    def note_handled(self, event: pygame.event.Event) -> None:
        """Note that an event has been handled, or ignored as a stray one."""
        if event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP) and event.button == LEFT_BUTTON:
            self._handled_ms = pygame.time.get_ticks()
