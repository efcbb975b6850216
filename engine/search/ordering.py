"""Move ordering, first to last.

The hash move, tactical moves (MVV-LVA), killers, tactical moves that lose material (SEE < 0), and quiet moves
by history: how often a move caused a cut-off.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.compiled.jit import int64, jit
from engine.rules.core import gain, loses_material, move_key
from engine.search.state import HISTORY, KILLERS, SEE

HASH_MOVE = 1 << 45
GOOD_TACTICAL = 1 << 40
KILLER = 1 << 30
BAD_TACTICAL = KILLER - (1 << 20)
"""Base ranks, highest first. Tactical moves are captures and promotions; those that lose material by SEE come
after the killers and before all quiet moves. 2^20 is more than any move wins."""
MAX_HISTORY = 1 << 14
"""Bound on the absolute value of a quiet move's history, which is its rank."""

INDEX_BITS = 16
INDEX_MASK = (1 << INDEX_BITS) - 1
"""A rank is stored above the bits of its move's index, so that the maximum also identifies the move. Among
equal ranks the earlier move wins: the index is stored inverted."""


@jit
def history_index(side: int, move: int) -> int:
    """Return the index of a move in the butterfly history: side, start square, end square."""
    return (side << 12) | (move & 0xFFF)


@jit
def rank_moves(s: Any, ply: int, end: int, hash_move_key: int) -> None:
    """Rank the moves of the position at `ply`, which end at `end` in the buffer; higher is earlier."""
    position = s.positions[ply]
    for at in range(s.moves_start[ply], end):
        move = s.moves[at]
        won = gain(position, move)
        rank = int64(0)
        if hash_move_key and move_key(move) == hash_move_key:
            rank = int64(HASH_MOVE)
        elif won:
            # The mover's kind is in the bits above the squares, for games that have kinds.
            rank = GOOD_TACTICAL + won * 8 - ((move >> 12) & 7)
            if s.features & SEE and loses_material(position, move):
                rank -= GOOD_TACTICAL - BAD_TACTICAL
        elif s.features & KILLERS and move == s.killers[ply, 0]:
            rank = int64(KILLER + 1)
        elif s.features & KILLERS and move == s.killers[ply, 1]:
            rank = int64(KILLER)
        elif s.features & HISTORY:
            rank = s.history[history_index(position.side, move)]
        set_rank(s, at, rank)


@jit
def set_rank(s: Any, at: int, rank: int) -> None:
    """Set the rank of the move at index `at`."""
    s.ranks[at] = (rank << INDEX_BITS) | (INDEX_MASK - at)


@jit
def rank_of(s: Any, at: int) -> int:
    """Return the rank of the move at index `at`."""
    return s.ranks[at] >> INDEX_BITS


@jit
def rank_tactical(s: Any, ply: int, end: int) -> None:
    """Rank the moves of quiescence: most valuable victim, then least valuable attacker (MVV-LVA)."""
    position = s.positions[ply]
    for at in range(s.moves_start[ply], end):
        set_rank(s, at, gain(position, s.moves[at]) * 8 - ((s.moves[at] >> 12) & 7))


@jit
def pick(s: Any, at: int, end: int) -> int:
    """Bring the highest-ranked of the moves from `at` to `end` to the front and return it."""
    highest = s.ranks[at]
    for other in range(np.uint64(at + 1), np.uint64(end)):  # unsigned, so that the loop is vectorised
        highest = max(highest, s.ranks[other])
    best = INDEX_MASK - (highest & INDEX_MASK)
    move = s.moves[best]
    set_rank(s, best, rank_of(s, at))
    s.moves[best] = s.moves[at]
    s.moves[at] = move
    set_rank(s, at, highest >> INDEX_BITS)
    return move


@jit
def update_quiet_stats(s: Any, ply: int, at: int, depth: int) -> None:
    """Update killers and history after the move at `at` caused a cut-off; a tactical move changes nothing.

    The moves that were searched before it get a malus. So do the losing captures among them: it counts for
    quiet moves with the same squares.
    """
    position = s.positions[ply]
    move = s.moves[at]
    if gain(position, move):
        return
    if s.killers[ply, 0] != move:
        s.killers[ply, 1] = s.killers[ply, 0]
        s.killers[ply, 0] = move
    bonus = min(depth * depth, 400)
    update_history(s, history_index(position.side, move), bonus)
    for other in range(s.moves_start[ply], at):
        if rank_of(s, other) < GOOD_TACTICAL or not gain(position, s.moves[other]):
            update_history(s, history_index(position.side, s.moves[other]), -bonus)


@jit
def update_history(s: Any, index: int, bonus: int) -> None:
    """Add `bonus` to a history value, scaled down near the bound (history gravity)."""
    s.history[index] += bonus - s.history[index] * abs(bonus) // MAX_HISTORY


@jit
def reset_ordering(s: Any) -> None:
    """Prepare for a new search: clear the killers and age the history."""
    s.killers[:] = int64(0)
    for index in range(s.history.size):
        s.history[index] //= 8
