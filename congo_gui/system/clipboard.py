"""Text to and from the system's clipboard, and pictures to it. Never raises: without one there is no text.

pygame-ce has `get_text` and `put_text`. pygame 2.6 has only bytes under a type, and which type works
depends on the system: on X11 and Wayland the one with the character set, on Windows the plain one,
which is the system's CF_TEXT and ends with a NUL.

SDL 2 puts no pictures there, and pygame does on Windows alone; elsewhere the system's own programs do.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Callable, Sequence
from io import BytesIO
from typing import Any

import pygame

UTF8_TYPE = "text/plain;charset=utf-8"
PICTURE_PROGRAMS = {
    "x11": ("xclip", "-selection", "clipboard", "-t", "image/png"),
    "wayland": ("wl-copy", "--type", "image/png"),
}
"""By SDL's driver of the screen: the program that takes a PNG picture from its standard input."""
PICTURE_TIMEOUT_S = 10.0


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


def copy_picture(png: bytes) -> bool:
    """Put a PNG picture on the clipboard; return whether that worked."""

    def put() -> bool:
        driver = pygame.display.get_driver() if pygame.display.get_init() else ""
        if driver == "windows":
            _clipboard().put(pygame.SCRAP_BMP, _as_bmp(png))
            return True
        if driver == "cocoa":
            return _put_on_mac(png)
        words = PICTURE_PROGRAMS.get(driver)
        return words is not None and _run(words, png)

    return bool(_attempt(put, False))


def missing_program() -> str:
    """Return the program that would have to be installed for copying pictures, empty if none would help."""
    words = PICTURE_PROGRAMS.get(pygame.display.get_driver() if pygame.display.get_init() else "")
    return words[0] if words is not None and shutil.which(words[0]) is None else ""


def _as_bmp(png: bytes) -> bytes:
    """Return a picture in the format that Windows' programs paste."""
    file = BytesIO()
    pygame.image.save(pygame.image.load(BytesIO(png), "picture.png"), file, "picture.bmp")
    return file.getvalue()


def _put_on_mac(png: bytes) -> bool:
    number, path = tempfile.mkstemp(suffix=".png")
    try:
        with open(number, "wb") as file:
            file.write(png)
        script = f'set the clipboard to (read (POSIX file "{path}") as «class PNGf»)'
        return _run(("osascript", "-e", script), b"")
    finally:
        os.unlink(path)


def _run(words: Sequence[str], data: bytes) -> bool:
    """Run a program with data on its standard input; return whether it succeeded."""
    quiet = subprocess.DEVNULL  # a pipe would be held open by the program that goes on in the background
    try:
        done = subprocess.run(
            words, input=data, stdout=quiet, stderr=quiet, timeout=PICTURE_TIMEOUT_S, check=False
        )
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def _attempt(work: Callable[[], Any], otherwise: Any) -> Any:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return work()
    except (pygame.error, ImportError, NotImplementedError, OSError, TypeError, UnicodeError):
        return otherwise
