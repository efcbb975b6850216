"""A small board on which a demonstration goes on by itself."""

from __future__ import annotations

import pygame

from congo_gui.board.animation import Animator
from congo_gui.board.state import BoardState
from congo_gui.board.view import BoardView
from congo_gui.draw.geometry import Geometry
from congo_gui.draw.skin import Skin
from congo_gui.draw.theme import Theme
from congo_gui.screens.new_game.demos import Demo
from engine.rules.rules import Rules
from engine.rules.values import FIRST, Position

TURN_SECONDS = 1.7
LAST_SECONDS = 4.0
"""How long the end of the game stays on the board."""


class LiveBoard:
    """Shows a `Demo`. `pace` is how long animations take, as a share of what is usual; at 0 it stands still.

    `delay` seconds pass before the first turn, so that of several boards only one moves at a time.
    """

    def __init__(self, rules: Rules, skin: Skin, size: int, pace: float, delay: float) -> None:
        self.rules, self._pace = rules, pace
        self._flipped = rules.facts.side_below != FIRST
        self._view = BoardView(rules, skin)
        self._left = delay
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.show(size)

    def show(self, size: int) -> None:
        """Begin the demonstration on a board of that size."""
        self.demo = Demo(self.rules, size)
        if not self._pace:
            self.demo.go_to_middle()
        self.position: Position = self.demo.position
        columns, rows = self.rules.notation.shape(self.position)
        self._animator = Animator(columns, self._pace)
        self._geometry = Geometry.fit((0, 0, 100, 100), columns, rows)
        self._fit()

    def place(self, rect: pygame.Rect, theme: Theme) -> None:
        """Take a place in the window."""
        self.rect = rect
        skin = self._view.skin.dressed(theme.scheme)
        if skin is not self._view.skin:
            self._view.skin = skin
        self._fit()

    def _fit(self) -> None:
        columns, rows = self.rules.notation.shape(self.position)
        x, y, width, height = self.rect
        self._geometry = Geometry.fit((x, y, width, height), columns, rows, self._flipped)

    def update(self, seconds: float) -> bool:
        """Let time pass; tell whether it looks different now."""
        if self._animator.running:
            self._animator.update(seconds)
            return True
        self._left -= seconds
        if not self._pace or self._left > 0:
            return False
        before = self.position
        self.demo.go_on()
        self.position = self.demo.position
        self._left = LAST_SECONDS if self.demo.is_over else TURN_SECONDS
        self._animator.start_diff(
            self.rules.notation.pieces(before), self.rules.notation.pieces(self.position)
        )
        return True

    @property
    def next_change(self) -> float | None:
        """Seconds until `update` has something to do; 0 while pieces move, None if it stands still."""
        if self._animator.running:
            return 0.0
        return max(0.001, self._left) if self._pace else None

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it within the surface's clip."""
        items = self._view.compose(self._geometry, self.position, BoardState(), self._animator)
        self._view.draw(surface, self._geometry, items, 0.0)
