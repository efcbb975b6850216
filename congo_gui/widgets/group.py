"""The controls of one screen: pointer, keyboard focus, and tooltip."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

import pygame

from congo_gui.draw.theme import Theme
from congo_gui.widgets.base import LEFT_BUTTON, RIGHT_BUTTON, Widget, earliest
from congo_gui.widgets.bubbles import draw_tooltip

TIP_DELAY_S = 0.6
"""Seconds that the pointer must rest before the tooltip appears."""
KEY_REPEAT = (400, 40)


class WidgetGroup:
    """Routes events to controls; later ones lie above earlier ones. The one focus manager."""

    def __init__(
        self, widgets: Iterable[Widget] = (), screen_reader: Callable[[str], None] = lambda words: None
    ) -> None:
        self.widgets = list(widgets)
        self._screen_reader = screen_reader
        self.focus: Widget | None = None
        self.hovered: Widget | None = None
        """The control under the pointer."""
        self._pressed: Widget | None = None
        self._rested_since = time.monotonic()
        self._rested = 0.0
        """Seconds, as of the last `update`; measured by the clock, as `update` cuts long iterations short."""
        self._tip_wanted = True
        self.shows_tips = True
        """False if tooltips are shown elsewhere."""

    # --- events

    def handle(self, event: pygame.event.Event) -> bool:
        """Pass an event to a control; return whether one used it or has to be redrawn."""
        if event.type == pygame.MOUSEMOTION:
            return self._move(event)
        if event.type == pygame.MOUSEBUTTONDOWN:
            return self._press(event)
        if event.type == pygame.MOUSEBUTTONUP:
            return self._release(event)
        if event.type == pygame.MOUSEWHEEL:
            self._restart_tip_delay()
            return self.hovered is not None and self.hovered.handle(event)
        if event.type == pygame.WINDOWLEAVE:
            return self._hover(None)
        if event.type in (pygame.KEYDOWN, pygame.TEXTINPUT):
            return self._key(event)
        return False

    def _move(self, event: pygame.event.Event) -> bool:
        if self._pressed is not None:
            return self._pressed.visible and self._pressed.handle(event)
        changed = self._hover(self.at(event.pos))
        used = self.hovered is not None and self.hovered.handle(event)
        return changed or used

    def _press(self, event: pygame.event.Event) -> bool:
        if event.button not in (LEFT_BUTTON, RIGHT_BUTTON):
            return False
        self._hover(self.at(event.pos))
        self._tip_wanted = False
        widget = self.hovered
        if self.focus is not None and not (self.focus is widget and widget.takes_text):
            # Using the mouse takes the focus from the control that Tab had reached.
            self.set_focus(None)
        if widget is None or not widget.enabled:
            return widget is not None
        if event.button == LEFT_BUTTON:
            self._pressed = widget
            widget.pressed = True
        if widget.takes_text:
            self.set_focus(widget)
        return widget.handle(event)

    def _release(self, event: pygame.event.Event) -> bool:
        if event.button != LEFT_BUTTON:  # a notch of the wheel is one of button 4 or 5, too
            return False
        widget, self._pressed = self._pressed, None
        if widget is None:
            return False
        before = self.hovered
        used = widget.handle(event)
        widget.pressed = False
        if self.hovered is not before:
            # A screen has opened above and has the pointer now: no tooltip may appear here.
            return True
        changed = self._hover(self.at(event.pos))
        return used or changed

    def _key(self, event: pygame.event.Event) -> bool:
        focus, words = self.focus, self._focus_words()
        used = self._pass_key(event)
        if self.focus is focus and self._focus_words() != words:
            self._read_focus()
        return used

    def _focus_words(self) -> str:
        return "" if self.focus is None else self.focus.words

    def _read_focus(self) -> None:
        """Read the focused control to a screen reader."""
        words = self._focus_words()
        if words:
            self._screen_reader(words)

    def _pass_key(self, event: pygame.event.Event) -> bool:
        self._tip_wanted = False
        if self.focus is not None and self.focus.visible and self.focus.handle(event):
            return True
        if event.type == pygame.KEYDOWN and event.key == pygame.K_TAB and not event.mod & pygame.KMOD_ALT:
            self._next_focus(-1 if event.mod & pygame.KMOD_SHIFT else 1)
            return True
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE and self.focus is not None:
            self.set_focus(None)
            return True
        return False

    # --- pointer

    def at(self, position: tuple[int, int]) -> Widget | None:
        """Return the uppermost control at a pixel."""
        for widget in reversed(self.widgets):
            if widget.visible and widget.rect.collidepoint(position):
                return widget
        return None

    def release_pointer(self) -> None:
        """Forget the pointer's position and the pressed control."""
        if self._pressed is not None:
            self._pressed.pressed = False
            self._pressed.press_lost()
            self._pressed = None
        self._hover(None)

    def _hover(self, widget: Widget | None) -> bool:
        if widget is self.hovered:
            return False
        self._restart_tip_delay()
        self._tip_wanted = True
        if self.hovered is not None:
            self.hovered.hovered = False
            self.hovered.pointer_left()
        self.hovered = widget
        if widget is not None:
            widget.hovered = True
        return True

    def _restart_tip_delay(self) -> None:
        self._rested_since, self._rested = time.monotonic(), 0.0

    # --- keyboard

    def set_focus(self, widget: Widget | None) -> None:
        """Set the focused control, None for no control."""
        if widget is self.focus:
            return
        before, self.focus = self.focus, widget
        if before is not None:
            before.focused = False
            before.focus_changed()
        if widget is not None:
            widget.focused = True
            widget.focus_changed()
            self._read_focus()
        # Held keys repeat in a control (caret, list, board), commands do not.
        if widget is None:
            pygame.key.set_repeat()
        else:
            pygame.key.set_repeat(*KEY_REPEAT)

    def _next_focus(self, direction: int) -> None:
        stops = [widget for widget in self.widgets if widget.focusable and widget.visible and widget.enabled]
        if not stops:
            return
        before = stops.index(self.focus) if self.focus in stops else -1 if direction > 0 else 0
        self.set_focus(stops[(before + direction) % len(stops)])

    # --- time and drawing

    def update(self, seconds: float) -> bool:
        """Advance by `seconds`; return whether anything has to be redrawn."""
        changed = [widget.update(seconds) for widget in self.widgets if widget.visible]
        before = self.tip_shown
        self._rested = time.monotonic() - self._rested_since
        return any(changed) or self.tip_shown != before

    @property
    def tip_shown(self) -> bool:
        """True if the pointer has rested long enough for a tooltip."""
        widget = self.hovered
        rested = self._tip_wanted and self._rested >= TIP_DELAY_S
        return rested and widget is not None and bool(widget.tip)

    @property
    def next_change(self) -> float | None:
        """Seconds until something changes without input, None for never."""
        return earliest(self._tip_due, *(widget.next_change for widget in self.widgets if widget.visible))

    @property
    def _tip_due(self) -> float | None:
        """Seconds until a tooltip appears, None if none will."""
        if self.hovered is None or not self.hovered.tip or self.tip_shown or not self._tip_wanted:
            return None
        return max(0.01, TIP_DELAY_S - self._rested)

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw the controls that are visible within the clip of `surface`."""
        clip = surface.get_clip()
        for widget in self.widgets:
            if widget.visible and clip.colliderect(widget.drawn_rect(theme)):
                widget.draw(surface, theme)

    def draw_tip(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw the tooltip, above everything else."""
        widget = self.hovered
        if self.shows_tips and self.tip_shown and widget is not None:
            draw_tooltip(surface, theme, widget.tip, widget.tip_place)
