"""Lessons: a position, a task and its solution, and the check whether the moves made solve it.

A game's lessons about the rules are in the file ``lessons.json`` in its folder, those about strategy in
``strategy.json``; LESSONS.md in this folder describes both. The first have goals that are checked against the
effects of a move, so every solution counts, not only the written one; the second list right moves.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any

from engine.learn import texts
from engine.learn.goals import CONDITIONS, FINAL_CONDITIONS, LessonError, LessonStep, square_of
from engine.rules.rules import Rules
from engine.rules.values import Move, Position, Transition
from engine.rules.words import sentence
from engine.system.errors import UserError, quoted
from engine.system.files import folder_of, read_file


@dataclass(frozen=True)
class Lesson:
    """A task; `goal` has names of `CONDITIONS` with their values, to be met within `turns` turns.

    A lesson about strategy has `answers` instead, the right moves at each turn.
    """

    id: str
    title: str
    kind: str
    text: str
    task: str
    position: Position
    goal: tuple[tuple[str, Any], ...]
    hint: str
    solution: tuple[str, ...]
    done: str
    turns: int = 1
    chapter: str = ""
    """The title of the chapter that begins with this lesson, else empty."""
    answers: tuple[tuple[str, ...], ...] = ()
    """The right moves at each of the learner's turns; after the first-named one the lesson continues."""
    replies: tuple[str, ...] = ()
    """The other side's moves in between."""
    marks: tuple[tuple[int, ...], ...] = ()
    """What the text refers to: single squares, and pairs of them for arrows."""


@dataclass(frozen=True)
class Playground:
    """A small position for trying out a kind of piece, and what to try."""

    kind: str
    position: Position
    text: str


@dataclass(frozen=True)
class Lessons:
    """The lessons and playgrounds of a game."""

    playgrounds: tuple[Playground, ...]
    lessons: tuple[Lesson, ...]


class AttemptStage(Enum):
    """The stage of an attempt at a lesson."""

    OPEN = "open"
    SOLVED = "solved"
    MISSED = "missed"


@dataclass(frozen=True)
class Verdict:
    """The result of a turn: the stage, and a sentence about what the turn missed."""

    stage: AttemptStage
    missing: str = ""


class LessonAttempt:
    """A player's attempt at a lesson. The other side passes its turns."""

    def __init__(self, rules: Rules, lesson: Lesson) -> None:
        self.rules, self.lesson = rules, lesson
        self.position = lesson.position
        self.stage = AttemptStage.OPEN
        self.played: list[Move] = []

    @property
    def turns_left(self) -> int:
        """The number of turns left."""
        return self.lesson.turns - len(self.played)

    def play(self, move: Move, path: tuple[int, ...]) -> Verdict:
        """Make a legal move in `position` along `path`.

        Raises:
            ValueError: the attempt is over.
        """
        if self.stage is not AttemptStage.OPEN:
            raise ValueError("this attempt is over")
        rules, before = self.rules, self.position
        after = rules.play(before, move)
        transition = rules.clicks.path_transition(before, move, path)
        step = LessonStep(rules, self.lesson.position, before, after, transition)
        self.played.append(move)
        wrong = {name: CONDITIONS[name][1](step, value) for name, value in self.lesson.goal}
        missing = sentence(next((text for text in wrong.values() if text), "")) if any(wrong.values()) else ""
        self.stage = self._stage(wrong, after)
        waiting = rules.null_move(after) if self.stage is AttemptStage.OPEN else None
        self.position = after if waiting is None else waiting
        return Verdict(self.stage, missing)

    def _stage(self, wrong: dict[str, str], after: Position) -> AttemptStage:
        if not any(wrong.values()):
            return AttemptStage.SOLVED
        lost = any(wrong.get(name) for name in FINAL_CONDITIONS)
        if lost or self.turns_left == 0 or self.rules.outcome(after) is not None:
            return AttemptStage.MISSED
        return AttemptStage.OPEN

    @property
    def must_reply(self) -> bool:
        """True if the other side is about to move, by `reply`."""
        return False

    def reply(self) -> Transition:
        """Make the other side's move, and return its effects."""
        raise NotImplementedError

    def take_back(self, position: Position) -> None:
        """Take a missed move back to `position`, where it was made."""
        self.played.pop()
        self.position, self.stage = position, AttemptStage.OPEN

    def next_of_solution(self) -> Move | None:
        """Return the next move of the written solution; None if the attempt deviated from it or is over."""
        done = len(self.played)
        solution = self.lesson.solution
        if self.stage is not AttemptStage.OPEN or done >= len(solution):
            return None
        if [move.text for move in self.played] != list(solution[:done]):
            return None
        with suppress(UserError):  # a damaged file may have any text
            return self.rules.parse_move(self.position, solution[done])
        return None


class LineAttempt(LessonAttempt):
    """An attempt at a lesson with `answers`. The other side replies with the written moves."""

    def play(self, move: Move, path: tuple[int, ...]) -> Verdict:
        if self.stage is not AttemptStage.OPEN:
            raise ValueError("this attempt is over")
        right = self.lesson.answers[len(self.played)]
        side = self.position.side
        self.played.append(move)
        self.position = self.rules.play(self.position, move)
        outcome = self.rules.outcome(self.position)
        won = outcome is not None and outcome.winner == side
        if won or (move.text in right and (move.text != right[0] or self.turns_left == 0)):
            self.stage = AttemptStage.SOLVED
        elif move.text not in right:
            self.stage = AttemptStage.MISSED
        return Verdict(self.stage)

    @property
    def must_reply(self) -> bool:
        return self.stage is AttemptStage.OPEN and self.position.side != self.lesson.position.side

    def reply(self) -> Transition:
        move = self.rules.parse_move(self.position, self.lesson.replies[len(self.played) - 1])
        effects = self.rules.transition(self.position, move)
        self.position = self.rules.play(self.position, move)
        return effects


