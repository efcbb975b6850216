"""Limits for a move in a tournament: a choice of common ones, and a dialog for any other."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import pygame

from congo_gui.draw.drawing import draw_label, draw_lines, fitted_lines
from congo_gui.draw.theme import Role, Theme
from congo_gui.screens.shared.base import Host
from congo_gui.screens.shared.dialog import EntryDialog
from congo_gui.screens.shared.layout import Stack
from congo_gui.screens.tournament import texts
from congo_gui.screens.tournament.background import CLOCK, STRICT, MoveLimit
from congo_gui.widgets.button import Button, Chip, Look, place_from_right
from congo_gui.widgets.choices import Segments
from congo_gui.widgets.text_field import TextField
from engine.game.clocks import parse_minutes
from engine.system.errors import UserError, quoted

TIME, NODES, DEPTH = "movetime", "nodes", "depth"
LIMITS: tuple[MoveLimit, ...] = (
    (TIME, 100),
    (TIME, 500),
    (NODES, 2000),
    (NODES, 20_000),
    (CLOCK, 60_000, 1000),
    (STRICT, 3000),
)
DEFAULT_LIMIT: MoveLimit = (TIME, 500)
"""Slow enough to follow the games on the boards."""
MAX_VALUES: Mapping[str, int] = {TIME: 3_600_000, NODES: 1_000_000_000, DEPTH: 60, STRICT: 3_600_000}
MIN_VALUES: Mapping[str, int] = {TIME: 10, NODES: 1, DEPTH: 1, STRICT: 100}
KINDS = ((texts.SECONDS, TIME), (texts.NODES, NODES), (texts.DEPTH, DEPTH), (texts.CLOCK, CLOCK))
MAX_CLOCK_MS = (86_400_000, 3_600_000)
"""The longest base time of a clock, and the largest increment."""
FIELD, BUTTON = 36, 38
_DECIMAL = re.compile(r"[0-9]+(\.[0-9]*)?|\.[0-9]+")
UseLimit = Callable[[MoveLimit], None]


def limit_title(limit: MoveLimit) -> str:
    """Return a limit as text: ``0.5 s``, ``3 s strict``, ``2,000 nodes``, ``depth 4``, ``clock 3+2``."""
    kind, number, *more = limit
    if kind == CLOCK:
        return texts.clock(clock_title(number, *more))
    if kind == STRICT:
        return texts.strict(number / 1000)
    if kind == TIME:
        return texts.seconds(number / 1000)
    return texts.depth(number) if kind == DEPTH else texts.nodes(number)


def short_limit_title(limit: MoveLimit) -> str:
    """Return a limit as short text."""
    kind, number, *more = limit
    if kind == CLOCK:
        return clock_title(number, *more)
    if kind == STRICT:
        return texts.strict_short(number / 1000)
    if kind == NODES and number % 1000 == 0:
        return texts.thousand_nodes(number // 1000)
    return limit_title(limit)


def clock_title(base_ms: int, increment_ms: int) -> str:
    """Format a clock as players write it: minutes and seconds per move."""
    return f"{base_ms / 60_000:g}+{increment_ms / 1000:g}"


def limit_from_settings(saved: Mapping[str, Any]) -> MoveLimit:
    """Return the limit of the last tournament in the settings, the default for an invalid one."""
    try:
        kind, number, *more = saved["limit"]
        if kind == CLOCK:
            return _known_clock(number, *more)
        is_known = MIN_VALUES[kind] <= number <= MAX_VALUES[kind]
    except (KeyError, TypeError, ValueError):
        return DEFAULT_LIMIT
    return (kind, number) if is_known and isinstance(number, int) else DEFAULT_LIMIT


def _known_clock(base_ms: Any, increment_ms: Any) -> MoveLimit:
    """Return a clock from the settings.

    Raises:
        ValueError: it is invalid.
    """
    numbers = base_ms, increment_ms
    within = zip(numbers, MAX_CLOCK_MS, strict=True)
    if not all(type(value) is int and 0 <= value <= highest for value, highest in within):
        raise ValueError(numbers)
    return (CLOCK, *numbers) if base_ms else DEFAULT_LIMIT


def parse_limit(kind: str, text: str) -> MoveLimit:
    """Parse the typed number of a limit, seconds for times.

    Raises:
        UserError: it is not a number in range.
    """
    if kind == CLOCK:
        control = parse_minutes(text)
        return CLOCK, round(control.seconds * 1000), round(control.increment * 1000)
    clean = text.strip().replace(" ", "")
    if kind in (TIME, STRICT):
        decimal = clean.replace(",", ".")
        number = round(float(decimal) * 1000) if _DECIMAL.fullmatch(decimal) and len(decimal) < 12 else 0
        lowest, highest = (f"{bound[kind] / 1000:g}" for bound in (MIN_VALUES, MAX_VALUES))
        name, wanted = texts.SECONDS, texts.NUMBER
    else:
        digits = clean.replace(",", "")
        number = int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 12 else 0
        lowest, highest = (f"{bound[kind]:,}" for bound in (MIN_VALUES, MAX_VALUES))
        name, wanted = kind.capitalize(), texts.WHOLE_NUMBER
    if not MIN_VALUES[kind] <= number <= MAX_VALUES[kind]:
        raise UserError(texts.bad_limit(name, wanted, lowest, highest, quoted(text.strip())))
    return kind, number


class LimitChoice(Segments):
    """Chooses a limit, initially `limit`; `ask` asks for a custom one, beginning with the chosen one."""

    def __init__(self, limit: MoveLimit, ask: Callable[[MoveLimit, UseLimit], None]) -> None:
        super().__init__((), self._part, self._choose_part, self._tip_text)
        self.limit, self._ask = limit, ask
        self.repeatable = len(LIMITS)
        self._show()

    def _part(self) -> int:
        return LIMITS.index(self.limit) if self.limit in LIMITS else len(LIMITS)

    def _choose_part(self, part: int) -> None:
        if part == len(LIMITS):
            self._ask(self.limit, self.take)
        else:
            self.take(LIMITS[part])

    def take(self, limit: MoveLimit) -> None:
        """Choose a limit."""
        self.limit = limit
        self._show()

    def _show(self) -> None:
        custom = texts.CUSTOM if self.limit in LIMITS else limit_title(self.limit)
        self.texts = (*(limit_title(limit) for limit in LIMITS), custom)
        self.short = {
            texts.CUSTOM: "…",
            **{limit_title(limit): short_limit_title(limit) for limit in (*LIMITS, self.limit)},
        }

    def _tip_text(self) -> str:
        if self.limit[0] == CLOCK:
            return texts.CLOCK_NOTE
        return texts.STRICT_NOTE if self.limit[0] == STRICT else texts.a_move(limit_title(self.limit))


class LimitScreen(EntryDialog):
    """Asks for a limit, initially `limit`; calls `use` with it."""

    _size = (440, 290)

    def __init__(self, host: Host, limit: MoveLimit, use: UseLimit) -> None:
        super().__init__(host, texts.LIMIT_TITLE)
        kind, number, *more = limit
        self._use, self.strict = use, kind == STRICT
        self._kind = TIME if kind == STRICT else kind
        titles = [title for title, _ in KINDS]
        self.kind = Segments(titles, self._kind_index, self._choose_kind)
        self.field = TextField(lambda text: self._accept())
        written = clock_title(number, *more) if kind == CLOCK else str(number)
        self.field.set_text(f"{number / 1000:g}" if self._kind == TIME else written)
        is_strict = lambda: self.strict  # noqa: E731
        tip = texts.STRICT_TIP
        self.strict_button = Chip(texts.STRICT, self._toggle, tip=tip, chosen=is_strict, done=is_strict)
        self.ok = Button(texts.OK, self._accept, look=Look.PRIMARY, tip=texts.USE_TIP)
        self.cancel_button = Button(texts.CANCEL, self.dismiss)
        self._use_widgets([self.kind, self.field, self.strict_button, self.cancel_button, self.ok])
        self._words = pygame.Rect(0, 0, 0, 0)
        self._show()

    def _kind_index(self) -> int:
        return [kind for _, kind in KINDS].index(self._kind)

    def _choose_kind(self, index: int) -> None:
        self._kind = KINDS[index][1]
        self.field.set_text("")
        self._show()

    def _toggle(self) -> None:
        self.strict = not self.strict

    def _show(self) -> None:
        self.error, self.strict_button.visible = "", self._kind == TIME
        self.group.set_focus(self.field)

    def _entered(self) -> Callable[[], None]:
        kind = STRICT if self._kind == TIME and self.strict else self._kind
        limit = parse_limit(kind, self.field.text)
        return lambda: self._use(limit)

    def _arrange(self, inside: pygame.Rect, theme: Theme) -> None:
        column, height = Stack(inside, theme.px(8)), theme.px(FIELD)
        self.kind.place(column.top(height), theme)
        column.top(theme.line_height(Role.SMALL) - theme.px(4))
        row = Stack(column.top(height), theme.px(12))
        self.strict_button.place(row.right(theme.px(110)), theme)
        self.field.place(row.rest, theme)
        place_from_right((self.ok, self.cancel_button), inside.bottomright, theme.px(BUTTON), theme)
        column.bottom(theme.px(BUTTON))
        self._words = column.rest

    def _draw_content(self, surface: pygame.Surface, theme: Theme) -> None:
        label = texts.CLOCK_LABEL if self._kind == CLOCK else KINDS[self._kind_index()][0]
        draw_label(surface, theme, label, self.field.rect)
        is_strict = self._kind == TIME and self.strict
        own = texts.CLOCK_NOTE if self._kind == CLOCK else texts.OWN_LIMITS
        words = self.error or (texts.STRICT_NOTE if is_strict else own)
        max_lines = max(1, self._words.height // theme.line_height(Role.SMALL))
        lines = fitted_lines(theme, words, Role.SMALL, self._words.width, max_lines)
        ink = theme.colours.danger if self.error else theme.colours.muted
        draw_lines(surface, theme, lines, Role.SMALL, ink, self._words.topleft)
