"""Move ordering: table move, captures by value, killers, history."""

from __future__ import annotations

import numpy as np
import pytest

from engine.compiled.jit import int64
from engine.rules.core import move_key
from engine.rules.values import Position
from engine.search import ordering
from engine.search.alphabeta import place_hash_move
from engine.search.limits import SearchOptions
from engine.search.ordering import MAX_HISTORY
from engine.search.state import MOVE_BUFFER_SIZE
from tests.engine.rules.congo.support import CONGO, place
from tests.engine.search.support import SearchMemory, codes, random_positions, without

# White can take a pawn, a zebra and a crocodile with an elephant, and the crocodile with a pawn too.
TAKES = "Lc1 le7 Ed3 pd5 zb3 cf3 Pe2 pa6"
QUIETS = ["c1c2", "c1d1", "d3d2", "e2e3"]


def ordered(memory: SearchMemory, position: Position, texts: list[str], hash_move_key: int = 0) -> list[str]:
    """Return the move texts in the order of the search."""
    end = int64(memory.put_moves(texts, position))
    ordering.rank_moves(memory.state, int64(0), end, int64(hash_move_key))
    names = {code: text for text, code in codes(CONGO, position).items()}
    return [names[int(ordering.pick(memory.state, int64(at), end))] for at in range(end)]


@pytest.fixture
def position() -> Position:
    return place(TAKES)


@pytest.fixture
def memory(position: Position) -> SearchMemory:
    return SearchMemory(position)


def update_quiet_stats(memory: SearchMemory, position: Position, texts: list[str], depth: int = 3) -> None:
    """Let the last of the moves have refuted the position."""
    end = memory.put_moves(texts, position)
    ordering.rank_moves(memory.state, int64(0), int64(end), int64(0))
    ordering.update_quiet_stats(memory.state, int64(0), int64(end - 1), int64(depth))


def history(memory: SearchMemory, position: Position, text: str) -> int:
    index = ordering.history_index(int64(position.side), int64(codes(CONGO, position)[text]))
    return int(memory.state["history"][int(index)])


def test_captures_come_by_value_before_quiet_moves(memory: SearchMemory, position: Position) -> None:
    order = ordered(memory, position, ["c1c2", "d3d5", "d3b3", "e2e3", "d3f3"])
    assert order[:3] == ["d3f3", "d3b3", "d3d5"]
    assert set(order[3:]) == {"c1c2", "e2e3"}


def test_taking_the_lion_comes_before_all_other_captures() -> None:
    position = place("Lc1 le7 Ee5 ce4 Me3 zd4 ce1 Cg7")
    order = ordered(SearchMemory(position), position, list(codes(CONGO, position)))
    assert order[0] == "e5e7"


def test_promotions_are_ordered_with_the_captures() -> None:
    position = place("Lc1 ld7 Pb6 pg2 Ee2")
    order = ordered(SearchMemory(position), position, ["c1c2", "e2g2", "e2e3", "b6b7"])
    assert order[:2] == ["b6b7", "e2g2"]


def test_a_triple_jump_is_ordered_before_a_single_one() -> None:
    position = place("Lc1 le7 Mb1 pc2 pe4 pe6")
    order = ordered(SearchMemory(position), position, ["b1d3", "b1d3f5d7", "b1d3f5"])
    assert order == ["b1d3f5d7", "b1d3f5", "b1d3"]


def test_the_table_move_comes_first(memory: SearchMemory, position: Position) -> None:
    quiet = codes(CONGO, position)["e2e3"]
    order = ordered(memory, position, ["c1c2", "d3f3", "e2e3"], int(move_key(int64(quiet))))
    assert order == ["e2e3", "d3f3", "c1c2"]


def test_killers_come_after_captures_and_before_history(memory: SearchMemory, position: Position) -> None:
    for _ in range(50):
        update_quiet_stats(memory, position, ["c1d1"])
    update_quiet_stats(memory, position, ["d3d2"])
    update_quiet_stats(memory, position, ["e2e3"])
    assert ordered(memory, position, [*QUIETS, "d3d5"]) == ["d3d5", "e2e3", "d3d2", "c1d1", "c1c2"]


def test_repeated_killer_keeps_the_other_one(memory: SearchMemory, position: Position) -> None:
    for text in ("d3d2", "e2e3", "e2e3"):
        update_quiet_stats(memory, position, [text])
    assert ordered(memory, position, QUIETS)[:2] == ["e2e3", "d3d2"]


def test_killers_of_another_ply_do_not_count(memory: SearchMemory, position: Position) -> None:
    memory.state["killers"][1, 0] = codes(CONGO, position)["e2e3"]
    assert ordered(memory, position, ["c1c2", "e2e3"]) == ["c1c2", "e2e3"]


