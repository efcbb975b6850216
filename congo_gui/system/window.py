"""The system's window round pygame's picture: what `pygame.display` cannot do with it."""

from __future__ import annotations

import warnings
from typing import Any

import pygame


class SystemWindow:
    """The window made by `pygame.display.set_mode`. Keep it as long as that window: see `_handle`."""

    def __init__(self) -> None:
        # pygame 2.6 hangs this object on its events; without a reference of ours it is freed, and the
        # next event crashes the process.
        self._handle: Any = _find()

    def fill_screen(self, full: bool) -> None:
        """Fill the screen, or take the former size again.

        `pygame.display.set_mode` does not give the size back, and `toggle_fullscreen` blows the picture up.
        """
        if full:
            self._handle.set_fullscreen(True)
        else:
            self._handle.set_windowed()

    def maximise(self) -> None:
        """Let the window take all the room that the desktop has, beside its panels."""
        self._handle.maximize()

    def limit_size(self, smallest: tuple[int, int]) -> None:
        """Have the window manager keep the smallest size, where pygame can tell it so."""
        if hasattr(self._handle, "minimum_size"):
            self._handle.minimum_size = smallest


def _find() -> Any:
    """Return pygame's object for the window, from wherever this version keeps it."""
    kind: Any = getattr(pygame, "Window", None)
    if kind is None:
        from pygame._sdl2 import video

        kind = video.Window
    with warnings.catch_warnings():
        # pygame-ce calls this deprecated and has nothing else for a window made by set_mode.
        warnings.simplefilter("ignore")
        return kind.from_display_module()
