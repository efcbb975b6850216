"""Proofs: can a side force a win within a number of plies, whatever the other side does?

A search through all moves of the attacker and as many of the defender's as it takes to find a defence, for
any game. Draws by repetition can be ignored: a win that can be forced can be forced without repeating.

What is known of a position with the attacker to move is kept in a table, under a key that symmetric
positions share (`core.canonical_key`). An entry is one word: the key without its lowest twelve bits, and in
these the plies within which a win is disproved and those within which it is proved, 0 for none. The bits of
the key that are left out follow from the entry's index, so two positions collide only if all 64 bits agree.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.compiled.jit import int64, jit, put_word, word_at
from engine.rules.core import (
    EVAL_INFINITE,
    LOST,
    ONGOING,
    WON,
    canonical_key,
    could_win_within,
    count,
    evaluate,
    generate,
    play,
    result_without_moves,
    terminal_result,
)
from engine.rules.rules import Rules
from engine.rules.values import Position
from engine.system.errors import UserError

MAX_PLIES = 62
"""The longest win that fits in an entry of the table."""
MOVE_BUFFER_SIZE = 1 << 16
CLUSTER_SIZE = 8
"""Entries of a cluster, which is one cache line: a position's entry is one of them."""
BOUND_BITS = 12
MIN_ORDERED_PLIES = 4
"""From this number of plies on, ordering the moves is worth its cost."""


def proof_type(position: np.dtype[Any]) -> np.dtype[Any]:
    """Return the record that a proof works on: the positions of one line, and all their moves."""
    return np.dtype(
        [
            ("nodes", np.int64),
            ("overflow", np.int64),  # whether the moves of a line did not fit
            ("table", np.int64),
            ("table_mask", np.int64),
            ("positions", position, (MAX_PLIES + 2,)),
            ("scratch", position),
            ("moves", np.int64, (MOVE_BUFFER_SIZE,)),
            ("ranks", np.int64, (MOVE_BUFFER_SIZE,)),
        ]
    )


# --- the table


@jit
def probe_bounds(s: Any, key: int) -> int:
    """Return the two bounds stored for a key, packed, 0 if there are none."""
    base = key & s.table_mask & ~int64(CLUSTER_SIZE - 1)
    for at in range(base, base + CLUSTER_SIZE):
        word = word_at(s.table, at)
        if word >> BOUND_BITS == key >> BOUND_BITS:
            return word & ((int64(1) << BOUND_BITS) - 1)
    return int64(0)


@jit
def disproved_plies(bounds: int) -> int:
    """Return within how many plies there is certainly no win."""
    return bounds >> 6


@jit
def proved_plies(bounds: int) -> int:
    """Return within how many plies there is certainly a win, 0 if none is known."""
    return bounds & 63


@jit
def store_bounds(s: Any, key: int, plies: int, wins: bool) -> None:
    """Store whether there is a win within `plies` plies; in a full cluster the shallowest is replaced."""
    base = key & s.table_mask & ~int64(CLUSTER_SIZE - 1)
    slot, lowest_depth = base, int64(1) << 40
    bounds = int64(0)
    for at in range(base, base + CLUSTER_SIZE):
        word = word_at(s.table, at)
        if word >> BOUND_BITS == key >> BOUND_BITS:
            slot, bounds = at, word & ((int64(1) << BOUND_BITS) - 1)
            break
        depth = max(disproved_plies(word & 4095), proved_plies(word & 4095))
        if depth < lowest_depth:
            slot, lowest_depth = at, depth
    proved, disproved = proved_plies(bounds), disproved_plies(bounds)
    if wins:
        proved = plies
    else:
        disproved = max(disproved, plies)
    bounds = (disproved << 6) | proved
    put_word(s.table, slot, ((key >> BOUND_BITS) << BOUND_BITS) | bounds)


# --- the search


