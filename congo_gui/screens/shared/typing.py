"""Typing a move: what fits is listed while it is typed, and shown on the board when it is pointed at."""

from __future__ import annotations

import pygame

from congo_gui.draw.texts import draw_lines
from congo_gui.draw.theme import Role, Theme
from congo_gui.screens.shared.base import Host
from congo_gui.screens.shared.move_dialog import MoveDialog, MoveQuestion
from congo_gui.widgets.text_field import TextField
from engine.rules.errors import AmbiguousMove
from engine.rules.values import Move
from engine.rules.words import count_text, noun
from engine.system.errors import UserError


class TypeScreen(MoveDialog):
    """Lets the player type one of the moves; those that fit are listed below."""

    def __init__(self, host: Host, question: MoveQuestion) -> None:
        super().__init__(host, "Type a move", question, tuple(move.text for move in question.moves))
        self._rules, self._position, self._all = question.rules, question.position, question.moves
        self.field = TextField(self._commit, placeholder=f"such as {self._all[0].text}")
        self._use_widgets([self.field, self.list])
        self.group.set_focus(self.field)
        self._typed = ""

    def _arrange(self, inside: pygame.Rect, theme: Theme) -> None:
        height, gap = theme.px(34), theme.px(8)
        self.field.place(pygame.Rect(inside.x, inside.y, inside.width, height), theme)
        top = inside.y + height + gap + theme.line_height(Role.SMALL)
        self.list.place(pygame.Rect(inside.x, top, inside.width, max(1, inside.bottom - top)), theme)

    def _draw_content(self, surface: pygame.Surface, theme: Theme) -> None:
        fit = noun(len(self.moves), "fits", "fit")
        words = self.field.error or f"{len(self.moves)} of {count_text(len(self._all), 'move')} {fit}."
        colour = theme.colours.danger if self.field.error else theme.colours.muted
        lines = theme.wrap(words, Role.SMALL, self.field.rect.width)
        if self.moves:
            # The list begins below the first line.
            lines = [theme.shorten(words, Role.SMALL, self.field.rect.width)]
        place = self.field.rect.x, self.field.rect.bottom + theme.px(4)
        draw_lines(surface, theme, lines, Role.SMALL, colour, place)

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.TEXTINPUT and event.text == "/":
            # The key that opened this arrives as text, too; no move has it.
            return True
        used = super().handle(event)
        if self.field.text != self._typed:
            self._typed = self.field.text
            wanted = "".join(self._typed.split()).lower()
            self._list(tuple(move for move in self._all if move.text.lower().startswith(wanted)))
        return used

    def _list(self, moves: tuple[Move, ...]) -> None:
        self.moves = moves
        self.list.set_rows([move.text for move in moves])
        # The only one that fits can be seen before Enter plays it.
        self._question.preview(moves[0] if len(moves) == 1 else None)
        self.invalidate()

    def _commit(self, text: str) -> None:
        try:
            move = self._rules.parse_move(self._position, text.strip())
        except AmbiguousMove as error:
            self._list(error.candidates)
            self.field.error = "Several moves fit: choose one."
        except UserError as error:
            if len(self.moves) == 1 and text.strip():
                self.choose(self.moves[0])
            else:
                self.field.error = str(error)
        else:
            self.choose(move)
        self.invalidate()

    def _accept(self) -> None:
        self._commit(self.field.text)
