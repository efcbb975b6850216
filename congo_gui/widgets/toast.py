"""A short message that goes away by itself."""

from __future__ import annotations

import time
from collections.abc import Sequence

import pygame

from congo_gui.draw.shapes import draw_box
from congo_gui.draw.theme import Role, Theme

SECONDS = 2.5
READ_PER_SECOND = 16
"""Letters; a text that takes longer to read than `SECONDS` stays longer."""


class Toast:
    """Shows one text at a time near the bottom of a place, for its time by the clock.

    The seconds that the loop hands out would not do: of a long turn it counts a part only.
    """

    def __init__(self) -> None:
        self.text = ""
        self._seconds = self._until = 0.0
        self._new = False
        """Whether no `update` has seen it, so that its time has not begun."""

    def show(self, text: str, seconds: float | None = None) -> None:
        """Show a text, in place of the one that may be there, as long as it takes to read."""
        self.text = text
        self._seconds = max(SECONDS, len(text) / READ_PER_SECOND) if seconds is None else seconds
        self._new = True

    def inherit(self, other: Toast) -> None:
        """Go on showing what another one showed that goes away."""
        if other.text:
            self.show(other.text, other._left)

    def hide(self) -> None:
        """Let the text go away at the next `update`."""
        self._until, self._new = 0.0, False

    @property
    def _left(self) -> float:
        return self._seconds if self._new else max(0.0, self._until - time.monotonic())

    @property
    def next_change(self) -> float | None:
        """Seconds until it goes away, None if nothing shows."""
        return self._left if self.text else None

    def update(self) -> bool:
        """Take the text away when its time is over; tell whether it came or went away."""
        if not self.text:
            return False
        if self._new:
            self._until, self._new = time.monotonic() + self._seconds, False
            return True
        if self._left > 0:
            return False
        self.text = ""
        return True

    def draw(
        self,
        surface: pygame.Surface,
        theme: Theme,
        place: pygame.Rect,
        beside: Sequence[pygame.Rect] | None = None,
    ) -> None:
        """Draw the text at the bottom of `place`.

        With `beside` it goes below or above that place, if the window is free there of these rectangles.
        """
        if not self.text:
            return
        role, lines = _fitted(theme, self.text, place.width)
        height = theme.line_height(role)
        width = max(theme.width(line, role) for line in lines)
        box = pygame.Rect(0, 0, width + theme.px(32), len(lines) * height + theme.px(10))
        box.midbottom = (place.centerx, place.bottom - theme.px(3))
        if beside is not None:
            box = _free_spot(box, place, surface.get_rect(), beside, theme.px(3))
        draw_box(surface, box, theme.px(10), theme.colours.bubble)
        for row, line in enumerate(lines):
            picture = theme.text(line, role, theme.colours.on_bubble)
            surface.blit(
                picture, (box.centerx - picture.get_width() // 2, box.y + theme.px(5) + row * height)
            )


def _free_spot(
    box: pygame.Rect, place: pygame.Rect, window: pygame.Rect, taken: Sequence[pygame.Rect], gap: int
) -> pygame.Rect:
    """Return the box below or above a place, where that is free, else where it is."""
    below, above = box.copy(), box.copy()
    below.top, above.bottom = place.bottom + gap, place.top - gap
    free = (spot for spot in (below, above) if window.contains(spot) and spot.collidelist(list(taken)) < 0)
    return next(free, box)


def _fitted(theme: Theme, text: str, width: int) -> tuple[Role, list[str]]:
    """Return the size of type and the lines in which a text takes little height in that width."""
    room = max(theme.px(120), width - theme.px(40))
    lines = theme.wrap(text, Role.BODY, room)
    return (Role.BODY, lines) if len(lines) == 1 else (Role.SMALL, theme.wrap(text, Role.SMALL, room))
