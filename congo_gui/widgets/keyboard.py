"""The keys that are held, and whether they type text."""

from __future__ import annotations

import pygame

from congo_gui.commands.command import is_control


class Keyboard:
    """Follows the events of keys; `focus` is what has the focus when one comes.

    After the event of a key, SDL reports most keys as text, too, on X11 even with Control. That text must not
    reach a field that the key itself has opened, or that has the focus while a command's key is pressed.
    """

    def __init__(self) -> None:
        self._held: set[int] = set()
        self._mods = 0
        self._pressed_in: object = None
        """What had the focus when the last key was pressed; None if no key is pressed."""

    def clear(self) -> None:
        """Forget all keys: the window has lost or got the focus."""
        self._held.clear()
        self._mods, self._pressed_in = 0, None

    def note(self, event: pygame.event.Event, focus: object) -> bool:
        """Note an event; return whether it is the repetition of a key that is held."""
        if event.type not in (pygame.KEYDOWN, pygame.KEYUP):
            return False
        self._mods = event.mod
        if event.type == pygame.KEYUP:
            self._held.discard(event.key)
            self._pressed_in = None
            return False
        if event.key in self._held:
            return True
        self._held.add(event.key)
        self._pressed_in = focus
        return False

    def types(self, focus: object) -> bool:
        """Return whether a text that comes now is typed into `focus`."""
        return not is_control(self._mods) and self._pressed_in in (None, focus)
