"""One of a few, as a row of parts of which one is filled."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pygame

from congo_gui.draw.shapes import draw_box, draw_focus
from congo_gui.draw.theme import Role, Theme
from congo_gui.widgets.base import LEFT_BUTTON, Widget


class Segments(Widget):
    """Chooses one of `texts` with the mouse or the left and right keys; `changed` gets its index.

    `index` is asked for whenever it is drawn, so that it shows what holds elsewhere, too.
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
        """What texts become where they have no room."""

    @property
    def tip(self) -> str:
        return self._tip if isinstance(self._tip, str) else self._tip()

    @property
    def index(self) -> int:
        """Which part is chosen."""
        return self._index()

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
        if part is not None and part != self.index:
            self._changed(part)

    def part_rect(self, part: int) -> pygame.Rect:
        """Return where a part is."""
        count = len(self.texts)
        left, right = (self.rect.x + self.rect.width * at // count for at in (part, part + 1))
        return pygame.Rect(left, self.rect.y, right - left, self.rect.height)

    def _part_at(self, position: tuple[int, int]) -> int | None:
        parts = (part for part in range(len(self.texts)) if self.part_rect(part).collidepoint(position))
        return next(parts, None)

    def _is_small(self, theme: Theme) -> bool:
        """Tell whether some part has no room for usual letters: then all have small ones."""
        rooms = (self.part_rect(part).width - theme.px(3) for part in range(len(self.texts)))
        widest = (theme.width(words, Role.STRONG) for words in self.texts)
        return any(width > room for width, room in zip(widest, rooms, strict=True))

    @property
    def appearance(self) -> object:
        return self.index, self._pointed, self.focused

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        colours, chosen = theme.colours, self.index
        small = self._is_small(theme)
        radius, line = theme.px(8), max(1, theme.px(1.2))
        draw_box(surface, self.rect, radius, colours.raised, colours.outline, line)
        for part, words in enumerate(self.texts):
            place = self.part_rect(part)
            if part == chosen:
                draw_box(surface, place, radius, colours.accent_soft, colours.accent, max(2, theme.px(2)))
            elif part == self._pointed:
                draw_box(surface, place.inflate(-2 * line, -2 * line), radius, colours.sunken)
            role = Role.STRONG if part == chosen else Role.BODY
            room = place.width - theme.px(3)
            if small:
                role = Role.SMALL
            if theme.width(words, role) > room:
                words = self.short.get(words, words)
            text = theme.text(theme.shorten(words, role, room), role, colours.text)
            surface.blit(text, text.get_rect(center=place.center))
        if self.focused:
            draw_focus(surface, self.rect, colours, max(1, theme.px(1.5)))


class ChoiceSegments(Segments):
    """Segments that remember themselves which part is chosen; `short` as for `Segments`."""

    def __init__(
        self, texts: Sequence[str], chosen: int = 0, tip: str = "", short: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(texts, lambda: self.chosen, self._take, tip)
        self.chosen = chosen
        self.short = short or {}

    def _take(self, part: int) -> None:
        self.chosen = part
