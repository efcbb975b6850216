"""The editor's board: pieces can be placed, moved and removed regardless of the rules."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

import pygame

from congo_gui.board.controller import BoardController
from congo_gui.board.display import BoardDisplay
from congo_gui.board.state import Drag
from congo_gui.draw.skin import Skin
from congo_gui.screens.edit.set_up import SetUp
from congo_gui.screens.shared.board_area import BoardWidget
from congo_gui.widgets.base import COMMAND_KEYS, LEFT_BUTTON, PRESS_KEYS, RIGHT_BUTTON, wheel_steps
from engine.rules.values import Piece

DIGITS, TEN = tuple("0123456789"), 10


class EditTool(Enum):
    """The tools that do not place a piece."""

    MOVE = "move"
    REMOVE = "remove"


Tool = EditTool | Piece


class EditBoard(BoardWidget):
    """Changes `set_up` with what `tool` returns."""

    def __init__(self, set_up: SetUp, skin: Skin, tool: Callable[[], Tool]) -> None:
        controller = BoardController(set_up.rules)
        controller.set_position(set_up.like, frozenset())
        display = BoardDisplay(set_up.rules, skin, set_up.like, controller.state, lambda: set_up.pieces)
        super().__init__(display, controller)
        self._set_up, self._tool = set_up, tool
        self._painting: int | None = None

    def handle(self, event: pygame.event.Event) -> bool:
        revision = self.controller.state.revision
        used = self._mouse(event) if hasattr(event, "pos") else self._key(event)
        return used or self.controller.state.revision != revision

    # --- the mouse

    def _mouse(self, event: pygame.event.Event) -> bool:
        square = self.display.geometry.square_at(event.pos)
        state = self.controller.state
        if event.type == pygame.MOUSEMOTION:
            state.hover = square
            self._drag_over(square, event.pos)
            return False
        self.controller.state.cursor = None
        if event.type == pygame.MOUSEBUTTONUP:
            self._release(square)
        elif event.button == RIGHT_BUTTON:
            self._remove(square)
        elif event.button == LEFT_BUTTON:
            self._press(square, event.pos)
        return True

    def _press(self, square: int | None, xy: tuple[int, int]) -> None:
        if square is None:
            return
        if self._tool() is EditTool.MOVE:
            if square in self._set_up.pieces:
                self.controller.state.drag = Drag(square, xy)
            return
        self._use(square)
        self._painting = square

    def _drag_over(self, square: int | None, xy: tuple[int, int]) -> None:
        """Drag a piece, or keep placing or removing pieces square by square."""
        drag = self.controller.state.drag
        if drag is not None:
            self.controller.state.drag = Drag(drag.square, xy)
        elif self._painting is not None and square not in (None, self._painting):
            assert square is not None
            self._painting = square
            self._use(square, toggle=False)

    def _release(self, square: int | None) -> None:
        drag, self.controller.state.drag, self._painting = self.controller.state.drag, None, None
        if drag is None or square == drag.square or drag.square not in self._set_up.pieces:
            return  # a key has removed the piece meanwhile
        if square is None:
            self._remove(drag.square)
        else:
            self._set_up.move(drag.square, square)

    def pointer_left(self) -> None:
        self.controller.state.hover = None

    def press_lost(self) -> None:
        self.controller.state.drag, self._painting = None, None

    # --- changing squares

    def _use(self, square: int, toggle: bool = True) -> None:
        """Use the tool on a square; `toggle` lets it remove what it has placed there before."""
        tool = self._tool()
        if isinstance(tool, Piece):
            self._set_up.put(square, tool, toggle)
        elif tool is EditTool.REMOVE:
            self._remove(square)

    @property
    def pointed(self) -> int | None:
        """The square under the keyboard's cursor, else under the pointer, if there is a piece."""
        state = self.controller.state
        square = state.hover if state.cursor is None else state.cursor
        return square if square in self._set_up.pieces else None

    def remove(self) -> None:
        """Remove the piece under the cursor or pointer."""
        self._remove(self.pointed)

    def _remove(self, square: int | None) -> None:
        if square in self._set_up.pieces:
            self._set_up.remove(square)

    # --- stacks

    def _wheel(self, event: pygame.event.Event) -> bool:
        """Add a stone to the stack under the pointer, or take one off it."""
        square = self.controller.state.hover
        there = None if square is None else self._set_up.pieces.get(square)
        if square is None or there is None or self._set_up.rules.facts.max_stones == 1:
            return False
        self._set_up.stack(square, there.count + (1 if wheel_steps(event) > 0 else -1))
        return True

    def set_count(self, event: pygame.event.Event) -> bool:
        """Set the stack under the pointer to a typed digit, 0 for 10; return whether the key is a digit."""
        digit = event.unicode if event.unicode in DIGITS else ""
        square = self.pointed
        if not digit or square is None or self._set_up.rules.facts.max_stones == 1:
            return False
        self._set_up.stack(square, int(digit) or TEN)
        return True

    # --- the keyboard

    def _key(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEWHEEL:
            return self._wheel(event)
        if event.type != pygame.KEYDOWN or event.mod & COMMAND_KEYS:
            return False
        if self._move_cursor(event.key) or self.set_count(event):
            return True
        square = self.controller.state.cursor
        if square is None or event.key not in PRESS_KEYS:
            return False
        self._use(square)
        return True
