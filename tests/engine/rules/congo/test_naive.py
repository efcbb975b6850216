"""The naive generator, checked against the perft counts."""

from __future__ import annotations

import pytest

from tests.engine import naive_congo as naive
from tests.engine.rules.congo.perft_data import LINES, PerftLine

LEAVES = 4_000


@pytest.mark.parametrize("line", LINES, ids=str)
def test_naive_generator_counts_the_known_leaves(line: PerftLine) -> None:
    position = naive.parse(line.fen)
    for depth, leaves in line.depths.items():
        if leaves <= LEAVES:
            assert naive.perft(position, depth) == leaves


@pytest.mark.parametrize("line", LINES, ids=str)
def test_naive_fen_round_trip(line: PerftLine) -> None:
    assert naive.format_position(naive.parse(line.fen)) == line.fen


def test_naive_flip_is_its_own_inverse() -> None:
    position = naive.parse(LINES[1].fen)
    assert naive.flip(naive.flip(position)) == position
