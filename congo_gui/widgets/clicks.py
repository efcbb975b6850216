"""The clicks of the mouse, and the screens that they belong to."""

from __future__ import annotations

import math

import pygame

from congo_gui.widgets.base import DOUBLE_CLICK_MS, LEFT_BUTTON

SAME_PLACE = 8
"""Two presses at most so many pixels apart are at one place."""
LEFT_EVENTS = (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)


class Clicks:
    """Follows the events of the left button.

    Many people double-click everything. If the first click has changed what is shown, as by opening or
    closing a screen, the second one must not press what is now below the pointer.
    """

    def __init__(self) -> None:
        self._page: object = None
        """What was shown where the present series of clicks, each soon after the one before, has begun."""
        self._place = (0, 0)
        self._seen_ms: int | None = None
        """When what the last click has done was drawn: to open a screen may have taken long."""
        self._is_unseen = self._is_stray = False

    def follow(self, event: pygame.event.Event, page: object) -> bool:
        """Return whether an event is to be ignored, since its series of clicks has begun on another page."""
        if event.type not in LEFT_EVENTS or event.button != LEFT_BUTTON:
            return False
        if event.type == pygame.MOUSEBUTTONDOWN:
            if not self._is_soon() or math.dist(event.pos, self._place) > SAME_PLACE:
                self._page = page
            self._place = event.pos
            self._is_stray = page != self._page
        self._is_unseen = True
        return self._is_stray

    def _is_soon(self) -> bool:
        if self._seen_ms is None:
            return self._is_unseen
        return self._is_unseen or pygame.time.get_ticks() - self._seen_ms < DOUBLE_CLICK_MS

    def note_frame(self) -> None:
        """Note that a frame shows what the events before it have done."""
        if self._is_unseen:
            self._is_unseen, self._seen_ms = False, pygame.time.get_ticks()
