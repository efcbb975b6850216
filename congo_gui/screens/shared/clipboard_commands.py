"""Positions to and from the clipboard, with a word about what came of it."""

from __future__ import annotations

from congo_gui.screens.shared.base import Screen
from congo_gui.system import clipboard


def copy_position(screen: Screen, text: str) -> None:
    """Copy a position's text, and say so on the screen."""
    done = clipboard.copy(text)
    screen.toast.show("The position is on the clipboard." if done else "There is no clipboard here.")


def pasted_text(screen: Screen) -> str:
    """Return the text on the clipboard; if there is none, say so on the screen and return nothing."""
    text = clipboard.paste().strip()
    if not text:
        screen.toast.show("There is no text on the clipboard.")
    return text
