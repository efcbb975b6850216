"""Learn from your mistakes: the positions before them as tasks, judged by engine and tablebase. No pygame."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from congo_gui.play.wording import result_sentence, score_text, side_name
from congo_gui.screens.analysis import texts
from congo_gui.screens.analysis.analyst import Analyst
from congo_gui.screens.analysis.review import NAMES, Loss
from congo_gui.screens.analysis.tree_cursor import TreeCursor
from engine.game.game import Game
from engine.record.record import GameNode
from engine.rules.values import FIRST, Move

GOOD_ENOUGH = 0.05
"""The winning chances (0 to 1) that a solution may cost."""
ANSWER_MOVES = 3
"""The number of moves shown of the refutation of a wrong move."""


class TaskState(Enum):
    """The state of a task."""

    ASKED = "asked"
    JUDGING = "judging"
    WRONG = "wrong"
    SOLVED = "solved"


class MistakeCourse:
    """Asks for better moves than those of `losses`, which are not empty; `analyst` judges the attempts."""

    def __init__(self, losses: Sequence[Loss], analyst: Analyst, cursor: TreeCursor) -> None:
        self._losses, self._analyst, self._cursor = tuple(losses), analyst, cursor
        self._at = -1
        self.state = TaskState.ASKED
        self.tried: Game | None = None
        """The game after the move that is being judged."""
        self._verdict = ""

    @property
    def loss(self) -> Loss:
        """The mistake of the task."""
        return self._losses[self._at]

    @property
    def node(self) -> GameNode:
        """The position of the task."""
        assert self.loss.node.parent is not None
        return self.loss.node.parent

    @property
    def is_open(self) -> bool:
        """True if the task is not solved yet."""
        return self.state is not TaskState.SOLVED

    @property
    def has_next(self) -> bool:
        """True if there is another task."""
        return self._at + 1 < len(self._losses)

    def includes(self, node: GameNode) -> bool:
        """Return whether a node belongs to the task: its position, or one after it once the task is over.

        None does after an undone change, which makes new nodes, or if the mistake was deleted.
        """
        is_there = self.loss.node in self.node.children
        return is_there and (node is self.node or (not self.is_open and node.parent is self.node))

    @property
    def heading(self) -> str:
        """The number of the task, as text."""
        return texts.task(self._at + 1, len(self._losses))

    @property
    def caption(self) -> str:
        """The instruction, or the verdict on the last move."""
        side, move = side_name(self._analyst.rules, self.loss.side), self.loss.node.move
        assert move is not None
        if self.state is TaskState.JUDGING:
            return texts.CHECKING
        if self.state is TaskState.ASKED:
            return texts.find_better(side, move.text, NAMES[self.loss.mark])
        return self._verdict

    # --- walking through the tasks

    def next(self) -> None:
        """Go to the next task."""
        self._at += 1
        self.state, self.tried = TaskState.ASKED, None
        self._cursor.go_to(self.node)

    def solve(self) -> None:
        """Show the better move."""
        self._verdict = texts.solution(self.loss.better[0].text)
        self._solved(self.loss.better[0])

    def _solved(self, move: Move) -> None:
        self.state, self.tried = TaskState.SOLVED, None
        self._cursor.add(move)

    # --- judging

    def attempt(self, move: Move) -> None:
        """Judge a move in the position of the task; that may take a search."""
        if self.state in (TaskState.JUDGING, TaskState.SOLVED):
            return
        if move == self.loss.node.move:
            self._refuse(texts.same_move(move.text))
        elif move == self.loss.better[0]:
            self._verdict = texts.best_found(move.text)
            self._solved(move)
        else:
            self.tried = self._cursor.tree.game_at(self.node)
            self.tried.play(move)
            self.state = TaskState.JUDGING
            self._analyst.review(self.tried, [self.tried.cursor])

    def _refuse(self, verdict: str) -> None:
        self.state, self.tried, self._verdict = TaskState.WRONG, None, verdict

    def update(self) -> bool:
        """Give the verdict on the tried move once it is searched; return whether there is one."""
        if self.state is not TaskState.JUDGING or self._analyst.reviewing is not None:
            return False
        assert self.tried is not None
        findings = self._analyst.findings
        before = findings.chance(self.node, self.node.plies)
        after = findings.chance(self.tried, self.tried.cursor)
        move = self.tried.plies[-1].move
        has_answer = self.tried.outcome is not None or findings.lines(self.tried)  # or its search was stopped
        if before is None or after is None or not has_answer:
            self._refuse(texts.NOT_JUDGED)
            return True
        cost = before - after if self.loss.side == FIRST else after - before
        if cost <= GOOD_ENOUGH:
            self._verdict = texts.good_enough(move.text, self.loss.better[0].text)
            self._solved(move)
        else:
            self._refuse(texts.too_costly(move.text, round(100 * cost), self._answer(self.tried)))
        return True

    def _answer(self, game: Game) -> str:
        """Return what is wrong with a move that leads to `game`: the result, or the best continuation."""
        rules = self._analyst.rules
        if game.outcome is not None:
            return result_sentence(rules, game.outcome)
        best = self._analyst.findings.lines(game)[0]
        line = " ".join(move.text for move in best.pv[:ANSWER_MOVES])
        words = score_text(rules, best.score, game.position.side)
        return texts.by_tablebase(words) if best.source == "tablebase" else texts.answered_by(line, words)
