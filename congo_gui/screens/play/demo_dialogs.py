"""Dialogs for games between AIs: the score table of a series, and adjudication."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import pygame

from congo_gui.draw.drawing import draw_lines, place_text
from congo_gui.draw.theme import Role, Theme
from congo_gui.play.demo import DemoMode, DemoSeries
from congo_gui.play.wording import percent, side_name
from congo_gui.screens.play import texts
from congo_gui.screens.shared.base import Host
from congo_gui.screens.shared.dialog import Dialog
from congo_gui.screens.shared.layout import Stack
from congo_gui.widgets.button import Button, Look, place_from_right
from engine.match.pairing import WinDrawLoss
from engine.rules.rules import Rules

COLUMNS = (texts.GAMES, texts.WON, texts.DRAWN, texts.LOST, texts.POINTS)
NAME_SHARE = 0.4
"""The share of the width for the names."""
BUTTON = 40
GAP = 8


@dataclass(frozen=True)
class ScoreRow:
    """A row of the table; `total` rows are emphasised."""

    name: str
    tally: WinDrawLoss
    total: bool

    @property
    def cells(self) -> tuple[str, ...]:
        """The texts of the columns."""
        tally = self.tally
        points = percent(tally.share) if tally.games else "–"
        return (*(str(number) for number in (tally.games, tally.wins, tally.draws, tally.losses)), points)


def lines(series: DemoSeries, rules: Rules, title: Callable[[str], str]) -> Iterator[ScoreRow]:
    """Yield the rows: for each player all games, then those with either colour."""
    sides = [side_name(rules, side) for side in (0, 1)]
    if series.is_against_itself:
        name = series.names[0]
        for side, colour in enumerate(sides):
            yield ScoreRow(texts.player_as(title(name), colour), series.tally(name, side), True)
        return
    for name in series.names:
        by_side = [series.tally(name, side) for side in (0, 1)]
        yield ScoreRow(title(name), by_side[0] + by_side[1], True)
        for colour, tally in zip(sides, by_side, strict=True):
            yield ScoreRow(texts.as_side(colour), tally, False)


def series_summary(series: DemoSeries) -> tuple[str, ...]:
    """Return sentences about the games' lengths and results."""
    shortest, mean, longest = series.lengths
    ends = ", ".join(f"{count} × {reason}" for reason, count in series.reasons.most_common())
    return texts.lengths(series.games, mean, shortest, longest), texts.ends(ends)


