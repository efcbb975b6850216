"""A clock of one's own: how many minutes, and how many seconds each move adds."""

from __future__ import annotations

import re
from collections.abc import Callable

import pygame

from congo_gui.draw.texts import draw_label, draw_lines
from congo_gui.draw.theme import Role, Theme
from congo_gui.screens.shared.base import Host
from congo_gui.screens.shared.dialog import Dialog
from congo_gui.widgets.button import Button, Look
from congo_gui.widgets.placing import place_from_right
from congo_gui.widgets.text_field import TextField
from engine.game.clocks import TimeControl, parse_minutes
from engine.rules.words import sentence
from engine.system.errors import UserError, quoted

FIELD, BUTTON = 36, 38
_NUMBER = re.compile(r"[0-9]+(\.[0-9]*)?|\.[0-9]+")
EXPLANATION = "Minutes may have a fraction: 0.5 is half a minute. Whoever's time is over has lost."


class ClockScreen(Dialog):
    """Asks for a clock; `chosen` gets it."""

    _size = (420, 260)

    def __init__(
        self, host: Host, control: TimeControl | None, chosen: Callable[[TimeControl], None]
    ) -> None:
        super().__init__(host, "A clock of your own")
        self._chosen = chosen
        self.minutes = TextField(lambda text: self._accept(), placeholder="5")
        self.seconds = TextField(lambda text: self._accept(), placeholder="0")
        if control is not None:
            self.minutes.set_text(f"{control.seconds / 60:g}")
            self.seconds.set_text(f"{control.increment:g}")
        self.use = Button("Use it", self._accept, look=Look.MAIN, tip="Use this clock (Enter)")
        self.cancel_button = Button("Cancel", self.dismiss)
        self._use_widgets([self.minutes, self.seconds, self.cancel_button, self.use])
        self.group.set_focus(self.minutes)
        self._words = pygame.Rect(0, 0, 0, 0)
        self.error = ""

    @property
    def _labelled(self) -> tuple[tuple[str, TextField], ...]:
        return ("Minutes", self.minutes), ("Seconds added per move", self.seconds)

    def _accept(self) -> None:
        """Take the clock, unless the numbers are none."""
        try:
            minutes, seconds = (_number(words, field) for words, field in self._labelled)
            control = parse_minutes(f"{minutes}+{seconds}")
        except UserError as error:
            self.error = sentence(str(error))
            self.invalidate()
            return
        self._host.pop(self)
        self._chosen(control)

    def _arrange(self, inside: pygame.Rect, theme: Theme) -> None:
        gap, label = theme.px(12), theme.line_height(Role.SMALL) + theme.px(2)
        width, top = (inside.width - gap) // 2, inside.y + label
        self.minutes.place(pygame.Rect(inside.x, top, width, theme.px(FIELD)), theme)
        self.seconds.place(pygame.Rect(inside.right - width, top, width, theme.px(FIELD)), theme)
        place_from_right((self.use, self.cancel_button), inside.bottomright, theme.px(BUTTON), theme)
        bottom = inside.bottom - theme.px(BUTTON)
        top = self.minutes.rect.bottom + theme.px(8)
        self._words = pygame.Rect(inside.x, top, inside.width, bottom - theme.px(8) - top)

    def _draw_content(self, surface: pygame.Surface, theme: Theme) -> None:
        for words, field in self._labelled:
            draw_label(surface, theme, words, field.rect)
        colour = theme.colours.danger if self.error else theme.colours.muted
        height = theme.line_height(Role.SMALL)
        lines = theme.wrap(self.error or EXPLANATION, Role.SMALL, self._words.width)
        lines = lines[: max(1, self._words.height // height)]
        draw_lines(surface, theme, lines, Role.SMALL, colour, self._words.topleft)


def _number(label: str, field: TextField) -> str:
    """Return the number in a field, the one that it suggests while it is empty; raise `UserError`."""
    text = field.text.strip().replace(",", ".") or field.placeholder
    if not _NUMBER.fullmatch(text):
        raise UserError(f"{label} needs a number, not {quoted(field.text.strip())}")
    return text
