"""The panels beside a search tree: the step as text, the window on a number line, counts, legend."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import pygame

from congo_gui.draw.drawing import draw_box, draw_lines, place_text
from congo_gui.draw.theme import Colour, Role, Theme
from congo_gui.screens.search_tree import texts
from congo_gui.screens.search_tree.box_layout import spread_apart
from congo_gui.widgets.base import Widget
from congo_gui.widgets.tree_boxes import Shape, box_picture, draw_cross, draw_dashes
from engine.search.state import INFINITE
from engine.trace.prose import value_text
from engine.trace.trace import is_result

SIGN = 34
"""Width at scale 1 of a sign of the legend."""
WON_SHARE = 0.93
"""Where on the number line from -1 to 1 a won game is; evaluations stay within, infinity is at the end."""
MAX_EVALUATION_SHARE = 0.85


class StepText(Widget):
    """The description of a step: a heading and a sentence, as large as they fit."""

    def __init__(self) -> None:
        super().__init__()
        self.heading = self.text = self.aside = ""
        self.alarming = False

    def show(self, heading: str, text: str, aside: str, alarming: bool) -> None:
        """Set the texts; `aside` is at the right of the heading."""
        self.heading, self.text, self.aside, self.alarming = heading, text, aside, alarming

    @property
    def appearance(self) -> object:
        return self.heading, self.text, self.aside, self.alarming

    def role(self, theme: Theme) -> Role:
        """Return the largest role in which the sentence fits, or else the smallest one."""
        available = self.rect.height - theme.px(8) - theme.line_height(Role.STRONG)
        for role in (Role.BODY, Role.SMALL):
            if len(self._lines(theme, role)) * theme.line_height(role) <= available:
                return role
        return Role.CAPTION

    def _lines(self, theme: Theme, role: Role) -> list[str]:
        return theme.wrap(self.text, role, self.rect.width - 2 * theme.px(10))

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        colours, rect = theme.colours, self.rect
        fill = colours.danger_soft if self.alarming else colours.raised
        outline = colours.danger if self.alarming else colours.outline
        draw_box(surface, rect, theme.px(10), fill, outline, theme.px(1.6 if self.alarming else 1.2))
        left, top = rect.x + theme.px(10), rect.y + theme.px(4)
        ink = colours.danger if self.alarming else colours.text
        heading = theme.text(self.heading, Role.STRONG, ink)
        surface.blit(heading, (left, top))
        aside = theme.text(self.aside, Role.SMALL, colours.muted)
        if heading.get_width() + aside.get_width() + theme.px(30) <= rect.width:
            surface.blit(aside, (rect.right - theme.px(10) - aside.get_width(), top + theme.px(2)))
        top += theme.line_height(Role.STRONG)
        role = self.role(theme)
        draw_lines(surface, theme, self._lines(theme, role), role, colours.text, (left, top))


@dataclass(frozen=True)
class SearchWindow:
    """The window of alpha and beta, or None with the reason in `text`; `value` is the one found last.

    `unit` is the evaluation in centipawns that is half-way to the edge.
    """

    bounds: tuple[int, int] | None = None
    value: int | None = None
    unit: float = 100.0
    text: str = texts.WINDOW


def share(value: int, unit: float) -> float:
    """Return where a value is on the number line, from -1 to 1."""
    if abs(value) == INFINITE:
        return math.copysign(1.0, value)
    if is_result(value):
        return math.copysign(WON_SHARE, value)
    return MAX_EVALUATION_SHARE * math.tanh(value / unit / 2)


class WindowBar(Widget):
    """The window of alpha and beta as the part of a number line that still matters."""

    _tip = texts.WINDOW_TIP

    def __init__(self) -> None:
        super().__init__()
        self.window = SearchWindow()

    @property
    def appearance(self) -> object:
        return self.window

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        colours, rect = theme.colours, self.rect
        draw_box(surface, rect, theme.px(10), colours.panel, colours.outline, theme.px(1.2))
        corner = rect.x + theme.px(9), rect.y + theme.px(4)
        place_text(surface, theme, self._head(theme), Role.SMALL, colours.text, topleft=corner)
        track = self._track(theme)
        draw_box(surface, track, theme.px(4), colours.sunken, colours.muted, theme.px(1))
        if self.window.bounds is not None:
            self._draw_window(surface, theme, track, *self.window.bounds)
        if self.window.value is not None:
            self._draw_value(surface, theme, track, self.window.value)

    def _head(self, theme: Theme) -> str:
        available = self.rect.width - theme.px(16)
        if self.window.bounds is None:
            variants = [self.window.text]
        else:
            alpha, beta = (value_text(bound) for bound in self.window.bounds)
            name = texts.WINDOW_OPEN if self.window.bounds[0] < self.window.bounds[1] else texts.WINDOW_CLOSED
            bounds = texts.bounds(alpha, beta)
            variants = [
                f"{name}: {bounds}",
                bounds,
                f"{name}: {texts.span(alpha, beta)}",
                texts.span(alpha, beta),
            ]
        return next((text for text in variants if theme.width(text, Role.SMALL) <= available), variants[-1])

    def _track(self, theme: Theme) -> pygame.Rect:
        """Return where the number line is: between the value, above it, and the names below."""
        caption, height = theme.line_height(Role.CAPTION), theme.px(12)
        top = self.rect.y + theme.px(4) + theme.line_height(Role.SMALL) + caption
        available = self.rect.bottom - theme.px(5) - caption - top
        left = self.rect.x + theme.px(14)
        return pygame.Rect(
            left, top + max(0, available - height) // 2, self.rect.width - theme.px(28), height
        )

    def _x(self, track: pygame.Rect, value: int) -> int:
        return track.x + round((share(value, self.window.unit) + 1) / 2 * (track.width - 1))

    def _draw_window(
        self, surface: pygame.Surface, theme: Theme, track: pygame.Rect, alpha: int, beta: int
    ) -> None:
        colours = theme.colours
        left, right = self._x(track, alpha), self._x(track, beta)
        if alpha < beta:
            open_part = pygame.Rect(left, track.y, right - left + 1, track.height)
            draw_box(surface, open_part, theme.px(3), colours.accent)
        else:
            overlap = pygame.Rect(right, track.y, left - right + 1, track.height)
            draw_box(surface, overlap, theme.px(3), colours.danger_soft, colours.danger, theme.px(1.2))
        self._draw_bracket(surface, theme, track, left, 1)
        self._draw_bracket(surface, theme, track, right, -1)
        self._draw_names(surface, theme, track, left, right)

    def _draw_bracket(
        self, surface: pygame.Surface, theme: Theme, track: pygame.Rect, x: int, towards: int
    ) -> None:
        """Mark a bound by a bracket that opens to the right, for alpha, or to the left."""
        reach, line = theme.px(3), max(2, theme.px(2))
        bracket = pygame.Rect(x - line // 2, track.y - reach, line, track.height + 2 * reach)
        arm = theme.px(5)
        for part in (
            bracket,
            pygame.Rect(x if towards > 0 else x - arm, bracket.top, arm, line),
            pygame.Rect(x if towards > 0 else x - arm, bracket.bottom - line, arm, line),
        ):
            surface.fill(theme.colours.text, part)

    def _draw_names(
        self, surface: pygame.Surface, theme: Theme, track: pygame.Rect, left: int, right: int
    ) -> None:
        """Write alpha and beta below their marks, without overlap."""
        for name, place in self.names(theme, track, left, right):
            surface.blit(theme.text(name, Role.CAPTION, theme.colours.text), place)

    def names(
        self, theme: Theme, track: pygame.Rect, left: int, right: int
    ) -> Iterator[tuple[str, pygame.Rect]]:
        """Yield the names of the bounds with their places below `track`, by where their marks are."""
        marks = sorted([(left, "alpha"), (right, "beta")], key=lambda mark: mark[0])
        widths = [theme.width(name, Role.CAPTION) for _, name in marks]
        first, second = (width / 2 for width in widths)
        edge, top = theme.px(5), track.bottom + theme.px(3)
        inner = self.rect.left + edge + first, self.rect.right - edge - second
        middles = spread_apart([x for x, _ in marks], [first + theme.px(6) + second], *inner)
        for (_, name), width, x in zip(marks, widths, middles or (), strict=False):
            place = pygame.Rect(0, top, width, theme.line_height(Role.CAPTION))
            place.centerx = round(x)
            yield name, place

    def _draw_value(self, surface: pygame.Surface, theme: Theme, track: pygame.Rect, value: int) -> None:
        """Draw a pointer above the latest value, with its text beside it."""
        ink, reach = theme.colours.text, theme.px(5)
        x, tip = self._x(track, value), track.y - theme.px(1)
        top = tip - round(1.6 * reach)
        pygame.draw.polygon(surface, ink, [(x - reach, top), (x + reach, top), (x, tip)])
        surface.fill(ink, (x, track.y, theme.px(1), track.height))
        picture = theme.text(value_text(value), Role.CAPTION, ink)
        left = x + reach + theme.px(4)
        if left + picture.get_width() > self.rect.right - theme.px(5):
            left = x - reach - theme.px(4) - picture.get_width()
        surface.blit(picture, (left, top + (tip - top - picture.get_height()) // 2 - theme.px(2)))


@dataclass(frozen=True)
class Count:
    """The number of positions that a method searches in all, and up to the current step.

    `total` is None while it is unknown; `more` is True if it is only a lower bound.
    """

    name: str
    so_far: int
    total: int | None
    more: bool = False

    @property
    def text(self) -> str:
        """The numbers as text."""
        if self.total is None:
            return "counting…"
        if self.more:
            return texts.more_than(self.total)
        return texts.so_far(self.so_far, self.total)


class Counts(Widget):
    """The numbers of positions that both methods search, as bars, and what alpha-beta saves."""

    def __init__(self) -> None:
        super().__init__()
        self.counts: tuple[Count, ...] = ()
        self.saved = ""

    @property
    def appearance(self) -> object:
        return self.counts, self.saved

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        colours, rect = theme.colours, self.rect
        draw_box(surface, rect, theme.px(10), colours.panel, colours.outline, theme.px(1.2))
        left, right = rect.x + theme.px(9), rect.right - theme.px(9)
        top, line = rect.y + theme.px(4), theme.line_height(Role.SMALL)
        max_total = max((count.total or 0 for count in self.counts), default=0)
        available = rect.height - theme.px(8) - line
        for count in self.counts:
            self._draw_count(
                surface, theme, count, max_total, pygame.Rect(left, top, right - left, available // 2)
            )
            top += available // 2
        saved = theme.shorten(self.saved, Role.SMALL, right - left)
        surface.blit(theme.text(saved, Role.SMALL, colours.text), (left, rect.bottom - theme.px(4) - line))

    def _draw_count(
        self, surface: pygame.Surface, theme: Theme, count: Count, max_total: int, place: pygame.Rect
    ) -> None:
        colours, line = theme.colours, theme.line_height(Role.CAPTION)
        place_text(surface, theme, count.name, Role.CAPTION, colours.text, topleft=place.topleft)
        place_text(surface, theme, count.text, Role.CAPTION, colours.muted, topright=place.topright)
        height = max(3, min(theme.px(8), place.height - line - theme.px(2)))
        bar = pygame.Rect(place.x, place.y + line, place.width, height)
        total = count.total or 0
        bar.width = max(height, place.width * total // max_total) if max_total and total else height
        draw_box(surface, bar, height // 2, colours.sunken, colours.muted, theme.px(1))
        if total and count.so_far:
            done = bar.copy()
            done.width = max(height, bar.width * min(count.so_far, total) // total)
            draw_box(surface, done, height // 2, colours.accent)


class Legend(Widget):
    """The legend of the tree's shapes and lines; `height` returns its height in pixels."""

    ROWS = (
        ("max", texts.LEGEND_MAX),
        ("min", texts.LEGEND_MIN),
        ("leaf", texts.LEGEND_LEAF),
        ("…", texts.LEGEND_BOUND),
        ("line", texts.LEGEND_LINE),
        ("best", texts.LEGEND_BEST),
        ("cut", texts.LEGEND_CUT),
    )

    def __init__(self) -> None:
        super().__init__()
        self.names = ("", "")
        """The names of MAX and MIN."""
        self.view = ""
        """The unit of the values, and the meaning of their sign."""

    @property
    def appearance(self) -> object:
        return self.names, self.view

    @staticmethod
    def height(theme: Theme) -> int:
        """Return its height in pixels."""
        return len(Legend.ROWS) * Legend._row(theme) + theme.px(14) + 2 * theme.line_height(Role.CAPTION)

    def text_width(self, theme: Theme) -> int:
        """Return the available width for its texts in pixels."""
        return self.rect.width - theme.px(14) - theme.px(SIGN)

    @staticmethod
    def _row(theme: Theme) -> int:
        return max(theme.line_height(Role.CAPTION), theme.px(16)) + theme.px(3)

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        colours, rect = theme.colours, self.rect
        draw_box(surface, rect, theme.px(10), colours.panel, colours.outline, theme.px(1.2))
        row, available = self._row(theme), self.text_width(theme)
        top, side = rect.y + theme.px(6), theme.px(SIGN)
        left = rect.x + theme.px(8)
        for sign, words in self.ROWS:
            self._draw_sign(
                surface, theme, sign, pygame.Rect(left, top, side - theme.px(8), row - theme.px(3))
            )
            text = words.format(max=self.names[0], min=self.names[1])
            picture = theme.text(theme.shorten(text, Role.CAPTION, available), Role.CAPTION, colours.text)
            surface.blit(picture, (left + side, top + (row - theme.px(3) - picture.get_height()) // 2))
            top += row
        unit = theme.wrap(self.view, Role.CAPTION, rect.right - theme.px(8) - left)[:2]
        draw_lines(surface, theme, unit, Role.CAPTION, colours.muted, (left, top + theme.px(1)))

    def _draw_sign(self, surface: pygame.Surface, theme: Theme, sign: str, place: pygame.Rect) -> None:
        colours, thin = theme.colours, theme.px(1.2)
        if sign in ("max", "min", "leaf"):
            surface.blit(box_picture(Shape(sign), place.size, colours.raised, colours.muted, thin), place)
            return
        if sign == "…":
            place_text(surface, theme, "+1…", Role.CAPTION, colours.text, center=place.center)
            return
        left, right, y = place.x, place.right, place.centery
        if sign == "cut":
            draw_dashes(
                surface, (left, y), (right - theme.px(9), y), colours.danger, thin, max(2, theme.px(3))
            )
            centre = (right - theme.px(5), y)
            draw_cross(surface, centre, theme.px(4), colours.danger, max(2, theme.px(2)))
            return
        ink: Colour = colours.accent if sign == "line" else colours.text
        wide, narrow = max(4, theme.px(5)), max(2, theme.px(2))
        thickness = max(3, theme.px(3.5)) if sign == "line" else wide
        surface.fill(ink, (left, y - thickness // 2, right - left, thickness))
        if sign == "best":
            inner = wide - narrow
            surface.fill(colours.panel, (left, y - inner // 2, right - left, inner))
