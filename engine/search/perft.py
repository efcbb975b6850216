"""Perft: the number of leaves of the tree of legal moves, the standard test of move generation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from engine.compiled.jit import int64, jit
from engine.rules.core import count, generate, play, terminal_result

if TYPE_CHECKING:
    from engine.rules.rules import Rules
    from engine.rules.values import Position

MAX_PERFT_DEPTH = 64


def stack_type(position: np.dtype[Any]) -> np.dtype[Any]:
    """Return the record that `count_leaves` works on: a line of positions."""
    return np.dtype([("positions", position, (MAX_PERFT_DEPTH + 1,))])


@jit
def count_leaves(stack: Any, buffer: Any, ply: int, depth: int, start: int) -> int:
    """Return perft(`depth`) of position number `ply` of the stack, with bulk counting.

    Moves are kept in `buffer` from `start` on; -1 if that is too small.
    """
    position = stack.positions[ply]
    if terminal_result(position):
        return int64(0)
    if depth == 1:
        return count(position, buffer, start, int64(buffer.size))
    end = generate(position, buffer, start, int64(buffer.size))
    if end < 0:
        return int64(-1)
    leaves = int64(0)
    for at in range(start, end):
        stack.positions[ply + 1] = position
        play(stack.positions[ply + 1], buffer[at])
        below = count_leaves(stack, buffer, ply + 1, depth - 1, end)
        if below < 0:
            return int64(-1)
        leaves += below
    return leaves


def perft(rules: Rules, position: Position, depth: int) -> int:
    """Return the number of leaves `depth` plies below `position`; perft 0 is 1."""
    if depth <= 0:
        return 1
    stack = np.zeros(1, dtype=stack_type(rules.core().dtype))
    size = 1 << 14
    while True:
        stack["positions"][0, 0] = position.record
        buffer = np.empty(size, dtype=np.int64)
        leaves = int(count_leaves(stack[0], buffer, int64(0), int64(depth), int64(0)))
        if leaves >= 0:
            return leaves
        size *= 4


def divide(rules: Rules, position: Position, depth: int) -> dict[str, int]:
    """Return perft(`depth` - 1) after every legal move, by the move's text, sorted."""
    return {
        move.text: perft(rules, rules.play(position, move), depth - 1) for move in rules.legal_moves(position)
    }
