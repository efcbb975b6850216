"""Find puzzles in games between the levels: positions in which one move alone wins or holds.

The conditions follow those of Lichess (ornicar/lichess-puzzler): one move that is better than all others by a
clear margin, and so on along the line, the opponent defending as well as possible; no capture that wins at
once to begin with, and no forced move to end with.
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
from engine.rules.values import Move, Position
from engine.search.limits import Limits, SearchOptions
from engine.search.networks import network_of_game
from engine.search.searcher import Searcher

OPENING_PLIES = (1, 6)
LOWEST_LEVEL, HIGHEST_LEVEL = 1, 3
"""The levels whose games are searched: stronger ones leave few positions with only one good move."""
MAX_GAME_PLIES = 200
SCAN_NODES = 2000
"""Nodes of the search that looks for candidates in a game."""
MISTAKE = 0.2
"""By how much of the expected score a mistake changes a position's value, or the second-best move would."""
GLANCE = 0.4
"""The nodes of a first search of a candidate, as a share of those that it has to pass."""
STEP = 10
"""How many times more nodes the second of the confirming searches has than the first."""
HANDCRAFTED_STEP = 20
"""The same for the search by the handcrafted evaluation."""
MAX_TURNS = 6
"""How many of the solver's turns a puzzle has at most."""
EFFORTS = (50, 200, 800, 3200, 12_800, 51_200, 204_800)
"""Nodes with which a puzzle is tried, to tell how hard it is."""
EASY_SHARE = 0.75
"""Of the positions whose first move the second of the efforts finds, so many are tried."""
STRIKING = {"double-jump", "triple-jump", "promotion", "drowning", "flying-lion"}
"""Themes that make a puzzle of a single move that the least effort finds."""
HASH_MIB = 4


@dataclass(frozen=True)
class MiningPlan:
    """Which games are played, and how the puzzles in them are searched and confirmed."""

    game: str
    seed: int
    nodes: int
    confirm_nodes: int


