"""Helpers for tests of every registered game: positions from random games, and symmetries."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path

from engine import rules
from engine.game.game import Game
from engine.rules.values import Move, Position, Reason
from engine.system.files import folder_of

HERE = Path(__file__).parent
DATA = HERE.parents[1] / "data"
NAMES = rules.names()
EVERY_GAME_ENDS = (
    *(Reason.NO_MOVES, Reason.REPETITION, Reason.RESIGNATION),
    *(Reason.AGREEMENT, Reason.TIME, Reason.FAILURE, Reason.ADJUDICATION, Reason.LENGTH),
)
"""The reasons that any game may have."""
MAX_PLIES = 120
"""Plies of a random game; most are over before."""
LEADERS = (None, 0, 1)
"""The leading side of successive random games, None for none: without one some games hardly ever end."""


@dataclass(frozen=True)
class Symmetry:
    """A symmetry: a transformation of the board that maps legal moves to legal moves.

    `position` and `move` turn texts, the one of a FEN and the other of a move. `swaps` says whether the sides
    change places, `applies` to which FENs all this applies, for games with boards of several sizes.
    """

    name: str
    position: Callable[[str], str]
    move: Callable[[str], str]
    swaps: bool = False
    applies: Callable[[str], bool] = lambda fen: True

    def __str__(self) -> str:
        return self.name


def data_file(game: str, kind: str) -> Path:
    """Return the ``perft`` or ``golden`` data of a game; a registered game has tests in its own folder."""
    if (HERE / game).is_dir():
        return DATA / f"{game}_{kind}.txt"
    return folder_of(game) / "tests" / f"{kind}.txt"


def symmetries(game: str) -> tuple[Symmetry, ...]:
    """Return a game's symmetries, from ``symmetry.py`` in the folder of its tests."""
    tests = f"tests.engine.rules.{game}" if (HERE / game).is_dir() else f"engine.rules.{game}.tests"
    found: tuple[Symmetry, ...] = import_module(f"{tests}.symmetry").SYMMETRIES
    return found


def with_symmetries() -> Iterator[tuple[str, Symmetry]]:
    """Yield each game with each of its symmetries."""
    for name in NAMES:
        yield from ((name, symmetry) for symmetry in symmetries(name))


@cache
def random_games(game: str, count: int = 6) -> tuple[Game, ...]:
    """Return random games, `count` for each size of the board."""
    found = []
    for size in rules.get(game).facts.sizes:
        chance = random.Random(f"{game} {size}")
        for number in range(count):
            played = Game(rules.get(game), rules.get(game).start(size))
            play_at_random(played, MAX_PLIES, LEADERS[number % len(LEADERS)], chance)
            found.append(played)
    return tuple(found)


def play_at_random(played: Game, plies: int, leader: int | None, chance: random.Random) -> None:
    """Play random plies, at most to the end of the game.

    The side that leads, if any, prefers what leaves the other side the least.
    """
    while len(played.plies) < plies and played.legal_moves():
        moves = played.legal_moves()
        if played.position.side == leader:
            left = {move: left_to_the_other(played, move) for move in moves}
            moves = tuple(move for move in moves if left[move] == min(left.values()))
        played.play(chance.choice(moves))


def left_to_the_other(played: Game, move: Move) -> float:
    """Return the value of a position for the side to move after a move."""
    after = played.rules.play(played.position, move)
    outcome = played.rules.outcome(after)
    if outcome is None:
        return played.rules.core().evaluate(after.record)
    return 0 if outcome.winner is None else -math.inf if outcome.winner != after.side else math.inf


@cache
def positions(game: str) -> tuple[Position, ...]:
    """Return the distinct positions of the random games, including the final ones."""
    found: dict[Position, None] = {}
    for played in random_games(game):
        step = max(len(played.plies) // 12, 1)
        for cursor in (*range(0, len(played.plies), step), len(played.plies)):
            found.setdefault(played.position_at(cursor))
    return tuple(found)


def going_on(game: str) -> tuple[Position, ...]:
    """Return the non-terminal positions."""
    return tuple(position for position in positions(game) if rules.get(game).legal_moves(position))
