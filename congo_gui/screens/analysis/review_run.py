"""A review of the main line as it runs, and what it leaves in the tree. No pygame."""

from __future__ import annotations

from congo_gui.screens.analysis import review
from congo_gui.screens.analysis.analyst import Analyst
from congo_gui.screens.analysis.tree_cursor import TreeCursor


class ReviewRun:
    """Has the positions of the main line searched one by one, and then marks the moves that cost much."""

    def __init__(self, analyst: Analyst, cursor: TreeCursor) -> None:
        self._analyst, self._cursor = analyst, cursor
        self.running = False

    def start(self) -> None:
        """Look at every position of the main line, from its end."""
        self.running = True
        self._analyst.review([self._cursor.tree.game_at(node) for node in reversed(self._cursor.main_line)])

    @property
    def share(self) -> float | None:
        """How much is done, 0 to 1; None while no review runs."""
        return self._analyst.reviewing if self.running else None

    @property
    def is_complete(self) -> bool:
        """Whether everything has been looked at, so that `finish` is due."""
        return self.running and self._analyst.reviewing is None

    def finish(self) -> str:
        """Mark the moves, go to the position before the worst one, and return a summary."""
        self.running = False
        cursor, findings = self._cursor, self._analyst.findings
        judged = review.mark(cursor.tree, findings)
        findings.write_down(cursor.tree.main)
        if judged:
            cursor.go_to(judged[0].node.parent)
        cursor.note()
        return review.summary(judged)
