"""Quiescence search: captures are searched to the end, standing pat is allowed, and it terminates."""

from __future__ import annotations

import pytest

from engine.compiled.jit import int64
from engine.rules.congo.exchange import loses_material
from engine.rules.congo.weights import VALUES
from engine.rules.values import Position
from engine.search import alphabeta
from engine.search.limits import SearchOptions
from engine.search.state import MAX_PLY, WIN
from tests.engine.rules.congo.support import CONGO, after, place
from tests.engine.search.support import (
    MANY_MOVES,
    MONKEY_MAZE,
    MOST_MOVES_4888,
    NARROWEST,
    NO_KEY_HISTORY,
    WIDEST,
    SearchMemory,
    fens,
    only,
    random_positions,
    run,
    searcher,
    without,
)

PAWN_VALUE = int(VALUES[6])


ALL_TACTICAL_MOVES = without("see")


def quiesce(
    position: Position,
    alpha: int = int(NARROWEST),
    beta: int = int(WIDEST),
    options: SearchOptions = ALL_TACTICAL_MOVES,
) -> int:
    """Return the quiescence score of a position."""
    memory = SearchMemory(position, options, mib=0)
    zero = int64(0)
    over = int(alphabeta.score_without_search(memory.state, zero))
    if over != alphabeta.NO_SCORE:
        return over
    return int(alphabeta.quiesce(memory.state, zero, int64(alpha), int64(beta)))


def quiet_value(position: Position) -> int:
    return CONGO.core().evaluate(position.record)


def reference(position: Position, ply: int = 0, see: bool = False) -> int:
    """Return the quiescence score in Python: the best of standing pat and every tactical move.

    With `see` only of those that lose nothing by themselves.
    """
    core = CONGO.core()
    if core.terminal_result(position.record):
        return int(alphabeta.result_score(int64(core.terminal_result(position.record)), int64(ply)))
    best = quiet_value(position)
    tactical = set(core.tactical_moves(position.record))
    for move in CONGO.legal_moves(position):
        if move.code in tactical and not (see and loses_material(position.record, int64(move.code))):
            best = max(best, -reference(CONGO.play(position, move), ply + 1, see))
    return best


def calm(position: Position, limit: int = 400) -> bool:
    """Return whether the reference is fast enough for a position."""
    count = [0]

    def walk(here: Position) -> None:
        count[0] += 1
        if count[0] > limit or CONGO.core().terminal_result(here.record):
            return
        tactical = set(CONGO.core().tactical_moves(here.record))
        for move in CONGO.legal_moves(here):
            if move.code in tactical and count[0] <= limit:
                walk(CONGO.play(here, move))

    walk(position)
    return count[0] <= limit


def test_score_is_the_best_of_standing_pat_and_all_tactical_moves() -> None:
    tried = [position for position in random_positions(120) if calm(position)]
    assert len(tried) > 50
    for position in tried:
        assert quiesce(position) == reference(position), CONGO.notation.format(position)
        thrifty = quiesce(position, options=without("tablebase"))
        assert thrifty == reference(position, see=True), CONGO.notation.format(position)


def test_a_narrow_window_gives_a_bound_on_its_side() -> None:
    for position in (*fens(40), *random_positions(120)):
        full = quiesce(position)
        for alpha in range(full - 150, full + 150, 37):
            found = quiesce(position, alpha, alpha + 1)
            assert (found <= alpha) == (full <= alpha), CONGO.notation.format(position)
            assert found >= full if found <= alpha else found <= full


def test_score_without_tactical_moves_is_the_evaluation() -> None:
    quiet = [p for p in random_positions(120) if not CONGO.core().tactical_moves(p.record)]
    assert quiet
    for position in quiet:
        assert quiesce(position) == quiet_value(position)


def test_a_bad_capture_is_never_forced() -> None:
    # The crocodile could take a pawn that another pawn guards.
    position = place("Lc1 le7 Cd3 pd5 pe6 pc6")
    assert quiesce(position) == quiet_value(position)


def test_a_hanging_piece_is_seen_at_the_horizon() -> None:
    # At depth 1 the elephant takes a guarded pawn, unless one looks at the answer.
    position = place("Lc1 le7 Ed3 pd5 pe6 pc6")
    greedy = run(position, options=only("ordering", "pvs"), depth=1)
    careful = run(position, depth=1)
    assert greedy
    assert careful
    assert str(greedy.pv[0]) == "d3d5"
    assert str(careful.pv[0]) != "d3d5"
    assert careful.score.cp < greedy.score.cp - PAWN_VALUE // 2


def test_a_free_piece_is_taken_at_the_horizon() -> None:
    position = place("Lc1 le7 Ed3 cd5")
    assert quiesce(position) > quiet_value(position) + int(VALUES[4]) // 2


def test_taking_the_lion_is_a_win_at_its_distance() -> None:
    assert quiesce(place("Ld1 ld7 Pa1")) == WIN - 1


def test_a_lost_lion_is_the_score_of_a_lost_game() -> None:
    assert quiesce(after(place("Ld1 ld7 Pa1"), "d1d7")) == -WIN


def test_bare_lions_are_a_draw() -> None:
    assert quiesce(place("Lc1 le7", "b")) == 0


def test_attacked_lion_can_escape_so_nothing_is_lost_yet() -> None:
    position = place("Lc1 le7 ea1 pg6")  # the elephant attacks the lion and cannot be taken
    assert quiesce(position) == quiet_value(position)


@pytest.mark.parametrize("fen", MANY_MOVES)
def test_many_capturing_monkeys_terminate(fen: str) -> None:
    for side in "wb":
        position = CONGO.notation.parse(fen.replace(" w ", f" {side} "))
        assert abs(quiesce(position)) <= WIN


@pytest.mark.parametrize("fen", [MOST_MOVES_4888, MONKEY_MAZE])
def test_quiescence_stands_pat_when_the_move_buffer_is_full(fen: str) -> None:
    position = CONGO.notation.parse(fen.replace(" w ", " b "))
    memory = SearchMemory(position, mib=0)
    memory.state["moves_start"][0] = memory.state["moves"].size - 10
    found = alphabeta.quiesce(memory.state, int64(0), NARROWEST, WIDEST)
    assert int(found) == quiet_value(position)


def test_quiescence_stands_pat_at_the_greatest_ply() -> None:
    position = place("Lc1 le7 Ed3 cd5")
    memory = SearchMemory(position, mib=0)
    memory.state["positions"][MAX_PLY - 1] = position.record
    memory.state["keys"][MAX_PLY - 1] = position.key
    found = alphabeta.quiesce(memory.state, int64(MAX_PLY - 1), NARROWEST, WIDEST)
    assert int(found) == quiet_value(position)


def test_its_nodes_count() -> None:
    position = place("Lc1 le7 Ed3 cd5")
    memory = SearchMemory(position, mib=0)
    alphabeta.quiesce(memory.state, int64(0), NARROWEST, WIDEST)
    assert memory.state["nodes"] >= 1


@pytest.mark.parametrize("features", [("quiescence",), ("quiescence", "ordering"), ("quiescence", "pvs")])
def test_the_order_of_captures_changes_no_score(features: tuple[str, ...]) -> None:
    full = only("quiescence", "ordering", "pvs", "killers", "history")
    for position in (*fens(12), *random_positions(20)):
        scores = {
            searcher().fixed_depth(position, NO_KEY_HISTORY, 2, options).score.cp  # type: ignore[union-attr]
            for options in (full, only(*features))
        }
        assert len(scores) == 1, CONGO.notation.format(position)
