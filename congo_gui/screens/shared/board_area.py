"""The boards among the controls of a screen, and the one on which moves are made."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from congo_gui.board.controller import Answer, BoardController, ClickRefused, MoveAmbiguous, MoveEntered
from congo_gui.board.display import BoardDisplay
from congo_gui.board.piece_help import PieceHelp
from congo_gui.draw.skin import Skin
from congo_gui.draw.theme import Theme
from congo_gui.widgets.base import COMMAND_KEYS, LEFT_BUTTON, PRESS_KEYS, RIGHT_BUTTON, Widget, earliest
from engine.rules.rules import Rules
from engine.rules.values import Move, Position, Transition

ARROW_STEPS = {pygame.K_LEFT: (-1, 0), pygame.K_RIGHT: (1, 0), pygame.K_UP: (0, 1), pygame.K_DOWN: (0, -1)}


class BoardWidget(Widget):
    """A board as a control; subclasses handle mouse and keys."""

    focusable = True

    def __init__(self, display: BoardDisplay, controller: BoardController) -> None:
        super().__init__()
        self.display, self.controller = display, controller
        self.help = PieceHelp(display, controller.state)

    def place(self, rect: pygame.Rect, theme: Theme) -> None:
        super().place(rect, theme)
        self.display.place(rect, theme)

    def _move_cursor(self, key: int) -> bool:
        """Move the keyboard's cursor if the key is an arrow; return whether it is."""
        if key in ARROW_STEPS:
            self.controller.move_cursor(*ARROW_STEPS[key], flipped=self.display.flipped)
        return key in ARROW_STEPS

    @property
    def words(self) -> str:
        return ""  # its screen reads the square of the cursor

    def focus_changed(self) -> None:
        self.display.focused = self.focused
        if self.focused:
            self.controller.move_cursor(0, 0, flipped=self.display.flipped)
        else:
            self.controller.state.cursor = None

    def update(self, seconds: float) -> bool:
        moving = self.display.animator.running
        changed = self.display.update(seconds)
        return (not moving and self.help.update(seconds)) or changed

    @property
    def next_change(self) -> float | None:
        return earliest(self.display.next_change, self.help.next_change)

    def drawn_rect(self, theme: Theme) -> pygame.Rect:
        return super().drawn_rect(theme).union(self.display.outer_rect)

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        self.display.draw(surface, theme)


class BoardArea(BoardWidget):
    """Shows a position and lets a human move.

    `moved` is called with a finished move, `asked` with the matching moves if the clicks fit several, and
    `refused` with the reason for a rejected click, or with an empty text once that is out of date.
    """

    def __init__(
        self,
        rules: Rules,
        skin: Skin,
        position: Position,
        moved: Callable[[MoveEntered], None],
        asked: Callable[[tuple[Move, ...]], None],
        refused: Callable[[str], None],
    ) -> None:
        controller = BoardController(rules)
        controller.set_position(position, frozenset())
        super().__init__(BoardDisplay(rules, skin, position, controller.state), controller)
        self._rules = rules
        self._moved, self._asked, self._refused = moved, asked, refused

    def show(self, position: Position, movable_sides: frozenset[int], last: Transition | None = None) -> None:
        """Show a position at once."""
        self.display.show(position)
        self.controller.set_position(position, movable_sides, last)
        self.help.stop()

    # --- events

    def handle(self, event: pygame.event.Event) -> bool:
        state = self.controller.state
        revision, path = state.revision, state.path
        used = self._mouse(event) if hasattr(event, "pos") else self._key(event)
        if state.drag is None:
            self.display.follow_path(path, state.path)
        return used or state.revision != revision

    def _mouse(self, event: pygame.event.Event) -> bool:
        square = self.display.geometry.square_at(event.pos)
        if event.type == pygame.MOUSEMOTION:
            self.controller.motion(square, event.pos)
            self.help.point(square, self.pressed)
            return False
        self.help.stop()
        if event.type == pygame.MOUSEBUTTONDOWN:
            self.help.point(square, self.pressed)
            self.help.press()
            self._refused("")
        else:
            self.help.release()
        if event.button == RIGHT_BUTTON:
            if event.type == pygame.MOUSEBUTTONDOWN:
                self.controller.right_press()
        elif event.button == LEFT_BUTTON and event.type == pygame.MOUSEBUTTONDOWN:
            self._answer(self.controller.press(square, event.pos))
        elif event.button == LEFT_BUTTON:
            self._answer(self.controller.release(square))
        return True

    def _key(self, event: pygame.event.Event) -> bool:
        if event.type != pygame.KEYDOWN or event.mod & COMMAND_KEYS:
            return False
        if self._move_cursor(event.key):
            return True
        if event.key in PRESS_KEYS and self.controller.state.cursor is not None:
            self._answer(self.controller.enter())
            return True
        return event.key == pygame.K_ESCAPE and self.controller.cancel()

    def pointer_left(self) -> None:
        self.controller.motion(None, (-1, -1))
        self.help.point(None, self.pressed)

    def press_lost(self) -> None:
        self.controller.let_go()

    # --- commands

    def cancel(self) -> bool:
        """Undo one clicked square, or whatever else Escape cancels; return False if there was nothing."""
        path = self.controller.state.path
        used = self.controller.cancel()
        self.display.follow_path(path, self.controller.state.path)
        return used

    def commit(self) -> None:
        """Finish the clicked path, if it is a move."""
        self._answer(self.controller.commit())

    # --- answers

    def _answer(self, answer: Answer) -> None:
        if isinstance(answer, MoveEntered):
            self._moved(answer)
        elif isinstance(answer, MoveAmbiguous):
            self._asked(answer.candidates)
        elif isinstance(answer, ClickRefused):
            self._explain_refusal(answer)

    def _explain_refusal(self, refused: ClickRefused) -> None:
        """Explain a rejected click, unless it was on no piece."""
        position = self.display.position
        if not refused.path and refused.square not in self._rules.notation.pieces(position):
            return
        reason = self.display.prose.why_not(position, refused.path, refused.square)
        if reason:
            self._refused(reason)
