"""Nodes and time to each depth."""

from __future__ import annotations

from dataclasses import asdict
from itertools import pairwise

from engine.game.game import KeyHistory
from engine.research.ablation.measure import DeepeningRun, DepthCost, deepen, run_from
from engine.search.limits import Limits, SearchOptions
from engine.search.perft import perft
from tests.engine.rules.congo.support import CONGO
from tests.engine.search.support import NO_KEY_HISTORY, benchmark, run, searcher, without

PLAIN = without("alphabeta")


def test_nodes_and_time_rise_with_the_depth_and_repeat() -> None:
    position = benchmark()[3]
    once, again = (deepen(searcher(), position, SearchOptions(), 20_000) for _ in range(2))
    assert [each.depth for each in once.reached] == list(range(1, len(once.reached) + 1))
    assert all(a.nodes < b.nodes and a.seconds <= b.seconds for a, b in pairwise(once.reached))
    assert [(each.depth, each.nodes) for each in once.reached] == [
        (each.depth, each.nodes) for each in again.reached
    ]
    assert not once.solved


def test_minimax_makes_every_move_of_the_tree() -> None:
    """No draw by history is possible within three plies, so the nodes are those of perft."""
    position = CONGO.start()
    found = deepen(searcher(), position, PLAIN, 200_000)
    counts = [perft(CONGO, position, depth) for depth in (1, 2, 3)]
    # It deepens ply by ply, and each depth counts its whole tree again.
    trees = [sum(counts[:depth]) for depth in (1, 2, 3)]
    assert [each.nodes for each in found.reached] == [sum(trees[:depth]) for depth in (1, 2, 3)]


def test_without_alpha_beta_the_search_is_minimax() -> None:
    for position in benchmark()[:4]:
        deepened = run(position, options=PLAIN, depth=3)
        alone = searcher().minimax(position, KeyHistory(), 3)
        assert deepened is not None
        assert alone is not None
        assert (deepened.score, deepened.depth) == (alone.score, 3)
        assert len(deepened.pv) == 1


def test_minimax_uses_one_thread_and_reports_one_line() -> None:
    position = benchmark()[0]
    reports: list[int] = []
    several = SearchOptions(without=frozenset({"alphabeta"}), threads=3, multipv=4)
    searcher().clear_stop()
    searcher().search(
        position, NO_KEY_HISTORY, Limits(depth=3), several, lambda info: reports.append(info.nodes)
    )
    counted = reports[:]
    reports.clear()
    searcher().search(
        position, NO_KEY_HISTORY, Limits(depth=3), PLAIN, lambda info: reports.append(info.nodes)
    )
    assert counted == reports
    assert len(reports) == 3


def test_cost_of_a_depth() -> None:
    reached = (DepthCost(1, 10, 0.1), DepthCost(2, 50, 0.3))
    open_end, solved = DeepeningRun(reached, False), DeepeningRun(reached, True)
    assert open_end.at(2) == reached[1]
    assert open_end.at(3) is None
    assert solved.at(7) == reached[1]
    assert [open_end.depth_within(seconds) for seconds in (0.05, 0.1, 0.2, 9)] == [0, 1, 1, 2]
    assert DeepeningRun((), True).at(1) is None


def test_a_decided_position_is_solved() -> None:
    assert deepen(searcher(), CONGO.notation.parse("3l3/7/7/7/7/3L3/4Z2 w 1"), SearchOptions(), 10_000).solved


def test_runs_round_trip_through_json() -> None:
    reported = DeepeningRun((DepthCost(1, 10, 0.1),), True)
    assert run_from(asdict(reported)) == reported