@jit
def rank_replies(s: Any, ply: int, start: int, end: int, plies: int) -> bool:
    """Rank the moves of the position at `ply` by the positions after them; return whether one surely defends.

    The attacker, who moves if the number of plies is odd, has no defence to look for.
    """
    attacking = plies & 1
    for at in range(start, end):
        s.scratch = s.positions[ply]
        play(s.scratch, s.moves[at])
        if not attacking:
            if terminal_result(s.scratch) == ONGOING and not could_win_within(s.scratch, plies - 1):
                return True
            if disproved_plies(probe_bounds(s, canonical_key(s.scratch))) >= plies - 1:
                return True
        s.ranks[at] = -evaluate(s.scratch, int64(-EVAL_INFINITE), int64(EVAL_INFINITE))
    return False


@jit
def pick(s: Any, at: int, end: int) -> int:
    """Bring the move of the highest rank to the front and return it."""
    best = at
    for other in range(at + 1, end):
        if s.ranks[other] > s.ranks[best]:
            best = other
    move, rank = s.moves[best], s.ranks[best]
    s.moves[best], s.ranks[best] = s.moves[at], s.ranks[at]
    s.moves[at], s.ranks[at] = move, rank
    return move


@jit
def wins_within(s: Any, ply: int, plies: int, start: int) -> bool:
    """Return whether the attacker, who is to move if `plies` is odd, can force a win within `plies` plies."""
    position = s.positions[ply]
    s.nodes += 1
    attacking = plies & 1
    result = terminal_result(position)
    if result != ONGOING:
        return result == (WON if attacking else LOST)
    key = int64(0)
    if attacking:
        if not could_win_within(position, plies):
            return False
        key = canonical_key(position)
        bounds = probe_bounds(s, key)
        if disproved_plies(bounds) >= plies:
            return False
        if proved_plies(bounds) and proved_plies(bounds) <= plies:
            return True
    elif plies == 0:
        return (
            count(position, s.moves, start, int64(MOVE_BUFFER_SIZE)) == 0
            and result_without_moves(position) == LOST
        )
    end = generate(position, s.moves, start, int64(MOVE_BUFFER_SIZE))
    if end < 0 or s.overflow:
        s.overflow = 1
        return False
    if end == start:
        return not attacking and result_without_moves(position) == LOST
    ordered = plies >= MIN_ORDERED_PLIES
    if ordered and rank_replies(s, ply, start, end, plies):
        return False
    found = not attacking
    for at in range(start, end):
        move = pick(s, at, end) if ordered else s.moves[at]
        s.positions[ply + 1] = position
        play(s.positions[ply + 1], move)
        if wins_within(s, ply + 1, plies - 1, end) != found:
            found = not found
            break
    if attacking:
        store_bounds(s, key, plies, found)
    return found


@dataclass(frozen=True)
class ProofResult:
    """Result of a proof search for a forced win within `plies` plies, with its nodes and seconds."""

    plies: int
    wins: bool
    nodes: int
    seconds: float


class Prover:
    """Proofs about one game, with a table of `mib` mebibytes that is kept from one to the next."""

    def __init__(self, rules: Rules, mib: int) -> None:
        dtype = proof_type(rules.core().dtype)
        entries = 1 << ((mib << 20) // 8).bit_length() - 1
        self._words = np.zeros(entries, dtype=np.int64)
        self._memory = np.zeros(1, dtype=dtype)
        self._state: Any = self._memory[0]
        self._state["table"] = self._words.ctypes.data
        self._state["table_mask"] = entries - 1

    def wins_within(self, position: Position, plies: int) -> ProofResult:
        """Return whether the side that would make the last of `plies` plies can force a win within them.

        That is the side to move if their number is odd, else the other side.

        Raises:
            UserError: the moves of one line do not fit into the buffer.
        """
        began = time.perf_counter()
        self._state["nodes"], self._state["overflow"] = 0, 0
        self._state["positions"][0] = position.record
        wins = wins_within(self._state, int64(0), int64(plies), int64(0))
        if self._state["overflow"]:
            from engine.research import texts  # imported late, so that a changed text recompiles nothing

            raise UserError(texts.TOO_LONG_A_LINE)
        return ProofResult(plies, bool(wins), int(self._state["nodes"]), time.perf_counter() - began)
