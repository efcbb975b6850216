"""Exercises: the courses of lessons, and the playgrounds of the pieces. No pygame.

An exercise, such as these or a puzzle, has a position in which the learner moves, and a page that explains
the task and the result.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection
from dataclasses import dataclass
from enum import Enum

from congo_gui.play.wording import position_words
from congo_gui.screens.learn import texts
from congo_gui.screens.learn.move_hint import move_hint
from engine.learn.lessons import AttemptStage, Lesson, attempt_at
from engine.record.record import GameRecord
from engine.rules.rules import Rules
from engine.rules.values import Move, Position, Transition


class FeedbackTone(Enum):
    """The tone of the feedback."""

    PLAIN = "plain"
    GOOD = "good"
    BAD = "bad"


@dataclass(frozen=True)
class Page:
    """The texts beside the board, with a picture of a piece of `kind`; `note` is its place in the course."""

    kind: str
    title: str
    note: str
    text: str
    task: str
    feedback: str = ""
    tone: FeedbackTone = FeedbackTone.PLAIN
    chapter: str = ""
    """Shown before the note if both fit into one line."""
    side: int | None = None
    """The side of the piece in the picture, if not the default."""
    teaches: bool = True
    """True if the text is needed more than the title."""
    number: int = -1
    """The number of the task, where the text can change during it."""
    is_timed: bool = False
    """True if the text has a running clock."""
    on_board: bool = True
    """False if the position of the task is not on the board yet."""


def page_words(rules: Rules, position: Position, page: Page, before: Page) -> str:
    """Return what is new on a page, for a screen reader; a new task with its position."""
    if page.number >= 0 and (page.title, page.number) == (before.title, before.number):
        feedback = "" if page.feedback == before.feedback else page.feedback
        is_restarted = bool(before.feedback) and not page.feedback
        task = page.task if is_restarted or page.task != before.task else ""
        text = "" if page.text == before.text or page.is_timed else page.text
        return " ".join(filter(None, (feedback, task, text)))
    is_same = (page.title, page.task, page.number) == (before.title, before.task, before.number)
    if is_same and page.text == before.text:
        said = before.feedback if page.feedback.startswith(before.feedback) else ""
        return page.feedback[len(said) :].strip() or page.feedback or page.task
    shown = position_words(rules, position) if page.on_board else ""
    parts = [page.title, page.note, page.text, page.task, shown, page.feedback]
    if page.title == before.title and page.teaches:  # the next move of the same game
        parts = [page.task, page.text]
    return " ".join(part if part.endswith((".", "!", "?")) else f"{part}." for part in parts if part)


class Exercise(ABC):
    """Something to do on the board."""

    rules: Rules
    index: int
    """The number of the lesson or playground that is open."""
    position: Position
    """The position on the board."""
    last: Transition | None
    """The transition of the last move."""
    no_study = texts.NOTHING_TO_ANALYSE
    """Why there is no `study`."""

    @property
    @abstractmethod
    def open(self) -> bool:
        """True if the learner may move, because the task is not over."""

    @property
    @abstractmethod
    def page(self) -> Page:
        """The texts to show now."""

    @property
    def arrows(self) -> tuple[tuple[int, int], ...]:
        """The moves to show as arrows, from square to square."""
        return ()

    @property
    def circles(self) -> tuple[int, ...]:
        """The squares to show with a ring."""
        return ()

    @property
    def stage(self) -> AttemptStage:
        """The stage of the attempt; a playground has no other."""
        return AttemptStage.OPEN

    @property
    def is_wrong(self) -> bool:
        """True if a wrong move is on the board, to be taken back by `put_back` after a moment."""
        return False

    @property
    def can_hint(self) -> bool:
        """True if there is a hint that is not shown yet."""
        return False

    @property
    def study(self) -> GameRecord | None:
        """The moves to analyse, None if there are none, or as long as that would solve the task."""
        return None

    @property
    def study_ply(self) -> int:
        """The number of these moves after which the analysis begins."""
        return 0

    @property
    def pending(self) -> bool:
        """True if the other side is about to move, by `step`."""
        return False

    @abstractmethod
    def play(self, move: Move, path: tuple[int, ...]) -> None:
        """Make the learner's move."""

    @abstractmethod
    def reset(self) -> None:
        """Restart the position."""

    @abstractmethod
    def go_to(self, index: int) -> None:
        """Open another lesson or playground."""

    def hint(self) -> None:
        """Show the next hint, if there is one."""
        return

    def put_back(self) -> None:
        """Take a wrong move back, and keep the feedback."""
        return

    def retry(self) -> None:
        """Let the learner try again."""
        self.reset()

    def step(self) -> bool:
        """Make the pending move; return False if it is not known yet."""
        return False

    @property
    def can_undo(self) -> bool:
        """True if a move can be taken back."""
        return True

    def undo(self) -> None:
        """Take the last move back; most tasks are so short that this restarts them."""
        self.reset()

    def close(self) -> None:
        """Free what it uses."""
        return


class Series(Exercise):
    """Tasks without an end, one after another, that show their solution."""

    no_study = texts.TRY_FIRST
    no_solution: str
    """Why there is no solution to show."""

    @property
    @abstractmethod
    def solver(self) -> int:
        """The side that the learner plays."""

    @property
    @abstractmethod
    def can_show(self) -> bool:
        """True if the solution can be shown."""

    @abstractmethod
    def show_solution(self) -> None:
        """Play the solution on the board, a move at each `step`."""

    @abstractmethod
    def next(self) -> None:
        """Open another task."""


