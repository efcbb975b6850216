"""The commands for learning from mistakes, and its tasks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace

from congo_gui.commands.command import Handler, Handlers
from congo_gui.screens.analysis import texts
from congo_gui.screens.analysis.engine_commands import EngineCommands
from congo_gui.screens.analysis.mistakes import MistakeCourse
from congo_gui.screens.analysis.review import Loss
from congo_gui.screens.analysis.tree_cursor import TreeCursor
from congo_gui.screens.shared.board_area import BoardArea
from congo_gui.widgets.bubbles import Toast
from engine.record.record import GameNode
from engine.rules.values import Move


class Learning:
    """Asks for better moves than the mistakes of `learners`; `show` shows the position on the board again.

    `changed` is called when a course begins or ends. `choose` asks for the sides to learn from, with the
    number of mistakes of each, where there are several.
    """

    def __init__(
        self,
        engine: EngineCommands,
        cursor: TreeCursor,
        learners: frozenset[int],
        board: BoardArea,
        toast: Toast,
        show: Callable[[], None],
        changed: Callable[[], None],
        choose: Callable[[Mapping[int, int], Callable[[frozenset[int]], None]], None],
    ) -> None:
        self._engine, self._cursor, self._learners = engine, cursor, learners
        self._board, self._toast, self._show, self._changed = board, toast, show, changed
        self._choose = choose
        self.course: MistakeCourse | None = None
        """The tasks, None before and after."""

    @property
    def handlers(self) -> Handlers:
        """The handlers of its commands; they replace some of the engine's."""
        engine = self._engine
        next_mistake, review = engine.handlers["next_mistake"], engine.handlers["review"]
        return {
            "review": replace(review, run=lambda: self._review(review.run)),
            "learn_mistakes": Handler(
                self._toggle,
                lambda: self.course is not None or (bool(self._mistakes) and not self._is_reviewing),
                self._no_mistakes,
                lambda: self.course is not None,
            ),
            "solution": Handler(
                lambda: self.course.solve() if self.course else None,
                lambda: self.course is not None and self.course.is_open,
                lambda: texts.TASK_SOLVED if self.course else texts.NO_TASK,
            ),
            "next_mistake": Handler(
                lambda: self._next_task() if self.course else next_mistake.run(),
                lambda: self.course is not None or next_mistake.possible(),
                lambda: next_mistake.reason,
            ),
        }

    @property
    def _is_reviewing(self) -> bool:
        """True while the game is reviewed: to judge a move, too, is a review, and would replace that one."""
        return self._engine.analyst.reviewing is not None

    def _review(self, run: Callable[[], object]) -> None:
        self.stop()
        run()

    def _no_mistakes(self) -> str:
        if self._is_reviewing:
            return texts.REVIEW_RUNS
        return texts.NO_MISTAKES_TO_LEARN if self._engine.card else texts.REVIEW_FIRST

    @property
    def _mistakes(self) -> list[Loss]:
        """The mistakes to learn from: those of the human who played against an AI, or else all."""
        return [loss for loss in self._engine.mistakes if loss.side in self._learners]

    def _toggle(self) -> None:
        """Start or end learning from mistakes."""
        if self.stop():
            return
        counts = Counter(loss.side for loss in self._mistakes)
        if len(counts) > 1:
            self._choose(counts, self._start)
        else:
            self._start(frozenset(counts))

    def stop(self) -> bool:
        """End the tasks; return False if there are none."""
        if self.course is None:
            return False
        self._set(None)
        return True

    def _start(self, sides: frozenset[int]) -> None:
        """Start learning from the mistakes of these sides."""
        losses = [loss for loss in self._mistakes if loss.side in sides]
        if not losses:  # a deeper search has taken the last one back while the question was open
            self._toast.show(texts.NO_MISTAKES_TO_LEARN)
            return
        course = MistakeCourse(losses, self._engine.analyst, self._cursor)
        self._toast.hide()  # the review's remark has the answer
        self._set(course)
        course.next()

    def _set(self, course: MistakeCourse | None) -> None:
        shows_a_try = self.course is not None and self.course.tried is not None
        self.course = course
        self._changed()
        if shows_a_try:
            self._show()

    def _next_task(self) -> None:
        assert self.course is not None
        if self.course.has_next:
            self.course.next()
        else:
            self._set(None)
            self._toast.show(texts.ALL_TASKS_DONE)

    def node_changed(self, node: GameNode) -> None:
        """End the course if a node does not belong to its task."""
        if self.course is not None and not self.course.includes(node):
            self._set(None)

    def try_move(self, move: Move) -> bool:
        """Try a move in the task and show the position after it; return False if there is no task."""
        course = self.course
        if course is None or not course.is_open:
            return False
        course.attempt(move)
        if course.tried is not None:
            self._board.show(course.tried.position, frozenset(), course.tried.plies[-1].transition)
        elif course.is_open:
            self._show()
        return True

    def update(self) -> bool:
        """Return whether there is a verdict on the tried move; after a wrong one, show the position again."""
        if self.course is None or not self.course.update():
            return False
        if self.course.is_open:
            self._show()
        return True
