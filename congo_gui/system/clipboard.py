"""Text to and from the system's clipboard. Never raises: without a clipboard there is no text.

pygame-ce has `get_text` and `put_text`. pygame 2.6 has only bytes under a type, and which type works
depends on the system: on X11 and Wayland the one with the character set, on Windows the plain one,
which is the system's CF_TEXT and ends with a NUL.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable
from typing import Any

import pygame

UTF8_TYPE = "text/plain;charset=utf-8"


def _clipboard() -> Any:
    with warnings.catch_warnings():
        # pygame-ce calls its older functions deprecated; they are the fallback here.
        warnings.simplefilter("ignore")
        from pygame import scrap

        if not scrap.get_init():
            scrap.init()
    return scrap


def copy(text: str) -> bool:
    """Put a text on the clipboard; return whether that worked."""

    def put() -> bool:
        scrap = _clipboard()
        if hasattr(scrap, "put_text"):
            scrap.put_text(text)
        elif sys.platform == "win32":
            scrap.put(pygame.SCRAP_TEXT, text.encode("ascii", "replace") + b"\0")
        else:
            scrap.put(UTF8_TYPE, text.encode())
        return True

    return _attempt(put, False)


def paste() -> str:
    """Return the text on the clipboard, empty if there is none or no clipboard."""

    def get() -> str:
        scrap = _clipboard()
        if hasattr(scrap, "get_text"):
            return str(scrap.get_text())
        kind = pygame.SCRAP_TEXT if sys.platform == "win32" else UTF8_TYPE
        data = scrap.get(kind) or b""
        return bytes(data).split(b"\0")[0].decode("utf-8", "replace")

    return _attempt(get, "")


def _attempt(work: Callable[[], Any], otherwise: Any) -> Any:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return work()
    except (pygame.error, ImportError, NotImplementedError, OSError, TypeError, UnicodeError):
        return otherwise
