"""Texts of several lines, texts beside a picture, and labels above fields."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from congo_gui.draw.theme import Colour, Role, Theme


def draw_lines(
    surface: pygame.Surface | None,
    theme: Theme,
    lines: Sequence[str],
    role: Role,
    colour: Colour,
    place: tuple[int, int],
) -> int:
    """Draw lines below each other from a place on, or only measure them; return where they end."""
    x, y = place
    for line in lines:
        if surface is not None:
            surface.blit(theme.text(line, role, colour), (x, y))
        y += theme.line_height(role)
    return y


def draw_text(
    surface: pygame.Surface, theme: Theme, text: str, role: Role, colour: Colour, left: int, middle: int
) -> int:
    """Draw a text in one line whose middle is at a height; return where it ends."""
    picture = theme.text(text, role, colour)
    surface.blit(picture, (left, middle - picture.get_height() // 2))
    return left + picture.get_width()


def draw_label(surface: pygame.Surface, theme: Theme, text: str, field: pygame.Rect) -> None:
    """Write what a field is for above it."""
    label = theme.text(theme.shorten(text, Role.SMALL, field.width), Role.SMALL, theme.colours.muted)
    surface.blit(label, (field.x + theme.px(2), field.y - label.get_height() - theme.px(2)))


def fitted_lines(theme: Theme, text: str, role: Role, width: int, most: int) -> list[str]:
    """Return a text in at most so many lines, the last one shortened if it has to be."""
    lines = theme.wrap(text, role, width)
    return [*lines[: most - 1], theme.shorten(" ".join(lines[most - 1 :]), role, width)]
