"""The keys that are held, and whether they type text."""

from __future__ import annotations

import pygame

from congo_gui.commands.command import MODIFIERS, is_control

COMMAND = object()
"""Stands for the focus of a key that is pressed with Control: it types nowhere."""


class Keyboard:
    """Follows the events of keys; `focus` is what has the focus when one comes.

    After the event of a key, SDL reports most keys as text, too, on X11 even with Control, and again while
    the key is held. That text must not reach a field that the key itself has opened, nor any field if the key
    belongs to a command. Without a key, a text comes from an input method.
    """

    def __init__(self) -> None:
        self._held: set[int] = set()
        self.repeats = False
        """True if the last event was the repetition of a key that is held."""
        self._pressed: tuple[int, object] | None = None
        """The last key that was pressed, while it is held, and what had the focus then."""

    def clear(self) -> None:
        """Forget all keys: the window has lost or got the focus."""
        self._held.clear()
        self._pressed = None

    def note(self, event: pygame.event.Event, focus: object) -> bool:
        """Note an event; return whether it is the repetition of a key that is held."""
        if event.type == pygame.KEYUP:
            self._held.discard(event.key)
            if self._pressed is not None and self._pressed[0] == event.key:
                self._pressed = None
        self.repeats = event.type == pygame.KEYDOWN and event.key in self._held
        if event.type == pygame.KEYDOWN and not self.repeats:
            self._held.add(event.key)
            if event.key not in MODIFIERS:
                self._pressed = event.key, COMMAND if is_control(event.mod) else focus
        return self.repeats

    def types(self, focus: object) -> bool:
        """Return whether a text that comes now is typed into `focus`."""
        return self._pressed is None or self._pressed[1] == focus
