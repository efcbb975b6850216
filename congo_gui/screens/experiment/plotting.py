"""Charts drawn with pygame: curves with error bars on a logarithmic axis, bars and lines with intervals."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import pygame

from congo_gui.draw.drawing import clipped, draw_disc, place_text
from congo_gui.draw.theme import Colour, Role, Theme
from congo_gui.screens.experiment.charts import (
    BandChart,
    BarChart,
    Chart,
    ChartBar,
    Curve,
    LineChart,
    LinePanel,
    label_of,
)

Rect = pygame.Rect
Place = tuple[int, int]

PANEL = 230
"""Minimum width of a panel at scale 1; panels are stacked if they would be narrower."""
PANEL_HEIGHT = (230, 400)
"""Minimum and maximum height of a panel at scale 1."""
PANEL_RATIO = 0.72
"""A panel's height as a share of its width."""
NAME_MARGIN = 26
"""Width at scale 1 of the marks beside the names of curves."""
MAX_END_NAMES = 2
"""The maximum number of curves with names at their ends; more are listed beside the panel."""
BAR_ROW = 24
BAND_HEIGHT = 240
"""Maximum height of a line with a band at scale 1."""
GRID = 0.25
"""The share of the ink in the colour of grid lines."""
TICKS = 5
"""The approximate number of ticks of an axis."""
MAX_LABEL_SHARE = 0.52
"""The largest share of a chart's width for the labels of bars."""


