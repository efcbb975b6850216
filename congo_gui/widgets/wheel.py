"""The mouse wheel over a board, in whole steps; touchpads send fractions of one."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from congo_gui.widgets.base import wheel_steps


class StepWheel:
    """Calls `back` for every notch that the wheel is turned up, and `forward` for every notch down."""

    def __init__(self, back: Callable[[], None], forward: Callable[[], None]) -> None:
        self._back, self._forward = back, forward
        self._turned = 0.0
        """The fraction of a notch turned so far."""

    def handle(self, event: pygame.event.Event) -> None:
        """Handle a MOUSEWHEEL event."""
        self._turned += wheel_steps(event)
        while abs(self._turned) >= 1:
            step = 1 if self._turned > 0 else -1
            self._turned -= step
            (self._back if step > 0 else self._forward)()
