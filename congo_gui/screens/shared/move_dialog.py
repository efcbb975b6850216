"""A list of moves over the panel, each shown on the board when it is pointed at."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from congo_gui.draw.theme import Theme
from congo_gui.screens.shared.base import Host
from congo_gui.screens.shared.dialog import Dialog
from congo_gui.widgets.list_view import ListView
from engine.rules.rules import Rules
from engine.rules.values import Move, Position


@dataclass(frozen=True)
class MoveQuestion:
    """Which of a position's moves is meant: the list lies over `place`, and `chosen` gets the answer.

    `preview` shows a move on the board, or none.
    """

    rules: Rules
    position: Position
    moves: tuple[Move, ...]
    place: Callable[[], pygame.Rect]
    preview: Callable[[Move | None], None]
    chosen: Callable[[Move], None]


class MoveDialog(Dialog):
    """Lists the moves of a question by `texts`."""

    _size = (420, 420)
    _veiled = False

    def __init__(self, host: Host, title: str, question: MoveQuestion, texts: tuple[str, ...]) -> None:
        super().__init__(host, title)
        self.moves = question.moves
        self._question = question
        self.list = ListView(texts, lambda row: self.choose(self.moves[row]), self._point)

    def _place_box(self, window: pygame.Rect, theme: Theme) -> pygame.Rect:
        """Lie over the panel, so that the board stays in sight."""
        return self._question.place().clip(window)

    def dismiss(self) -> None:
        self._question.preview(None)
        super().dismiss()

    def choose(self, move: Move) -> None:
        """Close, and play a move."""
        self.dismiss()
        self._question.chosen(move)

    def _point(self, row: int | None) -> None:
        self._question.preview(None if row is None else self.moves[row])
