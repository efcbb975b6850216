"""The card of a review: how many mistakes of each kind each side made, and its accuracy."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from congo_gui.draw.drawing import draw_box, draw_text, place_text
from congo_gui.draw.theme import Role, Theme
from congo_gui.play.wording import percent
from congo_gui.screens.analysis import texts
from congo_gui.screens.analysis.move_text import MARKS
from congo_gui.screens.analysis.review import NAMES, SideReview
from congo_gui.widgets.base import LEFT_BUTTON, Widget

PAD = 6


class ReviewCard(Widget):
    """Shows a review with a row for each side; `sides` are their names.

    A click on a count calls `step` with the side and the NAG of these mistakes.
    """

    _tip = texts.CARD_TIP

    def __init__(self, sides: tuple[str, str], step: Callable[[int, int], None]) -> None:
        super().__init__()
        self._sides, self._step = sides, step
        self.counts: dict[tuple[int, int], pygame.Rect] = {}
        """The rectangles of the counts that can be clicked, by side and NAG."""
        self.reviews: tuple[SideReview | None, ...] = ()

    def show(self, reviews: tuple[SideReview | None, ...]) -> bool:
        """Set each side's review, nothing if there is none; return whether the card appears or disappears."""
        before, self.reviews = self.reviews, reviews
        return bool(before) != bool(reviews)

    @property
    def appearance(self) -> object:
        return self.reviews

    @staticmethod
    def height(theme: Theme) -> int:
        """Return its height in pixels."""
        return 2 * theme.line_height(Role.SMALL) + theme.px(2 * PAD)

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type != pygame.MOUSEBUTTONDOWN or event.button != LEFT_BUTTON:
            return False
        for (side, number), place in self.counts.items():
            if place.collidepoint(event.pos):
                self._step(side, number)
                return True
        return False

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        colours, rect = theme.colours, self.rect
        draw_box(surface, rect, theme.px(8), colours.panel, colours.outline, theme.px(1.2))
        middle, line = (
            rect.y + theme.px(PAD) + theme.line_height(Role.SMALL) // 2,
            theme.line_height(Role.SMALL),
        )
        self.counts = {}
        for side, review in enumerate(self.reviews):
            self._draw_side(surface, theme, side, review, middle)
            middle += line

    def _draw_side(
        self, surface: pygame.Surface, theme: Theme, side: int, review: SideReview | None, middle: int
    ) -> None:
        colours, rect, gap = theme.colours, self.rect, theme.px(8)
        if review is None:
            return
        draw_text(surface, theme, self._sides[side], Role.SMALL, colours.text, rect.x + gap, middle)
        left = rect.x + gap + max(theme.width(name, Role.SMALL) for name in self._sides) + theme.px(12)
        value = percent(review.accuracy / 100)
        right = rect.right - gap
        wide = f"{value} {texts.ACCURACY}"
        width = (right - left) // (len(NAMES) + 2)
        value = wide if theme.width(wide, Role.SMALL) <= 2 * width else value
        place_text(surface, theme, value, Role.SMALL, colours.text, midright=(right, middle))
        for number, count in zip(NAMES, review.counts, strict=True):
            ink = colours.danger if count else colours.muted
            draw_text(surface, theme, f"{MARKS[number]} {count}", Role.SMALL, ink, left, middle)
            if count:
                line = theme.line_height(Role.SMALL)
                self.counts[side, number] = pygame.Rect(left, middle - line // 2, width, line)
            left += width