@pytest.mark.parametrize("feature", ["killers", "history"])
def test_disabled_feature_does_not_order(position: Position, feature: str) -> None:
    memory = SearchMemory(position, without("killers", "history"))
    update_quiet_stats(memory, position, ["c1c2", "e2e3"])
    assert ordered(memory, position, ["c1c2", "e2e3"]) == ["c1c2", "e2e3"]
    memory.state["features"] = SearchOptions(without=frozenset({"killers", "history"} - {feature})).mask()
    assert ordered(memory, position, ["c1c2", "e2e3"]) == ["e2e3", "c1c2"]


# --- what is learnt


def test_history_rewards_the_refutation_and_penalises_earlier_moves(
    memory: SearchMemory, position: Position
) -> None:
    update_quiet_stats(memory, position, ["c1c2", "e2e3"])
    assert history(memory, position, "e2e3") > 0
    assert history(memory, position, "c1c2") < 0
    assert history(memory, position, "d3d2") == 0


def test_captures_leave_history_unchanged(memory: SearchMemory, position: Position) -> None:
    update_quiet_stats(memory, position, ["c1c2", "d3d5"])
    assert not memory.state["history"].any()
    assert not memory.state["killers"].any()


def test_earlier_captures_are_not_penalised(memory: SearchMemory, position: Position) -> None:
    update_quiet_stats(memory, position, ["d3d5", "e2e3"])
    assert np.count_nonzero(memory.state["history"]) == 1


def test_failing_killer_is_penalised(memory: SearchMemory, position: Position) -> None:
    update_quiet_stats(memory, position, ["c1c2"])
    update_quiet_stats(memory, position, ["c1c2", "e2e3"])
    update_quiet_stats(memory, position, ["c1c2", "e2e3"])
    assert history(memory, position, "c1c2") < 0


def test_history_stays_within_its_bounds(memory: SearchMemory, position: Position) -> None:
    for _ in range(3_000):
        update_quiet_stats(memory, position, ["c1c2", "e2e3"], depth=60)
    assert MAX_HISTORY // 2 < history(memory, position, "e2e3") <= MAX_HISTORY
    assert -MAX_HISTORY <= history(memory, position, "c1c2") < -MAX_HISTORY // 2


def test_history_never_outranks_a_killer_or_a_capture(memory: SearchMemory, position: Position) -> None:
    memory.state["history"][:] = MAX_HISTORY
    memory.state["killers"][0, 0] = codes(CONGO, position)["e2e3"]
    assert ordered(memory, position, [*QUIETS, "d3d5"])[:2] == ["d3d5", "e2e3"]


def test_the_sides_have_histories_of_their_own() -> None:
    for move in CONGO.legal_moves(CONGO.start()):
        code = int64(move.code)
        white, black = (int(ordering.history_index(int64(side), code)) for side in (0, 1))
        assert white != black


def test_every_move_has_a_history_entry() -> None:
    size = SearchMemory(CONGO.start()).state["history"].size
    for position in random_positions(60):
        for move in CONGO.legal_moves(position):
            assert 0 <= int(ordering.history_index(int64(position.side), int64(move.code))) < size


def test_a_new_search_has_no_killers_and_fades_history(memory: SearchMemory, position: Position) -> None:
    for _ in range(40):
        update_quiet_stats(memory, position, ["c1c2", "e2e3"], depth=9)
    before = history(memory, position, "e2e3"), history(memory, position, "c1c2")
    ordering.reset_ordering(memory.state)
    after = history(memory, position, "e2e3"), history(memory, position, "c1c2")
    assert not memory.state["killers"].any()
    assert 0 < after[0] < before[0]
    assert before[1] < after[1] < 0


def test_ordering_is_a_permutation() -> None:
    for position in random_positions(30):
        texts = list(codes(CONGO, position))
        assert sorted(ordered(SearchMemory(position, mib=0), position, texts)) == sorted(texts)


def test_hash_move_is_not_written_behind_the_move_buffer() -> None:
    """The moves of the position above may end exactly at its end."""
    position = CONGO.start()
    move = CONGO.legal_codes(position)[0]
    memory = SearchMemory(position)
    for start, written in ((MOVE_BUFFER_SIZE - 1, 1), (MOVE_BUFFER_SIZE, 0)):
        memory.state["moves_start"][0] = start
        assert place_hash_move(memory.state, int64(0), int64(move_key(move))) == written
    assert memory.state["moves"][-1] == move
    assert memory.state["ranks"][0] == 0
