"""The lessons about strategy, in which wrong moves are refuted on the board. No pygame."""

from __future__ import annotations

from collections.abc import Callable, Collection

from congo_gui.screens.learn import texts
from congo_gui.screens.learn.best_reply import BestReply
from congo_gui.screens.learn.course import Course, FeedbackTone
from engine.learn.lessons import AttemptStage, Lesson
from engine.record.record import GameRecord, RecordedMove
from engine.rules.rules import Rules
from engine.rules.values import Move, Position


class StrategyCourse(Course):
    """The lessons in order; the other side replies, and answers a wrong move with the best one.

    `answer` returns the best reply to a wrong move, None while it is searched for. `closed` is called when
    the course is no longer needed.
    """

    last_step = texts.LEAVE
    no_study = texts.TRY_FIRST

    def __init__(
        self,
        rules: Rules,
        lessons: tuple[Lesson, ...],
        solved: Collection[str],
        solve: Callable[[str], None],
        answer: Callable[[Position], BestReply | None],
        closed: Callable[[], None] = lambda: None,
    ) -> None:
        self._answer, self._closed = answer, closed
        self._missed: set[str] = set()
        """The ids of the lessons in which a wrong move was made."""
        super().__init__(rules, lessons, solved, solve)

    def close(self) -> None:
        self._closed()

    def reset(self) -> None:
        super().reset()
        self._line: tuple[Move, ...] = ()
        """The moves of both sides."""
        self._turn: tuple[Position, tuple[Move, ...]] = self.position, self._line
        """The position and the moves at the learner's turn, to which a wrong move is taken back."""
        self._refuted, self._reply, self._verdict = False, "", texts.NOT_BEST

    @property
    def open(self) -> bool:
        return super().open and not self._attempt.must_reply

    @property
    def pending(self) -> bool:
        """A reply of the other side, or a refutation."""
        return self._attempt.must_reply or (self.stage is AttemptStage.MISSED and not self._refuted)

    @property
    def is_wrong(self) -> bool:
        return False  # the refutation stays on the board until the learner tries again

    def play(self, move: Move, path: tuple[int, ...]) -> None:
        super().play(move, path)
        self._line += (move,)
        if self.stage is AttemptStage.OPEN:
            self._hints = 0  # the hint is about the first move
        elif self.stage is AttemptStage.MISSED:
            self._missed.add(self.lesson.id)
        self._refuted = self.rules.outcome(self.position) is not None
        self._reply, self._verdict = "", texts.NOT_BEST

    def step(self) -> bool:
        if self._attempt.must_reply:
            before = self.position
            self.last = self._attempt.reply()
            self._reply = self.rules.prose.describe(before, self.last)
            self.position = self._attempt.position
            answer = self.lesson.replies[len(self._attempt.played) - 1]
            self._line += (self.rules.parse_move(before, answer),)
            self._turn = self.position, self._line
            return True
        reply = self._answer(self.position)
        if reply is None:
            return False
        self._refuted = True
        for move in reply.moves:
            self.last = self.rules.transition(self.position, move)
            self._reply = self.rules.prose.describe(self.position, self.last)
            self.position = self.rules.play(self.position, move)
            self._line += (move,)
        if reply.draws:
            self._verdict = texts.ONLY_DRAWS
        elif self.rules.outcome(self.position) is not None:
            self._verdict = texts.LOSES
        return True

    def hint(self) -> None:
        """Show the hint, then the move; after the first move, the move at once."""
        if self.can_hint and self._attempt.played:
            self._hints = 1
        super().hint()

    def retry(self) -> None:
        """Take a wrong move and its refutation back, and keep the feedback; else restart the lesson."""
        if self.stage is not AttemptStage.MISSED:
            self.reset()
            return
        self.position, self._line = self._turn
        self._attempt.take_back(self.position)
        self.last, self._was_missed = None, True

    def undo(self) -> None:
        self.retry()

    @property
    def study(self) -> GameRecord | None:
        """The moves on the board, once the lesson was tried."""
        if self.lesson.id not in self.solved | self._missed:
            return None
        return GameRecord(self.rules, self.lesson.position, tuple(RecordedMove(move) for move in self._line))

    @property
    def arrows(self) -> tuple[tuple[int, int], ...]:
        marked = tuple((mark[0], mark[-1]) for mark in self._marks if len(mark) > 1)
        return (*marked, *super().arrows)

    @property
    def circles(self) -> tuple[int, ...]:
        return tuple(mark[0] for mark in self._marks if len(mark) == 1)

    @property
    def _marks(self) -> tuple[tuple[int, ...], ...]:
        """The squares and moves that the text names, until the first move."""
        return () if self._attempt.played else self.lesson.marks

    def _feedback(self) -> tuple[str, FeedbackTone]:
        if self.stage is AttemptStage.SOLVED:
            return self._done_words(), FeedbackTone.GOOD
        if self.stage is AttemptStage.MISSED or self._was_missed:
            return texts.move_missed(self._verdict, self._reply, again=self._refuted), FeedbackTone.BAD
        if self._hints:
            return self._hint_words(), FeedbackTone.PLAIN
        if self._attempt.played and self.stage is AttemptStage.OPEN:
            return texts.go_on(self._reply), FeedbackTone.GOOD
        return "", FeedbackTone.PLAIN
