"""The opponent that Conga's source describes: alpha-beta to a fixed depth, by the source's own heuristic.

The heuristic takes one player's side throughout, also when the other is to move: the player's moves less the
other side's, plus the neighbour score. For that each square next to one that the other side holds counts one
if the player holds it and minus one if not, as often as it is next to one.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from engine.compiled.jit import int64, jit, lowest, popcount
from engine.game.game import Game
from engine.players import texts
from engine.players.base import Choice, PlayerFailure
from engine.players.one_ply import RandomPlayer
from engine.rules.conga.board import AROUND
from engine.rules.conga.moves import MAX_MOVES, generate, mobility, play
from engine.rules.rules import Rules
from engine.rules.values import Position
from engine.search.limits import Limits, Score, SearchInfo

WIN, INFINITE = 1 << 20, 1 << 24
"""A game that is won is worth more than any position."""
MAX_SHOWN = 30_000
"""A win is shown as this many hundredths."""


@jit
def heuristic(position: Any, side: int) -> int:
    """Return what the source's heuristic gives a position for the player of `side`."""
    own, enemy = position.sides[side], position.sides[1 - side]
    neighbours = int64(0)
    while enemy:
        around = AROUND[lowest(enemy)]
        enemy &= enemy - 1
        neighbours += 2 * popcount(around & own) - popcount(around)
    return mobility(position, side) - mobility(position, 1 - side) + neighbours


@jit
def source_search(
    line: Any, buffer: Any, nodes: Any, ply: int, side: int, depth: int, alpha: int, beta: int
) -> int:
    """Return the score of the position `ply` of `line` for its side to move, by alpha-beta.

    The heuristic is that of `side`'s player. `buffer` has a row of moves for each ply. `nodes` counts in its
    first element; when the second is set, the search ends at once and its score is meaningless.
    """
    if nodes[1]:
        return int64(0)
    position = line[ply]
    end = generate(position, buffer[ply], int64(0), int64(MAX_MOVES))
    if end == 0:
        return ply - WIN
    if depth == 0:
        value = heuristic(position, side)
        return value if position.side == side else -value
    best = int64(-INFINITE)
    for at in range(end):
        line[ply + 1] = position
        play(line[ply + 1], buffer[ply, at])
        nodes[0] += 1
        score = -source_search(line, buffer, nodes, ply + 1, side, depth - 1, -beta, -max(alpha, best))
        best = max(best, score)
        if best >= beta:
            break
    return best


class SourcePlayer(RandomPlayer):
    """Looks `depth` plies ahead; of the moves that are equally good by the heuristic it plays any."""

    def __init__(self, rules: Rules, seed: int, depth: int) -> None:
        super().__init__(seed)
        self.name = f"source:{depth}"
        self._depth = depth
        self._line = np.zeros(depth + 1, dtype=rules.core().dtype)
        self._buffer = np.zeros((depth + 1, MAX_MOVES), dtype=np.int64)
        self._nodes = np.zeros(2, dtype=np.int64)
        self._score(rules.start(), 0, 0)  # has it compiled before a clock runs

    def choose(self, game: Game, limits: Limits) -> Choice:
        began, self._nodes[0] = time.perf_counter(), 0
        moves, rules, position = list(game.legal_moves()), game.rules, game.position
        if not moves:
            raise PlayerFailure(texts.NO_MOVE)
        self._rng.shuffle(moves)
        scores: list[int] = []
        for move in moves:
            score = -self._score(rules.play(position, move), position.side, self._depth - 1)
            if self._nodes[1]:
                break
            scores.append(score)
        best = max(scores, default=0)
        nodes, seconds = int(self._nodes[0]) + len(moves), time.perf_counter() - began
        shown = Score(max(min(best, MAX_SHOWN), -MAX_SHOWN))
        speed = round(nodes / max(seconds, 1e-6))
        move = moves[scores.index(best)] if scores else moves[0]
        info = SearchInfo(self._depth, self._depth, shown, nodes, speed, round(1000 * seconds), (move,))
        return Choice(move, info)

    def stop(self) -> None:
        self._nodes[1] = 1

    def clear_stop(self) -> None:
        self._nodes[1] = 0

    def _score(self, position: Position, side: int, depth: int) -> int:
        """Return a position's score for its side to move, by the heuristic of `side`."""
        self._line[0] = position.record
        window = (int64(value) for value in (0, side, depth, -INFINITE, INFINITE))
        return int(source_search(self._line, self._buffer, self._nodes, *window))
