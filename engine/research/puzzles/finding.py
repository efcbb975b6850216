"""Find puzzles in games between the levels: positions after a mistake in which one move alone wins or holds.

The conditions follow those of Lichess (ornicar/lichess-puzzler): a jump of the winning chances, one move that
is better than all others by a clear margin, and so on along the line, the opponent defending as well as
possible; no capture that wins at once to begin with, and no forced move to end with.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from random import Random

from engine import rules as registry
from engine.game.game import Game
from engine.learn.puzzles import Puzzle
from engine.learn.themes import themes_of
from engine.players.levels import LEVELS
from engine.research.puzzles.judge import CandidateMove, Goal, Judge
from engine.research.tune import random_opening
from engine.rules.rules import Rules
from engine.rules.values import Move, Position
from engine.search.limits import Limits
from engine.search.searcher import Searcher

OPENING_PLIES = (1, 6)
LOWEST_LEVEL, HIGHEST_LEVEL = 3, 8
"""The levels whose games are searched for mistakes: weaker ones make too many, stronger ones too few."""
MAX_GAME_PLIES = 200
SCAN_NODES = 2000
"""Nodes of the search that looks for mistakes in a game."""
MISTAKE = 0.2
"""By how much of the expected score a mistake changes a position's value."""
MAX_TURNS = 8
"""How many of the solver's turns a puzzle has at most."""
EFFORTS = (50, 200, 800, 3200, 12_800, 51_200, 204_800)
"""Nodes with which a puzzle is tried, to tell how hard it is."""
HASH_MIB = 4


@dataclass(frozen=True)
class MiningPlan:
    """Which games are played, and how the puzzles in them are searched and confirmed."""

    game: str
    seed: int
    nodes: int
    confirm_nodes: int


@cache
def _judge(game: str) -> Judge:
    return Judge(registry.get(game))


@cache
def _searcher(game: str) -> Searcher:
    return Searcher(registry.get(game), HASH_MIB)


def mine_game(plan: MiningPlan, number: int) -> list[Puzzle]:
    """Play game `number` and return the puzzles in it."""
    rules, judge = registry.get(plan.game), _judge(plan.game)
    judge.clear()
    positions = play_game(rules, Random(f"{plan.seed} {number}"))
    found = []
    for position in after_mistakes(judge, positions):
        judge.clear()
        start = Game(rules, position)
        first = judge.choice(start, plan.nodes)
        if first is None or first.goal is None or first.mate == 1:
            continue
        puzzle = puzzle_at(judge, position, plan.confirm_nodes)
        if puzzle is not None:
            found.append(puzzle)
    return found


def play_game(rules: Rules, rng: Random) -> list[Position]:
    """Return the positions of a game between two AIs of the same level, the random opening left out."""
    level = LEVELS[rng.randint(LOWEST_LEVEL, HIGHEST_LEVEL) - 1]
    game = Game(rules, random_opening(rules, rng, OPENING_PLIES).position)
    searcher = _searcher(rules.name)
    searcher.clear()
    options = level.options(rng.randrange(1 << 30))
    positions: list[Position] = []
    while game.outcome is None and len(positions) < MAX_GAME_PLIES:
        positions.append(game.position)
        searcher.clear_stop()
        info = searcher.search(game.position, game.key_history(), Limits(nodes=10**6), options)
        assert info is not None
        game.play(info.pv[0])
    return positions


def after_mistakes(judge: Judge, positions: list[Position]) -> Iterator[Position]:
    """Yield the positions whose value changed suddenly: by the move before, or by the one that was played."""
    values = [judge.value(Game(judge.rules, position), SCAN_NODES) for position in positions]
    for at, (position, value) in enumerate(zip(positions, values, strict=True)):
        before = 1 - values[at - 1] if at else value
        after = 1 - values[at + 1] if at + 1 < len(values) else value
        if value - before >= MISTAKE or value - after >= MISTAKE:
            yield position


def puzzle_at(judge: Judge, position: Position, nodes: int) -> Puzzle | None:
    """Return the puzzle that begins with a position; None if it is none."""
    judge.clear()
    start = judge.choice(Game(judge.rules, position), nodes)
    if start is None or start.goal is None or start.mate == 1:
        return None
    moves = line_of(judge, position, start, start.goal, nodes)
    least = effort(judge, position, moves)
    if len(moves) == 1 and least == EFFORTS[0]:
        return None  # what everybody sees, such as a capture that costs nothing
    rules = judge.rules
    texts = tuple(move.text for move in moves)
    themes = themes_of(rules, position, moves, wins=start.goal is Goal.WIN, forced=start.mate is not None)
    return Puzzle(rules.notation.format(position), texts, themes, least)


def line_of(judge: Judge, position: Position, first: CandidateMove, goal: Goal, nodes: int) -> list[Move]:
    """Return the moves of a puzzle: the solver's only ones, and the best defence against them."""
    rules = judge.rules
    game, moves, choice = Game(rules, position), [], first
    while True:
        moves.append(choice.move)
        game.play(choice.move)
        if game.outcome is not None or len(moves) >= 2 * MAX_TURNS - 1:
            break
        reply = judge.best_move(game, nodes)
        game.play(reply)
        if game.outcome is not None:
            break
        following = judge.choice(game, nodes)
        if following is None or not following.meets(goal):
            break
        moves.append(reply)
        choice = following
    return moves


def effort(judge: Judge, position: Position, moves: list[Move]) -> int:
    """Return the fewest nodes of `EFFORTS` with which the search solves the puzzle; 0 if none do."""
    return next((nodes for nodes in EFFORTS if _solves(judge, position, moves, nodes)), 0)


def _solves(judge: Judge, position: Position, moves: list[Move], nodes: int) -> bool:
    game = Game(judge.rules, position)
    for at, move in enumerate(moves):
        if at % 2 == 0:
            judge.clear()
            if judge.best_move(game, nodes) != move:
                return False
        game.play(move)
    return True
