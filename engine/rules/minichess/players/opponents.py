"""The opponents of minichess's source, beside those that every game has.

All of them take the king if they can. What a move is worth to them is its utility: mate, then a capture with
check, then a capture by the value of the piece, then check.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from engine.compiled.jit import int64, jit
from engine.game.game import Game
from engine.players import texts
from engine.players.base import Choice, PlayerFailure
from engine.players.one_ply import RandomPlayer, wins
from engine.rules.core import DRAWN, LOST, generate, is_in_check, material_gain, play, terminal_result
from engine.rules.rules import Rules
from engine.rules.values import Danger, Move, Position
from engine.search.limits import Limits, Score, SearchInfo

CHECK = 50
"""Less than any piece is worth, so that any capture goes before a check alone."""
CAPTURE_WITH_CHECK = 5000
"""More than any piece but the king is worth, so that it goes before any capture alone."""
BEST, INFINITE = 1 << 20, 1 << 24
"""A mate is worth more than all that a line can win besides."""
MAX_SHOWN = 30_000
"""A mate's utility is shown as this many hundredths of a pawn."""


def takes_king(rules: Rules, position: Position, move: Move) -> bool:
    """Return whether a move captures the king."""
    return any(placed.piece.kind == "K" for placed in rules.transition(position, move).captured)


def checks(rules: Rules, position: Position, move: Move) -> bool:
    """Return whether a move attacks the king."""
    warnings = rules.warnings(rules.play(position, move))
    return any(warning.danger is Danger.UNDER_ATTACK for warning in warnings)


def is_safe(rules: Rules, position: Position, move: Move) -> bool:
    """Return whether the other side cannot capture the king after a move."""
    after = rules.null_move(rules.play(position, move))
    return after is not None and not rules.warnings(after)


class SourceGreedyPlayer(RandomPlayer):
    """Mates; else checks, however unwisely; else plays any move that leaves its king safe."""

    name = "greedy"

    def choose(self, game: Game, limits: Limits) -> Choice:
        return Choice(self._rng.choice(self._candidates(game.rules, game.position)))

    def _candidates(self, rules: Rules, position: Position) -> list[Move]:
        moves = rules.legal_moves(position)
        for wanted in (takes_king, wins, checks, is_safe):
            found = [move for move in moves if wanted(rules, position, move)]
            if found:
                return found
        return list(moves)


class SmartPlayer(RandomPlayer):
    """Plays the safe move of the highest utility; among equals any."""

    name = "smart"

    def choose(self, game: Game, limits: Limits) -> Choice:
        rules, position = game.rules, game.position
        moves = game.legal_moves()
        kings = [move for move in moves if takes_king(rules, position, move)]
        safe = [move for move in moves if is_safe(rules, position, move)]
        candidates = kings or safe or list(moves)
        worth = [self._worth(rules, position, move) for move in candidates]
        best = [move for move, each in zip(candidates, worth, strict=True) if each == max(worth)]
        return Choice(self._rng.choice(best))

    def _worth(self, rules: Rules, position: Position, move: Move) -> int:
        if wins(rules, position, move):
            return BEST
        return int(utility(position.record, rules.play(position, move).record, int64(move.code)))


@jit
def utility(before: Any, after: Any, move: int) -> int:
    """Return the utility of a move between two positions, if it does not win the game: that is `BEST`."""
    won = material_gain(before, move)
    if not is_in_check(after):
        return won
    return won + int64(CAPTURE_WITH_CHECK) if won else int64(CHECK)


@jit
def utility_search(
    line: Any, buffer: Any, nodes: Any, ply: int, start: int, depth: int, alpha: int, beta: int
) -> int:
    """Return the best balance of utilities, the mover's less the other side's, over `depth` plies.

    Alpha-beta: a result outside the window is a bound. `line` holds the positions by ply, `buffer` the moves
    from `start` on. `nodes` counts in its first element; when the second is set, the search ends at once and
    its score is meaningless.
    """
    if nodes[1]:
        return int64(0)
    position = line[ply]
    result = terminal_result(position)
    if result:
        return int64(0) if result == DRAWN else ply - BEST if result == LOST else BEST - ply
    if depth == 0:
        return int64(0)
    end = generate(position, buffer, start, int64(buffer.size))
    best = int64(-INFINITE)
    for at in range(start, end):
        line[ply + 1] = position
        play(line[ply + 1], buffer[at])
        nodes[0] += 1
        won = utility(position, line[ply + 1], buffer[at])
        below = utility_search(line, buffer, nodes, ply + 1, end, depth - 1, won - beta, won - alpha)
        best = max(best, won - below)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


class SourceMinimaxPlayer(RandomPlayer):
    """Alpha-beta to a fixed depth, whose evaluation is the balance of the utilities on the way."""

    def __init__(self, rules: Rules, seed: int, depth: int) -> None:
        super().__init__(seed)
        self.name = f"sourceminimax:{depth}"
        self._depth = depth
        self._line = np.zeros(depth + 1, dtype=rules.core().dtype)
        self._buffer = np.zeros(1 << 16, dtype=np.int64)
        self._nodes = np.zeros(2, dtype=np.int64)
        self._compile(rules)

    def _compile(self, rules: Rules) -> None:
        """Have the search compiled before a clock runs."""
        self._line[0] = rules.start().record
        window = (int64(value) for value in (0, 0, 0, -1, 1))
        utility_search(self._line, self._buffer, self._nodes, *window)

    def choose(self, game: Game, limits: Limits) -> Choice:
        began = time.perf_counter()
        moves = list(game.legal_moves())
        self._rng.shuffle(moves)
        self._nodes[0] = 0
        best, best_score = None, -INFINITE
        for move in moves:
            score = self._score(game, move, best_score)
            if best is None or (score > best_score and not self._nodes[1]):
                best, best_score = move, score
        if best is None:
            raise PlayerFailure(texts.NO_MOVE)
        return Choice(best, self._info(best, best_score, int(self._nodes[0]), time.perf_counter() - began))

    def stop(self) -> None:
        self._nodes[1] = 1

    def clear_stop(self) -> None:
        self._nodes[1] = 0

    def _score(self, game: Game, move: Move, best_score: int) -> int:
        """Return the score of a move; a bound if it is no better than `best_score`."""
        after = game.rules.play(game.position, move)
        won = int(utility(game.position.record, after.record, int64(move.code)))
        self._line[0] = after.record
        self._nodes[0] += 1
        window = (int64(value) for value in (0, 0, self._depth - 1, won - INFINITE, won - best_score))
        return won - int(utility_search(self._line, self._buffer, self._nodes, *window))

    def _info(self, move: Move, score: int, nodes: int, seconds: float) -> SearchInfo:
        shown = Score(max(min(score, MAX_SHOWN), -MAX_SHOWN))
        speed = round(nodes / max(seconds, 1e-6))
        return SearchInfo(self._depth, self._depth, shown, nodes, speed, round(1000 * seconds), (move,))
