"""Lessons: a position, a task and a goal, and checking whether the moves made reach it.

A game's lessons are in the file ``lessons.json`` in its folder; LESSONS.md in this folder describes the
format. Goals are checked against the effects of a move, so that every solution counts and not only the
written one.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any

from engine.learn import texts
from engine.rules.rules import Rules
from engine.rules.values import Move, Piece, Position, Transition
from engine.rules.words import sentence
from engine.system.errors import UserError
from engine.system.files import folder_of


class LessonError(UserError):
    """A file of lessons is unreadable or invalid; the message names the lesson and the problem."""


@dataclass(frozen=True)
class Lesson:
    """A task; `goal` has names of `PREDICATES` with their values, to be met within `turns` turns."""

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


class LessonStage(Enum):
    """The stage of an attempt at a lesson."""

    OPEN = "open"
    SOLVED = "solved"
    MISSED = "missed"


@dataclass(frozen=True)
class LessonStep:
    """One turn of an attempt, as predicates see it."""

    rules: Rules
    first: Position
    before: Position
    after: Position
    transition: Transition

    @property
    def side(self) -> int:
        """The side that moved."""
        return self.before.side


# --- goals


def _kinds(pieces: Iterable[Piece]) -> Counter[str]:
    return Counter(piece.kind for piece in pieces)


def _names(rules: Rules, kinds: Iterable[str]) -> list[str]:
    return [rules.facts.kind_names[kind] for kind in kinds]


def _piece(step: LessonStep, kind: str) -> str:
    if step.transition.piece.kind == kind:
        return ""
    names = step.rules.facts.kind_names
    return texts.wrong_piece(names[step.transition.piece.kind], names[kind])


def _captures(step: LessonStep, count: int) -> str:
    captured = len(step.transition.captured)
    if captured >= count:
        return ""
    return texts.captured_too_few(captured, count) if captured else texts.CAPTURED_NOTHING


def _takes(step: LessonStep, kinds: str) -> str:
    left = Counter(kinds) - _kinds(placed.piece for placed in step.transition.captured)
    return texts.not_captured(_names(step.rules, left)) if left else ""


def _reaches(step: LessonStep, names: list[str]) -> str:
    end = step.rules.notation.square_name(step.before, step.transition.path[-1])
    if end in names:
        return ""
    if step.transition.removed:
        return texts.removed_elsewhere(end, names)
    return texts.went_elsewhere(end, names)


def _promotes(step: LessonStep, wanted: bool) -> str:
    return "" if bool(step.transition.promoted) == wanted else texts.NOT_PROMOTED


def _wins(step: LessonStep, wanted: bool) -> str:
    outcome = step.rules.outcome(step.after)
    won = outcome is not None and outcome.winner == step.side
    return "" if won == wanted else texts.NOT_WON


def _draws(step: LessonStep, wanted: bool) -> str:
    outcome = step.rules.outcome(step.after)
    drawn = outcome is not None and outcome.winner is None
    if drawn == wanted:
        return ""
    return texts.NOT_DRAWN if outcome is None else texts.is_drawn(outcome.reason.shown)


def _holds(step: LessonStep, stones: dict[str, int]) -> str:
    """Return which square has a wrong number of the mover's stones, empty if none."""
    rules, pieces = step.rules, step.rules.notation.pieces(step.after)
    for name, wanted in stones.items():
        piece = pieces.get(_square(rules, step.after, name))
        found = piece.count if piece is not None and piece.side == step.side else 0
        if found != wanted:
            return texts.wrong_stones(found, name, wanted)
    return ""


def _square(rules: Rules, position: Position, name: str) -> int:
    square = rules.notation.square_at(position, name)
    if square is None:
        raise LessonError(texts.no_square(name, rules.facts.title))
    return square


def _saves(step: LessonStep, kinds: str) -> str:
    """Return which of these kinds the mover has lost since the lesson began, empty if none."""
    lost = _own(step.rules, step.first, step.side) - _own(step.rules, step.after, step.side)
    gone = [kind for kind in kinds if lost[kind]]
    return texts.drowned(_names(step.rules, gone)) if gone else ""


def _own(rules: Rules, position: Position, side: int) -> Counter[str]:
    return _kinds(piece for piece in rules.notation.pieces(position).values() if piece.side == side)


def _effects(rules: Rules, position: Position) -> Iterator[Transition]:
    """Yield the transition of every legal move."""
    return (rules.transition(position, move) for move in rules.legal_moves(position))


def _safe(step: LessonStep, kinds: str) -> str:
    """Return how the other side could capture one of these kinds next, empty if it cannot."""
    rules = step.rules
    for effect in _effects(rules, step.after):
        taken = [placed.piece.kind for placed in effect.captured if placed.piece.kind in kinds]
        if taken:
            attacker, attacked = _names(rules, (effect.piece.kind, taken[0]))
            where = rules.notation.square_name(step.after, effect.path[0])
            return texts.could_be_captured(attacker, where, attacked)
    return ""


def _threatens(step: LessonStep, kinds: str) -> str:
    """Return which of these kinds the mover does not threaten to capture, empty if none."""
    passed = step.rules.null_move(step.after)
    effects = () if passed is None else _effects(step.rules, passed)
    attacked = {placed.piece.kind for effect in effects for placed in effect.captured}
    spared = [kind for kind in kinds if kind not in attacked]
    return texts.not_attacked(_names(step.rules, spared)) if spared else ""


