"""Lessons about strategy: their moves are legal, their facts true, and their answers the best by far."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from engine import rules
from engine.learn import lessons
from engine.learn.lessons import AttemptStage, Lesson, LineAttempt
from engine.research.strategy_check import problem
from engine.system.files import folder_of
from engine.tablebase.tablebase import tablebase_of
from tests.engine.rules.games import NAMES

CONGO = rules.get("congo")
LESSONS = lessons.strategy_of(CONGO)
every_lesson = pytest.mark.parametrize("lesson", LESSONS, ids=[lesson.id for lesson in LESSONS])
BY_ID = {lesson.id: lesson for lesson in LESSONS}


def test_congo_has_twenty_and_the_other_games_none() -> None:
    assert len(LESSONS) == 20
    assert [name for name in NAMES if lessons.strategy_of(rules.get(name))] == ["congo"]


@every_lesson
def test_the_main_line_is_legal_and_solves_it(lesson: Lesson) -> None:
    attempt = LineAttempt(CONGO, lesson)
    assert len(lesson.replies) == len(lesson.answers) - 1
    while (move := attempt.next_of_solution()) is not None:
        attempt.play(move, move.path)
        if attempt.must_reply:
            attempt.reply()
    assert attempt.stage is AttemptStage.SOLVED


@every_lesson
def test_every_answer_counts_and_no_other_move(lesson: Lesson) -> None:
    attempt = LineAttempt(CONGO, lesson)
    for right in lesson.answers:
        legal = {move.text: move for move in CONGO.legal_moves(attempt.position)}
        assert set(right) < set(legal)
        for text, move in legal.items():
            trial = LineAttempt(CONGO, replace(lesson, position=attempt.position, answers=(right,), turns=1))
            assert (trial.play(move, move.path).stage is AttemptStage.SOLVED) == (text in right), text
        attempt.play(legal[right[0]], legal[right[0]].path)
        if attempt.must_reply:
            attempt.reply()


@every_lesson
def test_texts_are_sentences_and_fit_the_panel(lesson: Lesson) -> None:
    for text, longest in ((lesson.text, 230), (lesson.task, 120), (lesson.hint, 130), (lesson.done, 110)):
        assert text.endswith((".", "!", "?", ".)"))
        assert len(text) <= longest
    assert len(lesson.title) <= 28
    assert ("You are Black" in lesson.task) == (lesson.position.side == 1)


def test_ids_are_used_once_in_all_courses() -> None:
    ids = [lesson.id for lesson in (*lessons.load(CONGO).lessons, *LESSONS)]
    assert len(ids) == len(set(ids))


def test_the_animals_are_worth_what_the_lessons_say() -> None:
    places = json.loads((folder_of("congo") / "weights.json").read_text(encoding="utf-8"))["places"]

    def worth(kind: str, phase: int, ranks: slice = slice(None)) -> float:
        """Return the mean of the squares in pawns; files d to g mirror the first three."""
        rows = places[kind][ranks]
        return sum(row[at][phase] for row in rows for at in (0, 1, 2, 3, 2, 1, 0)) / len(rows) / 700

    said = {"Z": 3, "G": 3.25, "S": 3.25, "E": 10 / 3, "M": 4, "C": 5}
    for kind, value in said.items():
        for phase in (0, 1):
            assert worth(kind, phase) == pytest.approx(value, abs=0.12), kind
    assert worth("C", 1, slice(3, 4)) == pytest.approx(5.3, abs=0.05)
    ranks = [worth("C", 1, slice(rank, rank + 1)) for rank in range(7)]
    assert max(ranks) == ranks[3]
    assert worth("S", 1) / worth("P", 1) == pytest.approx(3, abs=0.3)


def test_a_lesson_with_a_wrong_answer_is_found() -> None:
    lesson = BY_ID["strategy-ending-shield"]
    assert not problem("congo", 1000, lesson)
    missing = replace(lesson, answers=(("d5d3",),))
    assert "d5d4" in problem("congo", 1000, missing)
    assert "d2c1" in problem("congo", 1000, replace(lesson, answers=(("d5d3", "d2c1"),)))


def test_five_endings_are_proved_by_the_tablebase() -> None:
    tablebase = tablebase_of(CONGO)
    assert tablebase is not None
    endings = [lesson for lesson in LESSONS if tablebase.probe(CONGO, lesson.position) is not None]
    assert len(endings) == 5
    for lesson in endings:
        assert not problem("congo", 1, lesson), lesson.id


@pytest.mark.slow
@every_lesson
def test_the_answers_are_clearly_best(lesson: Lesson) -> None:
    assert not problem("congo", 1_000_000, lesson)
