"""The searcher's interface: limits, lines, reports, threads, and reproducibility."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from engine.compiled.jit import int64
from engine.game.game import Game
from engine.rules.values import Position
from engine.search import alphabeta, transposition
from engine.search import searcher as searcher_module
from engine.search.evaluation import static_eval_of_record
from engine.search.features import FEATURES
from engine.search.limits import ALPHA_BETA, Limits, Score, SearchInfo, SearchOptions
from engine.search.searcher import MAX_DEPTH, Searcher, to_score
from engine.search.state import INFINITE, MAX_PLY, WIN, WIN_BOUND
from engine.search.transposition import MISS
from engine.system.errors import UserError
from tests.engine.rules.congo.support import CONGO, place
from tests.engine.search.support import (
    MANY_MOVES,
    MOST_MOVES_4888,
    NARROWEST,
    NO_KEY_HISTORY,
    PRESERVING,
    WIDEST,
    SearchMemory,
    benchmark,
    fens,
    only,
    random_positions,
    run,
    searcher,
    without,
)

TERMINAL = ("2el3/7/7/7/7/7/P6 w 9", "3l3/7/7/7/7/7/3L3 b 5", "7/7/ssslsss/sssssss/MMMMLMM/PPPPPPP/7 w 1")
FOUR_THOUSAND_MOVES = CONGO.notation.parse(MOST_MOVES_4888)


@pytest.fixture(autouse=True)
def _no_thread_is_left() -> Iterator[None]:
    before = threading.active_count()
    yield
    assert threading.active_count() <= before


def reports(
    position: Position,
    options: SearchOptions | None = None,
    depth: int | None = None,
    nodes: int | None = None,
) -> list[SearchInfo]:
    """Return the reports of a search from scratch."""
    shared = searcher()
    shared.clear_stop()
    shared.clear()
    reported: list[SearchInfo] = []
    shared.search(position, NO_KEY_HISTORY, Limits(depth, nodes), options, report=reported.append)
    return reported


def assert_line_can_be_played(position: Position, info: SearchInfo) -> Position:
    assert info.pv
    for move in info.pv:
        assert move in CONGO.legal_moves(position)
        position = CONGO.play(position, move)
    return position


# --- limits


@pytest.mark.parametrize("nodes", [1, 2, 10, 23, 24, 25, 100, 777, 5_000, 40_000])
def test_no_more_nodes_than_allowed(nodes: int) -> None:
    for position in (CONGO.start(), *fens(6)):
        info = run(position, nodes=nodes)
        assert info is not None
        assert searcher().nodes <= nodes
        assert info.nodes <= nodes
        assert info.pv[0] in CONGO.legal_moves(position)


def test_all_the_nodes_allowed_are_used() -> None:
    run(CONGO.start(), nodes=30_000)
    assert searcher().nodes == 30_000


@pytest.mark.parametrize("depth", [1, 2, 3, 5])
def test_depth_limit_is_reached_and_not_exceeded(depth: int) -> None:
    reported = reports(CONGO.start(), depth=depth)
    assert [info.depth for info in reported] == list(range(1, depth + 1))


def test_a_depth_beyond_the_line_of_positions_is_cut_to_it() -> None:
    info = run(place("Lc1 lc5 Pa6"), nodes=50_000, depth=10_000)
    assert info is not None
    assert info.depth <= MAX_DEPTH < MAX_PLY


def test_expired_time_still_gives_a_legal_move() -> None:
    for position in fens(10):
        info = run(position, movetime=0)
        assert info is not None
        assert info.pv[0] in CONGO.legal_moves(position)


def test_time_limit_alone_ends_a_search() -> None:
    info = run(CONGO.start(), movetime=30)
    assert info is not None
    assert info.depth >= 1


@pytest.mark.parametrize("milliseconds", [10**15, 10**18])
def test_times_beyond_the_clocks_range_are_accepted(milliseconds: int) -> None:
    info = run(CONGO.start(), movetime=milliseconds, depth=2)
    assert info is not None
    assert info.depth == 2


def test_the_first_limit_reached_ends_the_search() -> None:
    assert run(CONGO.start(), depth=3, nodes=10**9, movetime=10**6).depth == 3  # type: ignore[union-attr]
    run(CONGO.start(), depth=50, nodes=500)
    assert searcher().nodes == 500


@pytest.mark.parametrize("fen", TERMINAL)
def test_finished_game_has_nothing_to_search(fen: str) -> None:
    position = CONGO.notation.parse(fen)
    assert run(position, depth=3) is None
    assert reports(position, depth=3) == []
    assert searcher().minimax(position, NO_KEY_HISTORY, 2) is None
    assert searcher().fixed_depth(position, NO_KEY_HISTORY, 2, ALPHA_BETA) is None


# --- stopping


@pytest.mark.parametrize("multipv", [1, 3])
def test_stopping_before_the_start_still_gives_a_legal_move(multipv: int) -> None:
    for position in (CONGO.start(), *fens(8), FOUR_THOUSAND_MOVES):
        shared = searcher()
        shared.stop()
        info = shared.search(position, NO_KEY_HISTORY, Limits(), SearchOptions(multipv=multipv))
        shared.clear_stop()
        assert info is not None
        assert info.pv[0] in CONGO.legal_moves(position)


def test_stopping_from_another_thread_ends_a_search_without_limits() -> None:
    shared = searcher()
    shared.clear_stop()
    reported: list[SearchInfo] = []

    def stop_at_depth_four(info: SearchInfo) -> None:
        reported.append(info)
        if info.depth == 4:
            stopper.start()

    stopper = threading.Thread(target=shared.stop)
    info = shared.search(CONGO.start(), NO_KEY_HISTORY, Limits(infinite=True), report=stop_at_depth_four)
    stopper.join()
    assert reported[-1].depth >= 4
    assert info is not None
    assert info.depth >= reported[-1].depth


def test_a_stopped_depth_never_plays_a_refuted_move() -> None:
    position = benchmark()[3]
    whole = reports(position, depth=6)
    for info, deeper in pairwise(whole[2:]):
        # Stopped while the first move of the next depth is looked at: nothing new is known.
        stopped = run(position, nodes=info.nodes + 1)
        assert stopped is not None
        assert (stopped.depth, stopped.pv, stopped.score) == (info.depth, info.pv, info.score)
        assert stopped.nodes < deeper.nodes


@pytest.mark.parametrize("nodes", [66, 80, 94])
def test_stopped_minimax_announces_no_loss_while_moves_are_not_searched(nodes: int) -> None:
    """The best move of the first depth loses the lion; it is the first one of the second depth."""
    position = CONGO.notation.parse("1mele1z/pgp1p1p/1pp1p2/3P2c/7/P1P1PPP/GMEL1CZ w 7")
    searcher().clear_stop()
    whole = searcher().minimax(position, NO_KEY_HISTORY, 2)
    assert whole is not None
    assert whole.score.mate is None
    shared = searcher()
    shared.clear_stop()
    plain = SearchOptions(without=frozenset({"alphabeta"}))
    info = shared.search(position, NO_KEY_HISTORY, Limits(nodes=nodes), plain)
    assert info is not None
    assert info.score.mate is None
    assert info.pv[0] != CONGO.parse_move(position, "d4c5")


def test_minimax_that_is_stopped_at_once_gives_no_line_of_another_position() -> None:
    before = CONGO.notation.parse("gmelecz/ppppp1p/4p2/7/4P2/PPP1PPP/GMELECZ w 2")
    position = CONGO.notation.parse("gmelecz/pppp1pp/5p1/7/1P5/P1PPPPP/GMELECZ w 2")
    plain = SearchOptions(without=frozenset({"alphabeta"}))
    searcher().prepare(plain)
    run(before, depth=3)
    info = searcher().search(position, NO_KEY_HISTORY, Limits(nodes=1), plain)
    searcher().clear_stop()
    assert info is not None
    assert len(info.pv) == 1


@pytest.mark.parametrize("nodes", [900, 1600])
def test_a_stopped_search_of_a_lost_position_keeps_the_longest_defence(nodes: int) -> None:
    position = CONGO.notation.parse("2l4/2S2S1/1s5/SSS1SS1/2SL2s/7/1s5 b 99")
    info = run(position, nodes=nodes)
    assert info is not None
    assert info.score.mate == -3
    after = CONGO.play(position, info.pv[0])
    assert not any(CONGO.outcome(CONGO.play(after, reply)) for reply in CONGO.legal_moves(after))


def test_a_stopped_depth_never_reports_a_score_below_its_window(monkeypatch: pytest.MonkeyPatch) -> None:
    """There it only knows that the score is lower than at the last depth."""
    shared = searcher()
    search_root = shared._search_root
    found: list[tuple[int, int]] = []
    """The lower end of the window and the score of each search of the root."""

    def noting(depth: int, pv_index: int, alpha: int, beta: int) -> int:
        found.append((alpha, search_root(depth, pv_index, alpha, beta)))
        return found[-1][1]

    monkeypatch.setattr(shared, "_search_root", noting)
    below = 0
    for position in benchmark():
        for nodes in range(2_000, 20_000, 1_500):
            info = run(position, nodes=nodes)
            assert info is not None
            alpha, score = found[-1]
            if -INFINITE < score <= alpha:
                below += 1
                assert info.score.cp in [last for low, last in found if last > low]
                assert info.score.cp != score
            found.clear()
    assert below > 5


def test_after_a_stop_a_search_has_to_be_allowed_again() -> None:
    shared = searcher()
    shared.stop()
    assert shared.fixed_depth(CONGO.start(), NO_KEY_HISTORY, 2, ALPHA_BETA) is None
    assert shared.minimax(CONGO.start(), NO_KEY_HISTORY, 2) is None
    shared.clear_stop()
    assert shared.fixed_depth(CONGO.start(), NO_KEY_HISTORY, 2, ALPHA_BETA) is not None


# --- what is reported


def test_each_depth_reports_a_playable_line() -> None:
    for position in (*benchmark()[::3], *random_positions(60)[::6]):
        for info in reports(position, depth=5):
            end = assert_line_can_be_played(position, info)
            assert info.seldepth >= info.depth
            assert (info.nodes > 0) == (info.source == "search")
            assert len(info.pv) >= info.depth or CONGO.outcome(end) is not None or info.score.cp == 0


def test_lines_are_whole_with_every_set_of_features() -> None:
    for position in benchmark()[::4]:
        for name in FEATURES:
            assert_line_can_be_played(position, run(position, options=without(name), depth=4))  # type: ignore[arg-type]
        assert_line_can_be_played(position, run(position, options=ALPHA_BETA, depth=3))  # type: ignore[arg-type]


def test_the_score_is_the_evaluation_at_the_end_of_the_pv() -> None:
    options = only("ordering", "killers", "history", "pvs")
    for position in (*benchmark(), *fens(20)):
        info = run(position, options=options, depth=3)
        assert info is not None
        end = assert_line_can_be_played(position, info)
        if CONGO.outcome(end) is None and len(info.pv) == 3:
            assert info.score.cp == -static_eval_of_record(CONGO, end.record)


def test_nodes_and_depths_grow_from_report_to_report() -> None:
    reported = reports(CONGO.start(), depth=6)
    assert [info.nodes for info in reported] == sorted({info.nodes for info in reported})
    assert all(info.time_ms >= 0 and info.nps > 0 for info in reported)
    assert reported[-1].nodes == searcher().nodes


def test_result_matches_the_last_report() -> None:
    shared = searcher()
    shared.clear_stop()
    reported: list[SearchInfo] = []
    info = shared.search(CONGO.start(), NO_KEY_HISTORY, Limits(depth=4), report=reported.append)
    assert info == reported[-1]


def test_interrupted_search_reports_all_nodes_and_time() -> None:
    shared = searcher()
    shared.clear()
    shared.clear_stop()
    reported: list[SearchInfo] = []
    info = shared.search(CONGO.start(), NO_KEY_HISTORY, Limits(nodes=3_000), report=reported.append)
    assert info is not None
    assert info.nodes == shared.nodes
    assert info.nodes > reported[-1].nodes
    assert info.time_ms >= reported[-1].time_ms
    assert info.depth in (reported[-1].depth, reported[-1].depth + 1)


def test_minimax_is_compiled_before_the_clock_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    fresh, asked = Searcher(CONGO, 1), []
    search = Searcher.minimax

    def note(one: Searcher, *words: Any) -> SearchInfo | None:
        asked.append(one._timer)
        return search(one, *words)

    monkeypatch.setattr(Searcher, "minimax", note)
    plain = SearchOptions(without=frozenset({"alphabeta"}))
    for _ in range(2):
        fresh.clear_stop()
        fresh.search(CONGO.start(), NO_KEY_HISTORY, Limits(depth=1), plain)
    assert asked == [None]


def test_what_a_weak_level_needs_is_compiled_when_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    fresh, called = Searcher(CONGO, 1), []
    for name in ("handcrafted_eval_after", "first_safe"):
        monkeypatch.setattr(searcher_module, name, lambda *_, name=name: called.append(name))
    fresh.prepare(SearchOptions())
    assert called == []
    for _ in range(2):
        fresh.prepare(SearchOptions(level=3))
    assert sorted(called) == ["first_safe", "handcrafted_eval_after"]


def test_a_decided_game_is_not_searched_further() -> None:
    reported = reports(place("Ld1 ld7 Pa1"), depth=30)
    assert [info.depth for info in reported] == [1]
    assert str(reported[0].score) == "mate 1"


# --- several lines


@pytest.mark.parametrize("count", [2, 3, 7])
def test_lines_are_sorted_and_begin_with_different_moves(count: int) -> None:
    for position in benchmark()[::3]:
        reported = reports(position, SearchOptions(multipv=count), depth=4)
        for depth in range(1, 5):
            lines = [info for info in reported if info.depth == depth]
            assert [info.multipv for info in lines] == list(range(1, count + 1))
            scores = [info.score.cp for info in lines]
            assert scores == sorted(scores, reverse=True)
            assert len({info.pv[0] for info in lines}) == count
            for info in lines:
                assert_line_can_be_played(position, info)


def test_lines_stay_sorted_if_the_table_improves_a_later_one() -> None:
    reported = reports(CONGO.notation.parse("7/3l3/7/7/3L1p1/7/7 w 59"), SearchOptions(multipv=3), depth=9)
    for depth in range(1, 10):
        scores = [info.score.cp for info in reported if info.depth == depth]
        assert scores == sorted(scores, reverse=True)


def test_more_lines_than_moves_are_all_moves() -> None:
    position = CONGO.start()
    reported = reports(position, SearchOptions(multipv=400), depth=2)
    lines = [info for info in reported if info.depth == 2]
    assert {info.pv[0] for info in lines} == set(CONGO.legal_moves(position))
    assert len(lines) == 24


def test_each_line_has_the_score_of_its_move() -> None:
    options = replace(only(*PRESERVING), multipv=100)
    for position in (CONGO.start(), benchmark()[4]):
        shared = searcher()
        for info in reports(position, options, depth=3):
            if info.depth == 3:
                shared.clear_stop()
                after = shared.minimax(CONGO.play(position, info.pv[0]), NO_KEY_HISTORY, 2)
                assert after is not None
                assert info.score.cp == -after.score.cp


def test_the_first_of_several_lines_is_the_single_line() -> None:
    for position in benchmark()[::2]:
        single = run(position, options=only(*PRESERVING, "quiescence"), depth=4)
        several = run(position, options=replace(only(*PRESERVING, "quiescence"), multipv=4), depth=4)
        assert single is not None
        assert several is not None
        assert several.score == single.score


def test_lines_are_searched_further_if_only_the_last_of_them_is_a_forced_loss() -> None:
    position = CONGO.notation.parse("gme1e1z/Gp1pc1p/2l1p2/7/1P1P3/P3P2/M1ELECZ b 16")
    best, second = reports(position, SearchOptions(multipv=2), depth=8)[-2:]
    assert best.score.mate is None
    assert second.score.mate is not None
    assert best.depth == second.depth == 8


def test_several_lines_within_a_node_limit() -> None:
    for nodes in (1, 30, 200, 3_000):
        reported = reports(CONGO.start(), SearchOptions(multipv=5), nodes=nodes)
        assert searcher().nodes <= nodes
        assert all(len([i for i in reported if i.depth == info.depth]) == 5 for info in reported)


# --- what repeats exactly


def test_the_same_search_from_scratch_makes_the_same_nodes() -> None:
    for position in benchmark():
        first, second = (reports(position, depth=5) for _ in range(2))
        assert [(i.nodes, i.score, i.pv, i.seldepth) for i in first] == [
            (i.nodes, i.score, i.pv, i.seldepth) for i in second
        ]


def test_a_fresh_searcher_and_a_cleared_one_are_the_same() -> None:
    for position in benchmark()[:4]:
        run(position, depth=5)
    cleared = run(benchmark()[5], depth=5)
    fresh = Searcher(CONGO, hash_mib=4).search(benchmark()[5], NO_KEY_HISTORY, Limits(depth=5))
    assert cleared is not None
    assert fresh is not None
    assert (cleared.nodes, cleared.pv, cleared.score) == (fresh.nodes, fresh.pv, fresh.score)


def test_a_search_reuses_the_previous_table() -> None:
    shared = searcher()
    first = run(CONGO.start(), depth=6)
    shared.clear_stop()
    again = shared.search(CONGO.start(), NO_KEY_HISTORY, Limits(depth=6))
    assert first is not None
    assert again is not None
    assert again.nodes < first.nodes


@pytest.mark.parametrize("of_all", [True, False])
def test_the_score_of_only_some_moves_is_not_kept(of_all: bool) -> None:
    start, shared = CONGO.start(), searcher()
    shared.clear()
    limits = Limits(depth=4, moves=() if of_all else CONGO.legal_moves(start)[:3])
    assert shared.search(start, NO_KEY_HISTORY, limits) is not None
    assert (transposition.probe(shared._state, int64(start.key)) != MISS) == of_all


def test_the_searched_position_is_unchanged() -> None:
    position = CONGO.notation.parse("gme1lc1/ppppppp/4ez1/7/4EZP/PPPPP1P/GMEL1C1 w 4")
    before = position.record.tobytes()
    run(position, depth=4)
    assert position.record.tobytes() == before


# --- threads


@pytest.mark.parametrize("threads", [2, 3])
def test_several_threads_give_a_legal_move_and_end(threads: int) -> None:
    before = threading.active_count()
    for position in (CONGO.start(), benchmark()[7], FOUR_THOUSAND_MOVES):
        info = run(position, options=SearchOptions(threads=threads), depth=4)
        assert info is not None
        assert_line_can_be_played(position, info)
        assert threading.active_count() <= before


def test_helpers_count_their_nodes() -> None:
    info = run(CONGO.start(), options=SearchOptions(threads=2), movetime=40)
    assert info is not None
    assert searcher().nodes > int(searcher()._state["nodes"])


@pytest.mark.parametrize("threads", [2, 4])
def test_all_threads_together_keep_to_the_number_of_nodes(threads: int) -> None:
    info = run(CONGO.start(), options=SearchOptions(threads=threads), nodes=20_000)
    assert info is not None
    assert 20_000 // threads <= info.nodes <= 20_000


def test_threads_that_cannot_start_leave_their_nodes_to_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    start = threading.Thread.start
    started: list[threading.Thread] = []

    def start_one(thread: threading.Thread) -> None:
        if started:
            raise RuntimeError("can't start new thread")
        started.append(thread)
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", start_one)
    info = run(CONGO.start(), options=SearchOptions(threads=8), nodes=20_000)
    assert info is not None
    assert 20_000 // 2 <= info.nodes <= 20_000


def test_one_node_is_searched_on_one_thread() -> None:
    info = run(CONGO.start(), options=SearchOptions(threads=4), nodes=1)
    assert info is not None
    assert info.nodes == 1


@pytest.mark.parametrize("how", ["minimax", "a fixed depth", "a blunder"])
def test_nodes_of_an_earlier_search_on_several_threads_do_not_count(how: str) -> None:
    shared, start = searcher(), CONGO.start()
    run(start, options=SearchOptions(threads=2), depth=10)
    if how == "minimax":
        info = shared.minimax(start, NO_KEY_HISTORY, 1)
    elif how == "a fixed depth":
        info = shared.fixed_depth(start, NO_KEY_HISTORY, 1, ALPHA_BETA)
    else:
        info = shared._info_without_search(start, CONGO.legal_moves(start)[0].code, 24)
    assert info is not None
    assert info.nodes == 24


def test_immediately_stopped_threads_end() -> None:
    shared = searcher()
    for _ in range(20):
        shared.stop()
        info = shared.search(CONGO.start(), NO_KEY_HISTORY, Limits(), SearchOptions(threads=3))
        assert info is not None
    shared.clear_stop()


def test_a_won_game_is_won_with_several_threads_too() -> None:
    info = run(CONGO.notation.parse("3l3/7/1C5/7/4LP1/1M5/7 w 50"), options=SearchOptions(threads=2), depth=8)
    assert info is not None
    assert info.score.mate == 3


# --- positions at the edge


@pytest.mark.parametrize("side", "wb")
@pytest.mark.parametrize("fen", MANY_MOVES)
@pytest.mark.parametrize("options", [SearchOptions(), ALPHA_BETA, SearchOptions(multipv=3)])
def test_thousands_of_moves_are_searched(fen: str, side: str, options: SearchOptions) -> None:
    position = CONGO.notation.parse(fen.replace(" w ", f" {side} "))
    info = run(position, options=options, nodes=60_000, depth=4)
    assert info is not None
    assert_line_can_be_played(position, info)


def test_thousands_of_moves_in_reach_of_minimax() -> None:
    shared = searcher()
    shared.clear_stop()
    info = shared.minimax(FOUR_THOUSAND_MOVES, NO_KEY_HISTORY, 1)
    assert info is not None
    assert info.nodes == 4888
    best = shared.fixed_depth(FOUR_THOUSAND_MOVES, NO_KEY_HISTORY, 1, ALPHA_BETA)
    assert best is not None
    assert best.score == info.score


def test_a_position_beyond_the_move_buffer_is_evaluated() -> None:
    memory = SearchMemory(CONGO.start(), ALPHA_BETA, mib=0)
    memory.state["moves_start"][0] = memory.state["moves"].size - 5
    found = alphabeta.search(memory.state, int64(0), int64(3), NARROWEST, WIDEST)
    assert int(found) == CONGO.core().evaluate(CONGO.start().record)


def test_a_game_can_be_played_to_its_end() -> None:
    game = Game(CONGO)
    while game.outcome is None:
        info = run(game.position, game.key_history(), nodes=300)
        assert info is not None
        game.play(info.pv[0])
    assert len(game.plies) > 10


# --- scores and options in words


@pytest.mark.parametrize(
    ("score", "uci", "words"),
    [
        (35, "cp 35", "+0.35"),
        (-120, "cp -120", "-1.20"),
        (0, "cp 0", "+0.00"),
        (WIN - 1, "mate 1", "wins in 1"),
        (WIN - 5, "mate 3", "wins in 3"),
        (2 - WIN, "mate -1", "loses in 1"),
        (6 - WIN, "mate -3", "loses in 3"),
        (WIN_BOUND, f"cp {WIN_BOUND}", f"+{WIN_BOUND / 100:.2f}"),
    ],
)
def test_scores_as_texts(score: int, uci: str, words: str) -> None:
    assert (str(to_score(score)), to_score(score).describe()) == (uci, words)


def test_a_report_as_a_line_of_the_protocol() -> None:
    moves = CONGO.legal_moves(CONGO.start())[:2]
    info = SearchInfo(3, 5, Score(-7), 1234, 567, 89, moves, multipv=2)
    assert str(info) == (
        "info depth 3 seldepth 5 multipv 2 score cp -7 nodes 1234 nps 567 time 89"
        f" pv {moves[0].text} {moves[1].text}"
    )


def test_an_unknown_feature_is_named_in_the_error() -> None:
    with pytest.raises(UserError, match=r"no feature 'nullmovex'.*quiescence"):
        without("nullmovex")


def test_every_feature_has_its_own_bit() -> None:
    full = SearchOptions().mask()
    assert ALPHA_BETA.mask() == 0
    assert sorted(full - without(name).mask() for name in FEATURES) == [1 << n for n in range(len(FEATURES))]
