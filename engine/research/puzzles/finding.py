"""Find puzzles in games between the levels: positions in which exactly one move wins or holds.

The conditions follow those of Lichess (ornicar/lichess-puzzler): at each turn of the solver one move is
better than all others by a clear margin, and the opponent makes the best defence; the first move does not
win the game at once, and the last one is not forced.
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
"""The levels that play the games: stronger ones leave few positions with only one good move."""
MAX_GAME_PLIES = 200
SCAN_NODES = 2000
"""Nodes of the search of each position that finds the candidates in a game."""
MISTAKE_COST = 0.2
"""The loss of expected score from which a move, played or second-best, is a mistake."""
FIRST_SEARCH_SHARE = 0.4
"""The nodes of a quick first search of a candidate, as a share of `MiningPlan.nodes`."""
CONFIRM_FACTOR = 10
"""The nodes of the second search that confirms a puzzle, as a multiple of `MiningPlan.nodes`."""
HANDCRAFTED_FACTOR = 20
"""The same for the search with the handcrafted evaluation."""
MAX_TURNS = 6
"""The largest number of the solver's turns in a puzzle."""
EFFORTS = (50, 200, 800, 3200, 12_800, 51_200, 204_800)
"""The numbers of nodes with which the search tries to solve a puzzle, to measure its difficulty."""
EASY_SHARE = 0.75
"""The share of the easy candidates, whose move the second of `EFFORTS` finds, that is tried."""
STRIKING = {"double-jump", "triple-jump", "promotion", "drowning", "flying-lion"}
"""Themes that make even a single move that the least effort finds worth a puzzle."""
HASH_MIB = 4


@dataclass(frozen=True)
class MiningPlan:
    """The settings of mining; `nodes` are those of the first full search, `confirm_nodes` of the last."""

    game: str
    seed: int
    nodes: int
    confirm_nodes: int


class Miner:
    """Finds puzzles by searches of more and more nodes, by network and by handcrafted evaluation."""

    def __init__(self, plan: MiningPlan) -> None:
        self.plan, self.rules = plan, registry.get(plan.game)
        self.judge = judge = Judge(self.rules)
        self._player = Searcher(self.rules, HASH_MIB)
        self._steps = [(judge, plan.nodes), (judge, min(CONFIRM_FACTOR * plan.nodes, plan.confirm_nodes))]
        if network_of_game(self.rules) is not None:
            handcrafted = Judge(self.rules, SearchOptions(without=frozenset({"network"})))
            self._steps.append((handcrafted, min(HANDCRAFTED_FACTOR * plan.nodes, plan.confirm_nodes)))
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
        passed: set[Position] = set()  # those in the puzzles found so far
        for position in list(candidates(self.judge, positions)):
            if position in passed or not self._is_tried(position, rng):
                continue
            puzzle = self.puzzle_at(position)
            if puzzle is not None:
                found.append(puzzle)
                passed.update(each for each, _ in puzzle.line(self.rules))
        return found

    def _play_game(self, rng: Random) -> list[Position]:
        """Return the positions of a game between two AIs of the same level, after its random opening."""
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
        """Return whether a candidate passes the first searches; of easy ones only a random share does."""
        self.judge.clear()
        game = Game(self.rules, position)
        choice = self.judge.choice(game, int(FIRST_SEARCH_SHARE * self.plan.nodes))
        if choice is None or choice.best - choice.second < MISTAKE_COST:
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
        """Return the puzzle that begins at a position; None if there is none."""
        self.clear()
        start = self.only_move(Game(self.rules, position))
        if start is None or start.mate == 1:
            return None
        moves = self._line(position, start)
        least = effort(self.judge, position, moves)
        wins = start.goal is Goal.WIN
        themes = themes_of(self.rules, position, moves, wins=wins, forced=start.mate is not None)
        if len(moves) == 1 and least == EFFORTS[0] and not STRIKING & set(themes):
            return None  # obvious, such as a capture that costs nothing
        texts = tuple(move.text for move in moves)
        return Puzzle(self.rules.notation.format(position), texts, themes, least)

    def only_move(self, game: Game, goal: Goal | None = None) -> CandidateMove | None:
        """Return the only move that wins or holds, by all searches; None if there is none."""
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
            return None  # without draws nothing is held, and a search without proof only estimates
        return choice

    def _line(self, position: Position, first: CandidateMove) -> list[Move]:
        """Return the moves of a puzzle: the solver's only ones, and the best defence against them."""
        game, moves, choice = Game(self.rules, position), [first.move], first
        game.play(first.move)
        seen = {position, game.position}
        while game.outcome is None and len(moves) < 2 * MAX_TURNS - 1:
            reply = self.judge.defence(game, choice, self.plan.confirm_nodes)
            game.play(reply)
            if game.outcome is not None or game.position in seen:
                break
            following = self.only_move(game, first.goal)
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
    """Yield the positions in which one move seems much better than all others, or beside a mistake.

    A mistake is a sudden change of the value: by the move before the position, or by the move played in it.
    """
    choices = [judge.choice(Game(judge.rules, position), SCAN_NODES) for position in positions]
    values = [None if choice is None else choice.best for choice in choices]
    for at, (position, choice) in enumerate(zip(positions, choices, strict=True)):
        if choice is None or choice.best < Goal.HOLD.value[0]:
            continue
        around = (values[near] for near in (at - 1, at + 1) if 0 <= near < len(values))
        gains = (choice.best - (1 - value) for value in around if value is not None)
        if choice.best - choice.second >= MISTAKE_COST or max(gains, default=0.0) >= MISTAKE_COST:
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
