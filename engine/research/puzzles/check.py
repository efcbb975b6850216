"""Check puzzles again: at each of the solver's turns the given move alone wins, or holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random

from engine import rules as registry
from engine.game.game import Game
from engine.learn.puzzles import HOLD_THEME, Puzzle
from engine.research import texts
from engine.research.puzzles.judge import Goal, Judge
from engine.rules.values import Move, Position
from engine.search.limits import SearchOptions
from engine.system.errors import UserError

TOLERANCE = 0.05
"""By how much a later search may miss the limits of `Goal` without making a puzzle wrong."""


def sample(puzzles: Sequence[Puzzle], count: int | None, seed: int) -> list[Puzzle]:
    """Return `count` random puzzles, or all for None, in the order of the file."""
    if count is None or count >= len(puzzles):
        return list(puzzles)
    chosen = sorted(Random(seed).sample(range(len(puzzles)), count))
    return [puzzles[at] for at in chosen]


@cache
def _judge(game: str, without: frozenset[str]) -> Judge:
    return Judge(registry.get(game), SearchOptions(without=without))


def problem(game: str, nodes: int, without: frozenset[str], puzzle: Puzzle) -> str:
    """Return what is wrong with a puzzle, as a clause; empty if nothing is."""
    judge = _judge(game, without)
    judge.clear()
    goal = Goal.HOLD if HOLD_THEME in puzzle.themes else Goal.WIN
    try:
        line = list(puzzle.line(judge.rules))
    except UserError as error:
        return str(error)
    return next(_wrong_turns(judge, line, goal, nodes), "")


def _wrong_turns(
    judge: Judge, line: Sequence[tuple[Position, Move]], goal: Goal, nodes: int
) -> Iterator[str]:
    """Yield what is wrong at each of the solver's turns."""
    for position, move in line[::2]:
        choice = judge.choice(Game(judge.rules, position), nodes)
        if choice is None:
            yield texts.forced_move(str(move))
        elif choice.move != move:
            yield texts.other_best_move(str(choice.move), str(move))
        elif not choice.meets(goal, TOLERANCE):
            yield texts.not_the_only_move(str(move), choice.best, choice.second)
