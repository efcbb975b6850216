"""A small board that plays a demonstration, which is a list of positions.

The positions are read from a file, so that they can be shown before the game's engine is compiled.
"""

from __future__ import annotations

import pygame

from congo_gui.board.animation import Animator
from congo_gui.board.state import BoardState
from congo_gui.board.view import BoardView
from congo_gui.draw.geometry import Geometry
from congo_gui.draw.skin import Skin
from congo_gui.draw.theme import Theme
from congo_gui.games import folder_of
from engine.rules.rules import Rules
from engine.rules.values import Position
from engine.system.errors import UserError

TURN_S = 1.7
END_S = 4.0
"""Seconds for which a turn, and the final position, are shown."""


def position_texts(rules: Rules, size: int) -> tuple[str, ...]:
    """Return the positions of the demonstration as texts, empty if it has no file."""
    try:
        lines = (folder_of(rules.name) / f"demo-{size}.txt").read_text(encoding="utf-8").splitlines()
    except OSError:
        return ()
    return tuple(line.rpartition("\t")[2] for line in lines if line)


class Demonstration:
    """One demonstration, played again and again."""

    def __init__(self, rules: Rules, size: int) -> None:
        self.rules = rules
        self._start = rules.start(size)
        self._texts = position_texts(rules, size)
        self.turn = 0
        """The number of turns played."""

    @property
    def position(self) -> Position:
        """The position after `turn` turns."""
        if not self._texts:
            return self._start
        try:
            return self.rules.notation.parse(self._texts[self.turn])
        except UserError:
            # A damaged file: show the start position instead.
            return self._start

    @property
    def is_over(self) -> bool:
        """True if the last position is on the board."""
        return self.turn >= len(self._texts) - 1

    def advance(self) -> None:
        """Play the next turn; start again after the last one."""
        self.turn = 0 if self.is_over else self.turn + 1

    def go_to_middle(self) -> None:
        """Show a position from the middle of the game, for a board that is not animated."""
        self.turn = max(0, len(self._texts) - 1) // 3


class LiveBoard:
    """Shows a `Demonstration`. `pace` is the factor on the time of animations; at 0 nothing moves.

    The first turn comes after `delay` seconds, so that several boards move one at a time.
    """

    def __init__(self, rules: Rules, skin: Skin, size: int, pace: float, delay: float) -> None:
        self.rules, self._pace = rules, pace
        self._view = BoardView(rules, skin)
        self._wait_s = delay
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.show(size)

    def show(self, size: int) -> None:
        """Begin the demonstration on a board of that size."""
        self.demo = Demonstration(self.rules, size)
        if not self._pace:
            self.demo.go_to_middle()
        self.position: Position = self.demo.position
        self._animator = Animator(self.rules.notation.shape(self.position)[0], self._pace)
        self._fit()

    def place(self, rect: pygame.Rect, theme: Theme) -> None:
        """Set its rectangle in the window."""
        self.rect = rect
        self._view.set_scheme(theme.scheme)
        self._fit()

    def _fit(self) -> None:
        shape = self.rules.notation.shape(self.position)
        self._geometry = Geometry.fit(self.rect, *shape)

    def update(self, seconds: float) -> bool:
        """Advance by `seconds`; return whether it has to be redrawn."""
        if self._animator.running:
            self._animator.update(seconds)
            return True
        self._wait_s -= seconds
        if not self._pace or self._wait_s > 0:
            return False
        before = self.position
        self.demo.advance()
        self.position = self.demo.position
        self._wait_s = END_S if self.demo.is_over else TURN_S
        self._animator.start_diff(
            self.rules.notation.pieces(before), self.rules.notation.pieces(self.position)
        )
        return True

    @property
    def next_change(self) -> float | None:
        """Seconds until `update` has something to do; 0 while pieces move, None if nothing moves."""
        if self._animator.running:
            return 0.0
        return max(0.001, self._wait_s) if self._pace else None

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it within the surface's clip."""
        items = self._view.compose(self._geometry, self.position, BoardState(), self._animator)
        self._view.draw(surface, self._geometry, items, 0.0)
