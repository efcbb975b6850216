"""Circles and arrows drawn on the board with the right button, and saved with the move."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from congo_gui.board.shapes import shapes_on
from congo_gui.board.state import Arrow, Circle, Ink
from congo_gui.screens.shared.board_area import BoardWidget
from congo_gui.widgets.base import RIGHT_BUTTON
from engine.rules.values import Position

RED_KEYS, BLUE_KEYS = pygame.KMOD_SHIFT | pygame.KMOD_CTRL | pygame.KMOD_META, pygame.KMOD_ALT
"""Modifier keys for drawing in these colours; both together draw in yellow, none in green."""


def ink_of(keys: int) -> Ink:
    """Return the drawing colour for the pressed modifier keys."""
    red, blue = bool(keys & RED_KEYS), bool(keys & BLUE_KEYS)
    return {(True, False): Ink.RED, (False, True): Ink.BLUE, (True, True): Ink.YELLOW}.get(
        (red, blue), Ink.GREEN
    )


class Drawings:
    """The player's circles and arrows on a board. `changed` is called with all of them.

    Drawing one again removes it, or changes its colour.
    """

    def __init__(self, board: BoardWidget, changed: Callable[[tuple[str, ...]], None]) -> None:
        self._board, self._changed = board, changed
        self._start: int | None = None
        self._shapes: tuple[str, ...] = ()
        self.arrows: tuple[Arrow, ...] = ()
        self.circles: tuple[Circle, ...] = ()
        self._ink, self._undoes_click = Ink.GREEN, False

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle an event of the right button on the board; return whether it was one.

        While a piece is selected, that button undoes a click, as in the game.
        """
        board = self._board
        if not hasattr(event, "pos") or not board.rect.collidepoint(event.pos):
            return False
        if getattr(event, "button", None) != RIGHT_BUTTON:
            return False
        square = board.display.geometry.square_at(event.pos)
        if event.type == pygame.MOUSEBUTTONDOWN:
            self._start, self._ink = square, ink_of(pygame.key.get_mods())
            self._undoes_click = bool(board.controller.state.path)
            return not self._undoes_click
        start, self._start = self._start, None
        if start is not None and square is not None and not (self._undoes_click and square == start):
            self._toggle(start, square)
        return True

    def _toggle(self, start: int, end: int) -> None:
        display = self._board.display
        names = [display.rules.notation.square_name(display.position, square) for square in (start, end)]
        drawn = "".join(names if start != end else names[:1])
        shape = f"{self._ink.value}{drawn}"
        others = tuple(other for other in self._shapes if other[1:] != drawn)
        if shape not in self._shapes:
            others = (*others, shape)
        self.show(others, display.position)
        self._changed(self._shapes)

    def show(self, shapes: tuple[str, ...], position: Position) -> None:
        """Show the circles and arrows of a position, each as `SHAPE` has it; those off the board are kept."""
        self._shapes = shapes
        self.arrows, self.circles = shapes_on(self._board.display.rules, position, shapes)
