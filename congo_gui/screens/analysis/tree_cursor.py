"""A tree of moves, its current node, and undoable changes. No pygame."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from congo_gui.play.undo_stack import UndoStack
from congo_gui.play.wording import result_sentence
from congo_gui.screens.analysis import texts
from congo_gui.screens.analysis.move_text import MARKS, marks, move_number_text
from engine.record.limits import excess
from engine.record.record import GameNode, GameTree, RecordedMove
from engine.record.remark import Remark
from engine.rules.values import FIRST, Move, Outcome, Position

MAX_STEPS = 200
"""The maximum number of changes that can be undone."""


@dataclass(frozen=True)
class _State:
    """A recorded tree, and the moves that lead to the position on the board."""

    line: tuple[RecordedMove, ...]
    comment: str
    moves: tuple[Move, ...]


class TreeCursor:
    """Walks through a tree and changes it.

    `leaving` is called before another node is shown, a move deleted or a line promoted, `moved` afterwards
    with the previous node, and `changed` when the tree may have changed.
    A change that makes the game too large for a file is undone, and `refused` is called with a sentence.
    """

    def __init__(
        self,
        tree: GameTree,
        node: GameNode,
        leaving: Callable[[], None],
        moved: Callable[[GameNode], None],
        changed: Callable[[], None],
        refused: Callable[[str], None],
    ) -> None:
        self.tree, self.node = tree, node
        self.game = tree.game_at(node)
        """The game that leads to the node."""
        self.changes: UndoStack[_State] = UndoStack(MAX_STEPS)
        """The states of the tree before each change, with the node."""
        self._now = self._state
        self.revision = 0
        """Changes with the tree."""
        self._leaving, self._moved = leaving, moved
        self._changed, self._refused = changed, refused

    # --- position

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self.node.position

    @property
    def outcome(self) -> Outcome | None:
        """The result, if the game is over at the node."""
        return self.game.outcome

    @property
    def main_line(self) -> list[GameNode]:
        """The nodes of the main line, the start of the game included."""
        return [self.tree.root, *self.tree.main]

    @property
    def in_variation(self) -> bool:
        """True if the node is in a variation."""
        return any(node.is_variation for node in self.node.line)

    @property
    def end(self) -> GameNode:
        """The last node of the current line."""
        return next(reversed([self.node, *self.node.onward()]))

    def go_to(self, node: GameNode | None) -> None:
        """Go to a node; None (the end of a line) changes nothing."""
        if node is None:
            return
        if node is not self.node:
            self._leaving()
        self._show(self._present(node))

    def _present(self, node: GameNode) -> GameNode:
        """Return the node of the tree after the same moves: a change that was undone has made new nodes."""
        return self.tree.node_at([each.move for each in node.line if each.move is not None])

    def _show(self, node: GameNode) -> None:
        before, self.node = self.node, node
        self.game = self.tree.game_at(node, self.game)
        self._moved(before)

    # --- changes

    @property
    def _state(self) -> _State:
        moves = (ancestor.move for ancestor in self.node.line)
        path = tuple(move for move in moves if move is not None)
        return _State(self.tree.record(), self.tree.root.comment, path)

    def note(self) -> None:
        """Save the current tree, so that the following change can be undone."""
        before, self._now = self._now, self._state
        if (before.line, before.comment) != (self._now.line, self._now.comment):
            self.revision += 1
            reason = excess(self._now.line, self._now.comment)
            if reason:
                self._restore(before)
                self._refused(texts.not_changed(reason))
                return
            self.changes.push(before)
        self._changed()

    def add(self, *moves: Move) -> None:
        """Add a line from here on, unless the game is over here and it is new, and go to its end."""
        is_known = any(child.move == moves[0] for child in self.node.children)
        if is_known or not self.refuses():
            self.go_to(self.tree.add_line(self.node, moves))

    def refuses(self) -> bool:
        """Return whether the game is over at the node, and if so, call `refused`."""
        if self.outcome is not None:
            self._refused(texts.no_move_follows(result_sentence(self.tree.rules, self.outcome)))
        return self.outcome is not None

    def insert(self, start: GameNode, line: Sequence[RecordedMove]) -> None:
        """Add recorded moves after a node, with their variations and comments, and go to their end."""
        self._leaving()
        self._show(self.tree.insert(self._present(start), line))

    def remove(self) -> None:
        """Delete the move on the board and everything after it."""
        self._leaving()
        self._show(self.tree.remove(self.node))

    def promote(self) -> None:
        """Make the variation on the board the main line."""
        self._leaving()
        self.tree.promote(self.node)
        self._show(self.node)

    def undo(self) -> None:
        """Undo the last change, and go to the node where it was made."""
        self._restore(self.changes.undo(self._now))

    def redo(self) -> None:
        """Redo the last undone change."""
        self._restore(self.changes.redo(self._now))

    def _restore(self, state: _State | None) -> None:
        self._now = state or self._now
        self.revision += 1
        self.tree.restore(self._now.line, self._now.comment)
        self._show(self.tree.node_at(self._now.moves))

    # --- comments

    @property
    def comment(self) -> str:
        """The comment on the move on the board."""
        return Remark.parse(self.node.comment).text

    def set_comment(self, text: str) -> None:
        """Replace the comment on the move on the board."""
        before = Remark.parse(self.node.comment)
        after = before.with_text(text)
        if after.text != before.text:  # a file may have the same remark in another form
            self.node.comment = after.comment
            self.note()

    # --- drawings and marks

    @property
    def shapes(self) -> tuple[str, ...]:
        """The circles and arrows on the board."""
        return Remark.parse(self.node.comment).shapes

    def set_shapes(self, shapes: tuple[str, ...]) -> None:
        """Replace the circles and arrows on the board."""
        self.node.comment = replace(Remark.parse(self.node.comment), shapes=shapes).comment
        self.note()

    def toggle_mark(self, number: int) -> None:
        """Mark the move on the board with a NAG, replacing another one, or remove that NAG."""
        others = tuple(nag for nag in self.node.nags if nag not in MARKS)
        self.node.nags = others if number in self.node.nags else (number, *others)
        self.note()

    @property
    def line_text(self) -> str:
        """The moves that lead to the position on the board, with numbers."""
        words: list[str] = []
        for node in self.node.line:
            assert node.parent is not None
            assert node.move is not None
            if not words or node.parent.position.side == FIRST:
                words.append(move_number_text(self.tree, node.parent))
            words.append(f"{node.move.text}{marks(node)}")
        return " ".join(words)