class ScoreScreen(Dialog):
    """Shows the score of a series of games between AIs, updated while they play."""

    _size = (640, 420)

    def __init__(self, host: Host, rules: Rules, demo: DemoMode, title: Callable[[str], str]) -> None:
        super().__init__(host, texts.SCORE)
        self._rules, self._demo, self._title_of = rules, demo, title
        self._shown = -1
        self._inside = pygame.Rect(0, 0, 0, 0)
        self.reset = Button(
            texts.RESET,
            self._reset,
            tip=texts.RESET_TIP,
            enabled=lambda: self._demo.series.games > 0,
            role=Role.BODY,
        )
        self.done = Button(texts.DONE, self.dismiss, look=Look.PRIMARY)
        self._use_widgets([self.reset, self.done])

    def _reset(self) -> None:
        self._demo.reset_scores()
        self.invalidate()

    def _accept(self) -> None:
        self.dismiss()

    def update(self, seconds: float) -> None:
        super().update(seconds)
        if self._demo.series.games != self._shown:
            self._shown = self._demo.series.games
            self.invalidate()

    @property
    def table(self) -> list[ScoreRow]:
        """The current rows."""
        return list(lines(self._demo.series, self._rules, self._title_of))

    def _arrange(self, inside: pygame.Rect, theme: Theme) -> None:
        row = Stack(inside, theme.px(8))
        buttons = row.bottom(theme.px(38))
        place_from_right((self.done, self.reset), buttons.bottomright, buttons.height, theme)
        self._inside = row.rest

    def _draw_content(self, surface: pygame.Surface, theme: Theme) -> None:
        place, series = self._inside, self._demo.series
        if not series.games:
            self._draw_words(surface, theme, (texts.NO_GAMES,), place.y)
            return
        height = theme.line_height(Role.BODY) + theme.px(6)
        self._draw_row(surface, theme, "", COLUMNS, place.y, Role.SMALL)
        y = place.y + height
        for line in self.table:
            if line.total:
                pygame.draw.line(surface, theme.colours.outline, (place.x, y), (place.right, y))
            role = Role.STRONG if line.total else Role.BODY
            self._draw_row(surface, theme, line.name, line.cells, y + theme.px(3), role)
            y += height
        pygame.draw.line(surface, theme.colours.outline, (place.x, y), (place.right, y))
        self._draw_words(surface, theme, series_summary(series), y + theme.px(8))

    def _draw_row(
        self, surface: pygame.Surface, theme: Theme, name: str, cells: tuple[str, ...], y: int, role: Role
    ) -> None:
        """Draw a name at the left and cells that end at their columns' right edges."""
        place, colours = self._inside, theme.colours
        ink = colours.muted if role is Role.SMALL else colours.text
        names = round(place.width * NAME_SHARE)
        indent = 0 if role is Role.STRONG else theme.px(16)
        if name:
            text = theme.shorten(name, role, names - indent)
            place_text(surface, theme, text, role, ink, topleft=(place.x + indent, y))
        width = (place.width - names) // len(cells)
        for column, cell in enumerate(cells):
            right = place.x + names + (column + 1) * width
            place_text(surface, theme, cell, role, ink, topright=(right, y))

    def _draw_words(self, surface: pygame.Surface, theme: Theme, texts: tuple[str, ...], y: int) -> None:
        """Draw sentences as far as they fit."""
        for text in texts:
            lines = theme.wrap(text, Role.BODY, self._inside.width)
            available = max(0, (self._inside.bottom - y) // theme.line_height(Role.BODY))
            place = self._inside.x, y
            y = draw_lines(surface, theme, lines[:available], Role.BODY, theme.colours.muted, place)


class AdjudicateScreen(Dialog):
    """Asks for the result of a game, and calls `decided` with the winner or None.

    `lines` are shown above the buttons; `left` is called if nothing is decided.
    """

    _size = (480, 206)

    def __init__(
        self,
        host: Host,
        rules: Rules,
        lines: Sequence[str],
        decided: Callable[[int | None], None],
        left: Callable[[], None],
    ) -> None:
        super().__init__(host, texts.ADJUDICATE)
        self.lines, self._decided, self._left = lines, decided, left
        self.choices = [
            Button(texts.wins(side_name(rules, 0)), lambda: self._choose(0)),
            Button(texts.DRAW, lambda: self._choose(None)),
            Button(texts.wins(side_name(rules, 1)), lambda: self._choose(1)),
        ]
        self._text = pygame.Rect(0, 0, 0, 0)
        self._use_widgets(self.choices)

    def _choose(self, winner: int | None) -> None:
        self._host.pop(self)
        self._decided(winner)

    def dismiss(self) -> None:
        super().dismiss()
        self._left()

    def _arrange(self, inside: pygame.Rect, theme: Theme) -> None:
        gap = theme.px(GAP)
        column = Stack(inside, gap)
        buttons = column.bottom(theme.px(BUTTON))
        self._text = column.rest
        width = (inside.width - gap * (len(self.choices) - 1)) // len(self.choices)
        row = Stack(buttons, gap)
        for button in self.choices:
            button.place(row.left(width), theme)

    def _draw_content(self, surface: pygame.Surface, theme: Theme) -> None:
        lines = [words for line in self.lines for words in theme.wrap(line, Role.BODY, self._text.width)]
        draw_lines(surface, theme, lines, Role.BODY, theme.colours.text, self._text.topleft)
