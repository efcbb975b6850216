"""What every board with a place in a group of controls is: a display, a controller, and help for pieces."""

from __future__ import annotations

import pygame

from congo_gui.board.controller import BoardController
from congo_gui.board.display import BoardDisplay
from congo_gui.board.piece_help import PieceHelp
from congo_gui.draw.theme import Theme
from congo_gui.widgets.base import Widget, earliest

ARROW_STEPS = {pygame.K_LEFT: (-1, 0), pygame.K_RIGHT: (1, 0), pygame.K_UP: (0, 1), pygame.K_DOWN: (0, -1)}


class BoardWidget(Widget):
    """Passes on to its display; subclasses say what mouse and keys do."""

    focusable = True

    def __init__(self, display: BoardDisplay, controller: BoardController) -> None:
        super().__init__()
        self.display, self.controller = display, controller
        self.help = PieceHelp(display, controller.state)

    def place(self, rect: pygame.Rect, theme: Theme) -> None:
        super().place(rect, theme)
        self.display.place(rect, theme)

    def _move_cursor(self, key: int) -> bool:
        """Move the keyboard's cursor if the key is an arrow; tell whether it is."""
        if key in ARROW_STEPS:
            self.controller.move_cursor(*ARROW_STEPS[key], flipped=self.display.flipped)
        return key in ARROW_STEPS

    def focus_changed(self) -> None:
        self.display.focused = self.focused
        if self.focused:
            self.controller.move_cursor(0, 0, flipped=self.display.flipped)
        else:
            self.controller.hide_cursor()

    def update(self, seconds: float) -> bool:
        moving = self.display.animator.running
        changed = self.display.update(seconds)
        return (not moving and self.help.update(seconds)) or changed

    @property
    def next_change(self) -> float | None:
        return earliest(self.display.next_change, self.help.next_change)

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        self.display.draw(surface, theme)
