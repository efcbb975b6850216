"""Copy text and pictures to the system's clipboard, and paste text. Never raises an error.

pygame-ce has `get_text` and `put_text`. pygame 2.6 only has bytes of a MIME type, and the type that works
depends on the system: on X11 and Wayland the one with the character set, on Windows plain text, which is the
system's CF_TEXT and ends with a NUL.

SDL 2 cannot copy pictures, and pygame only on Windows; elsewhere programs of the system do it.
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
"""By SDL video driver: the command that copies a PNG picture from its standard input."""
PICTURE_TIMEOUT_S = 1.5
"""Seconds until a program of the system has taken a picture; the window waits for it."""


def _clipboard() -> Any:
    with warnings.catch_warnings():
        # pygame-ce calls its older functions deprecated; they are the fallback here.
        warnings.simplefilter("ignore")
        from pygame import scrap

        if not scrap.get_init():
            scrap.init()
    return scrap


def copy(text: str) -> bool:
    """Copy a text to the clipboard; return whether it worked."""

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
        return bytes(data).partition(b"\0")[0].decode("utf-8", "replace")

    return _attempt(get, "")


def copy_picture(png: bytes) -> bool:
    """Copy a PNG picture to the clipboard; return whether it worked."""

    def put() -> bool:
        driver = pygame.display.get_driver() if pygame.display.get_init() else ""
        if driver == "windows":
            _clipboard().put(pygame.SCRAP_BMP, _as_bmp(png))
            return True
        if driver == "cocoa":
            return _put_on_mac(png)
        command = PICTURE_PROGRAMS.get(driver)
        return command is not None and _run(command, png)

    return bool(_attempt(put, False))


def missing_program() -> str:
    """Return the program to install for copying pictures, empty if none would help."""
    command = PICTURE_PROGRAMS.get(pygame.display.get_driver() if pygame.display.get_init() else "")
    return command[0] if command is not None and shutil.which(command[0]) is None else ""


def _as_bmp(png: bytes) -> bytes:
    """Convert a PNG picture to the format that Windows programs paste."""
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


def _run(command: Sequence[str], data: bytes) -> bool:
    """Run a command with data on its standard input; return whether it succeeded."""
    quiet = subprocess.DEVNULL  # the program stays in the background and would keep a pipe open
    try:
        done = subprocess.run(
            command, input=data, stdout=quiet, stderr=quiet, timeout=PICTURE_TIMEOUT_S, check=False
        )
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def _attempt(work: Callable[[], Any], default: Any) -> Any:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return work()
    except (pygame.error, ImportError, NotImplementedError, OSError, TypeError, ValueError):  # as for a NUL
        return default
