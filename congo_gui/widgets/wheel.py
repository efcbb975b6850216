"""The mouse wheel over a board, in whole steps; touchpads send fractions of one."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from congo_gui.widgets.base import wheel_steps


class StepWheel:
    """Calls `walk` with the steps forward: a notch down is one, a notch up is one back."""

    def __init__(self, walk: Callable[[int], None]) -> None:
        self._walk = walk
        self._turned = 0.0
        """The notches turned that `update` has not used, with fractions."""

    def handle(self, event: pygame.event.Event) -> None:
        """Handle a MOUSEWHEEL event."""
        self._turned += wheel_steps(event)

    def update(self) -> None:
        """Walk as far as the wheel was turned, at once: showing a position of a large game takes time."""
        notches = int(self._turned)
        if notches:
            self._turned -= notches
            self._walk(-notches)
