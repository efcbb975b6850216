"""Texts about opening books that cannot be used."""

from __future__ import annotations

from pathlib import Path


def not_a_book(path: Path, header: str) -> str:
    return f"{path} is not an opening book: it does not begin with '{header}'"


def wrong_checksum(path: Path) -> str:
    return f"the opening book {path} is damaged: its checksum is wrong"


def no_weights(path: Path) -> str:
    return f"the opening book {path} is damaged: a line has moves without weights above 0"
