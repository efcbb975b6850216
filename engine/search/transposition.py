"""The transposition table: results of positions that were searched before.

An entry is two words, ``key ^ data`` and ``data``, so that an entry torn by two threads is not taken for
a valid one (Hyatt and Mann, "A lock-less transposition table implementation for parallel search", 2002).
Four entries that fill a cache line form a cluster. `data` holds, from the lowest bit on, the score (16
bits), the depth (8), the bound (2), the generation (6) and the best move's key (32).
"""

from __future__ import annotations

import logging
from typing import Any

import numpy as np

from engine.compiled.jit import int64, jit, put_word, word_at
from engine.rules.core import LOW32, move_key
from engine.search.state import WIN_BOUND

LOG = logging.getLogger(__name__)
CLUSTER_SIZE = 4
"""Entries of a cluster."""
WORDS_PER_CLUSTER = 2 * CLUSTER_SIZE
LOWER, UPPER, EXACT = 1, 2, 3
GENERATIONS = 64
MISS = 0


class TranspositionTable:
    """The memory of the table, aligned to cache lines; `mib` is its size in mebibytes, rounded down.

    It is smaller if the memory is not available. The system allocates each page at its first write.
    """

    def __init__(self, mib: int) -> None:
        clusters = 1 << max((mib << 20) // (8 * WORDS_PER_CLUSTER), 1).bit_length() - 1
        while True:
            try:
                self._memory = np.zeros((clusters + 1) * WORDS_PER_CLUSTER, dtype=np.int64)
                break
            except MemoryError:
                if clusters == 1:
                    raise
                clusters //= 2
                size = clusters * 8 * WORDS_PER_CLUSTER / (1 << 20)
                LOG.warning("not enough memory: the hash table has %g MiB", size)
        self.address = self._memory.ctypes.data + 63 & ~63
        self.mask = clusters - 1

    def clear(self) -> None:
        """Forget everything."""
        self._memory[:] = 0


@jit
def entry_score(data: int, ply: int) -> int:
    """Return an entry's score as seen from the root: wins are stored by their distance from the entry."""
    score = ((data & 0xFFFF) ^ 0x8000) - 0x8000
    if score > WIN_BOUND:
        return score - ply
    if score < -WIN_BOUND:
        return score + ply
    return score


@jit
def entry_depth(data: int) -> int:
    """Return the depth to which an entry's position was searched."""
    return (data >> 16) & 0xFF


@jit
def entry_bound(data: int) -> int:
    """Return whether an entry's score is LOWER, UPPER or EXACT."""
    return (data >> 24) & 3


@jit
def entry_move_key(data: int) -> int:
    """Return the move key of an entry's best move, 0 if none is known."""
    return (data >> 32) & LOW32


@jit
def cluster_address(s: Any, key: int) -> int:
    """Return the address of the cluster for a key, for prefetching."""
    return s.table + ((key ^ s.key_salt) & s.table_mask) * (8 * WORDS_PER_CLUSTER)


@jit
def probe(s: Any, key: int) -> int:
    """Return the data stored for a key, MISS if there is none."""
    key ^= s.key_salt
    base = (key & s.table_mask) * WORDS_PER_CLUSTER
    for at in range(base, base + WORDS_PER_CLUSTER, 2):
        data = word_at(s.table, at + 1)
        if word_at(s.table, at) ^ data == key and data != MISS:
            return data
    return int64(MISS)


@jit
def store(s: Any, key: int, ply: int, move: int, score: int, depth: int, bound: int) -> None:
    """Store the result of a search, replacing the same position, or else the entry of the lowest value.

    An entry's value is its depth less four for each search since it was stored.
    """
    key ^= s.key_salt
    base = (key & s.table_mask) * WORDS_PER_CLUSTER
    slot, lowest_value = base, int64(1 << 30)
    best = move_key(move)
    for at in range(base, base + WORDS_PER_CLUSTER, 2):
        data = word_at(s.table, at + 1)
        if word_at(s.table, at) ^ data == key:
            slot = at
            if best == 0:
                best = entry_move_key(data)
            break
        age = (s.generation - (data >> 26)) & (GENERATIONS - 1)
        value = entry_depth(data) - 4 * age if data != MISS else int64(-(1 << 20))
        if value < lowest_value:
            slot, lowest_value = at, value
    if score > WIN_BOUND:
        score += ply
    elif score < -WIN_BOUND:
        score -= ply
    data = (score & 0xFFFF) | (min(depth, 255) << 16) | (bound << 24) | (s.generation << 26) | (best << 32)
    put_word(s.table, slot, key ^ data)
    put_word(s.table, slot + 1, data)
