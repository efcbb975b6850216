"""The evaluation: a bar beside the board, and a graph of the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import pygame

from congo_gui.draw.drawing import draw_box, draw_disc
from congo_gui.draw.theme import Colour, Role, Theme
from congo_gui.screens.analysis import texts
from congo_gui.widgets.base import COMMAND_KEYS, LEFT_BUTTON, Widget
from engine.rules.values import FIRST, SECOND

LIGHT: Colour = (250, 244, 230)
DARK: Colour = (58, 50, 44)
MIDDLE: Colour = (150, 130, 105)
DOT = 4
"""Radius at scale 1 of the dot on a move that a review has marked."""


def tones(dark_side: int) -> tuple[Colour, Colour]:
    """Return the tones of the first and of the second side."""
    return (DARK, LIGHT) if dark_side == FIRST else (LIGHT, DARK)


class EvalBar(Widget):
    """An upright bar: both sides' winning chances, in their tones, and the `score`; `tip` is its tooltip."""

    def __init__(
        self,
        chance: Callable[[], float | None],
        score: Callable[[], str],
        tip: Callable[[], str],
        dark_side: int,
    ) -> None:
        super().__init__()
        self._tones = tones(dark_side)
        self._chance, self._score, self._tip = chance, score, tip
        self.flipped = False

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        chance = self._chance()
        rect, colours = self.rect, theme.colours
        surface.fill(colours.sunken if chance is None else self._tones[SECOND], rect)
        if chance is not None:
            height = round(rect.height * chance)
            top = rect.y if self.flipped else rect.bottom - height
            surface.fill(self._tones[FIRST], (rect.x, top, rect.width, height))
        pygame.draw.line(surface, MIDDLE, rect.midleft, (rect.right - 1, rect.centery), theme.px(2))
        pygame.draw.rect(surface, colours.outline, rect, theme.px(1.2))
        if chance is not None:
            self._draw_score(surface, theme, chance)

    def _draw_score(self, surface: pygame.Surface, theme: Theme, chance: float) -> None:
        """Write the score at the end of the better side, where most of the bar has its tone."""
        better = FIRST if chance >= 0.5 else SECOND
        picture = theme.text(self._score(), Role.CAPTION, self._tones[1 - better])
        if picture.get_width() > self.rect.width - 2:
            return
        gap = theme.px(4)
        if (better == FIRST) == self.flipped:
            place = picture.get_rect(midtop=(self.rect.centerx, self.rect.y + gap))
        else:
            place = picture.get_rect(midbottom=(self.rect.centerx, self.rect.bottom - gap))
        surface.blit(picture, place)


@dataclass(frozen=True)
class EvalPoint:
    """A position of the game: the first side's chances (0 to 1, None: unknown), and whether it is marked."""

    chance: float | None
    marked: bool = False


class EvalGraph(Widget):
    """The chances from position to position; a click jumps there, and so do the arrow keys."""

    focusable = True

    def __init__(self, jump: Callable[[int], None], dark_side: int) -> None:
        super().__init__()
        self._jump, self._tones = jump, tones(dark_side)
        self.points: tuple[EvalPoint, ...] = ()
        self.current: int | None = None
        self.pointed: int | None = None
        """The index of the position under the pointer."""

    @property
    def tip(self) -> str:
        return "" if self.pointed is not None else texts.GRAPH_TIP

    def pointer_left(self) -> None:
        self.pointed = None

    def show(self, points: Sequence[EvalPoint], current: int | None) -> None:
        """Set the points, and the index of the position on the board."""
        self.points, self.current = tuple(points), current

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEMOTION:
            self.pointed = self._index_at(event.pos[0]) if len(self.points) > 1 else None
        down = event.type == pygame.MOUSEBUTTONDOWN and event.button == LEFT_BUTTON
        if (down or (event.type == pygame.MOUSEMOTION and self.pressed)) and self.points:
            self._jump(self._index_at(event.pos[0]))
            return True
        if event.type == pygame.KEYDOWN and not event.mod & COMMAND_KEYS:
            return self._key(event.key)
        return event.type in (pygame.MOUSEBUTTONUP, pygame.MOUSEMOTION)

    def _key(self, key: int) -> bool:
        here, last = self.current or 0, len(self.points) - 1
        steps = {pygame.K_LEFT: here - 1, pygame.K_RIGHT: here + 1, pygame.K_HOME: 0, pygame.K_END: last}
        if key not in steps or last < 0:
            return False
        self._jump(max(0, min(last, steps[key])))
        return True

    def _index_at(self, x: int) -> int:
        last = len(self.points) - 1
        return max(0, min(last, round((x - self.rect.x) * last / max(1, self.rect.width - 1))))

    def place_of(self, index: int) -> tuple[int, int]:
        """Return the pixel of a position; in the middle while its chances are unknown."""
        chance = self.points[index].chance
        x = self.rect.x + index * (self.rect.width - 1) // max(1, len(self.points) - 1)
        return x, self.rect.bottom - 1 - round((self.rect.height - 1) * (0.5 if chance is None else chance))

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        rect, colours = self.rect, theme.colours
        draw_box(surface, rect, theme.px(6), colours.sunken, colours.outline, theme.px(1.2))
        known = [at for at, point in enumerate(self.points) if point.chance is not None]
        beside = [(start, end) for start, end in pairwise(known) if end == start + 1]
        if not beside and not any(point.marked for point in self.points):
            note = theme.text(texts.RUN_REVIEW, Role.SMALL, colours.muted)
            place = note.get_rect(center=rect.center)
            if rect.contains(place):
                surface.blit(note, place)
            self._draw_focus(surface, theme)
            return
        for start, end in beside:
            self._draw_part(surface, self.place_of(start), self.place_of(end))
        middle = rect.centery
        pygame.draw.line(surface, MIDDLE, (rect.x, middle), (rect.right - 1, middle), theme.px(1))
        if self.current is not None and self.points:
            x = self.place_of(self.current)[0]
            width = max(2, theme.px(2))
            surface.fill(colours.accent, (min(x, rect.right - width), rect.y, width, rect.height))
        for at, point in enumerate(self.points):
            if point.marked:
                draw_disc(surface, self.place_of(at), theme.px(DOT), colours.danger, LIGHT, theme.px(1.5))

        self._draw_focus(surface, theme)

    def _draw_part(self, surface: pygame.Surface, start: tuple[int, int], end: tuple[int, int]) -> None:
        """Fill the part between two positions: light below the line, dark above it."""
        inner = self.rect.inflate(-2, -2)
        for x in range(max(start[0], inner.x), min(end[0] + 1, inner.right)):
            part = (x - start[0]) / max(1, end[0] - start[0])
            y = max(inner.y, min(inner.bottom, round(start[1] + (end[1] - start[1]) * part)))
            surface.fill(self._tones[SECOND], (x, inner.y, 1, y - inner.y))
            surface.fill(self._tones[FIRST], (x, y, 1, inner.bottom - y))
