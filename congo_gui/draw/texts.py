"""Texts about damaged files of the program."""

from __future__ import annotations

# Files of the program that are damaged


def damaged_picture(path: object, error: object) -> str:
    return f"The picture {path} is damaged: {error}."


def damaged_font(path: object, error: object) -> str:
    return f"The font {path} is damaged: {error}."


def unreadable(path: object, reason: object) -> str:
    return f"The file {path} cannot be read: {reason}."


def incomplete_picture(path: object) -> str:
    return f"The picture {path} is damaged: it is not a whole SVG drawing."
