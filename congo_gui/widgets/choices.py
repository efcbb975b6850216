"""Choosing one of several: a segmented row, and a slider."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pygame

from congo_gui.draw.drawing import draw_box, draw_disc, place_text
from congo_gui.draw.theme import Role, Theme
from congo_gui.widgets import texts
from congo_gui.widgets.base import LEFT_BUTTON, Widget, wheel_steps

KNOB = 9


class Segments(Widget):
    """Chooses one of `texts` with the mouse or the left and right keys; calls `changed` with its index.

    `index` is called for every drawing, so that a choice changed elsewhere is shown.
    """

    focusable = True

    def __init__(
        self,
        texts: Sequence[str],
        index: Callable[[], int],
        changed: Callable[[int], None],
        tip: str | Callable[[], str] = "",
    ) -> None:
        super().__init__()
        self.texts = tuple(texts)
        self._index, self._changed, self._tip = index, changed, tip
        self._pointed: int | None = None
        self.short: Mapping[str, str] = {}
        """Shorter texts, used if the full ones do not fit."""
        self.shares: Sequence[int] = ()
        """The relative widths of the parts; empty if all are equal."""
        self.repeatable: int | None = None
        """A part that can be clicked again while it is chosen, because it opens a dialog."""

    @property
    def index(self) -> int:
        """The index of the chosen part."""
        return self._index()

    @property
    def words(self) -> str:
        return texts.part(self.index, self.texts)

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEMOTION:
            before, self._pointed = self._pointed, self._part_at(event.pos)
            return before != self._pointed
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == LEFT_BUTTON:
            self._choose(self._part_at(event.pos))
            return True
        if event.type == pygame.KEYDOWN and event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            step = 1 if event.key == pygame.K_RIGHT else -1
            self._choose(max(0, min(len(self.texts) - 1, self.index + step)))
            return True
        return event.type == pygame.MOUSEBUTTONUP

    def pointer_left(self) -> None:
        self._pointed = None

    def _choose(self, part: int | None) -> None:
        if part is not None and (part != self.index or part == self.repeatable):
            self._changed(part)

    def part_rect(self, part: int) -> pygame.Rect:
        """Return the rectangle of a part."""
        shares = self.shares or [1] * len(self.texts)
        ends = (self.rect.width * sum(shares[:at]) // sum(shares) for at in (part, part + 1))
        left, right = (self.rect.x + end for end in ends)
        return pygame.Rect(left, self.rect.y, right - left, self.rect.height)

    def _part_at(self, position: tuple[int, int]) -> int | None:
        parts = (part for part in range(len(self.texts)) if self.part_rect(part).collidepoint(position))
        return next(parts, None)

    def _is_small(self, theme: Theme) -> bool:
        """Return whether a text does not fit its part in body size: then all parts use small text."""
        widths = (self.part_rect(part).width - theme.px(3) for part in range(len(self.texts)))
        widest = (theme.width(words, Role.STRONG) for words in self.texts)
        return any(width > available for width, available in zip(widest, widths, strict=True))

    @property
    def appearance(self) -> object:
        return self.index, self._pointed, self.focused

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        colours, chosen = theme.colours, self.index
        small = self._is_small(theme)
        radius, line = theme.px(8), theme.px(1.2)
        draw_box(surface, self.rect, radius, colours.raised, colours.outline, line)
        for part, words in enumerate(self.texts):
            place = self.part_rect(part)
            if part == chosen:
                draw_box(surface, place, radius, colours.accent_soft, colours.accent, max(2, theme.px(2)))
            elif part == self._pointed:
                draw_box(surface, place.inflate(-2 * line, -2 * line), radius, colours.sunken)
            role = Role.STRONG if part == chosen else Role.BODY
            available = place.width - theme.px(2)
            if small:
                role = Role.SMALL
            if theme.width(words, role) > available:
                words = self.short.get(words, words)
            shown = theme.shorten(words, role, available)
            place_text(surface, theme, shown, role, colours.text, center=place.center)
        self._draw_focus(surface, theme)


class ChoiceSegments(Segments):
    """Segments that store their own choice; `short` is that of `Segments`."""

    def __init__(
        self,
        texts: Sequence[str],
        chosen: int = 0,
        tip: str | Callable[[], str] = "",
        short: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(texts, lambda: self.chosen, self._take, tip)
        self.chosen = chosen
        self.short = short or {}

    def _take(self, part: int) -> None:
        self.chosen = part


class Slider(Widget):
    """Chooses one of `values`; `changed` is called with each new one."""

    focusable = True

    def __init__(
        self,
        values: Sequence[float],
        value: float,
        changed: Callable[[float], None],
        tip: str | Callable[[], str] = "",
    ) -> None:
        super().__init__()
        self.values = tuple(values)
        self.index = self._nearest(value)
        self._changed = changed
        self._tip = tip

    @property
    def value(self) -> float:
        """The chosen value."""
        return self.values[self.index]

    def set(self, value: float) -> None:
        """Choose the nearest value without calling `changed`."""
        self.index = self._nearest(value)

    def step(self, steps: int) -> None:
        """Go to a neighbouring value."""
        self._choose(self.index + steps)

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN or (event.type == pygame.MOUSEMOTION and self.pressed):
            self._choose(self._index_at(event.pos[0]))
            return True
        if event.type == pygame.MOUSEWHEEL:
            self.step(1 if wheel_steps(event) > 0 else -1)
            return True
        if event.type == pygame.KEYDOWN and event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            self.step(1 if event.key == pygame.K_RIGHT else -1)
            return True
        return event.type == pygame.MOUSEBUTTONUP

    def _nearest(self, value: float) -> int:
        return min(range(len(self.values)), key=lambda index: abs(self.values[index] - value))

    def _choose(self, index: int) -> None:
        index = max(0, min(len(self.values) - 1, index))
        if index != self.index:
            self.index = index
            self._changed(self.value)

    def _index_at(self, x: int) -> int:
        inset = self.rect.height // 2
        share = (x - self.rect.x - inset) / max(1, self.rect.width - 2 * inset)
        return round(share * (len(self.values) - 1))

    @property
    def appearance(self) -> object:
        return self.index, self.hovered, self.pressed, self.focused

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        colours = theme.colours
        inset = self.rect.height // 2
        left, right = self.rect.x + inset, self.rect.right - inset
        knob = left + (right - left) * self.index // (len(self.values) - 1)
        track = pygame.Rect(left, self.rect.centery - theme.px(2), right - left, theme.px(4))
        draw_box(surface, track, theme.px(2), colours.outline)
        track.width = knob - left
        draw_box(surface, track, theme.px(2), colours.accent)
        fill = colours.accent_hover if self.hovered or self.pressed else colours.accent
        draw_disc(surface, (knob, self.rect.centery), theme.px(KNOB), fill, colours.raised, theme.px(2))
        self._draw_focus(surface, theme)
