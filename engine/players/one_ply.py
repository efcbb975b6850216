"""Players that look at most one ply ahead."""

from __future__ import annotations

from random import Random

from engine.game.game import Game
from engine.players.base import Choice, Player
from engine.players.material import material_gain
from engine.rules.core import LOST, ONGOING
from engine.rules.rules import Rules
from engine.rules.values import Move, Position
from engine.search.limits import Limits


class FirstMovePlayer(Player):
    """Plays the first legal move in alphabetical order."""

    name = "first"

    def choose(self, game: Game, limits: Limits) -> Choice:
        return Choice(game.legal_moves()[0])


class RandomPlayer(Player):
    """Plays a legal move chosen uniformly at random."""

    name = "random"

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)

    def new_game(self, seed: int) -> None:
        self._rng = Random(seed)

    def choose(self, game: Game, limits: Limits) -> Choice:
        return Choice(self._rng.choice(game.legal_moves()))


class GreedyPlayer(RandomPlayer):
    """Plays a winning move, else one that wins the most material; ties are broken at random."""

    name = "greedy"

    def choose(self, game: Game, limits: Limits) -> Choice:
        return Choice(self._rng.choice(best_at_once(game.rules, game.position, game.legal_moves())))


def best_at_once(rules: Rules, position: Position, moves: tuple[Move, ...]) -> list[Move]:
    """Return the winning moves, or if there are none, the moves that win the most material."""
    winning = [move for move in moves if wins(rules, position, move)]
    if winning:
        return winning
    gains = [material_gain(rules, position, move) for move in moves]
    return [move for move, gain in zip(moves, gains, strict=True) if gain == max(gains)]


def wins(rules: Rules, position: Position, move: Move) -> bool:
    """Return whether a move wins the game at once."""
    core = rules.core()
    record = position.copy_record()
    core.play(record, move.code)
    # `Rules.outcome` would be slow: it also formats every move.
    result = core.terminal_result(record)
    if result != ONGOING:
        return result == LOST
    return not core.moves(record) and core.result_without_moves(record) == LOST
