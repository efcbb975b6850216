"""A slider over a few steps."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from congo_gui.draw.shapes import draw_box, draw_disc, draw_focus
from congo_gui.draw.theme import Theme
from congo_gui.widgets.base import Widget, wheel_steps

KNOB = 9


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
    def tip(self) -> str:
        return self._tip if isinstance(self._tip, str) else self._tip()

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
        if self.focused:
            draw_focus(surface, self.rect, colours, max(1, theme.px(1.5)))
