"""A status box: a title, lines, warnings, buttons, and a progress bar."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise

import pygame

from congo_gui.draw.drawing import draw_box, draw_progress
from congo_gui.draw.theme import Colour, Role, Theme
from congo_gui.widgets.base import Widget
from congo_gui.widgets.button import Button

MAX_BUTTON_SHARE = 0.62
"""Largest share of the width for the buttons beside a text; the last ones are left out to keep to it."""
MAX_IN_ROW = 3
"""The maximum number of buttons in a row below the text; more take two rows if the box is high enough."""
MIN_BAR = 40
"""Width at scale 1 of the shortest progress bar that is shown."""
TWO_ROWS_HEIGHT = 190
"""Height at scale 1 from which two rows fit."""


class StatusTone(Enum):
    """The style of a status."""

    PLAIN = "plain"
    RESULT = "result"
    ERROR = "error"


@dataclass(frozen=True)
class Status:
    """The contents of the status box: `buttons` are command ids, `progress` is 0 to 1."""

    title: str
    lines: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    buttons: tuple[str, ...] = ()
    tone: StatusTone = StatusTone.PLAIN
    progress: float | None = None


class StatusBox(Widget):
    """Shows a `Status`: as a box with several lines, or in a low place with the buttons on the right."""

    def __init__(self, buttons: Mapping[str, Button]) -> None:
        super().__init__()
        self.status = Status("")
        self.buttons = dict(buttons)
        self._text_width = 0
        self._rows = 1
        """The rows of buttons below the text."""

    def show(self, status: Status, theme: Theme) -> bool:
        """Set the status; return whether it has changed."""
        if status == self.status:
            return False
        self.status = status
        self.place(self.rect, theme)
        return True

    def place(self, rect: pygame.Rect, theme: Theme) -> None:
        super().place(rect, theme)
        for name, button in self.buttons.items():
            button.visible = name in self.status.buttons
        offered = [self.buttons[name] for name in self.status.buttons]
        pad, gap = theme.px(12), theme.px(8)
        widths = [button.natural_width(theme) for button in offered]
        self._rows = 1
        if self._is_flat(theme):
            while not self._leave_enough_space(widths, gap, theme):
                offered.pop().visible = False
                widths.pop()
            self._place_right(offered, widths, pad, gap, theme)
        else:
            self._place_below(offered, widths, pad, gap, theme)

    def _leave_enough_space(self, widths: list[int], gap: int, theme: Theme) -> bool:
        """Return whether buttons of these widths leave enough of the line to the text beside them."""
        taken = sum(widths) + gap * len(widths)
        if len(widths) < 2 or (len(widths) == 2 and taken <= self.rect.width * MAX_BUTTON_SHARE):
            return True
        if taken > self.rect.width * MAX_BUTTON_SHARE:
            return False
        width = self.rect.width - taken - 2 * theme.px(12)
        lines = sum(len(theme.wrap(line, Role.SMALL, width)) for line in self.status.lines)
        top, bottom = self._text_span(theme)
        return lines * theme.line_height(Role.SMALL) <= bottom - top - theme.line_height(Role.HEADING)

    def _is_flat(self, theme: Theme) -> bool:
        return self.rect.height < theme.px(100)

    def _place_right(
        self, offered: list[Button], widths: list[int], pad: int, gap: int, theme: Theme
    ) -> None:
        right = self.rect.right - pad
        height = min(theme.px(38), self.rect.height - 2 * theme.px(6))
        for button, width in zip(reversed(offered), reversed(widths), strict=True):
            right -= width
            button.place(pygame.Rect(right, self.rect.centery - height // 2, width, height), theme)
            right -= gap
        self._text_width = right - self.rect.x - pad if offered else self.rect.width - 2 * pad

    def _place_below(
        self, offered: list[Button], widths: list[int], pad: int, gap: int, theme: Theme
    ) -> None:
        self._text_width = self.rect.width - 2 * pad
        if self.rect.height < theme.px(TWO_ROWS_HEIGHT):
            for button in offered[MAX_IN_ROW:]:
                button.visible = False
            del offered[MAX_IN_ROW:], widths[MAX_IN_ROW:]
        self._rows = 2 if len(offered) > MAX_IN_ROW else 1
        columns = max(1, -(-len(offered) // self._rows))
        for row in range(self._rows):
            here = slice(row * columns, (row + 1) * columns)
            self._place_row(offered[here], widths[here], self._rows - 1 - row, gap, theme)

    def _place_row(
        self, buttons: list[Button], widths: list[int], above: int, gap: int, theme: Theme
    ) -> None:
        """Place buttons from the left, above `above` other rows; in several rows they are all alike."""
        height, left = theme.px(36), self.rect.x + theme.px(12)
        top = self.rect.bottom - theme.px(10) - height - above * (height + theme.px(4))
        available = self._text_width - gap * (len(buttons) - 1)
        share = available // max(1, len(buttons))
        for button, width in zip(buttons, widths, strict=True):
            if self._rows > 1:
                width = share
            elif sum(widths) > available:
                width = min(width, share)
            button.place(pygame.Rect(left, top, width, height), theme)
            left += width + gap

    # --- drawing

    @property
    def appearance(self) -> object:
        return self.status

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        colours = theme.colours
        fill, outline = colours.panel, colours.outline
        if self.status.tone is StatusTone.RESULT:
            fill, outline = colours.accent_soft, colours.accent
        elif self.status.tone is StatusTone.ERROR:
            fill, outline = colours.danger_soft, colours.danger
        draw_box(surface, self.rect, theme.px(10), fill, outline, theme.px(1.2))
        top, bottom = self._text_span(theme)
        y = self._draw_title(surface, theme, top)
        role, lines = self._body(theme, bottom - y)
        for text, colour in lines:
            surface.blit(theme.text(text, role, colour), (self.rect.x + theme.px(12), y))
            y += theme.line_height(role)
        bar = self.bar_place(theme)
        if self.status.progress is not None and bar.width >= theme.px(MIN_BAR):
            draw_progress(surface, theme, bar, self.status.progress)

    def _text_span(self, theme: Theme) -> tuple[int, int]:
        """Return the top and the bottom of the space for text, in pixels."""
        if self._is_flat(theme):
            return self.rect.y + theme.px(5), self.rect.bottom - theme.px(2)
        taken = 0
        if self.status.buttons:
            taken = theme.px(46 + 40 * (self._rows - 1))
        elif self.status.progress is not None:
            taken = theme.px(26)
        return self.rect.y + theme.px(10), self.rect.bottom - theme.px(6) - taken

    def _draw_title(self, surface: pygame.Surface, theme: Theme, top: int) -> int:
        big = self.status.tone is StatusTone.RESULT and not self._is_flat(theme)
        role = Role.TITLE if big else Role.HEADING
        colour = theme.colours.danger if self.status.tone is StatusTone.ERROR else theme.colours.text
        text = theme.shorten(self.status.title, role, self._text_width)
        surface.blit(theme.text(text, role, colour), (self.rect.x + theme.px(12), top))
        return top + theme.line_height(role) + theme.px(1)

    def _body(self, theme: Theme, available: int) -> tuple[Role, list[tuple[str, Colour]]]:
        """Return the lines for a height in pixels, warnings first, as large as fits, or shortened."""
        colours = theme.colours
        texts = [(text, colours.danger) for text in self.status.warnings]
        texts += [(text, colours.muted) for text in self.status.lines]
        wrapped = [(line, colour) for text, colour in texts for line in self._wrap(theme, text, Role.BODY)]
        if len(wrapped) * theme.line_height(Role.BODY) <= available:
            return Role.BODY, wrapped
        return Role.SMALL, self._shortened(theme, texts, available // theme.line_height(Role.SMALL))

    def _wrap(self, theme: Theme, text: str, role: Role) -> list[str]:
        return theme.wrap(text, role, self._text_width)

    def _shortened(
        self, theme: Theme, texts: list[tuple[str, Colour]], rows: int
    ) -> list[tuple[str, Colour]]:
        """Break the texts into at most `rows` lines, each text at least one, or several short ones in one.

        The last texts, which are never warnings, are left out as long as a warning would be shortened.
        """
        danger = theme.colours.danger
        warnings = [text for text, colour in texts if colour == danger]
        needed = sum(len(self._wrap(theme, text, Role.SMALL)) for text in warnings)
        texts = texts[: len(warnings) + max(0, rows - needed)] if warnings else texts
        while self.status.tone is StatusTone.RESULT and len(texts) > 1 and self._rows_of(theme, texts) > rows:
            texts = texts[:-1]  # how the game ended is read whole before how long it was
        texts = self._joined(theme, texts, rows)
        lines: list[tuple[str, Colour]] = []
        for index, (text, colour) in enumerate(texts):
            spare = rows - len(lines) - (len(texts) - index - 1)
            wrapped = self._wrap(theme, text, Role.SMALL)
            if len(wrapped) > max(1, spare):
                keep = max(1, spare)
                rest = " ".join(wrapped[keep - 1 :])
                wrapped = [*wrapped[: keep - 1], theme.shorten(rest, Role.SMALL, self._text_width)]
            lines += [(line, colour) for line in wrapped]
        return lines[: max(0, rows)]

    def _rows_of(self, theme: Theme, texts: list[tuple[str, Colour]]) -> int:
        """Return the number of rows for the texts, with as many in one row as fit."""
        return sum(len(self._wrap(theme, text, Role.SMALL)) for text, _ in self._joined(theme, texts, 1))

    def _joined(self, theme: Theme, texts: list[tuple[str, Colour]], rows: int) -> list[tuple[str, Colour]]:
        """Put neighbours of one colour into one line, the shortest first, until there are `rows` texts."""
        joined = list(texts)
        while len(joined) > rows:
            pairs = [
                (theme.width(f"{text}  {after}", Role.SMALL), at)
                for at, ((text, colour), (after, other)) in enumerate(pairwise(joined))
                if colour == other
            ]
            width, at = min(pairs, default=(self._text_width + 1, 0))
            if width > self._text_width:
                return joined
            joined[at : at + 2] = [(f"{joined[at][0]}  {joined[at + 1][0]}", joined[at][1])]
        return joined

    def bar_place(self, theme: Theme) -> pygame.Rect:
        """Return the place of the progress bar; beside the last row of buttons if there are any."""
        pad, height = theme.px(12), theme.px(10)
        right, bottom = self.rect.right - pad, self.rect.bottom - theme.px(14)
        places = [self.buttons[name].rect for name in self.status.buttons if self.buttons[name].visible]
        if self._is_flat(theme):
            right = min((place.x - pad for place in places), default=right)
            width = self.rect.width // 3
            return pygame.Rect(right - width, self.rect.y + pad, width, height)
        if not places:
            return pygame.Rect(self.rect.x + pad, bottom - height, right - self.rect.x - pad, height)
        last = max(places, key=lambda place: (place.y, place.right))
        left = last.right + pad
        return pygame.Rect(left, last.centery - height // 2, max(0, right - left), height)
