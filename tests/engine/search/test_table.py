"""The transposition table."""

from __future__ import annotations

import random

import numpy as np
import pytest

from engine.compiled.jit import int64
from engine.rules.congo.board import code_captured
from engine.rules.core import move_key
from engine.search import transposition
from engine.search.state import MAX_PLY, WIN, WIN_BOUND
from engine.search.transposition import (
    CLUSTER_SIZE,
    EXACT,
    GENERATIONS,
    LOWER,
    MISS,
    UPPER,
    WORDS_PER_CLUSTER,
    TranspositionTable,
    entry_bound,
    entry_depth,
    entry_move_key,
    entry_score,
)
from tests.engine.rules.congo.support import CONGO
from tests.engine.search.support import MOST_MOVES_4888, SearchMemory, random_positions

BYTES = 8


@pytest.fixture
def memory() -> SearchMemory:
    return SearchMemory(CONGO.start())


def store(
    memory: SearchMemory,
    key: int,
    *,
    ply: int = 0,
    move: int = 0,
    score: int = 0,
    depth: int = 1,
    bound: int = EXACT,
) -> None:
    numbers = (key, ply, move, score, depth, bound)
    transposition.store(memory.state, *(int64(number) for number in numbers))


def probe(memory: SearchMemory, key: int) -> int:
    return int(transposition.probe(memory.state, int64(key)))


def same_cluster(memory: SearchMemory, count: int) -> list[int]:
    """Return keys that share a cluster."""
    return [5 + number * (memory.table.mask + 1) for number in range(1, count + 1)]


# --- what is stored


@pytest.mark.parametrize("bound", [LOWER, UPPER, EXACT])
@pytest.mark.parametrize("depth", [0, 1, 99, 255])
@pytest.mark.parametrize("score", [0, 1, -1, 35, -4321, WIN_BOUND, -WIN_BOUND])
def test_a_stored_entry_is_read_back(memory: SearchMemory, score: int, depth: int, bound: int) -> None:
    store(memory, -77, move=0x1234, score=score, depth=depth, bound=bound)
    data = probe(memory, -77)
    assert int(entry_score(data, int64(9))) == score
    assert int(entry_depth(data)) == depth
    assert int(entry_bound(data)) == bound
    assert int(entry_move_key(data)) == move_key(0x1234)


def test_only_the_stored_key_is_found(memory: SearchMemory) -> None:
    chance = random.Random(1)
    for _ in range(500):
        key = chance.randrange(-(1 << 63), 1 << 63)
        store(memory, key, score=12)
        assert probe(memory, key) != MISS
        assert probe(memory, key ^ 1 << chance.randrange(63)) == MISS


def test_an_empty_table_has_no_entries(memory: SearchMemory) -> None:
    assert probe(memory, 0) == MISS  # the key that empty memory might be taken for
    assert probe(memory, 1) == MISS


def test_key_zero_is_valid(memory: SearchMemory) -> None:
    store(memory, 0, score=7)
    assert int(entry_score(probe(memory, 0), int64(0))) == 7


@pytest.mark.parametrize("generation", [0, 1, 31, 32, GENERATIONS - 1])
def test_generation_bits_leave_the_other_fields_intact(memory: SearchMemory, generation: int) -> None:
    memory.state["generation"] = generation
    store(memory, 3, score=-5, depth=255, bound=EXACT, move=0x7FF)
    data = probe(memory, 3)
    fields = (entry_score(data, int64(0)), entry_depth(data), entry_bound(data), entry_move_key(data))
    assert [int(field) for field in fields] == [-5, 255, EXACT, move_key(0x7FF)]
    assert data >> 26 & (GENERATIONS - 1) == generation


@pytest.mark.parametrize("stored_at", [0, 1, 40])
@pytest.mark.parametrize("read_at", [0, 3, 60])
@pytest.mark.parametrize("sign", [1, -1])
def test_a_win_is_stored_by_its_distance_from_the_position(
    memory: SearchMemory, sign: int, read_at: int, stored_at: int
) -> None:
    distance = 5
    store(memory, 8, ply=stored_at, score=sign * (WIN - stored_at - distance))
    assert int(entry_score(probe(memory, 8), int64(read_at))) == sign * (WIN - read_at - distance)


def test_mate_scores_are_distinguished_from_evaluations() -> None:
    assert WIN - (MAX_PLY - 1) > WIN_BOUND
    assert WIN < 1 << 15


# --- replacement


def test_the_same_position_replaces_its_entry(memory: SearchMemory) -> None:
    store(memory, 5, depth=9, score=1)
    store(memory, 5, depth=2, score=2)
    assert int(entry_depth(probe(memory, 5))) == 2
    words = memory.table._memory
    assert np.count_nonzero(words) == 2


