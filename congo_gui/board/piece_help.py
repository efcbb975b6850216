"""The explanation beside the piece under the pointer, and warnings."""

from __future__ import annotations

from collections import deque

import pygame

from congo_gui.board.display import BoardDisplay
from congo_gui.board.state import BoardState
from congo_gui.draw.theme import Theme
from congo_gui.widgets.bubbles import draw_note
from engine.rules.rules import Rules
from engine.rules.values import Position, Target

HOVER_DELAY_S = 0.6
"""Seconds that the pointer rests on a piece before it is explained."""
MAX_LANDINGS = 24
"""The most landing squares of a chain of jumps that are explored; a monkey can have a great many."""


def reach(rules: Rules, position: Position, square: int) -> tuple[Target, ...]:
    """Return the targets of the piece on a square if its side were to move."""
    piece = rules.notation.pieces(position).get(square)
    if piece is None:
        return ()
    asked = position if piece.side == position.side else rules.null_move(position)
    return () if asked is None else tuple(_targets(rules, asked, square).values())


def _targets(rules: Rules, position: Position, square: int) -> dict[int, Target]:
    """Return the squares that the piece can reach in one turn, with its captures on the way."""
    found: dict[int, Target] = {}
    prefixes: deque[tuple[int, ...]] = deque([(square,)])
    while prefixes and len(found) < MAX_LANDINGS:
        prefix = prefixes.popleft()
        for target in rules.clicks.after(position, prefix).onward:
            before = found.get(target.square)
            if before is None and target.captures and target.square not in target.captures:
                prefixes.append((*prefix, target.square))
            captures = {*target.captures, *(before.captures if before else ())}
            found[target.square] = Target(target.square, tuple(sorted(captures)), target.drowns)
    return found


class HoverTimer:
    """Sets `square` once the pointer has rested on one square for `HOVER_DELAY_S`."""

    def __init__(self) -> None:
        self.square: int | None = None
        self._pointed: int | None = None
        self._rested = 0.0
        self._suppressed = False

    def point(self, square: int | None) -> None:
        """Note the square under the pointer; None where there is nothing to explain."""
        if square != self._pointed:
            self._pointed, self._suppressed = square, False
            self.restart()

    def press(self) -> None:
        """Handle a press of a button or finger: holding it asks for an explanation."""
        self._suppressed = False
        self.restart()

    def release(self) -> None:
        """Handle the release: a square that was just clicked is not explained."""
        self._suppressed = True
        self.restart()

    def restart(self) -> None:
        """Restart the delay."""
        self.square, self._rested = None, 0.0

    def update(self, seconds: float) -> bool:
        """Advance by `seconds`; return whether the delay is over now."""
        if not self._is_waiting:
            return False
        self._rested += seconds
        if self._rested < HOVER_DELAY_S:
            return False
        self.square = self._pointed
        return True

    @property
    def next_change(self) -> float | None:
        """Seconds until the delay is over, None if it is not running."""
        return max(0.01, HOVER_DELAY_S - self._rested) if self._is_waiting else None

    @property
    def _is_waiting(self) -> bool:
        return self._pointed is not None and self.square is None and not self._suppressed


class PieceHelp:
    """Explains pieces on a display while it is `enabled`, which needs the engine's moves."""

    def __init__(self, display: BoardDisplay, state: BoardState) -> None:
        self._display, self._state = display, state
        self._timer = HoverTimer()
        self.enabled = False
        self.text = ""
        """The explanation of a piece; empty while none is explained."""

    # --- the pointer

    def point(self, square: int | None, held: bool) -> None:
        """Note the square under the pointer; `held` while a button is down there."""
        state, display = self._state, self._display
        chosen_and_held = held and state.path[-1:] == (square,)
        if state.drag is not None or (state.path and not chosen_and_held):
            square = None
        before = self._timer.square
        self._timer.point(square if square in display.rules.notation.pieces(display.position) else None)
        if self._timer.square != before:
            self.stop()

    def press(self) -> None:
        """Handle a press of a button or finger."""
        self._timer.press()

    def release(self) -> None:
        """Handle its release."""
        self._timer.release()

    def stop(self) -> None:
        """End the explanation and restart the delay."""
        self._timer.restart()
        self._state.explained = ()
        self.text = ""

    # --- time

    def update(self, seconds: float) -> bool:
        """Advance by `seconds`; return whether an explanation appears now."""
        if not self.enabled or not self._timer.update(seconds) or self._timer.square is None:
            return False
        display, square = self._display, self._timer.square
        if not self._state.path:
            self._state.explained = reach(display.rules, display.position, square)
        self.text = display.prose.about(display.position, square)
        return True

    @property
    def next_change(self) -> float | None:
        """Seconds until a piece is explained, None if none will be."""
        return self._timer.next_change if self.enabled else None

    # --- texts

    @property
    def caution(self) -> str:
        """A warning about the square under the pointer; empty for none."""
        state, display = self._state, self._display
        square = state.hover if state.cursor is None else state.cursor
        if square is None or all(target.square != square for target in state.targets):
            return ""
        return display.prose.caution(display.position, state.path, square)

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw the explanation beside its piece, above everything else."""
        square, display = self._timer.square, self._display
        if self.text and square is not None:
            marks = {target.square for target in self._state.explained}
            marks |= {taken for target in self._state.explained for taken in target.captures}
            place_of = display.geometry.square_rect
            place, *rects = (pygame.Rect(place_of(marked)) for marked in (square, *marks))
            pieces = display.rules.notation.pieces(display.position)
            draw_note(
                surface, theme, self.text, place, rects, [pygame.Rect(place_of(piece)) for piece in pieces]
            )
