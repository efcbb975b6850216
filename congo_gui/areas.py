"""Parts of the window that have to be drawn again."""

from __future__ import annotations

from collections.abc import Iterable

import pygame


def merged(areas: Iterable[pygame.Rect]) -> list[pygame.Rect]:
    """Return areas that cover the given ones without overlapping; empty ones are left out."""
    result: list[pygame.Rect] = []
    for area in areas:
        whole = area.copy()
        while (index := whole.collidelist(result)) >= 0:
            whole.union_ip(result.pop(index))
        if whole:
            result.append(whole)
    return result
