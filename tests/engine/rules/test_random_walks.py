"""Random games by compiled code with checks at every ply."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from engine import rules
from engine.compiled.jit import int64, jit
from engine.rules.core import (
    EVAL_INFINITE,
    compute_key,
    count,
    evaluate,
    generate,
    generate_tactical,
    play,
    result_without_moves,
    terminal_result,
)
from engine.rules.values import Position
from tests.engine.rules.games import NAMES

MAX_PLIES = 150
"""Plies of a walk; what is left on the board is then compared with its text."""
BUFFER = 1 << 14
FINE, COUNT, TACTICAL, REPEATED, KEY, SIDE, RESULT, EVALUATION, OVERFULL = range(9)
"""What a walk may find wrong."""


@jit
def chosen(random: Any, below: int) -> int:
    """Return a number from 0 to below `below`, by xorshift."""
    random[0] ^= random[0] << np.uint64(13)
    random[0] ^= random[0] >> np.uint64(7)
    random[0] ^= random[0] << np.uint64(17)
    return int64(random[0] >> np.uint64(33)) % below


@jit
def fault_of(position: Any, moves: Any, end: int, random: Any) -> int:
    """Return what is wrong with a position; its legal moves are the first `end` of `moves`."""
    capacity = int64(moves.size)
    if count(position, moves, end, capacity) != end:
        return COUNT
    last = generate_tactical(position, moves, end, capacity)
    for at in range(end, last):
        known = False
        for other in range(end):
            known |= moves[other] == moves[at]
        if not known:
            return TACTICAL
    for _ in range(4):
        one, other = chosen(random, end), chosen(random, end)
        if one != other and moves[one] == moves[other]:
            return REPEATED
    if compute_key(position) != position.key:
        return KEY
    value = evaluate(position, int64(-EVAL_INFINITE), int64(EVAL_INFINITE))
    bound = value + chosen(random, int64(200)) - 100
    low, high = (
        evaluate(position, bound, int64(EVAL_INFINITE)),
        evaluate(position, int64(-EVAL_INFINITE), bound),
    )
    # Outside its window an evaluation may be a bound only, but on the right side.
    if (low != value if value > bound else low > bound) or (high != value if value < bound else high < bound):
        return EVALUATION
    return FINE


@jit
def walk(position: Any, moves: Any, random: Any, plies: int) -> int:
    """Play random plies on `position`; return their number, or a negative error code."""
    for ply in range(plies):
        if terminal_result(position):
            return ply
        end = generate(position, moves, int64(0), int64(moves.size // 2))
        if end < 0:
            return int64(-OVERFULL)
        if end == 0:
            return ply if result_without_moves(position) else int64(-RESULT)
        wrong = fault_of(position, moves, end, random)
        if wrong:
            return int64(-wrong)
        side = position.side
        play(position, moves[chosen(random, end)])
        if position.side == side:
            return int64(-SIDE)
    return int64(plies)


@pytest.mark.parametrize(
    "plies",
    [pytest.param(100_000, marks=pytest.mark.thorough), pytest.param(10_000_000, marks=pytest.mark.slow)],
)
@pytest.mark.parametrize("name", NAMES)
def test_every_ply_of_random_games_is_consistent(name: str, plies: int) -> None:
    game, moves = rules.get(name), np.zeros(BUFFER, dtype=np.int64)
    game.core()  # loads what the functions above call
    random, played = np.array([88172645463325252], dtype=np.uint64), 0
    while played < plies:
        for size in game.facts.sizes:
            seed, record = int(random[0]), game.start(size).copy_record()
            done = walk(record, moves, random, int64(1 + chosen(random, int64(MAX_PLIES))))
            assert done >= 0, f"seed {seed} on size {size}: fault {-done}"
            after = Position(record)
            assert game.notation.parse(game.notation.format(after)) == after, seed
            played += done