def test_storing_without_a_move_keeps_the_known_move(memory: SearchMemory) -> None:
    store(memory, 5, move=0x2A5)
    store(memory, 5, depth=3, bound=UPPER)
    assert int(entry_move_key(probe(memory, 5))) == move_key(0x2A5)
    store(memory, 5, depth=3, bound=LOWER, move=0x111)
    assert int(entry_move_key(probe(memory, 5))) == move_key(0x111)


def test_the_move_of_another_position_is_not_kept(memory: SearchMemory) -> None:
    keys = same_cluster(memory, CLUSTER_SIZE + 1)
    for key in keys[:CLUSTER_SIZE]:
        store(memory, key, move=0x2A5)
    store(memory, keys[-1], bound=UPPER)
    assert int(entry_move_key(probe(memory, keys[-1]))) == 0


def test_a_cluster_holds_several_positions(memory: SearchMemory) -> None:
    keys = same_cluster(memory, CLUSTER_SIZE)
    for key in keys:
        store(memory, key)
    assert all(probe(memory, key) != MISS for key in keys)


def test_the_shallowest_entry_is_replaced(memory: SearchMemory) -> None:
    keys = same_cluster(memory, CLUSTER_SIZE + 1)
    for key, depth in zip(keys, (7, 3, 5, 9, 1), strict=True):
        store(memory, key, depth=depth)
    assert [probe(memory, key) == MISS for key in keys] == [False, True, False, False, False]


def test_entries_of_earlier_searches_are_replaced_first(memory: SearchMemory) -> None:
    keys = same_cluster(memory, CLUSTER_SIZE + 1)
    memory.state["generation"] = GENERATIONS - 1
    store(memory, keys[0], depth=6)
    memory.state["generation"] = 1  # two searches later, round the corner
    for key in keys[1:]:
        store(memory, key, depth=3)
    assert [probe(memory, key) == MISS for key in keys] == [True, False, False, False, False]


# --- move keys


def test_the_key_of_a_quiet_move_is_its_code() -> None:
    for position in random_positions(40):
        for move in CONGO.legal_moves(position):
            if not code_captured(move.code):
                assert int(move_key(int64(move.code))) == move.code


@pytest.mark.parametrize("fen", [None, MOST_MOVES_4888])
def test_move_keys_are_unique_in_a_position(fen: str | None) -> None:
    positions = [CONGO.notation.parse(fen)] if fen else random_positions(100)
    for position in positions:
        moves = CONGO.legal_moves(position)
        assert len({int(move_key(int64(move.code))) for move in moves}) == len(moves)


# --- damaged entries


@pytest.mark.parametrize("word", [0, 1])
def test_an_entry_torn_by_two_threads_is_a_miss(memory: SearchMemory, word: int) -> None:
    store(memory, 5, depth=4, score=10, move=0x123)
    place = int(np.flatnonzero(memory.table._memory)[0])
    mine = memory.table._memory[place : place + 2].copy()
    store(memory, 5, depth=6, score=-3, move=0x321)
    memory.table._memory[place + word] = mine[word]
    assert probe(memory, 5) == MISS


def test_one_changed_bit_makes_an_entry_a_miss(memory: SearchMemory) -> None:
    store(memory, 5, depth=4, score=10, move=0x123)
    place = int(np.flatnonzero(memory.table._memory)[0])
    for bit in range(63):
        for word in range(2):
            memory.table._memory[place + word] ^= 1 << bit
            assert probe(memory, 5) == MISS
            memory.table._memory[place + word] ^= 1 << bit
    assert probe(memory, 5) != MISS


# --- memory


def test_clearing_removes_every_entry(memory: SearchMemory) -> None:
    for key in range(100):
        store(memory, key)
    memory.table.clear()
    assert all(probe(memory, key) == MISS for key in range(100))


@pytest.mark.parametrize(("mib", "kept"), [(1, 1), (2, 2), (3, 2), (4, 4), (7, 4), (9, 8)])
def test_sizes_are_rounded_down_to_a_power_of_two(mib: int, kept: int) -> None:
    assert (TranspositionTable(mib).mask + 1) * WORDS_PER_CLUSTER * BYTES == kept << 20


def test_smallest_table_works() -> None:
    memory = SearchMemory(CONGO.start(), mib=0)
    assert memory.table.mask == 0
    store(memory, 9, score=4)
    assert int(entry_score(probe(memory, 9), int64(0))) == 4


@pytest.mark.parametrize("mib", [0, 1, 3])
def test_clusters_are_cache_lines_inside_the_memory(mib: int) -> None:
    made = TranspositionTable(mib)
    first = made._memory.ctypes.data
    assert made.address % (WORDS_PER_CLUSTER * BYTES) == 0
    assert first <= made.address
    assert made.address + (made.mask + 1) * WORDS_PER_CLUSTER * BYTES <= first + made._memory.nbytes
