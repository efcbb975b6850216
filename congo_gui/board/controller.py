"""Turn clicks, drags and keys into moves, for any game, by click paths (docs/architecture.md).

The controller stores the clicked squares and asks the rules for possible continuations; it has no rules
itself. A complete path that cannot be continued is played at once; one that can be waits for a second
click on its last square, or Enter. If several moves fit, the player is asked.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from congo_gui.board.state import BoardState, Drag
from engine.rules.rules import Rules
from engine.rules.values import Clicks, Move, Position, Target, Transition

DRAG_THRESHOLD = 3
"""Pixels that the mouse must move with the button down before a click becomes a drag."""


class MoveMethod(Enum):
    """How the mouse moves pieces."""

    BOTH = "both"
    CLICK = "click"
    DRAG = "drag"


@dataclass(frozen=True)
class MoveEntered:
    """A move was entered. The piece is already displayed on ``path[shown]``: animate only what follows."""

    move: Move
    path: tuple[int, ...]
    shown: int = 0


@dataclass(frozen=True)
class MoveAmbiguous:
    """The input is ambiguous: the player has to choose a move."""

    candidates: tuple[Move, ...]


@dataclass(frozen=True)
class ClickRefused:
    """A click on `square`, after the squares `path`, that is not part of a legal move."""

    path: tuple[int, ...]
    square: int


Answer = MoveEntered | MoveAmbiguous | ClickRefused | None


@dataclass(frozen=True)
class _Press:
    """A pressed mouse button; `on_path_end` if it was pressed on the last square of the path so far."""

    square: int
    xy: tuple[int, int]
    on_path_end: bool


class BoardController:
    """Turn input into moves of one position, and keep `state` up to date for the view."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.state = BoardState()
        self.method = MoveMethod.BOTH
        self._position: Position | None = None
        self._active = False
        self._starts: dict[int, Target] = {}
        self._singles: tuple[Target, ...] = ()
        self._legs: tuple[Target, ...] = ()
        self._options = Clicks()
        self._press: _Press | None = None
        self._hovers: dict[int, tuple[Target, ...]] = {}

    # --- the position

    def set_position(
        self, position: Position, movable_sides: frozenset[int], last: Transition | None = None
    ) -> None:
        """Show a position; the player may move in it if the side to move is one of `movable_sides`.

        Drops selection, drag and preview. The rules are asked for moves only if the player may move.
        """
        self._position = position
        self._active = position.side in movable_sides
        self._press, self._hovers = None, {}
        onward = self.rules.clicks.after(position, ()).onward if self._active else ()
        self._starts = {target.square: target for target in onward}
        self._singles = tuple(target for target in map(self._as_single, onward) if target is not None)
        self.state.warnings = self.rules.warnings(position) if self._active else ()
        self.state.last = last
        self.state.preview = None
        self.state.drag = None
        self._deselect()

    @property
    def waiting(self) -> bool:
        """True if the path so far is a complete move that the player can end or continue."""
        return self.state.complete and len(self.state.path) > 1

    def preview(self, move: Move | None) -> None:
        """Show a legal move as if its path were clicked; None removes the preview."""
        if move is None or self._position is None:
            self.state.preview = None
        else:
            self.state.preview = self.rules.transition(self._position, move)

    # --- the mouse

    def press(self, square: int | None, xy: tuple[int, int]) -> Answer:
        """Handle a press of the left button on a square, or beside the board (None)."""
        self.state.cursor = None
        if square is not None and self.state.path[-1:] == (square,):
            self._press = _Press(square, xy, on_path_end=True)
            return None
        answer = self._click(square) if self._clicks_move(square) else self._refuse_click(square)
        held = square is not None and self.state.path[-1:] == (square,)
        self._press = _Press(square, xy, on_path_end=False) if square is not None and held else None
        return answer

    def _clicks_move(self, square: int | None) -> bool:
        """Return whether a click on a square may enter a move; a click that selects a piece always counts."""
        steps = len(self.state.path)
        return self.method is not MoveMethod.DRAG or not steps or (steps == 1 and square in self._starts)

    def _refuse_click(self, square: int | None) -> Answer:
        """Reject a click that would move a piece if moves are entered only by dragging."""
        answer = self._refuse(square)
        if len(self.state.path) == 1:
            self._deselect()
        return answer

    def motion(self, square: int | None, xy: tuple[int, int]) -> None:
        """Handle mouse motion; a held piece that moves beyond `DRAG_THRESHOLD` is dragged from then on."""
        self.state.hover = square
        drags = self._press is not None and self.method is not MoveMethod.CLICK
        if (
            self._press is not None
            and drags
            and (self.state.drag is not None or _is_drag(self._press.xy, xy))
        ):
            self.state.drag = Drag(self._press.square, xy)
        self._show_hover()

    def release(self, square: int | None) -> Answer:
        """Handle the release of the left button: a drop, or the end of a click."""
        press, self._press = self._press, None
        dragged = self.state.drag is not None
        self.state.drag = None
        if press is None or square is None:
            return None
        if square != press.square:
            return None if self.method is MoveMethod.CLICK else self._drop(square)
        return self._click_again() if press.on_path_end and not dragged else None

    def right_press(self) -> None:
        """Handle the right button: release a dragged piece, or undo one leg, or deselect."""
        if self.state.drag is not None:
            self.let_go()
        else:
            self._undo_leg()

    def let_go(self) -> None:
        """Put a held piece back on its square; it stays selected."""
        self._press, self.state.drag = None, None

    # --- the keyboard

    def cancel(self) -> bool:
        """Handle Escape on the board; return False if there was nothing to cancel."""
        if self.state.drag is not None or self.state.path:
            self.right_press()
            return True
        shown = self.state.cursor is not None
        self.state.cursor = None
        return shown

    def commit(self) -> Answer:
        """Play the path so far, if it is a move."""
        return self._decide(self._options.moves, self.state.path, len(self.state.path) - 1)

    def enter(self) -> Answer:
        """Handle Enter and Space: click the cursor's square, or commit if there is no cursor."""
        square = self.state.cursor
        if square is None:
            return self.commit()
        return self._click_again() if self.state.path[-1:] == (square,) else self._click(square)

    def move_cursor(self, dx: int, dy: int, flipped: bool = False) -> None:
        """Move the cursor by squares to the right and upwards on the screen; show it if it is hidden."""
        if self._position is None:
            return
        if self.state.cursor is None:
            self.state.cursor = self._first_cursor(self._position)
            return
        columns, rows = self.rules.notation.shape(self._position)
        sign = -1 if flipped else 1
        row, column = divmod(self.state.cursor, columns)
        column = min(max(column + sign * dx, 0), columns - 1)
        row = min(max(row + sign * dy, 0), rows - 1)
        self.state.cursor = row * columns + column

    # --- clicks

    def _click(self, square: int | None) -> Answer:
        target = self._onward(square)
        if target is not None and self.state.path:
            return self._extend(target, dropped=False)
        if square in self._starts:
            self._deselect()
            return self._extend(self._starts[square], dropped=False)
        if len(self.state.path) > 1:
            # A slip of the mouse must not cost a chain of jumps; Escape and the right button undo a leg.
            return self._refuse(square)
        answer = self._reach(square, dropped=False)
        if answer is None:
            answer = self._refuse(square)
            self._deselect()
        return answer

    def _refuse(self, square: int | None) -> ClickRefused | None:
        """Reject a click that is not part of a legal move; one beside the board needs no reason."""
        return ClickRefused(self.state.path, square) if self._active and square is not None else None

    def _click_again(self) -> Answer:
        if self._options.moves:
            return self.commit()
        self._undo_leg()
        return None

    def _drop(self, square: int) -> Answer:
        target = self._onward(square)
        if target is not None:
            return self._extend(target, dropped=True)
        return self._reach(square, dropped=True) or self._refuse(square)

    def _extend(self, target: Target, dropped: bool) -> Answer:
        legs = (*self._legs, target)
        options = self._clicks(legs)
        if not options.onward:
            return self._decide(options.moves, _squares(legs), len(legs) - (1 if dropped else 2))
        self._follow(legs, options)
        return None

    def _reach(self, end: int | None, dropped: bool) -> Answer:
        """Enter the selected piece's move to `end` whose remaining legs were not clicked."""
        if self._position is None or end is None or len(self.state.path) != 1:
            return None
        moves = self.rules.clicks.moves_between(self._position, self.state.path[0], end)
        path = moves[0].path if moves else ()
        return self._decide(moves, path, len(path) - 1 if dropped else 0)

    def _decide(self, moves: tuple[Move, ...], path: tuple[int, ...], shown: int) -> Answer:
        if len(moves) > 1:
            return MoveAmbiguous(moves)
        if not moves:
            return None
        self._deselect()
        return MoveEntered(moves[0], path, max(shown, 0))

    # --- the path

    def _onward(self, square: int | None) -> Target | None:
        return next((target for target in self.state.targets if target.square == square), None)

    def _clicks(self, legs: tuple[Target, ...]) -> Clicks:
        if self._position is None or not legs:
            return Clicks()
        return self.rules.clicks.after(self._position, _squares(legs))

    def _follow(self, legs: tuple[Target, ...], options: Clicks) -> None:
        self._legs, self._options = legs, options
        self.state.path = _squares(legs)
        self.state.taken = tuple(square for leg in legs for square in leg.captures)
        self.state.targets = options.onward
        self.state.complete = bool(options.moves)
        self._show_hover()

    def _deselect(self) -> None:
        self._follow((), Clicks((), self._singles))

    def _as_single(self, start: Target) -> Target | None:
        """Return a target for a square whose single click is a whole move; None for any other square.

        Without the mark, a piece would not look as if one click on it were a move.
        """
        options = self._clicks((start,))
        if not options.moves or options.onward or self._position is None:
            return None
        gone = self.rules.transition(self._position, options.moves[0]).removed
        return Target(start.square, tuple(placed.square for placed in gone))

    def _undo_leg(self) -> None:
        self._press = None
        legs = self._legs[:-1]
        if legs:
            self._follow(legs, self._clicks(legs))
        else:
            self._deselect()

    # --- state for the view

    def _show_hover(self) -> None:
        square = self.state.hover
        if square is None or self.state.path or square not in self._starts:
            self.state.hover_targets = ()
            return
        if square not in self._hovers:
            self._hovers[square] = self._clicks((self._starts[square],)).onward
        self.state.hover_targets = self._hovers[square]

    def _first_cursor(self, position: Position) -> int:
        columns, rows = self.rules.notation.shape(position)
        middle = rows // 2 * columns + columns // 2
        return self.state.path[-1] if self.state.path else min(self._starts, default=middle)


def _squares(legs: tuple[Target, ...]) -> tuple[int, ...]:
    return tuple(leg.square for leg in legs)


def _is_drag(before: tuple[int, int], now: tuple[int, int]) -> bool:
    """Return whether the mouse moved further than a click allows."""
    dx, dy = now[0] - before[0], now[1] - before[1]
    return dx * dx + dy * dy > DRAG_THRESHOLD * DRAG_THRESHOLD
