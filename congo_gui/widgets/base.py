"""The base of all controls: a rectangle that takes events and draws itself."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from congo_gui.draw.drawing import draw_focus, focus_frame
from congo_gui.draw.theme import Theme

DOUBLE_CLICK_MS = 400
"""Two presses within so many milliseconds are a double click."""
LEFT_BUTTON, RIGHT_BUTTON = 1, 3
ENTER_KEYS = (pygame.K_RETURN, pygame.K_KP_ENTER)
PRESS_KEYS = (*ENTER_KEYS, pygame.K_SPACE)
COMMAND_KEYS = pygame.KMOD_CTRL | pygame.KMOD_META | pygame.KMOD_ALT
"""Modifiers that make a key press a command, whichever control has the focus."""
FOCUS_WIDTH = 1.5
"""Thickness at scale 1 of the frame round the control that has the focus."""


class Widget:
    """A control. `hovered`, `focused` and `pressed` are set by the `WidgetGroup` that it belongs to."""

    focusable = False
    """True if Tab stops here."""
    takes_text = False
    """True if typed letters belong to it while it has the focus."""
    _tip: str | Callable[[], str] = ""

    def __init__(self) -> None:
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.visible = True
        self.hovered = False
        self.focused = False
        self.pressed = False

    @property
    def enabled(self) -> bool:
        """True if it reacts to input."""
        return True

    @property
    def tip(self) -> str:
        """The text of the tooltip; empty for none."""
        return self._tip if isinstance(self._tip, str) else self._tip()

    @property
    def words(self) -> str:
        """What a screen reader says when the keyboard reaches it; empty if it speaks for itself."""
        return self.tip

    @property
    def tip_place(self) -> pygame.Rect:
        """The rectangle that the tooltip must not cover."""
        return self.rect

    def place(self, rect: pygame.Rect, theme: Theme) -> None:
        """Set its rectangle in the window, to be drawn with `theme`."""
        del theme
        self.rect = rect

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle an event for this control; return whether it was used."""
        del event
        return False

    def focus_changed(self) -> None:
        """React to a change of `focused`."""

    def pointer_left(self) -> None:
        """React to the pointer leaving this control."""

    def press_lost(self) -> None:
        """React to the loss of the pointer while a button is held on this control: no release will come."""

    def update(self, seconds: float) -> bool:
        """Advance by `seconds`; return whether it has to be redrawn."""
        del seconds
        return False

    @property
    def next_change(self) -> float | None:
        """Seconds until `update` has to be called; 0 while something moves, None if only events matter."""
        return None

    @property
    def appearance(self) -> object:
        """Everything that its picture depends on besides its rectangle; it is redrawn when this changes."""
        return object()

    def drawn_rect(self, theme: Theme) -> pygame.Rect:
        """Return the rectangle that `draw` does not exceed: the control, and the frame round it."""
        return focus_frame(self.rect, theme.px(FOCUS_WIDTH))

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw it."""
        raise NotImplementedError

    def _draw_focus(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw a frame round it if it has the focus."""
        if self.focused:
            draw_focus(surface, self.rect, theme.colours, theme.px(FOCUS_WIDTH))


def earliest(*times: float | None) -> float | None:
    """Return the smallest of some times, of which None means never; None if all are."""
    return min((time for time in times if time is not None), default=None)


def wheel_steps(event: pygame.event.Event) -> float:
    """Return the rotation of a wheel in notches: positive is up; touchpads send fractions."""
    precise: float = getattr(event, "precise_y", 0.0) or float(event.y)
    flipped: bool = getattr(event, "flipped", False)
    return -precise if flipped else precise
