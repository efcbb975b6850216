"""The card of a review: how many mistakes of each kind each side made, and its accuracy."""

from __future__ import annotations

import pygame

from congo_gui.draw.drawing import draw_box, draw_text, place_text
from congo_gui.draw.theme import Role, Theme
from congo_gui.play.wording import percent
from congo_gui.screens.analysis import texts
from congo_gui.screens.analysis.move_text import MARKS
from congo_gui.screens.analysis.review import NAMES, SideReview
from congo_gui.widgets.base import Widget

PAD = 6


class ReviewCard(Widget):
    """Shows what `show` was given, a row for each of the `sides`, which are the sides' names."""

    _tip = texts.CARD_TIP

    def __init__(self, sides: tuple[str, str]) -> None:
        super().__init__()
        self._sides = sides
        self.reviews: tuple[SideReview | None, ...] = ()

    def show(self, reviews: tuple[SideReview | None, ...]) -> bool:
        """Set each side's review, nothing if there is none; return whether the card appears or goes."""
        before, self.reviews = self.reviews, reviews
        return bool(before) != bool(reviews)

    @property
    def appearance(self) -> object:
        return self.reviews

    @staticmethod
    def height(theme: Theme) -> int:
        """Return its height in pixels."""
        return 2 * theme.line_height(Role.SMALL) + theme.px(2 * PAD)

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        colours, rect = theme.colours, self.rect
        draw_box(surface, rect, theme.px(8), colours.panel, colours.outline, theme.px(1.2))
        middle, line = (
            rect.y + theme.px(PAD) + theme.line_height(Role.SMALL) // 2,
            theme.line_height(Role.SMALL),
        )
        for side, review in zip(self._sides, self.reviews, strict=False):
            self._draw_side(surface, theme, side, review, middle)
            middle += line

    def _draw_side(
        self, surface: pygame.Surface, theme: Theme, side: str, review: SideReview | None, middle: int
    ) -> None:
        colours, rect, gap = theme.colours, self.rect, theme.px(8)
        if review is None:
            return
        draw_text(surface, theme, side, Role.SMALL, colours.text, rect.x + gap, middle)
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
            left += width
