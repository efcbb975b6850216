"""The board of an analysis: the right button draws circles and arrows on it."""

from __future__ import annotations

from typing import TypeVar

import pygame

from congo_gui.board.state import Arrow, Purpose
from congo_gui.screens.shared.board_area import BoardArea
from congo_gui.widgets.base import RIGHT_BUTTON

Thing = TypeVar("Thing")


class DrawingBoard(BoardArea):
    """Keeps `drawn` and `circled` until the left button is pressed; a second time takes each away."""

    _from: int | None = None
    drawn: tuple[Arrow, ...] = ()
    circled: tuple[int, ...] = ()

    def draws(self, event: pygame.event.Event) -> bool:
        """Take an event of the right button; tell whether it was one.

        While a piece is selected that button takes the click back, as in the game.
        """
        if getattr(event, "button", None) != RIGHT_BUTTON or self.controller.state.path:
            return False
        square = self.geometry.square_at(event.pos)
        if event.type == pygame.MOUSEBUTTONDOWN:
            self._from = square
        elif self._from is not None and square is not None:
            self._toggle(self._from, square)
            self._from = None
        return True

    def _toggle(self, start: int, end: int) -> None:
        if start == end:
            self.circled = _toggled(self.circled, start)
        else:
            self.drawn = _toggled(self.drawn, Arrow(start, end, Purpose.OWN))

    def wipe(self) -> None:
        """Take all that was drawn away."""
        self.drawn, self.circled = (), ()


def _toggled(things: tuple[Thing, ...], one: Thing) -> tuple[Thing, ...]:
    return tuple(each for each in things if each != one) if one in things else (*things, one)
