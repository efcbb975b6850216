"""Several moves fit what the player did: a list of them, each shown on the board when pointed at."""

from __future__ import annotations

import pygame

from congo_gui.draw.texts import draw_lines
from congo_gui.draw.theme import Role, Theme
from congo_gui.screens.shared.base import Host
from congo_gui.screens.shared.move_dialog import MoveDialog, MoveQuestion
from congo_gui.widgets.list_view import ROW
from engine.rules.rules import Rules
from engine.rules.values import Move, Position

DESCRIBED = 60
"""So many moves get a description; more would take long to describe, and nobody reads them."""
INTRODUCTION = "Point at a move to see it on the board, click it to play it. Escape takes you back."


def describe(rules: Rules, position: Position, move: Move) -> str:
    """Return a move's text and what it captures."""
    captured = rules.transition(position, move).captured
    names = [
        f"{rules.facts.kind_names[placed.piece.kind]} {rules.notation.square_name(position, placed.square)}"
        for placed in captured
    ]
    return f"{move.text}  ×  {', '.join(names)}" if names else move.text


class ChooseScreen(MoveDialog):
    """Lets the player choose one of several moves, told by their texts and what they capture."""

    def __init__(self, host: Host, question: MoveQuestion) -> None:
        texts = tuple(
            describe(question.rules, question.position, move) if index < DESCRIBED else move.text
            for index, move in enumerate(question.moves)
        )
        super().__init__(host, "Which move?", question, texts)
        self._use_widgets([self.list])
        self.group.set_focus(self.list)
        self._introduction: list[str] = []
        self._text_top = 0

    def _arrange(self, inside: pygame.Rect, theme: Theme) -> None:
        self._introduction = theme.wrap(INTRODUCTION, Role.SMALL, inside.width)
        self._text_top = inside.y
        text = len(self._introduction) * theme.line_height(Role.SMALL) + theme.px(8)
        room = max(theme.px(ROW), inside.height - text)
        self.list.place(pygame.Rect(inside.x, inside.y + text, inside.width, room), theme)

    def _draw_content(self, surface: pygame.Surface, theme: Theme) -> None:
        place = self.box.x + theme.px(16), self._text_top
        draw_lines(surface, theme, self._introduction, Role.SMALL, theme.colours.muted, place)
