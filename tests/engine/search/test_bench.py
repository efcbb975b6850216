"""The benchmark, and the search's signature.

With one thread the number of nodes is the same on every machine and every run, so it changes exactly when
the search, the evaluation or the move generator does. `tests/data/bench_signature.txt` holds ``DEPTH NODES``
of Congo with the handcrafted evaluation and, in its second line, with the network. A change on purpose
writes the new number there, and the reason in the commit; a number that changes without a purpose is a
defect.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.search import bench
from engine.search.bench import Bench
from tests.engine.rules.congo.support import CONGO

SIGNATURE = Path(__file__).parents[2] / "data" / "bench_signature.txt"


@pytest.fixture(autouse=True)
def _measure_briefly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "CALIBRATION_STEPS", 30_000)
    monkeypatch.setattr(bench, "PERFT_DEPTH", 3)


def measure(depth: int, threads: int = 1, without: frozenset[str] = frozenset()) -> tuple[Bench, list[str]]:
    lines: list[str] = []
    return bench.bench(CONGO, depth, threads, lines.append, without), lines


@pytest.mark.parametrize("line", [0, 1], ids=["by hand", "by network"])
def test_the_signature_of_the_search(line: int) -> None:
    depth, nodes = map(int, SIGNATURE.read_text(encoding="utf-8").splitlines()[line].split())
    found, lines = measure(depth, without=frozenset() if line else frozenset({"network"}))
    assert found.nodes == nodes, "the search has changed; see above\n" + "\n".join(lines)


def test_two_runs_have_the_same_nodes() -> None:
    assert measure(4)[0].nodes == measure(4)[0].nodes


def test_every_position_is_reported_with_its_nodes() -> None:
    found, lines = measure(3)
    assert len(lines) == len(bench.positions(CONGO))
    assert sum(int(line.split()[-2]) for line in lines) == found.nodes


def test_speeds_are_numbers() -> None:
    found, _ = measure(2)
    assert found.nps > 0
    assert found.simple_nps > 0
    assert found.perft_nps > 0
    assert found.calibration > 0


def test_it_runs_with_threads() -> None:
    assert measure(3, threads=2)[0].nodes > 0


def test_bench_positions_are_distinct_and_playable() -> None:
    positions = bench.positions(CONGO)
    assert len(set(positions)) == len(positions) >= 16
    assert positions[0] == CONGO.start()
    assert all(CONGO.legal_moves(position) for position in positions)


def test_calibration_loop_runs_its_steps() -> None:
    # The results of a xorshift generator; a loop that was optimised away would not know them.
    results = [int(bench.calibrating_loop(steps)) for steps in (1, 2, 3)]
    assert len(set(results)) == 3
    assert results == [int(bench.calibrating_loop(steps)) for steps in (1, 2, 3)]
