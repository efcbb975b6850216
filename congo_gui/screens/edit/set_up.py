"""A position being set up, in any game, and its errors. No pygame."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from congo_gui.play.undo_stack import UndoStack
from congo_gui.play.wording import result_sentence
from engine.rules import parse_position, set_up
from engine.rules.rules import Rules
from engine.rules.values import FIRST, Piece, Position
from engine.rules.words import sentence
from engine.system.errors import UserError

MAX_STEPS = 200


@dataclass(frozen=True)
class Step:
    """A state of the set-up, for undo."""

    pieces: Mapping[int, Piece]
    side: int
    like: Position


class SetUp:
    """Pieces on a board, and the side to move. `like` is a position with the board's size and counters.

    `ready` returns whether the engine is loaded, which is needed to know whether a game is over. `changed` is
    called after each change, except those by `set_text`.
    """

    def __init__(
        self, rules: Rules, start: Position, ready: Callable[[], bool], changed: Callable[[], None]
    ) -> None:
        self.rules, self.like = rules, start
        self.pieces: dict[int, Piece] = dict(rules.notation.pieces(start))
        self.side = start.side
        self._ready, self._changed = ready, changed
        self.steps: UndoStack[Step] = UndoStack(MAX_STEPS)
        """The states before each change."""

    # --- state

    @property
    def text(self) -> str:
        """The set-up as text, whether it is legal or not."""
        return set_up.format_set_up(self.rules, self.like, self.pieces, self.side)

    @property
    def position(self) -> Position | None:
        """The position, None while the set-up is not a legal one."""
        try:
            return self.rules.notation.parse(self.text)
        except UserError:
            return None

    @property
    def problem(self) -> str:
        """Why this is not a legal position, as a sentence; empty if it is one."""
        try:
            self.rules.notation.parse(self.text)
        except UserError as error:
            return sentence(getattr(error, "reason", str(error)))
        return ""

    @property
    def over(self) -> str:
        """The result and its reason if the game is over in this position, else empty."""
        position = self.position if self._ready() else None
        outcome = None if position is None else self.rules.outcome(position)
        if outcome is None:
            return ""
        return result_sentence(self.rules, outcome)

    # --- changes

    def put(self, square: int, piece: Piece, toggle: bool = True) -> None:
        """Put a piece on a square; to an equal piece add a stone, or with `toggle` remove a full one."""
        there = self.pieces.get(square)
        same = there is not None and (there.side, there.kind) == (piece.side, piece.kind)
        if not same or there is None:
            self._change({**self.pieces, square: piece})
        elif there.count < self.rules.facts.max_stones:
            self._change({**self.pieces, square: replace(there, count=there.count + 1)})
        elif toggle:
            self.remove(square)

    def stack(self, square: int, count: int) -> None:
        """Set the number of stones of a stack, as far as the game allows; 0 removes it."""
        there = self.pieces.get(square)
        count = min(count, self.rules.facts.max_stones)
        if there is None or self.rules.facts.max_stones == 1 or count == there.count:
            return
        if count <= 0:
            self.remove(square)
        else:
            self._change({**self.pieces, square: replace(there, count=count)})

    def remove(self, square: int) -> None:
        """Remove the piece on a square."""
        self._change({at: piece for at, piece in self.pieces.items() if at != square})

    def move(self, start: int, end: int) -> None:
        """Move a piece; it replaces the one on `end`."""
        others = {at: piece for at, piece in self.pieces.items() if at != start}
        self._change({**others, end: self.pieces[start]})

    def clear(self) -> None:
        """Remove all pieces."""
        self._change({})

    def set_start(self) -> None:
        """Set up the start of the game."""
        columns = self.rules.notation.shape(self.like)[0]
        start = self.rules.start(columns if columns in self.rules.facts.sizes else None)
        self._set(self.rules.notation.pieces(start), start.side, start)
        self._changed()

    def mirror(self) -> None:
        """Exchange left and right."""
        columns = self.rules.notation.shape(self.like)[0]
        self._change(set_up.mirrored(self.pieces, columns))

    def swap_sides(self) -> None:
        """Swap the sides of all pieces, and the side to move."""
        pieces = set_up.exchanged(self.rules, self.pieces, *self.rules.notation.shape(self.like))
        self._change(pieces, 1 - self.side)

    def set_side(self, side: int) -> None:
        """Set the side to move."""
        self._change(self.pieces, side)

    def set_text(self, text: str) -> str:
        """Set up a position from text; if it is invalid, return the error and change nothing."""
        try:
            position = parse_position(self.rules, text)
        except UserError as error:
            return str(error)
        if text.strip() != self.text:
            self._set(self.rules.notation.pieces(position), position.side, position)
        return ""

    def undo(self) -> None:
        """Undo the last change."""
        step = self.steps.undo(self.now)
        if step is not None:
            self.pieces, self.side, self.like = dict(step.pieces), step.side, step.like
            self._changed()

    @property
    def can_undo(self) -> bool:
        """True if there is a change to undo."""
        return self.steps.can_undo

    @property
    def now(self) -> Step:
        """The current state."""
        return Step(dict(self.pieces), self.side, self.like)

    def _change(self, pieces: Mapping[int, Piece], side: int | None = None) -> None:
        self._set(pieces, self.side if side is None else side, self.like)
        self._changed()

    def _set(self, pieces: Mapping[int, Piece], side: int, like: Position) -> None:
        self.steps.push(self.now)
        self.pieces, self.side, self.like = dict(pieces), side, like

    def palette(self) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
        """Return the pieces that can be placed, for each side."""
        pieces = set_up.placeable(self.rules)
        first = tuple(piece for piece in pieces if piece.side == FIRST)
        return first, tuple(piece for piece in pieces if piece.side != FIRST)