PREDICATES: dict[str, tuple[type, Callable[[LessonStep, Any], str]]] = {
    "piece": (str, _piece),
    "captures": (int, _captures),
    "takes": (str, _takes),
    "reaches": (list, _reaches),
    "promotes": (bool, _promotes),
    "wins": (bool, _wins),
    "draws": (bool, _draws),
    "holds": (dict, _holds),
    "saves": (str, _saves),
    "safe": (str, _safe),
    "threatens": (str, _threatens),
}
"""By name: the type of the value, and a function that returns what a turn missed (empty for nothing)."""
FINAL_PREDICATES = ("saves",)
"""Predicates that no later turn can satisfy once they have failed."""


@dataclass(frozen=True)
class Verdict:
    """The result of a turn: the stage, and a sentence about what the turn missed."""

    stage: LessonStage
    missing: str = ""


class LessonAttempt:
    """A player's attempt at a lesson. The other side passes its turns."""

    def __init__(self, rules: Rules, lesson: Lesson) -> None:
        self.rules, self.lesson = rules, lesson
        self.position = lesson.position
        self.stage = LessonStage.OPEN
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
        if self.stage is not LessonStage.OPEN:
            raise ValueError("this attempt is over")
        rules, before = self.rules, self.position
        after = rules.play(before, move)
        transition = rules.clicks.path_transition(before, move, path)
        step = LessonStep(rules, self.lesson.position, before, after, transition)
        self.played.append(move)
        wrong = {name: PREDICATES[name][1](step, value) for name, value in self.lesson.goal}
        missing = sentence(next((text for text in wrong.values() if text), "")) if any(wrong.values()) else ""
        self.stage = self._stage(wrong, after)
        waiting = rules.null_move(after) if self.stage is LessonStage.OPEN else None
        self.position = after if waiting is None else waiting
        return Verdict(self.stage, missing)

    def _stage(self, wrong: dict[str, str], after: Position) -> LessonStage:
        if not any(wrong.values()):
            return LessonStage.SOLVED
        lost = any(wrong.get(name) for name in FINAL_PREDICATES)
        if lost or self.turns_left == 0 or self.rules.outcome(after) is not None:
            return LessonStage.MISSED
        return LessonStage.OPEN

    def next_of_solution(self) -> Move | None:
        """Return the next move of the written solution; None if the attempt deviated from it or is over."""
        done = len(self.played)
        solution = self.lesson.solution
        if self.stage is not LessonStage.OPEN or done >= len(solution):
            return None
        if [move.text for move in self.played] != list(solution[:done]):
            return None
        return self.rules.parse_move(self.position, solution[done])


# --- files


@cache
def has_lessons(rules: Rules) -> bool:
    """Return whether a game has lessons; cached because it is called for every frame."""
    return _file(rules).is_file()


def _file(rules: Rules) -> Path:
    return folder_of(rules.name) / "lessons.json"


@cache
def load(rules: Rules) -> Lessons:
    """Return a game's lessons.

    Raises:
        LessonError: the file cannot be read, or a lesson is invalid.
    """
    path = _file(rules)
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise LessonError(texts.not_readable(path, error)) from error
    return parse(rules, data)


def parse(rules: Rules, data: Any) -> Lessons:
    """Return the lessons in the parsed JSON of a file.

    Raises:
        LessonError: something is missing or invalid.
    """
    try:
        playgrounds = tuple(_playground(rules, item) for item in data["playgrounds"])
        lessons = tuple(_lesson(rules, item) for item in data["lessons"])
    except (KeyError, TypeError) as error:
        raise LessonError(texts.incomplete(rules.facts.title, error)) from error
    return Lessons(playgrounds, lessons)


def _playground(rules: Rules, item: dict[str, Any]) -> Playground:
    return Playground(_kind(rules, item["kind"]), rules.notation.parse(item["fen"]), item["text"])


def _kind(rules: Rules, kind: str) -> str:
    if kind not in rules.facts.kind_names:
        raise LessonError(texts.no_piece(rules.facts.title, kind))
    return kind


def _lesson(rules: Rules, item: dict[str, Any]) -> Lesson:
    try:
        position = rules.notation.parse(item["fen"])
        goal = tuple((name, _goal_value(name, value)) for name, value in item["goal"].items())
        for name in dict(goal).get("holds", ()):
            _square(rules, position, name)
    except UserError as error:
        raise LessonError(texts.in_lesson(item["id"], error)) from error
    strings = {name: item[name] for name in ("id", "title", "text", "task", "hint", "done")}
    return Lesson(
        **strings,
        kind=_kind(rules, item["kind"]),
        position=position,
        goal=goal,
        solution=tuple(item["solution"]),
        turns=item.get("turns", 1),
        chapter=item.get("chapter", ""),
    )


def _goal_value(name: str, value: Any) -> Any:
    """Check the type of a goal's value and return it."""
    if name not in PREDICATES:
        raise LessonError(texts.no_goal(name, PREDICATES))
    expected = PREDICATES[name][0]
    if type(value) is not expected:
        raise LessonError(texts.wrong_value(name, expected.__name__, value))
    return value
