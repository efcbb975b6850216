"""Texts about mistakes in a game's folder, for those who add one."""

from __future__ import annotations


def no_skin(game: str) -> str:
    return f"There is no skin for the game {game!r}."


def empty_skin(module: str) -> str:
    return f"The module {module} has no SKIN."