class Miner:
    """Looks for puzzles with ever more nodes, by the network and by the handcrafted evaluation."""

    def __init__(self, plan: MiningPlan) -> None:
        self.plan, self.rules = plan, registry.get(plan.game)
        self.judge = judge = Judge(self.rules)
        self._player = Searcher(self.rules, HASH_MIB)
        self._steps = [(judge, plan.nodes), (judge, min(STEP * plan.nodes, plan.confirm_nodes))]
        if network_of_game(self.rules) is not None:
            handcrafted = Judge(self.rules, SearchOptions(without=frozenset({"network"})))
            self._steps.append((handcrafted, min(HANDCRAFTED_STEP * plan.nodes, plan.confirm_nodes)))
        self._steps.append((judge, plan.confirm_nodes))

    def clear(self) -> None:
        """Forget all searches."""
        for judge, _ in self._steps:
            judge.clear()

    def mine_game(self, number: int) -> list[Puzzle]:
        """Play game `number` and return the puzzles in it."""
        rng = Random(f"{self.plan.seed} {number}")
        positions = self._play_game(rng)
        self.clear()
        found: list[Puzzle] = []
        passed: set[Position] = set()  # those that a puzzle has led through
        for position in list(candidates(self.judge, positions)):
            if position in passed or not self._is_tried(position, rng):
                continue
            puzzle = self.puzzle_at(position)
            if puzzle is not None:
                found.append(puzzle)
                passed.update(each for each, _ in puzzle.line(self.rules))
        return found

    def _play_game(self, rng: Random) -> list[Position]:
        """Return the positions of a game between two AIs of the same level, the random opening left out."""
        level = LEVELS[rng.randint(LOWEST_LEVEL, HIGHEST_LEVEL) - 1]
        game = Game(self.rules, random_opening(self.rules, rng, OPENING_PLIES).position)
        self._player.clear()
        options = level.options(rng.randrange(1 << 30))
        positions: list[Position] = []
        while game.outcome is None and len(positions) < MAX_GAME_PLIES:
            positions.append(game.position)
            self._player.clear_stop()
            info = self._player.search(game.position, game.key_history(), Limits(nodes=10**6), options)
            assert info is not None
            game.play(info.pv[0])
        return positions

    def _is_tried(self, position: Position, rng: Random) -> bool:
        """Return whether a candidate passes the first search, and is not one easy position of many."""
        self.judge.clear()
        game = Game(self.rules, position)
        choice = self.judge.choice(game, int(GLANCE * self.plan.nodes))
        if choice is None or choice.best - choice.second < MISTAKE:
            return False
        choice = self.judge.choice(game, self.plan.nodes)
        if choice is None or choice.goal is None or choice.mate == 1:
            return False
        self.judge.clear()
        if self.judge.best_move(game, EFFORTS[1]) != choice.move:
            return True
        wins = choice.goal is Goal.WIN
        themes = themes_of(self.rules, position, [choice.move], wins=wins, forced=choice.mate is not None)
        return bool(STRIKING & set(themes)) or rng.random() < EASY_SHARE

    def puzzle_at(self, position: Position) -> Puzzle | None:
        """Return the puzzle that begins with a position; None if it is none."""
        self.clear()
        start = self.only_move(Game(self.rules, position))
        if start is None or start.mate == 1:
            return None
        moves = self._line(position, start)
        least = effort(self.judge, position, moves)
        wins = start.goal is Goal.WIN
        themes = themes_of(self.rules, position, moves, wins=wins, forced=start.mate is not None)
        if len(moves) == 1 and least == EFFORTS[0] and not STRIKING & set(themes):
            return None  # what everybody sees, such as a capture that costs nothing
        texts = tuple(move.text for move in moves)
        return Puzzle(self.rules.notation.format(position), texts, themes, least)

    def only_move(self, game: Game, goal: Goal | None = None) -> CandidateMove | None:
        """Return the move that alone wins or holds by all searches; None if there is none."""
        choice: CandidateMove | None = None
        for judge, nodes in self._steps:
            before, choice = choice, judge.choice(game, nodes)
            if choice is None or (before is not None and before.move != choice.move):
                return None
            if choice.goal is None or (goal is not None and not choice.meets(goal)):
                return None
            if self.rules.facts.draws:
                goal = goal or choice.goal
        if choice is not None and not self.rules.facts.draws and not choice.is_proved:
            return None  # without draws nothing is held: the searches before only estimate who wins
        return choice

    def _line(self, position: Position, first: CandidateMove) -> list[Move]:
        """Return the moves of a puzzle: the solver's only ones, and the best defence against them."""
        game, moves, choice = Game(self.rules, position), [first.move], first
        game.play(first.move)
        seen = {position, game.position}
        while game.outcome is None and len(moves) < 2 * MAX_TURNS - 1:
            reply = self.judge.defence(game, choice, self.plan.confirm_nodes)
            game.play(reply)
            following = None if game.outcome is not None else self.only_move(game, first.goal)
            if following is None:
                break
            seen.add(game.position)
            game.play(following.move)
            if game.position in seen:
                break
            seen.add(game.position)
            moves += [reply, following.move]
            choice = following
        return moves


@cache
def _miner(plan: MiningPlan) -> Miner:
    return Miner(plan)


def mine_game(plan: MiningPlan, number: int) -> list[Puzzle]:
    """Play game `number` and return the puzzles in it."""
    return _miner(plan).mine_game(number)


def candidates(judge: Judge, positions: list[Position]) -> Iterator[Position]:
    """Yield the positions in which one move seems to be much better than all others, or after a mistake.

    There was a mistake where the value changes suddenly: by the move before, or by the one that was played.
    """
    choices = [judge.choice(Game(judge.rules, position), SCAN_NODES) for position in positions]
    values = [None if choice is None else choice.best for choice in choices]
    for at, (position, choice) in enumerate(zip(positions, choices, strict=True)):
        if choice is None or choice.best < Goal.HOLD.value[0]:
            continue
        around = (values[near] for near in (at - 1, at + 1) if 0 <= near < len(values))
        gains = (choice.best - (1 - value) for value in around if value is not None)
        if choice.best - choice.second >= MISTAKE or max(gains, default=0.0) >= MISTAKE:
            yield position


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
