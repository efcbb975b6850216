"""The box with the terms of the static evaluation."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from congo_gui.draw.drawing import draw_box, draw_lines, draw_text, place_text
from congo_gui.draw.theme import Role, Theme
from congo_gui.play.wording import signed
from congo_gui.screens.analysis import texts
from congo_gui.screens.analysis.terms import PositionTerms
from congo_gui.screens.shared.layout import grid
from congo_gui.widgets.base import Widget
from engine.rules.words import sentence
from engine.search import texts as search_texts

ROW, PAD = 19, 8
MAX_ROWS = 8


class TermList(Widget):
    """Shows what `terms` returns, None while they are computed; + favours `side`."""

    def __init__(self, terms: Callable[[], PositionTerms | None], side: str) -> None:
        super().__init__()
        self._terms, self._side = terms, side
        self.rows = MAX_ROWS
        """The number of terms of the game; `MAX_ROWS` until it is known."""

    @property
    def tip(self) -> str:
        found = self._terms()
        terms = found.terms if found else ()
        values = " · ".join(f"{title} {signed(value)}" for title, value in terms)
        about = texts.terms_tip(self._side)
        if not values:
            return about
        has_cap = any(title == search_texts.ACTIVITY_CAP and value for title, value in terms)
        pieces = " · ".join(f"{name} {value / 100:.1f}" for name, value in found.pieces) if found else ""
        more = [texts.ACTIVITY_CAP] if has_cap else []
        more += [f"{texts.PIECES}{pieces}."] if pieces else []
        return " ".join((f"{about}.", sentence(values), *more))

    def count(self) -> bool:
        """Set the number of rows to that of the terms; return whether it has changed."""
        found, before = self._terms(), self.rows
        if found is not None and found.terms:
            self.rows = len(found.terms)
        return self.rows != before

    @property
    def appearance(self) -> object:
        return self._terms()

    @staticmethod
    def height(theme: Theme, rows: int) -> int:
        """Return the height of the box in pixels with `rows` rows of terms."""
        return theme.line_height(Role.SMALL) + rows * theme.px(ROW) + 2 * theme.px(PAD)

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        colours, pad = theme.colours, theme.px(PAD)
        draw_box(surface, self.rect, theme.px(8), colours.raised, colours.outline, theme.px(1.2))
        inside = self.rect.inflate(-2 * pad, -pad)
        head = pygame.Rect(inside.topleft, (inside.width, theme.line_height(Role.SMALL)))
        found = self._terms()
        draw_text(surface, theme, texts.TERMS, Role.SMALL, colours.muted, head.x, head.centery)
        area = pygame.Rect(inside.x, head.bottom, inside.width, inside.bottom - head.bottom)
        if found is None or found.problem:
            words = sentence(found.problem) if found else texts.WORKING_OUT
            lines = theme.wrap(words, Role.SMALL, area.width)
            draw_lines(surface, theme, lines, Role.SMALL, colours.muted, area.topleft)
            return
        ink = colours.text
        place_text(surface, theme, signed(found.total), Role.STRONG, ink, midright=head.midright)
        self._draw_terms(surface, theme, found, area)

    def _draw_terms(
        self, surface: pygame.Surface, theme: Theme, found: PositionTerms, area: pygame.Rect
    ) -> None:
        """Draw the terms in as many columns as they need."""
        rows = max(1, area.height // theme.px(ROW))
        columns = -(-len(found.terms) // rows)
        rows = -(-len(found.terms) // columns)
        gap, colours = theme.px(14), theme.colours
        width = (area.width - (columns - 1) * gap) // columns
        places = grid(pygame.Rect(area.topleft, (area.width, rows * theme.px(ROW))), columns, rows, 0)
        for at, (title, value) in enumerate(found.terms):
            place = places[at % rows * columns + at // rows]
            left = area.x + at // rows * (width + gap)
            text = signed(value)
            available = width - theme.width(text, Role.SMALL) - theme.px(6)
            name = theme.shorten(f"{title[0].upper()}{title[1:]}", Role.SMALL, available)
            ink = colours.text if value else colours.muted
            draw_text(surface, theme, name, Role.SMALL, ink, left, place.centery)
            place_text(surface, theme, text, Role.SMALL, ink, midright=(left + width, place.centery))
