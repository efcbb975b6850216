"""Undo and redo for an analysis: what the tree was before each change, and where one stood. No pygame."""

from __future__ import annotations

from dataclasses import dataclass

from congo_gui.play.undo_stack import UndoStack
from engine.record.record import GameNode, GameTree, RecordedMove
from engine.rules.values import Move

MOST_STEPS = 200
"""So many changes can be taken back."""


@dataclass(frozen=True)
class _State:
    """A tree as it is written down, and the moves that lead to the position on the board."""

    line: tuple[RecordedMove, ...]
    comment: str
    moves: tuple[Move, ...]


class TreeHistory:
    """Call `note` after whatever may have changed the tree, with the node that is on the board then."""

    def __init__(self, tree: GameTree, node: GameNode) -> None:
        self._tree = tree
        self._stack: UndoStack[_State] = UndoStack(MOST_STEPS)
        self._now = self._state(node)

    def _state(self, node: GameNode) -> _State:
        moves = (each.move for each in node.line)
        path = tuple(move for move in moves if move is not None)
        return _State(self._tree.record(), self._tree.root.comment, path)

    def note(self, node: GameNode) -> None:
        """Remember how it was, if anything has changed since; merely looking elsewhere is no change."""
        state = self._state(node)
        if (state.line, state.comment) != (self._now.line, self._now.comment):
            self._stack.push(self._now)
        self._now = state

    @property
    def can_undo(self) -> bool:
        """Whether a change can be taken back."""
        return self._stack.can_undo

    @property
    def can_redo(self) -> bool:
        """Whether a change that was taken back can be made again."""
        return self._stack.can_redo

    def undo(self) -> GameNode:
        """Take the last change back; return the node that was on the board before it."""
        return self._go_to(self._stack.undo(self._now))

    def redo(self) -> GameNode:
        """Make the change again that was taken back last; return the node that it led to."""
        return self._go_to(self._stack.redo(self._now))

    def _go_to(self, state: _State | None) -> GameNode:
        self._now = state or self._now
        self._tree.restore(self._now.line, self._now.comment)
        return self._tree.node_at(self._now.moves)
