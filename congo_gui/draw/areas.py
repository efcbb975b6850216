"""Parts of the window that have to be drawn again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pygame


def merged(areas: Iterable[pygame.Rect]) -> list[pygame.Rect]:
    """Return fewer areas that cover the given ones; empty ones are left out.

    Two become one only where that is not more to draw than both: long diagonals of small areas would grow
    into the whole board.
    """
    result: list[pygame.Rect] = []
    for area in filter(None, areas):
        whole = area.copy()
        while (index := _partner(whole, result)) is not None:
            whole.union_ip(result.pop(index))
        result.append(whole)
    return result


def _partner(area: pygame.Rect, others: Sequence[pygame.Rect]) -> int | None:
    """Return which of the others makes one area with the given one at no cost."""
    for index, other in enumerate(others):
        if _pixels(area.union(other)) <= _pixels(area) + _pixels(other):
            return index
    return None


def _pixels(area: pygame.Rect) -> int:
    return area.width * area.height
