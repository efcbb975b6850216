"""The wheel over a board: whole steps of it, of which touchpads send fractions."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from congo_gui.widgets.base import wheel_steps


class StepWheel:
    """Calls `back` for every notch that the wheel is turned up, and `forward` for every notch down."""

    def __init__(self, back: Callable[[], None], forward: Callable[[], None]) -> None:
        self._back, self._forward = back, forward
        self._turned = 0.0
        """By how much of a notch it is turned."""

    def turn(self, event: pygame.event.Event) -> None:
        """Follow a MOUSEWHEEL event."""
        self._turned += wheel_steps(event)
        while abs(self._turned) >= 1:
            step = 1 if self._turned > 0 else -1
            self._turned -= step
            (self._back if step > 0 else self._forward)()