def attempt_at(rules: Rules, lesson: Lesson) -> LessonAttempt:
    """Return a new attempt at a lesson."""
    return LineAttempt(rules, lesson) if lesson.answers else LessonAttempt(rules, lesson)


# --- files


RULES_FILE, STRATEGY_FILE = "lessons.json", "strategy.json"
MAX_BYTES = 1_000_000


@cache
def has_lessons(rules: Rules) -> bool:
    """Return whether a game has lessons; cached because it is called for every frame."""
    return (folder_of(rules.name) / RULES_FILE).is_file()


@cache
def load(rules: Rules) -> Lessons:
    """Return a game's lessons about the rules, and its playgrounds.

    Raises:
        LessonError: the file cannot be read, or a lesson is invalid.
    """
    return read_lessons(rules, folder_of(rules.name) / RULES_FILE)


@cache
def strategy_of(rules: Rules) -> tuple[Lesson, ...]:
    """Return a game's lessons about strategy; none if it has no file of them.

    Raises:
        LessonError: the file cannot be read, or a lesson is invalid.
    """
    path = folder_of(rules.name) / STRATEGY_FILE
    return read_lessons(rules, path).lessons if path.is_file() else ()


def read_lessons(rules: Rules, path: Path) -> Lessons:
    """Return the lessons in a file; a file about the rules has playgrounds, too.

    Raises:
        LessonError: the file cannot be read, or a lesson is invalid.
    """
    try:
        data = json.loads(read_file(path, MAX_BYTES))
    except OSError as error:
        raise LessonError(texts.not_readable(path, error.strerror)) from error
    except (ValueError, RecursionError) as error:
        raise LessonError(texts.not_readable(path, error)) from error
    found = parse(rules, data)
    if not found.lessons or (path.name == RULES_FILE and not found.playgrounds):
        raise LessonError(texts.not_readable(path, texts.NO_LESSONS))
    return found


def parse(rules: Rules, data: Any) -> Lessons:
    """Return the lessons in the parsed JSON of a file.

    Raises:
        LessonError: something is missing or invalid.
    """
    try:
        playgrounds = tuple(_playground(rules, item) for item in data.get("playgrounds", ()))
        lessons = tuple(_lesson(rules, item) for item in data["lessons"])
    except (KeyError, TypeError, AttributeError) as error:
        raise LessonError(texts.incomplete(rules.facts.title, error)) from error
    return Lessons(playgrounds, lessons)


def _string(value: Any) -> str:
    if type(value) is not str:
        raise TypeError(quoted(str(value)))
    return value


def _strings(values: Any) -> tuple[str, ...]:
    return tuple(_string(value) for value in values)


def _playground(rules: Rules, item: dict[str, Any]) -> Playground:
    kind = _kind(rules, item["kind"])
    try:
        position = rules.notation.parse(_string(item["fen"]))
    except UserError as error:
        raise LessonError(texts.in_playground(kind, error)) from error
    return Playground(kind, position, _string(item["text"]))


def _kind(rules: Rules, kind: str) -> str:
    if kind not in rules.facts.kind_names:
        raise LessonError(texts.no_piece(rules.facts.title, kind))
    return kind


def _lesson(rules: Rules, item: dict[str, Any]) -> Lesson:
    answers = tuple(_strings(right) for right in item.get("answers", ()))
    replies = _strings(item.get("replies", ()))
    turns = len(answers) or item.get("turns", 1)
    if not all(answers) or len(replies) + 1 < len(answers) or type(turns) is not int or turns < 1:
        raise LessonError(texts.in_lesson(_string(item["id"]), texts.WRONG_TURNS))
    try:
        position = rules.notation.parse(_string(item["fen"]))
        goal = () if answers else tuple(_goal(rules, position, item["goal"]))
        marks = tuple(_mark(rules, position, names) for names in item.get("marks", ()))
    except UserError as error:
        raise LessonError(texts.in_lesson(item["id"], error)) from error
    strings = {name: _string(item[name]) for name in ("id", "title", "text", "task", "hint", "done")}
    return Lesson(
        **strings,
        kind=_kind(rules, item["kind"]),
        position=position,
        goal=goal,
        solution=tuple(right[0] for right in answers) or _strings(item["solution"]),
        turns=turns,
        chapter=_string(item.get("chapter", "")),
        answers=answers,
        replies=replies,
        marks=marks,
    )


def _mark(rules: Rules, position: Position, names: str) -> tuple[int, ...]:
    """Return the square in a text such as ``d4``, or the two of ``d4 d6``."""
    return tuple(square_of(rules, position, name) for name in names.split())


def _goal(rules: Rules, position: Position, goal: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, value in goal.items():
        yield name, _goal_value(name, value)
    for name in goal.get("holds", ()):
        square_of(rules, position, name)


def _goal_value(name: str, value: Any) -> Any:
    """Check the type of a condition's value and return it."""
    if name not in CONDITIONS:
        raise LessonError(texts.no_condition(name, CONDITIONS))
    expected = CONDITIONS[name][0]
    if type(value) is not expected:
        raise LessonError(texts.wrong_value(name, expected.__name__, value))
    return value