def chart_height(chart: Chart, theme: Theme, width: int) -> int:
    """Return how high a chart of that width is."""
    title = theme.line_height(Role.STRONG) + theme.px(6)
    if isinstance(chart, BarChart):
        return title + len(chart.bars) * _row(theme) + theme.line_height(Role.CAPTION) + theme.px(10)
    if isinstance(chart, BandChart):
        return title + min(_panel_height(theme, width), theme.px(BAND_HEIGHT))
    columns = _columns(chart, theme, width)
    return title + -(-len(chart.panels) // columns) * _panel_height(theme, width // columns)


def draw_chart(surface: pygame.Surface, theme: Theme, chart: Chart, rect: Rect) -> None:
    """Draw a chart in a rectangle of the height that it has."""
    words = theme.shorten(chart.title, Role.STRONG, rect.width)
    place_text(surface, theme, words, Role.STRONG, theme.colours.text, topleft=rect.topleft)
    title = theme.line_height(Role.STRONG) + theme.px(6)
    inside = Rect(rect.x, rect.y + title, rect.width, rect.height - title)
    if isinstance(chart, BarChart):
        _BarPainter(surface, theme, chart, inside).draw()
    elif isinstance(chart, BandChart):
        _BandPainter(surface, theme, chart, inside).draw()
    else:
        _draw_panels(surface, theme, chart, inside)


def _row(theme: Theme) -> int:
    return max(theme.px(BAR_ROW), theme.line_height(Role.SMALL))


# --- curves


def _columns(chart: LineChart, theme: Theme, width: int) -> int:
    return max(1, min(len(chart.panels), width // theme.px(PANEL)))


def _panel_height(theme: Theme, width: int) -> int:
    lowest, highest = map(theme.px, PANEL_HEIGHT)
    return max(lowest, min(highest, round(width * PANEL_RATIO)))


def _draw_panels(surface: pygame.Surface, theme: Theme, chart: LineChart, rect: Rect) -> None:
    columns = _columns(chart, theme, rect.width)
    width, height = rect.width // columns, _panel_height(theme, rect.width // columns)
    max_count = max(
        (y for panel in chart.panels for curve in panel.curves for _, y in curve.points), default=10
    )
    for at, panel in enumerate(chart.panels):
        place = Rect(rect.x + at % columns * width, rect.y + at // columns * height, width, height)
        _PanelPainter(surface, theme, panel, place, max_count).draw(chart.up if at % columns == 0 else "")


class _PanelPainter:
    """Draws the curves of one panel; `max_count` is the largest count of all panels."""

    def __init__(
        self, surface: pygame.Surface, theme: Theme, panel: LinePanel, rect: Rect, max_count: float
    ) -> None:
        self._surface, self._theme, self._panel = surface, theme, panel
        line = theme.line_height(Role.CAPTION)
        self._decades = max(1, math.ceil(math.log10(max(max_count, 2)) - 1e-9))
        left = max(theme.width(label_of(10**decade), Role.CAPTION) for decade in range(self._decades + 1))
        names = [theme.width(curve.name, Role.CAPTION) for curve in panel.curves]
        right = min(max(names, default=0) + theme.px(NAME_MARGIN), rect.width * 2 // 5)
        top = 2 * line + theme.px(4)
        plot = Rect(rect.x + left + theme.px(6), rect.y + top, 0, 0)
        plot.width = max(theme.px(20), rect.right - right - plot.x)
        plot.height = max(theme.px(20), rect.bottom - 2 * line - theme.px(20) - plot.y)
        self._rect, self._plot, self._line = rect, plot, line
        across = [x for curve in panel.curves for x, _ in curve.points]
        self._from, self._to = min(across, default=0), max(across, default=1)

    def _x(self, x: float) -> int:
        inset = self._theme.px(8)
        available = self._plot.width - 2 * inset
        share = (x - self._from) / (self._to - self._from) if self._to > self._from else 0.5
        return self._plot.x + inset + round(share * available)

    def _y(self, y: float) -> int:
        share = math.log10(max(y, 1)) / self._decades
        return self._plot.bottom - round(share * self._plot.height)

    def draw(self, up: str) -> None:
        """Draw the axes, whose vertical one is called `up`, and the curves."""
        theme, plot, colours = self._theme, self._plot, self._theme.colours
        top = self._rect.y
        words = theme.shorten(self._panel.title, Role.SMALL, self._rect.width)
        place_text(self._surface, theme, words, Role.SMALL, colours.text, midtop=(plot.centerx, top))
        place_text(self._surface, theme, up, Role.CAPTION, colours.muted, topleft=(self._rect.x, top))
        for decade in range(self._decades + 1):
            height = self._y(10**decade)
            pygame.draw.line(self._surface, _grid(theme), (plot.x, height), (plot.right, height))
            corner = plot.x - theme.px(5), height
            self._write(label_of(10**decade), colours.muted, midright=corner)
        self._draw_ticks()
        named = [curve for curve in self._panel.curves if curve.name]
        for curve in self._panel.curves:
            if not curve.name:
                self._draw_curve(curve, colours.faded, -1)
        for number, curve in enumerate(named):
            self._draw_curve(curve, _colour(theme, number, len(named)), number)
        coloured = [(curve, _colour(theme, at, len(named))) for at, curve in enumerate(named) if curve.points]
        (self._name if len(coloured) <= MAX_END_NAMES else self._list)(coloured)

    def _write(self, text: str, colour: Colour, **place: Place) -> None:
        place_text(self._surface, self._theme, text, Role.CAPTION, colour, **place)

    def _draw_ticks(self) -> None:
        plot, colours = self._plot, self._theme.colours
        widest = self._theme.width("000", Role.CAPTION)
        count = max(1, min(2 * TICKS, plot.width // widest))
        step = max(1, math.ceil((self._to - self._from) / count))
        for x in range(math.ceil(self._from), math.floor(self._to) + 1, step):
            top = plot.bottom + self._theme.px(3)
            self._write(str(x), colours.muted, midtop=(self._x(x), top))
        self._write(
            self._panel.across,
            colours.muted,
            midtop=(plot.centerx, plot.bottom + self._theme.px(5) + self._line),
        )

    def _draw_curve(self, curve: Curve, colour: Colour, number: int) -> None:
        points = [(self._x(x), self._y(y)) for x, y in curve.points]
        width = self._theme.px(2 if number >= 0 else 1)
        if len(points) > 1:
            pygame.draw.lines(self._surface, colour, False, points, width)
            pygame.draw.aalines(self._surface, colour, False, points)
        if number < 0:
            return
        for (x, y), margin in zip(curve.points, curve.margins, strict=False):
            if margin:
                self._error_bar(self._x(x), self._y(y - margin), self._y(y + margin), colour)
        for point in points:
            _mark(self._surface, self._theme, point, colour, number)

    def _error_bar(self, x: int, bottom: int, top: int, colour: Colour) -> None:
        cap = self._theme.px(3)
        pygame.draw.line(self._surface, colour, (x, bottom), (x, top))
        for y in (bottom, top):
            pygame.draw.line(self._surface, colour, (x - cap, y), (x + cap, y))

    def _name(self, curves: Sequence[tuple[Curve, Colour]]) -> None:
        """Write the names at the ends of the curves, none of them over another one."""
        lowest = self._plot.bottom + self._line
        ends = [(curve.points[-1][1], -at) for at, (curve, _) in enumerate(curves)]
        for _, (curve, colour) in sorted(zip(ends, curves, strict=True), key=lambda each: each[0]):
            x, y = curve.points[-1]
            middle = min(self._y(y), lowest - self._line)
            lowest = middle
            left = self._x(x) + self._theme.px(8)
            words = self._theme.shorten(curve.name, Role.CAPTION, self._rect.right - left)
            self._write(words, colour, midleft=(left, middle))

    def _list(self, curves: Sequence[tuple[Curve, Colour]]) -> None:
        """List marks and names beside the panel."""
        left = self._plot.right + self._theme.px(10)
        words_left = left + self._theme.px(12)
        for at, (curve, colour) in enumerate(curves):
            middle = self._plot.y + at * self._line + self._line // 2
            _mark(self._surface, self._theme, (left, middle), colour, at)
            words = self._theme.shorten(curve.name, Role.CAPTION, self._rect.right - words_left)
            self._write(words, self._theme.colours.text, midleft=(words_left, middle))


def _colour(theme: Theme, number: int, count: int) -> Colour:
    """Return the colour of a curve: from the accent's to that of the focus, which differ in every theme."""
    return _mixed(theme.colours.accent, theme.colours.focus, number / (count - 1) if count > 1 else 0.0)


def _grid(theme: Theme) -> Colour:
    """Return the colour of the lines behind curves and bars."""
    return _mixed(theme.colours.panel, theme.colours.muted, GRID)


def _mixed(one: Colour, other: Colour, share: float) -> Colour:
    """Return a mixture of two colours; `share` is that of the second one, 0 to 1."""
    red, green, blue = (round(a + share * (b - a)) for a, b in zip(one, other, strict=True))
    return red, green, blue


def _mark(surface: pygame.Surface, theme: Theme, centre: Place, colour: Colour, number: int) -> None:
    """Draw a point: circles and diamonds alternate, so that curves differ not only in colour."""
    radius = theme.px(4)
    if number % 2 == 0:
        draw_disc(surface, centre, radius, colour)
        return
    x, y = centre
    radius += theme.px(1)
    corners = [(x, y - radius), (x + radius, y), (x, y + radius), (x - radius, y)]
    pygame.draw.polygon(surface, colour, corners)


# --- bars


class _BarPainter:
    """Draws bars: their labels on the left, their numbers on the right."""

    def __init__(self, surface: pygame.Surface, theme: Theme, chart: BarChart, rect: Rect) -> None:
        self._surface, self._theme, self._chart, self._rect = surface, theme, chart, rect
        widest = max((theme.width(bar.label, Role.SMALL) for bar in chart.bars), default=0)
        self._label = min(widest, round(MAX_LABEL_SHARE * rect.width))
        text = max((theme.width(bar.text, Role.SMALL) for bar in chart.bars), default=0)
        gap = theme.px(10)
        self._plot = Rect(rect.x + self._label + gap, rect.y, 0, len(chart.bars) * _row(theme))
        self._plot.width = max(theme.px(20), rect.right - text - gap - self._plot.x)
        values = [chart.base, *(end for bar in chart.bars if bar.value is not None for end in _span(bar))]
        values += [] if chart.end is None else [chart.end]
        self._scale: Callable[[float], float] = _logarithm if chart.is_logarithmic else float
        self._from, self._to = self._scale(min(values)), self._scale(max(values))
        if self._to == self._from:
            self._to += 1

    def _x(self, value: float) -> int:
        share = (self._scale(value) - self._from) / (self._to - self._from)
        return self._plot.x + round(share * self._plot.width)

    def draw(self) -> None:
        """Draw all bars, and the axis below them."""
        theme, colours, plot = self._theme, self._theme.colours, self._plot
        if not self._chart.bars:
            return
        for value in self._ticks():
            x = self._x(value)
            pygame.draw.line(self._surface, _grid(theme), (x, plot.y), (x, plot.bottom))
            words = f"×{value:g}" if self._chart.is_logarithmic else f"{value:g}".replace("-", "−")
            below = x, plot.bottom + theme.px(3)
            place_text(self._surface, theme, words, Role.CAPTION, colours.muted, midtop=below)
        for at, bar in enumerate(self._chart.bars):
            self._draw_bar(bar, Rect(self._rect.x, plot.y + at * _row(theme), self._rect.width, _row(theme)))
        base = self._x(self._chart.base)
        pygame.draw.line(self._surface, colours.muted, (base, plot.y), (base, plot.bottom), theme.px(1.5))

    def _ticks(self) -> list[float]:
        """Return the numbers of the axis."""
        if self._chart.is_logarithmic:
            low, high = math.ceil(self._from - 1e-9), math.floor(self._to + 1e-9)
            found = [float(10**decade) for decade in range(low, high + 1)]
            return found if len(found) > 1 else [1.0, *(value for value in (2.0, 5.0) if self._within(value))]
        step = _round_step((self._to - self._from) / TICKS)
        return [
            count * step for count in range(math.ceil(self._from / step), math.floor(self._to / step) + 1)
        ]

    def _within(self, value: float) -> bool:
        return self._from <= self._scale(value) <= self._to

    def _draw_bar(self, bar: ChartBar, row: Rect) -> None:
        theme, colours = self._theme, self._theme.colours
        words = theme.shorten(bar.label, Role.SMALL, self._label)
        place_text(self._surface, theme, words, Role.SMALL, colours.text, midleft=(row.x, row.centery))
        known = bar.value is not None
        ink = colours.text if known else colours.muted
        place_text(self._surface, theme, bar.text, Role.SMALL, ink, midright=(row.right, row.centery))
        if bar.value is None:
            return
        base, end = self._x(self._chart.base), self._x(bar.value)
        height = max(3, row.height // 2)
        area = Rect(min(base, end), row.centery - height // 2, max(1, abs(end - base)), height)
        colour = colours.accent if bar.value >= self._chart.base else colours.focus
        self._surface.fill(colours.accent_soft if bar.bound else colour, area)
        if bar.bound:
            pygame.draw.rect(self._surface, colour, area, theme.px(1))
        elif bar.high > bar.low:
            self._draw_interval(bar, row.centery)

    def _draw_interval(self, bar: ChartBar, middle: int) -> None:
        ink, cap = self._theme.colours.text, self._theme.px(4)
        low, high = (self._x(end) for end in _span(bar))
        pygame.draw.line(self._surface, ink, (low, middle), (high, middle), self._theme.px(1.2))
        for x in (low, high):
            pygame.draw.line(self._surface, ink, (x, middle - cap), (x, middle + cap), self._theme.px(1.2))


# --- a line with a band


class _BandPainter:
    """Draws a line of values within a band; a band beyond the first and last values' is cut off."""

    def __init__(self, surface: pygame.Surface, theme: Theme, chart: BandChart, rect: Rect) -> None:
        self._surface, self._theme, self._chart = surface, theme, chart
        values = [value for value, _, _ in chart.points]
        low, high = min(*values, chart.points[-1][1]), max(*values, chart.points[-1][2])
        self._step = _round_step(max(high - low, 1.0) / TICKS)
        self._from, self._to = math.floor(low / self._step), math.ceil(high / self._step)
        line = theme.line_height(Role.CAPTION)
        labels = (f"{tick * self._step:g}" for tick in range(self._from, self._to + 1))
        left = max(theme.width(label, Role.CAPTION) for label in labels) + theme.px(8)
        self._plot = Rect(rect.x + left, rect.y + line // 2, rect.width - left, 0)
        self._plot.height = max(theme.px(20), rect.height - 3 * line - theme.px(6))

    def _place(self, at: int, value: float) -> Place:
        inset = self._theme.px(8)
        share = at / (len(self._chart.points) - 1) if len(self._chart.points) > 1 else 0.5
        up = (value / self._step - self._from) / max(1, self._to - self._from)
        x = self._plot.x + inset + round(share * (self._plot.width - 2 * inset))
        return x, round(self._plot.bottom - up * self._plot.height)

    def draw(self) -> None:
        """Draw the axes, the band and the line."""
        theme, colours, plot, points = self._theme, self._theme.colours, self._plot, self._chart.points
        lower = [self._place(at, low) for at, (_, low, _) in enumerate(points)]
        upper = [self._place(at, high) for at, (_, _, high) in enumerate(points)]
        line = [self._place(at, value) for at, (value, _, _) in enumerate(points)]
        with clipped(self._surface, plot):
            if len(points) > 1:
                pygame.draw.polygon(self._surface, colours.accent_soft, [*upper, *reversed(lower)])
            else:
                pygame.draw.line(self._surface, colours.accent_soft, lower[0], upper[0], theme.px(8))
        for tick in range(self._from, self._to + 1):
            height = self._place(0, tick * self._step)[1]
            pygame.draw.line(self._surface, _grid(theme), (plot.x, height), (plot.right, height))
            self._write(f"{tick * self._step:g}", midright=(plot.x - theme.px(5), height))
        if len(line) > 1:
            pygame.draw.lines(self._surface, colours.accent, False, line, theme.px(2))
        for point in line:
            _mark(self._surface, theme, point, colours.accent, 0)
        self._draw_numbers()

    def _draw_numbers(self) -> None:
        """Number the points below the plot, as many as fit."""
        theme, plot, count = self._theme, self._plot, len(self._chart.points)
        top, line = plot.bottom + theme.px(4), theme.line_height(Role.CAPTION)
        fitting = max(1, plot.width // (2 * theme.width("000", Role.CAPTION)))
        for at in range(0, count, math.ceil(_round_step(max(1.0, count / fitting)))):
            self._write(str(at + 1), midtop=(self._place(at, 0)[0], top))
        words = theme.shorten(self._chart.across, Role.CAPTION, plot.width)
        self._write(words, midtop=(plot.centerx, top + line))

    def _write(self, text: str, **place: Place) -> None:
        text = text.replace("-", "−") if text.startswith("-") else text
        place_text(self._surface, self._theme, text, Role.CAPTION, self._theme.colours.muted, **place)


def _span(bar: ChartBar) -> tuple[float, float]:
    return bar.low, bar.high


def _logarithm(value: float) -> float:
    return math.log10(max(value, 1e-9))


def _round_step(step: float) -> float:
    """Return the next larger 1, 2 or 5 times a power of ten."""
    power = 10.0 ** math.floor(math.log10(step))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= step - 1e-12)
