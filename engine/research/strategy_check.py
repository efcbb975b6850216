"""Check the lessons about strategy again: their answers are clearly better than all other moves."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from engine import rules as registry
from engine.game.game import Game
from engine.learn.lessons import Lesson, LineAttempt
from engine.research import texts
from engine.research.puzzles.judge import Judge
from engine.rules.values import Position

MIN_MARGIN = 0.15
"""By how much at least the expected score of the worst right move exceeds that of the best other one."""


@cache
def _judge(game: str) -> Judge:
    return Judge(registry.get(game))


def problem(game: str, nodes: int, lesson: Lesson) -> str:
    """Return what is wrong with a lesson, as a clause; empty if nothing is.

    Each turn of the learner is judged by the tablebase, or by a search of `nodes` for each right move and
    the best other one.
    """
    judge = _judge(game)
    judge.clear()
    return next(_problems(judge, nodes, lesson), "")


def _problems(judge: Judge, nodes: int, lesson: Lesson) -> Iterator[str]:
    attempt = LineAttempt(judge.rules, lesson)
    for right in lesson.answers:
        yield from _turn_problems(judge, nodes, attempt.position, right)
        move = judge.rules.parse_move(attempt.position, right[0])
        attempt.play(move, move.path)
        if attempt.must_reply:
            attempt.reply()


def _turn_problems(judge: Judge, nodes: int, position: Position, right: tuple[str, ...]) -> Iterator[str]:
    ranked = judge.ranked(Game(judge.rules, position), nodes, len(right) + 1)
    best = {move.text: value for move, value in ranked[: len(right)]}
    if set(best) != set(right):
        yield texts.other_best_moves(sorted(best), sorted(right))
    elif len(ranked) > len(right):
        lowest, other, value = min(best.values()), *ranked[len(right)]
        if lowest - value < MIN_MARGIN:
            yield texts.not_clearly_better(lowest, other.text, value)
