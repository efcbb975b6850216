"""New game: who plays which side, and from which position."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from congo_gui.screens.base import Host
from congo_gui.screens.dialog import Dialog
from congo_gui.screens.layout import fen_label_height
from congo_gui.screens.session import Player, Players
from congo_gui.screens.wording import side_name
from congo_gui.theme import Role, Theme
from congo_gui.widgets.button import Button, Look
from congo_gui.widgets.choice import ROW, Choice, Option
from congo_gui.widgets.text_field import TextField
from engine.players.levels import LEVELS
from engine.rules.base import GameError, Position, Rules

Start = Callable[[Players, Position | None], None]


def player_options() -> tuple[Option, ...]:
    """Return who can play a side."""
    human = Option("human", "Human", "Somebody at this computer")
    levels = (Option(one.name, f"AI – {one.title}", one.blurb[0].upper() + one.blurb[1:]) for one in LEVELS)
    return (human, *levels)


class SetupScreen(Dialog):
    """Asks for the players; `start` is called with them and the position, None for the usual one.

    `text` is the position that is proposed.
    """

    size = (780, 424)

    def __init__(self, host: Host, rules: Rules, players: Players, start: Start, text: str = "") -> None:
        super().__init__(host, "New game")
        self._rules, self._start = rules, start
        self.choices = tuple(Choice(player_options(), player.name) for player in players)
        hint = "Paste a position (FEN), or leave this empty"
        self.fen = TextField(self._commit, placeholder=hint)
        self.fen.set_text(text)
        self.start_button = Button("Start", self.accept, look=Look.MAIN, tip="Begin the game (Enter)")
        self.cancel_button = Button("Cancel", self.dismiss)
        self.controls([*self.choices, self.fen, self.cancel_button, self.start_button])
        self._heads = [pygame.Rect(0, 0, 0, 0)] * 2

    def arrange(self, inside: pygame.Rect, theme: Theme) -> None:
        gap = theme.px(16)
        width = (inside.width - gap) // 2
        head = theme.line_height(Role.STRONG) + theme.px(4)
        buttons = theme.px(40)
        label = fen_label_height(theme)
        field = theme.px(34)
        below = head + label + field + buttons + theme.px(12) * 2
        rows = min(len(player_options()) * theme.px(ROW + 4), max(4, inside.height - below))
        self._heads = []
        for index, choice in enumerate(self.choices):
            left = inside.x + index * (width + gap)
            self._heads.append(pygame.Rect(left, inside.y, width, head))
            choice.place(pygame.Rect(left, inside.y + head, width, rows), theme)
        top = inside.y + head + rows + theme.px(12) + label
        self.fen.place(pygame.Rect(inside.x, top, inside.width, field), theme)
        right, top = inside.right, inside.bottom - buttons
        for button in (self.start_button, self.cancel_button):
            size = max(theme.px(110), button.natural_width(theme))
            button.place(pygame.Rect(right - size, top, size, buttons), theme)
            right -= size + theme.px(8)

    def draw_content(self, surface: pygame.Surface, theme: Theme) -> None:
        colours = theme.colours
        for side, (head, note) in enumerate(zip(self._heads, ("moves first", "moves second"), strict=True)):
            name = theme.text(side_name(self._rules, side), Role.STRONG, colours.text)
            surface.blit(name, (head.x + theme.px(2), head.y))
            left = head.x + name.get_width() + theme.px(10)
            surface.blit(theme.text(note, Role.BODY, colours.muted), (left, head.y))
        label = theme.text("Start from a position (optional)", Role.SMALL, colours.muted)
        field = self.fen.rect
        surface.blit(label, (field.x + theme.px(2), field.y - fen_label_height(theme)))

    def draw(self, surface: pygame.Surface) -> list[pygame.Rect]:
        changed = super().draw(surface)
        assert self.theme is not None
        self.fen.draw_error(surface, self.theme, fen_label_height(self.theme))
        return changed

    def _commit(self, text: str) -> None:
        del text
        self.accept()

    def accept(self) -> None:
        """Start the game, unless the position cannot be read."""
        position = None
        if self.fen.text.strip():
            try:
                position = self._rules.parse(self.fen.text)
            except GameError as error:
                self.fen.error = str(error)
                self.invalidate()
                return
        first, second = (Player.named(choice.value) for choice in self.choices)
        self.host.pop(self)
        self._start((first, second), position)
