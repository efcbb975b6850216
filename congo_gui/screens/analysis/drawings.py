"""Circles and arrows drawn on the board with the right button."""

from __future__ import annotations

from typing import TypeVar

import pygame

from congo_gui.board.state import Arrow, Purpose
from congo_gui.screens.shared.board_area import BoardWidget
from congo_gui.widgets.base import RIGHT_BUTTON

Thing = TypeVar("Thing")


class Drawings:
    """The player's circles and arrows on a board; drawing one again removes it."""

    def __init__(self, board: BoardWidget) -> None:
        self._board = board
        self._start: int | None = None
        self.arrows: tuple[Arrow, ...] = ()
        self.circles: tuple[int, ...] = ()

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle an event of the right button on the board; return whether it was one.

        While a piece is selected that button takes the click back, as in the game.
        """
        board = self._board
        if not hasattr(event, "pos") or not board.rect.collidepoint(event.pos):
            return False
        if getattr(event, "button", None) != RIGHT_BUTTON or board.controller.state.path:
            return False
        square = board.display.geometry.square_at(event.pos)
        if event.type == pygame.MOUSEBUTTONDOWN:
            self._start = square
        elif self._start is not None and square is not None:
            self._toggle(self._start, square)
            self._start = None
        return True

    def _toggle(self, start: int, end: int) -> None:
        if start == end:
            self.circles = _toggled(self.circles, start)
        else:
            self.arrows = _toggled(self.arrows, Arrow(start, end, Purpose.OWN))

    def wipe(self) -> None:
        """Remove all drawings."""
        self.arrows, self.circles = (), ()


def _toggled(things: tuple[Thing, ...], one: Thing) -> tuple[Thing, ...]:
    return tuple(each for each in things if each != one) if one in things else (*things, one)
