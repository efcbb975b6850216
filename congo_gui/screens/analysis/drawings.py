"""Circles and arrows drawn on the board with the right button, and saved with the move."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from congo_gui.board.state import Arrow, Purpose
from congo_gui.screens.shared.board_area import BoardWidget
from congo_gui.widgets.base import RIGHT_BUTTON
from engine.record.remark import SHAPE
from engine.rules.values import Position

COLOUR = "G"
"""How files write the colour of what is drawn here."""


class Drawings:
    """The player's circles and arrows on a board; drawing one again removes it. `changed` gets them all."""

    def __init__(self, board: BoardWidget, changed: Callable[[tuple[str, ...]], None]) -> None:
        self._board, self._changed = board, changed
        self._start: int | None = None
        self._shapes: tuple[str, ...] = ()
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
        display = self._board.display
        names = [display.rules.notation.square_name(display.position, square) for square in (start, end)]
        drawn = "".join(names if start != end else names[:1])
        others = tuple(shape for shape in self._shapes if shape[1:] != drawn)
        if others == self._shapes:
            others = (*others, f"{COLOUR}{drawn}")
        self.show(others, display.position)
        self._changed(self._shapes)

    def show(self, shapes: tuple[str, ...], position: Position) -> None:
        """Show the circles and arrows of a position, each as `SHAPE` has it; those off the board are kept."""
        self._shapes, self.arrows, self.circles = shapes, (), ()
        square_at = self._board.display.rules.notation.square_at
        for shape in shapes:
            found = SHAPE.fullmatch(shape)
            start = square_at(position, found["start"]) if found else None
            end = square_at(position, found["end"]) if found and found["end"] else start
            if start is None or end is None:
                continue
            if start == end:
                self.circles += (start,)
            else:
                self.arrows += (Arrow(start, end, Purpose.OWN),)
