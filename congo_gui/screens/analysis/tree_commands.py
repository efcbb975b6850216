"""The commands that navigate the tree of an analysis and change it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from congo_gui.commands.command import Handler, Handlers
from congo_gui.screens.analysis import texts
from congo_gui.screens.analysis.move_text import MARKS
from congo_gui.screens.analysis.tree_cursor import TreeCursor
from congo_gui.screens.shared import texts as shared_texts
from congo_gui.system import clipboard


class TreeCommands:
    """Commands on the tree of a cursor; `keep_comment` stores the comment being written."""

    def __init__(
        self, cursor: TreeCursor, keep_comment: Callable[[], None], show_message: Callable[[str], None]
    ) -> None:
        self._cursor, self._keep_comment, self._show_message = cursor, keep_comment, show_message

    @property
    def handlers(self) -> Handlers:
        """The handlers of the commands."""
        return {**self._walking(), **self._changes(), **self._marks()}

    def _walking(self) -> Handlers:
        cursor = self._cursor
        back, on = lambda: cursor.node.parent is not None, lambda: cursor.node.next is not None
        return {
            "back": Handler(lambda: self.walk(-1), back, texts.FIRST_POSITION),
            "forward": Handler(lambda: self.walk(1), on, texts.LAST_POSITION),
            "first": Handler(lambda: cursor.go_to(cursor.tree.root), back, texts.FIRST_POSITION),
            "last": Handler(lambda: cursor.go_to(cursor.end), on, texts.LAST_POSITION),
            "copy_line": Handler(self._copy_line, back, texts.NO_LINE_TO_COPY),
        }

    def walk(self, steps: int) -> None:
        """Go so many moves forward, or back if negative, as far as there are any."""
        node = self._cursor.node
        for _ in range(abs(steps)):
            after = node.next if steps > 0 else node.parent
            if after is None:
                break
            node = after
        if node is not self._cursor.node:
            self._cursor.go_to(node)

    def _copy_line(self) -> None:
        done = clipboard.copy(self._cursor.line_text)
        self._show_message(texts.LINE_COPIED if done else shared_texts.NO_CLIPBOARD)

    def _changes(self) -> Handlers:
        cursor = self._cursor
        return {
            "undo": Handler(self._undo, lambda: cursor.changes.can_undo, texts.NOTHING_TO_UNDO),
            "redo": Handler(self._redo, lambda: cursor.changes.can_redo, texts.NOTHING_TO_REDO),
            "promote": Handler(cursor.promote, lambda: cursor.in_variation, texts.MAIN_LINE),
            "remove_move": Handler(
                cursor.remove, lambda: cursor.node.parent is not None, texts.NOTHING_TO_DELETE
            ),
        }

    def _undo(self) -> None:
        """Undo the last change; that may be a comment which is still being written."""
        self._keep_comment()
        self._cursor.undo()

    def _redo(self) -> None:
        """Redo the last undone change, unless a comment was written since."""
        self._keep_comment()
        self._cursor.redo()

    def _marks(self) -> Handlers:
        cursor = self._cursor
        return {
            f"mark_{number}": Handler(
                partial(cursor.toggle_mark, number),
                lambda: cursor.node.parent is not None,
                texts.NO_MOVE_TO_MARK,
                partial(self._is_marked, number),
            )
            for number in MARKS
        }

    def _is_marked(self, number: int) -> bool:
        return number in self._cursor.node.nags