def chapters_of(lessons: tuple[Lesson, ...]) -> tuple[str, ...]:
    """Return the chapter of each lesson: the last one that began, empty before the first."""
    chapters, chapter = [], ""
    for lesson in lessons:
        chapter = lesson.chapter or chapter
        chapters.append(chapter)
    return tuple(chapters)


class Course(Exercise):
    """The lessons in order; `solved` contains the ids of the solved ones.

    `solve` is called with the id of a lesson when it is first solved.
    """

    last_step = texts.PLAY_FIRST_GAME
    """What follows the last lesson."""

    def __init__(
        self, rules: Rules, lessons: tuple[Lesson, ...], solved: Collection[str], solve: Callable[[str], None]
    ) -> None:
        self.rules, self.lessons = rules, lessons
        self.solved = set(solved) & {lesson.id for lesson in lessons}
        self._solve = solve
        self.index = self._first_unsolved(0)
        self.chapters = chapters_of(lessons)
        """The name of each lesson's chapter."""
        self._hints = 0  # 1: the hint is shown, 2: the move, too
        self._missing = ""
        self.reset()

    def _first_unsolved(self, start: int) -> int:
        order = [*range(start, len(self.lessons)), *range(start)]
        return next((index for index in order if self.lessons[index].id not in self.solved), start)

    @property
    def lesson(self) -> Lesson:
        """The lesson that is open."""
        return self.lessons[self.index]

    @property
    def stage(self) -> AttemptStage:
        return self._attempt.stage

    @property
    def open(self) -> bool:
        return self.stage is AttemptStage.OPEN

    @property
    def is_wrong(self) -> bool:
        return self.stage is AttemptStage.MISSED

    @property
    def all_solved(self) -> bool:
        """True if nothing is left to solve."""
        return len(self.solved) == len(self.lessons)

    @property
    def is_last(self) -> bool:
        """True if no lesson follows."""
        return self.index == len(self.lessons) - 1

    @property
    def ends(self) -> bool:
        """True if all lessons are solved, and this one was the last to be solved or is the last one."""
        return self.all_solved and (self._completes or self.is_last)

    @property
    def page(self) -> Page:
        lesson = self.lesson
        note = texts.lesson(self.index + 1, len(self.lessons), len(self.solved))
        feedback, tone = self._feedback()
        chapter = self.chapters[self.index]
        return Page(lesson.kind, lesson.title, note, lesson.text, lesson.task, feedback, tone, chapter)

    def _feedback(self) -> tuple[str, FeedbackTone]:
        if self.stage is AttemptStage.SOLVED:
            return self._done_words(), FeedbackTone.GOOD
        if self.stage is AttemptStage.MISSED or self._was_missed:
            return texts.missed(self._missing), FeedbackTone.BAD
        if self._hints:
            return self._hint_words(), FeedbackTone.PLAIN
        if self._attempt.played:
            left = self._attempt.turns_left
            other = self.rules.facts.side_names[1 - self.lesson.position.side].capitalize()
            return texts.turns_left(other, left), FeedbackTone.PLAIN
        return "", FeedbackTone.PLAIN

    def _done_words(self) -> str:
        done = texts.solved(self.lesson.done)
        return f"{done} {texts.ALL_LESSONS_SOLVED}" if self._completes else done

    def _hint_words(self) -> str:
        """Return the hint, or the move that the arrow shows."""
        move = self._attempt.next_of_solution() if self._hints > 1 else None
        return self.lesson.hint if move is None else move_hint(self.rules, self.position, move, whole=True)

    @property
    def arrows(self) -> tuple[tuple[int, int], ...]:
        move = self._attempt.next_of_solution() if self._hints > 1 else None
        return () if move is None else tuple(zip(move.path, move.path[1:], strict=False))

    @property
    def can_hint(self) -> bool:
        further = self._hints == 1 and self._attempt.next_of_solution() is not None
        return self.open and (self._hints == 0 or further)

    def hint(self) -> None:
        """Show the hint; the second time, show the move."""
        if self.can_hint:
            self._was_missed = False
            self._hints += 1

    def play(self, move: Move, path: tuple[int, ...]) -> None:
        self.last = self.rules.clicks.path_transition(self.position, move, path)
        verdict = self._attempt.play(move, path)
        self.position = self._attempt.position
        self._missing, self._was_missed = verdict.missing, False
        self._hints = min(self._hints, 1)
        if verdict.stage is AttemptStage.SOLVED and self.lesson.id not in self.solved:
            self.solved.add(self.lesson.id)
            self._solve(self.lesson.id)
            self._completes = self.all_solved

    def reset(self) -> None:
        self._attempt = attempt_at(self.rules, self.lesson)
        self.position = self._attempt.position
        self.last = None
        self._missing, self._was_missed, self._hints = "", False, 0
        self._completes = False

    def put_back(self) -> None:
        """Restart the position of a missed lesson, and keep its feedback."""
        missing, hints = self._missing, self._hints
        self.reset()
        self._missing, self._was_missed, self._hints = missing, True, hints

    def go_to(self, index: int) -> None:
        # There is no lesson beyond the ends.
        if 0 <= index < len(self.lessons):
            self.index = index
            self.reset()

    def go_to_unsolved(self) -> None:
        """Open the next lesson that is not solved yet, or the next one if all are."""
        following = (self.index + 1) % len(self.lessons)
        self.go_to(following if self.all_solved else self._first_unsolved(following))
