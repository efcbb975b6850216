"""Texts of controls for a screen reader."""

from __future__ import annotations

from collections.abc import Sequence

from engine.rules.words import count_text


def chosen(label: str) -> str:
    return f"{label}, chosen"


def part(index: int, parts: Sequence[str]) -> str:
    """Return the chosen part of several and its place among them; all of them if none is chosen."""
    return f"{parts[index]}, {index + 1} of {len(parts)}" if 0 <= index < len(parts) else ", ".join(parts)


def rows(count: int) -> str:
    return count_text(count, "row")


def cut_off(limit: int) -> str:
    return f"This field takes up to {limit:,} characters: the rest was left out."
